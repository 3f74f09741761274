/**
 * When no final receipt has come by the deadline, the attempt fails (decisions 4.1). A later success still counts.
 */
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import * as AttemptReceipt from "../message/AttemptReceipt.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import { ReceiptDeadlineWork } from "../message/AttemptWork.ts"
import { Messages } from "../row/Message.ts"
import * as Report from "./Report.ts"

/** No final receipt has come. */
const silence: AttemptReceipt.AttemptReceipt = {
  trigger: "failed",
  failure: "handset_unreachable",
  reference: null,
  detail: AttemptReceipt.noDetail
}

export const ReceiptDeadline = LeasedDecision.make<LeasedDecision.Leased, void>({
  name: "receipt_deadline",
  needs: ({ lease }) => Needs.row(Messages, ReceiptDeadlineWork.target(lease).message),
  decide: ({ lease }, { facts, now, ids }) => {
    const named = ReceiptDeadlineWork.target(lease)
    const message = Facts.get(facts, Messages, named.message)
    const attempt = AttemptStep.find(message, named.attempt)
    if (message === null || attempt === undefined || AttemptState.of(attempt) !== "SENT") return done(undefined)
    const step = AttemptStep.reported(message, attempt, silence, now)
    if (step === null) return done(undefined)
    return done(
      undefined,
      { expects: [Facts.expected(facts, Messages, message.id)] },
      Report.heard(step, "failed", silence, { now, ids })
    )
  }
})

export const ReceiptDeadlineJob = Job.make({
  work: ReceiptDeadlineWork,
  decides: ReceiptDeadline,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
