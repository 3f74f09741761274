/**
 * POST /v3/messages/{id}/feedback: tells what came of a message after its delivery (decisions 14.8).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { type Decided, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Refused from "../commit/Refused.ts"
import * as Feedback from "../message/Feedback.ts"
import * as MessageResource from "../message/MessageResource.ts"
import * as OwnMessage from "../message/OwnMessage.ts"
import * as Progress from "../message/Progress.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import { FeedbackOutcome } from "../row/Feedback.ts"
import { Messages } from "../row/Message.ts"
import type { AttemptId } from "../value/Id.ts"
import * as Simulated from "./Simulated.ts"

const Body = Schema.Struct({
  outcome: Field.oneOf(FeedbackOutcome.literals),
  sandbox: Field.optional(Schema.Boolean)
})

export const GiveFeedback = Operation.make({
  name: "messages.feedback",
  summary: "Tell what came of a message",
  description:
    "Keeps that the recipient did what the message was for, or complained about it. Each outcome is kept once, so telling it again changes nothing. A message that no carrier has taken is refused.",
  beyond: true,
  path: OwnMessage.Path,
  query: Schema.Struct({}),
  body: Body,
  data: MessageResource.MessageResource,
  status: 200,
  role: null,
  scope: "send",
  tier: "standard",
  idempotent: true,
  refuses: ["BUSINESS_006", "RESOURCE_003"],
  check: () => [],
  isRemade: true,
  simulate: ({ body, path }, { account }, now, ids): MessageResource.MessageResource => {
    const delivered = Simulated.delivered(path.id, account.id, { now, ids })
    const { message } = Feedback.add(delivered, { id: ids.uuid() as AttemptId }, body.outcome, { now, ids })
    return MessageResource.fromMessage(message)
  },
  decides: {
    name: "messages.feedback",
    needs: OwnMessage.needs,
    decide: (asked, { facts, now, ids }): Result.Result<
      Decided<MessageResource.MessageResource>,
      Refused.Refused
    > => {
      const message = OwnMessage.find(asked, facts)
      if (message === null) return Result.fail(Refused.refused("RESOURCE_003"))
      const attempt = Feedback.subject(message)
      if (attempt === null) return Result.fail(Refused.refused("BUSINESS_006"))
      const { outcome } = asked.body
      if (Feedback.isKnown(message, outcome)) return done(MessageResource.fromMessage(message))
      const told = Feedback.add(message, attempt, outcome, { now, ids })
      return done(
        MessageResource.fromMessage(told.message),
        { expects: [Facts.expected(facts, Messages, message.id)] },
        Progress.kept(told)
      )
    }
  }
})
