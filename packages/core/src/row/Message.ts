/**
 * A message with its attempts and its history in one row with one version, so exactly one of two racing changes wins.
 */
import * as ConversationIds from "../value/ConversationId.ts"
import type { AccountId, CarrierId, ConversationId } from "../value/Id.ts"
import * as Filters from "./Filters.ts"
import * as Kind from "./Kind.ts"
import { Message } from "./MessageRow.ts"
import * as StoredMessage from "./StoredMessage.ts"

export { Attempt, Report } from "./Attempt.ts"
export { Activity, AutoReplyTo, Direction, InboundMedia, LeftOut, Message, Status, TemplateUse } from "./MessageRow.ts"

/** The unique key of a carrier's reference, by which a repeated inbound message is recognized. */
export const inboundReference = (carrier: CarrierId, text: string): Kind.UniqueKey => ({
  index: "inbound_reference",
  key: `${carrier}/${text}`
})

/** The scope of the messages of one conversation. An id is nothing that only its account could know. */
export const conversationScope = (account: AccountId, conversation: ConversationId): string =>
  `${account}/${conversation}`

/** Returns the account whose conversation has this scope. */
export const accountOf = (scope: string): string => scope.slice(0, scope.indexOf("/"))

const unnamed: readonly [] = []

/** Lists find a message by these terms. The status stands last, since it changes most often. */
const filters = ({ channel, clientReference, direction, status, template }: Message): Filters.Filters =>
  Filters.make({
    ...(template === null ? {} : { template: template.id }),
    ...(clientReference === undefined ? {} : { reference: clientReference }),
    direction,
    channel,
    status
  })

/**
 * Returns whether the messages of an account with a term have an index. None has one by what changes in the life of a
 * message, since each of its steps would then have to be written into that (decisions 14.2).
 */
export const isPart = (term: string): boolean =>
  term.startsWith("template=") || term.startsWith("reference=") || term === "direction=INBOUND"

/** An inbound message has neither a template nor a reference of a client. */
const parts = (
  { account, clientReference, createdAt, direction, template }: Message
): ReadonlyArray<Kind.PartListing> => {
  const place = { list: "messages", scope: account, at: createdAt } as const
  if (direction === "INBOUND") return [{ ...place, term: Filters.term("direction", direction) }]
  const byTemplate = template === null ? [] : [{ ...place, term: Filters.term("template", template.id) }]
  return clientReference === undefined
    ? byTemplate
    : [...byTemplate, { ...place, term: Filters.term("reference", clientReference) }]
}

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
  ],
  filters,
  parts
})
