/**
 * All that spans cells (decisions 20.4): calls of the operator. The compiler holds the lists against them.
 */
import type { Operator } from "../service/Operator.ts"

type Call = keyof Operator["Service"]

/** Lists of all cells, merged in their order. */
export const lists = [
  "accounts",
  "deadLetters",
  "lanes",
  "restrictions",
  "carrierWeights"
] as const satisfies ReadonlyArray<Call>

/** Settings that are written into each cell. */
export const settings = [
  "restrict",
  "lift",
  "pinCarrier",
  "releaseCarrier",
  "setServiceRetention"
] as const satisfies ReadonlyArray<Call>

/** Rows that are sought by an id of their own in one cell after the other. */
export const sought = [
  "findUser",
  "findTemplate",
  "assess",
  "retryDeadLetter",
  "discardDeadLetter"
] as const satisfies ReadonlyArray<Call>

/** Walks through the accounts of all cells, part by part. */
export const walks = ["rebuildDirectory"] as const satisfies ReadonlyArray<Call>

export type Walk = (typeof walks)[number]

export type Spanning = (typeof lists)[number] | (typeof settings)[number] | (typeof sought)[number] | Walk
