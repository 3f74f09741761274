/**
 * A message with its attempts and its history in one row with one version, so exactly one of two racing changes wins.
 */
import * as ConversationIds from "../value/ConversationId.ts"
import type { AccountId, CarrierId, ConversationId } from "../value/Id.ts"
import * as Kind from "./Kind.ts"
import { Message } from "./MessageRow.ts"
import * as StoredMessage from "./StoredMessage.ts"

export { Attempt, Report } from "./Attempt.ts"
export { Feedback, FeedbackOutcome } from "./Feedback.ts"
export { Activity, AutoReplyTo, Direction, InboundMedia, LeftOut, Message, Status, TemplateUse } from "./MessageRow.ts"

/** The unique key of a carrier's reference, by which a repeated inbound message is recognized. */
export const inboundReference = (carrier: CarrierId, text: string): Kind.UniqueKey => ({
  index: "inbound_reference",
  key: `${carrier}/${text}`
})

/** The scope of the messages of one conversation. An id is nothing that only its account could know. */
export const conversationScope = (account: AccountId, conversation: ConversationId): string =>
  `${account}/${conversation}`

const unnamed: readonly [] = []

export const Messages = Kind.make({
  name: "message",
  schema: Message,
  stored: { encode: (message) => StoredMessage.encode(message as Message), decode: StoredMessage.decode },
  key: (message: Message) => message.id,
  unique: ({ reference }) =>
    reference === undefined
      ? unnamed
      : [reference.text, ...reference.parts ?? []].map((text) => inboundReference(reference.carrier, text)),
  listings: (message) => [
    { list: "messages", scope: message.account, at: message.createdAt },
    {
      list: "conversation",
      scope: conversationScope(message.account, ConversationIds.of(message.account, message.contact)),
      at: message.createdAt
    }
  ]
})
