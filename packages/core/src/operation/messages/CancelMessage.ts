/**
 * POST /v3/messages/{id}/cancel: a held message is called off before its time (decisions 5.2 "Cancel").
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "../../commit/Commit.ts"
import * as Facts from "../../commit/Facts.ts"
import * as Refused from "../../commit/Refused.ts"
import type { Decision } from "../../commit/Use.ts"
import * as DispatchWork from "../../dispatch/DispatchWork.ts"
import * as Cancel from "../../message/Cancel.ts"
import * as MessageResource from "../../message/MessageResource.ts"
import * as Progress from "../../message/Progress.ts"
import type { Message } from "../../row/Message.ts"
import { Messages } from "../../row/Message.ts"
import * as Field from "../Field.ts"
import * as Operation from "../Operation.ts"
import * as OwnMessage from "./OwnMessage.ts"
import * as Simulated from "./Simulated.ts"

/** The message as it is now, with what had happened to it before. */
const shown = (before: Message, after: Message): MessageResource.MessageResource => ({
  ...MessageResource.fromMessage(after),
  events: MessageResource.fromMessage(before).events
})

const description = "cancelled"

export const CancelMessage = Operation.make({
  name: "messages.cancel",
  summary: "Cancel a message that is held",
  path: OwnMessage.Path,
  query: Schema.Struct({}),
  body: Schema.Struct({ sandbox: Field.optional(Schema.Boolean) }),
  data: MessageResource.MessageResource,
  status: 200,
  role: null,
  tier: "standard",
  idempotent: true,
  refuses: ["BUSINESS_006", "RESOURCE_003"],
  check: () => [],
  simulate: ({ path }, { account }, now, mint): MessageResource.MessageResource => {
    const held = Simulated.held(path.id, account.id, now, mint)
    return shown(held, Cancel.cancel(held, now, mint, description).message)
  },
  use: {
    name: "messages.cancel",
    needs: OwnMessage.needs,
    decide: (asked, facts, now, mint): Result.Result<
      Decision<MessageResource.MessageResource>,
      Refused.Refused
    > => {
      const message = OwnMessage.find(asked, facts)
      if (message === null) return Result.fail(Refused.refused("RESOURCE_003"))
      if (!Cancel.isAllowed(message)) return Result.fail(Refused.refused("BUSINESS_006"))
      const cancelled = Cancel.cancel(message, now, mint, description)
      return Result.succeed({
        commit: Commit.all(
          // Its release may be under way: whoever changes the row first wins.
          { relied: [Facts.relied(facts, Messages, message.id)] },
          Progress.kept(cancelled),
          { withdraws: [DispatchWork.ref(message)] }
        ),
        answer: shown(message, cancelled.message)
      })
    }
  }
})
