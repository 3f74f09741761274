/**
 * A message with its attempts and its history in one row with one version, so exactly one of two racing changes wins.
 */
import * as ConversationIds from "../value/ConversationId.ts"
import type { AccountId, CarrierId, ConversationId, TemplateId } from "../value/Id.ts"
import * as Recent from "../value/Recent.ts"
import * as Filters from "./Filters.ts"
import * as Kind from "./Kind.ts"
import { Message } from "./MessageRow.ts"
import * as StoredMessage from "./StoredMessage.ts"

export { Attempt, Report } from "./Attempt.ts"
export { Feedback, FeedbackOutcome } from "./Feedback.ts"
export { Activity, AutoReplyTo, Direction, InboundMedia, LeftOut, Message, Status, TemplateUse } from "./MessageRow.ts"
export { encodeContent, encodeState } from "./StoredMessage.ts"

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

const inbound = Filters.term("direction", "INBOUND" satisfies Message["direction"])

/** The messages of an account that are on their way. Most of them are no longer than a moment. */
const open = Filters.term("progress", "open")

const openStatuses: ReadonlySet<Message["status"]> = new Set(["SCHEDULED", "QUEUED", "PROCESSED", "ROUTED", "SENT"])

/** Lists find a message by these terms. The status stands last, since it changes most often. */
const filters = ({ channel, clientReference, direction, status, template }: Message): Filters.Filters =>
  Filters.make({
    ...(template === null ? {} : { template: template.id }),
    ...(clientReference === undefined ? {} : { reference: clientReference }),
    direction,
    channel,
    ...(openStatuses.has(status) ? { progress: "open" } : {}),
    status
  })

/** Returns the terms that every message with a status has besides. */
export const impliedBy = (status: Message["status"]): ReadonlyArray<string> =>
  openStatuses.has(status) ? [open] : status === "RECEIVED" ? [inbound] : []

const openTerms: ReadonlySet<string> = new Set([...openStatuses].map((status) => Filters.term("status", status)))

/** The filters by which messages have an index, those first that leave the fewest in general. */
const indexed = ["reference=", "template=", "status=", "progress=", "direction=", "channel="]

/**
 * Returns the place of a term among those by which the messages of an account have an index, -1 when there is none by it.
 * All that are on their way have one in common, so that a message writes into it only when it begins and when it ends
 * (decisions 14.2).
 */
export const indexOf = (term: string): number =>
  openTerms.has(term) || term === "status=RECEIVED" ? -1 : indexed.findIndex((each) => term.startsWith(each))

/** Messages name these again and again: each text is made once. */
const remembered = <Value extends string, Term>(make: (value: Value) => Term): (value: Value) => Term => {
  const terms = new Map<Value, Term>()
  return (value) => {
    const known = terms.get(value)
    if (known !== undefined) return known
    const term = make(value)
    terms.set(value, term)
    return term
  }
}

const statusTerm = remembered((status: Message["status"]) =>
  openStatuses.has(status) ? open : Filters.term("status", status)
)

const channelTerm = remembered((channel: Message["channel"]) => Filters.term("channel", channel))

const directionTerm = remembered((direction: Message["direction"]) => Filters.term("direction", direction))

const noTerms: readonly [] = []

const ownStatus = remembered((status: Message["status"]) => [Filters.term("status", status)] as const)

/**
 * Returns the filters of a message by which it has no part of a list. Each step is stored with them, so those of an
 * outbound message are not looked for among all of its filters: it has its status where that is one of a message on its way.
 */
export const termsApart = (message: Message): ReadonlyArray<string> => {
  const { channel, direction, status } = message
  if (direction === "OUTBOUND") return openStatuses.has(status) ? ownStatus(status) : noTerms
  return filters(message).terms.filter((each) => each !== channelTerm(channel) && each !== directionTerm(direction))
}

/** Returns the term of the part of its list that a message leaves when it ends; null where it never moves. */
export const movingTerm = ({ direction, status }: Message): string | null =>
  direction === "INBOUND" ? null : statusTerm(status)

/** Many messages are of one template. */
const templateTerm = Recent.make((id: TemplateId) => Filters.term("template", id)).of

/** An inbound message has neither a template nor a reference of a client, and no way to go. */
const parts = (message: Message): ReadonlyArray<Kind.PartListing> => {
  const { account, channel, clientReference, createdAt, direction, status, template } = message
  const part = (term: string): Kind.PartListing => ({ list: "messages", scope: account, at: createdAt, term })
  const all = [part(channelTerm(channel)), part(directionTerm(direction))]
  if (direction === "INBOUND") return all
  all.push(part(statusTerm(status)))
  if (template !== null) all.push(part(templateTerm(template.id)))
  if (clientReference !== undefined) all.push(part(Filters.term("reference", clientReference)))
  return all
}

/** A place in the list of a conversation, whose id is a hash: who asks for lists alone does not wait for it. */
class InConversation implements Kind.Listing {
  readonly list = "conversation"
  readonly at: Message["createdAt"]
  private readonly message: Message
  private made: string | null = null

  constructor(message: Message) {
    this.at = message.createdAt
    this.message = message
  }

  get scope(): string {
    const { account, contact } = this.message
    return this.made ??= conversationScope(account, ConversationIds.of(account, contact))
  }
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
    new InConversation(message)
  ],
  filters,
  parts,
  // The status and the channel are those of parts that a message leaves for others.
  keepsPlaces: (before, after) =>
    before.account === after.account && before.contact === after.contact && before.createdAt === after.createdAt &&
    before.direction === after.direction && before.clientReference === after.clientReference &&
    before.template?.id === after.template?.id && before.reference === after.reference,
  keepsParts: (before, after) =>
    before.channel === after.channel && statusTerm(before.status) === statusTerm(after.status)
})

/**
 * Returns whether a change of a message is one of its state alone: it keeps its content, its unique keys and its places,
 * but for the part that messages move through.
 */
export const isStep = (before: Message, after: Message): boolean =>
  before.channel === after.channel && StoredMessage.keepsContent(before, after)
