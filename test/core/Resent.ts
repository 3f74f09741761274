/**
 * A resend as a decision: what `POST /v3/messages/{id}/resend` makes of a message that its caller may see.
 */
import * as Commit from "@signalbox/core/commit/Commit"
import * as Facts from "@signalbox/core/commit/Facts"
import * as Needs from "@signalbox/core/commit/Needs"
import type { Use } from "@signalbox/core/commit/Use"
import { workKey } from "@signalbox/core/dispatch/Dispatch"
import * as MessageState from "@signalbox/core/message/MessageState"
import * as Progress from "@signalbox/core/message/Progress"
import { Messages } from "@signalbox/core/row/Message"
import type { MessageId } from "@signalbox/core/value/Id"
import { lane } from "@signalbox/core/work/Work"
import * as Result from "effect/Result"

export const Resend: Use<{ readonly message: MessageId }, boolean> = {
  name: "test.resend",
  needs: ({ message }) => Needs.row(Messages, message),
  decide: ({ message: id }, facts, now, mint) => {
    const message = Facts.get(facts, Messages, id)!
    if (MessageState.transition(message.status, "resent") === null) {
      return Result.succeed({ answer: false, commit: Commit.empty })
    }
    const again = Progress.advance(Progress.of(message), "resent", now, mint, { description: "sent again" }, {
      send: message.send + 1,
      channel: message.requested,
      rendered: null
    })
    return Result.succeed({
      answer: true,
      commit: Commit.all({ relied: [Facts.relied(facts, Messages, id)] }, Progress.kept(again), {
        due: [{
          work: { kind: "dispatch", key: workKey(again.message) },
          lane: lane.dispatch(message.account),
          at: now
        }]
      })
    })
  }
}
