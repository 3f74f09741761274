/**
 * The time to wait for a final receipt is over: the message was not delivered (decisions 4.1). A later success still
 * counts.
 */
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Settling from "../commit/Settling.ts"
import type { Decision } from "../commit/Use.ts"
import { ReceiptDeadlineWork } from "../dispatch/AttemptWork.ts"
import * as Job from "../engine/Job.ts"
import { Messages } from "../row/Message.ts"
import * as Report from "./Report.ts"

export const ReceiptDeadline = Settling.make<Settling.Leased, void>({
  name: "receipt_deadline",
  needs: ({ lease }) => Needs.row(Messages, ReceiptDeadlineWork.target(lease).message),
  decide: ({ lease }, facts, now, mint) => {
    const named = ReceiptDeadlineWork.target(lease)
    const message = Facts.get(facts, Messages, named.message)
    const attempt = message?.attempts.find((each) => each.id === named.attempt && each.report === "SENT")
    return Result.succeed<Decision<void>>({
      answer: undefined,
      commit: message === null || attempt === undefined ? Commit.empty : Commit.all(
        { relied: [Facts.relied(facts, Messages, message.id)] },
        Report.rise(message, attempt, "FAILED", "handset_unreachable", now, mint)
      )
    })
  }
})

export const ReceiptDeadlineJob = Job.make({
  work: ReceiptDeadlineWork,
  decides: ReceiptDeadline,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
