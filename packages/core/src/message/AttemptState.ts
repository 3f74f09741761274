/**
 * The transition table of attempts (decisions 4.1 "Late, repeated, reordered receipts"). Every report and every charge
 * of an attempt changes only through this table. The highest report that was ever made counts.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Attempt, Report } from "../row/Attempt.ts"
import { ReceiptDeadlineWork } from "./AttemptWork.ts"

/**
 * OPEN means that neither its carrier nor a receipt has said anything yet: the attempt waits in line, or its carrier has
 * been asked (`handedOver`).
 */
export type State = "OPEN" | Report

export type Trigger =
  /** The carrier has accepted the attempt. */
  | "accepted"
  /** The carrier has refused the attempt, was silent for too long, or was not asked. */
  | "refused"
  /** A receipt says so, or the receipt deadline has passed. A receipt proves that the carrier accepted the attempt. */
  | "delivered"
  | "read"
  | "failed"

export interface Transition {
  readonly from: State
  readonly trigger: Trigger
  readonly to: Report
  /** The reserved price is taken or returned; null when nothing happens to it. */
  readonly charge: "taken" | "returned" | null
}

const row = (from: State, trigger: Trigger, to: Report, charge: Transition["charge"] = null): Transition => ({
  from,
  trigger,
  to,
  charge
})

export const table: ReadonlyArray<Transition> = [
  row("OPEN", "accepted", "SENT", "taken"),
  row("OPEN", "refused", "FAILED", "returned"),
  row("OPEN", "failed", "FAILED", "taken"),
  row("OPEN", "delivered", "DELIVERED", "taken"),
  row("OPEN", "read", "READ", "taken"),

  row("SENT", "failed", "FAILED"),
  row("SENT", "delivered", "DELIVERED"),
  row("SENT", "read", "READ"),

  // A success after a failure counts; a failure after a success does not.
  row("FAILED", "delivered", "DELIVERED"),
  row("FAILED", "read", "READ"),
  row("DELIVERED", "read", "READ")
]

/** The time that an attempt may stay in a state, and the work that ends the wait. */
export interface Patience {
  readonly work: typeof ReceiptDeadlineWork
  readonly millis: number
}

/** Null when the state has no deadline. */
export const patience = {
  // The carrier's time begins with the hand-over, so no work waits for its end before the carrier has kept silent.
  OPEN: null,
  SENT: { work: ReceiptDeadlineWork, millis: Limit.receiptDeadline },
  FAILED: null,
  DELIVERED: null,
  READ: null
} as const satisfies Readonly<Record<State, Patience | null>>

export const of = ({ report }: Pick<Attempt, "report">): State => report ?? "OPEN"

const index = new Map<State, Map<Trigger, Transition>>()
for (const row of table) index.set(row.from, (index.get(row.from) ?? new Map()).set(row.trigger, row))

/** Returns the row for a trigger in a state, or null when the trigger changes nothing there. */
export const transition = (from: State, trigger: Trigger): Transition | null => index.get(from)?.get(trigger) ?? null
