/**
 * Work on an attempt: handing it over, and the two times that end the waiting for what becomes of it.
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

/** An attempt is handed over to its carrier. */
export const SubmissionWork = WorkName.make({
  kind: "submission",
  lane: LaneKind.make("submission", 128, (carrier: CarrierId) => carrier),
  key
})

/** The carrier's time to answer is over. */
export const SubmissionDeadlineWork = WorkName.make({ kind: "submission_deadline", lane: deadlines, key })

/** The time to wait for a final receipt is over. */
export const ReceiptDeadlineWork = WorkName.make({ kind: "receipt_deadline", lane: deadlines, key })
