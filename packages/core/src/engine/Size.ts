/**
 * An estimate of how many bytes a commit takes on its way to the store, cheap enough to make for every commit: its texts
 * count a byte for each character, and everything else a few.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Commit } from "../commit/Commit.ts"
import type { Event } from "../row/Delivery.ts"

const each = 16

const ofValue = (value: unknown): number => {
  if (typeof value === "string") return value.length
  if (typeof value !== "object" || value === null) return each
  let size = each
  if (Array.isArray(value)) { for (const item of value) size += ofValue(item) }
  else for (const name in value) size += name.length + ofValue((value as Readonly<Record<string, unknown>>)[name])
  return size
}

/** About as much as an event takes whose body is not written yet: it quotes so much of a message at most. */
const unwritten = Limit.webhookBodyLength + 500

/** The body is not written to be measured. */
const ofEvent = (event: Event): number =>
  Object.getOwnPropertyDescriptor(event, "body")?.get === undefined ? ofValue(event) : unwritten

export const ofCommit = ({ events, ...commit }: Commit): number =>
  events.reduce((sum, event) => sum + ofEvent(event), ofValue(commit))
