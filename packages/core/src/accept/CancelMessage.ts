/**
 * POST /v3/messages/{id}/cancel: cancels a held message before it is released (decisions 5.2 "Cancel").
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Decided, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Refused from "../commit/Refused.ts"
import * as DispatchWork from "../dispatch/DispatchWork.ts"
import * as Cancel from "../message/Cancel.ts"
import * as MessageResource from "../message/MessageResource.ts"
import * as OwnMessage from "../message/OwnMessage.ts"
import * as Progress from "../message/Progress.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import type { Message } from "../row/Message.ts"
import { Messages } from "../row/Message.ts"
import * as Simulated from "./Simulated.ts"

/** Shows the message as it is after the cancellation, with the status events from before it. */
const shown = (before: Message, after: Message): MessageResource.MessageResource => ({
  ...MessageResource.fromMessage(after),
  events: MessageResource.fromMessage(before).events
})

const description = "cancelled"

export const CancelMessage = Operation.make({
  name: "messages.cancel",
  summary: "Cancel a message that is held",
  description: "Calls off a message that is SCHEDULED. It is never sent afterwards.",
  path: OwnMessage.Path,
  query: Schema.Struct({}),
  body: Schema.Struct({ sandbox: Field.optional(Schema.Boolean) }),
  data: MessageResource.MessageResource,
  status: 200,
  role: null,
  scope: "send",
  tier: "standard",
  idempotent: true,
  refuses: ["BUSINESS_006", "RESOURCE_003"],
  check: () => [],
  isRemade: true,
  simulate: ({ path }, { account }, now, ids): MessageResource.MessageResource => {
    const held = Simulated.held(path.id, account.id, { now, ids })
    return shown(held, Cancel.cancel(held, { now, ids }, description).message)
  },
  decides: {
    name: "messages.cancel",
    needs: OwnMessage.needs,
    decide: (asked, { facts, now, ids }): Result.Result<
      Decided<MessageResource.MessageResource>,
      Refused.Refused
    > => {
      const message = OwnMessage.find(asked, facts)
      if (message === null) return Result.fail(Refused.refused("RESOURCE_003"))
      if (!Cancel.isAllowed(message)) return Result.fail(Refused.refused("BUSINESS_006"))
      const cancelled = Cancel.cancel(message, { now, ids }, description)
      return done(
        shown(message, cancelled.message), // The worker may be releasing the message right now: the first of the two to change its row wins.
        { expects: [Facts.expected(facts, Messages, message.id)] },
        Progress.kept(cancelled),
        { cancels: [DispatchWork.ref(message)] }
      )
    }
  }
})
