/**
 * The time to wait for a final receipt is over: the message was not delivered (decisions 4.1). A later success still
 * counts.
 */
import * as Result from "effect/Result"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Decision, Use } from "../commit/Use.ts"
import * as AttemptState from "../message/AttemptState.ts"
import * as AttemptStep from "../message/AttemptStep.ts"
import { Messages } from "../row/Message.ts"
import type { Lease } from "../work/Work.ts"
import * as Report from "./Report.ts"

export const ReceiptDeadline: Use<{ readonly lease: Lease }, void> = {
  name: "receipt_deadline",
  needs: ({ lease }) => Needs.row(Messages, AttemptStep.target(lease).message),
  decide: ({ lease }, facts, now, mint) => {
    const named = AttemptStep.target(lease)
    const message = Facts.get(facts, Messages, named.message)
    const attempt = AttemptStep.find(message, named.attempt)
    const settled: Partial<Commit.Commit> = { settles: [{ work: lease.work, token: lease.token }] }
    const ended = (...parts: ReadonlyArray<Partial<Commit.Commit>>) =>
      Result.succeed<Decision<void>>({ commit: Commit.all(settled, ...parts), answer: undefined })
    if (message === null || attempt === undefined || AttemptState.of(attempt) !== "SENT") return ended()
    const step = AttemptStep.reported(message, attempt, "failed", "handset_unreachable", now)
    if (step === null) return ended()
    return ended(
      { relied: [Facts.relied(facts, Messages, message.id)] },
      Report.heard(step, "failed", now, mint)
    )
  }
}
