/**
 * The work items of an attempt: the look at its files, its hand-over, and the deadlines of the carrier's answer and of
 * the final receipt.
 */
import type { AccountId, CarrierId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import type { Lane } from "../work/Work.ts"
import * as WorkName from "../work/WorkName.ts"

export interface Target {
  readonly message: string
  readonly attempt: string
}

const key: WorkName.Key<Target> = {
  write: ({ attempt, message }) => [message, attempt],
  read: ([message = "", attempt = ""]) => ({ message, attempt })
}

const deadlines = LaneKind.shared("deadline", 64, (account: AccountId) => account)

/** Whose line an attempt waits in: that of its account at its carrier. */
export interface Line {
  readonly carrier: CarrierId
  readonly account: AccountId
}

/** Hands an attempt over to its carrier. */
export const SubmissionWork = WorkName.make({
  kind: "submission",
  lane: LaneKind.shared("submission", 1024, ({ account, carrier }: Line) => `${carrier}/${account}`),
  key
})

/** Returns the carrier of a submission lane. */
export const carrierOf = (lane: Lane): CarrierId => {
  const owner = LaneKind.owner(lane)
  return owner.slice(0, owner.lastIndexOf("/")) as CarrierId
}

/**
 * Returns how the lanes of the lines at a carrier begin. Those of a carrier whose id begins with this one and a slash begin
 * so as well.
 */
export const linesOf = (carrier: CarrierId): string => `${SubmissionWork.lane.name}:${carrier}/`

/**
 * Looks at the files of an attempt before it stands in line at its carrier. A media host may hang, so this is work of
 * its own in the account's lane.
 */
export const MediaProbeWork = WorkName.make({
  kind: "media_probe",
  lane: LaneKind.shared("media", 64, (account: AccountId) => account),
  key
})

/** Ends the wait for the carrier's answer. */
export const SubmissionDeadlineWork = WorkName.make({ kind: "submission_deadline", lane: deadlines, key })

/** Lets the message of an attempt that was not delivered in time go on to its next channel. */
export const FallbackWork = WorkName.make({ kind: "fallback", lane: deadlines, key })

/** Ends the wait for a final receipt. */
export const ReceiptDeadlineWork = WorkName.make({ kind: "receipt_deadline", lane: deadlines, key })
