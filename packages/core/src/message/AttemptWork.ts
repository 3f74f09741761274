/**
 * The work items of an attempt: its hand-over, and the deadlines of the carrier's answer and of the final receipt.
 */
import type { AccountId, CarrierId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as WorkName from "../work/WorkName.ts"

export interface Target {
  readonly message: string
  readonly attempt: string
}

const key: WorkName.Key<Target> = {
  write: ({ attempt, message }) => [message, attempt],
  read: ([message = "", attempt = ""]) => ({ message, attempt })
}

const deadlines = LaneKind.make("deadline", 64, (account: AccountId) => account)

/** Hands an attempt over to its carrier. */
export const SubmissionWork = WorkName.make({
  kind: "submission",
  lane: LaneKind.make("submission", 128, (carrier: CarrierId) => carrier),
  key
})

/** Ends the wait for the carrier's answer. */
export const SubmissionDeadlineWork = WorkName.make({ kind: "submission_deadline", lane: deadlines, key })

/** Ends the wait for a final receipt. */
export const ReceiptDeadlineWork = WorkName.make({ kind: "receipt_deadline", lane: deadlines, key })
