/**
 * The transition table of attempts (decisions 4.1 "Late, repeated, reordered receipts"). Every report and every charge
 * of an attempt changes through this table and nowhere else: what counts is the highest that was ever reported.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Attempt, Report } from "../row/Attempt.ts"
import { ReceiptDeadlineWork, SubmissionDeadlineWork } from "./AttemptWork.ts"

/** OPEN: its carrier has said nothing yet, and neither has a receipt. */
export type State = "OPEN" | Report

export type Trigger =
  /** Its carrier has taken it. */
  | "accepted"
  /** Its carrier has not taken it, was silent for too long, or was not asked. */
  | "refused"
  /** A receipt says so, or the time for one is over. A receipt proves that the carrier took it. */
  | "delivered"
  | "read"
  | "failed"

export interface Transition {
  readonly from: State
  readonly trigger: Trigger
  readonly to: Report
  /** What becomes of the money that was reserved for it; null: nothing more. */
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

/** How long a state lasts when nothing more is heard, and the work that ends it then. */
export interface Patience {
  readonly work: typeof SubmissionDeadlineWork | typeof ReceiptDeadlineWork
  readonly millis: number
}

/** Null: nothing is waited for. */
export const patience = {
  OPEN: { work: SubmissionDeadlineWork, millis: Limit.submissionDeadline },
  SENT: { work: ReceiptDeadlineWork, millis: Limit.receiptDeadline },
  FAILED: null,
  DELIVERED: null,
  READ: null
} as const satisfies Readonly<Record<State, Patience | null>>

export const of = ({ report }: Pick<Attempt, "report">): State => report ?? "OPEN"

const index: ReadonlyMap<string, Transition> = new Map(table.map((entry) => [`${entry.from} ${entry.trigger}`, entry]))

/** The row for a trigger in a state, or null when the state has heard as much already. */
export const transition = (from: State, trigger: Trigger): Transition | null => index.get(`${from} ${trigger}`) ?? null
