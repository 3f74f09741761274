/**
 * The time to wait for a final receipt is over: the message was not delivered (decisions 4.1). A later success still
 * counts.
 */
import * as Result from "effect/Result"
import * as Handover from "../carrier/Handover.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Decision, Use } from "../commit/Use.ts"
import { Messages } from "../row/Message.ts"
import type { Lease } from "../work/Work.ts"
import * as Report from "./Report.ts"

export const ReceiptDeadline: Use<{ readonly lease: Lease }, void> = {
  name: "receipt_deadline",
  needs: ({ lease }) => Needs.row(Messages, Handover.target(lease).message),
  decide: ({ lease }, facts, now, mint) => {
    const named = Handover.target(lease)
    const message = Facts.get(facts, Messages, named.message)
    const attempt = message?.attempts.find((each) => each.id === named.attempt && each.report === "SENT")
    const settled: Partial<Commit.Commit> = { settles: [{ work: lease.work, token: lease.token }] }
    return Result.succeed<Decision<void>>({
      answer: undefined,
      commit: message === null || attempt === undefined ? Commit.all(settled) : Commit.all(
        settled,
        { relied: [Facts.relied(facts, Messages, message.id)] },
        Report.rise(message, attempt, "FAILED", "handset_unreachable", now, mint)
      )
    })
  }
}
