/**
 * GET /v3/messages: the messages of the account, the newest first, narrowed by filters (decisions 14.2).
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Cursor from "../operation/Cursor.ts"
import * as Operation from "../operation/Operation.ts"
import * as Reading from "../operation/Reading.ts"
import { contactNumber, Contacts } from "../row/Contact.ts"
import { conversationScope } from "../row/Message.ts"
import * as ConversationId from "../value/ConversationId.ts"
import type { ContactId } from "../value/Id.ts"
import * as MessageFilter from "./MessageFilter.ts"
import * as MessageResource from "./MessageResource.ts"

const Query = Schema.Struct({ ...Cursor.Query.fields, ...MessageFilter.fields })
type Query = typeof Query.Type

interface Asked {
  readonly caller: Caller
  readonly query: Query
}

/** The messages of one contact are a list of their own. */
const listOf = ({ caller: { account }, query }: Asked, contact: ContactId | null): Needs.ListQuery => {
  const page = {
    ...Cursor.part(query),
    ...MessageFilter.during(query),
    bound: Limit.messagesLookedAt,
    where: MessageFilter.where(query)
  }
  return contact === null
    ? { ...page, list: "messages", scope: account.id }
    : { ...page, list: "conversation", scope: conversationScope(account.id, ConversationId.of(account.id, contact)) }
}

/** Returns the number by which the contact is found first, or null. */
const numberOf = ({ caller: { account }, query }: Asked) => {
  const number = MessageFilter.numberOf(query)
  return number === null ? null : contactNumber(account.id, number)
}

/** Returns the list that is asked for; null where nobody has the number, or another contact than the one asked for. */
const found = (asked: Asked, facts: Facts.Facts): Needs.ListQuery | null => {
  const { contact_id: contact = null } = asked.query
  const number = numberOf(asked)
  if (number === null) return listOf(asked, contact)
  const owner = Facts.peekFound(facts, Contacts, number)
  return owner === null || owner === undefined || (contact !== null && owner.id !== contact)
    ? null
    : listOf(asked, owner.id)
}

const needs = (asked: Asked, facts: Facts.Facts): Needs.Needs => {
  const number = numberOf(asked)
  const list = found(asked, facts)
  return Needs.all(number === null ? Needs.none : Needs.unique(number), list === null ? Needs.none : Needs.list(list))
}

const nothing: Facts.Page = { rows: [], total: 0, next: null }

const filtersOf = (query: Partial<Query>): string => Cursor.filtersOf(MessageFilter.narrowing(query))

export const ListMessages = Operation.make({
  ...Reading.history,
  name: "messages.list",
  beyond: true,
  summary: "List the messages, the newest first",
  description:
    "Lists what was sent and received. Filters narrow the list, and a message must meet all that are given. " +
    "`page` counts pages from 1; the cursors go on from a page, whatever was added meanwhile, and keep its total. " +
    `A page looks at ${Limit.messagesLookedAt} messages at most: those of the contact or the number, else those with the ` +
    "reference, of the template, in the status, of the direction or of the channel, else all, of the time that is asked for. " +
    "So a page may be shorter " +
    "than was asked, or empty, and there is more as long as `cursors.after` is no null. " +
    `\`total_count\` counts what meets the filters among the newest ${Limit.messagesLookedAt} of these.`,
  path: Schema.Struct({}),
  query: Query,
  check: ({ query }) =>
    [...MessageFilter.flaws(query), ...Cursor.flaws(query, filtersOf(query))].map((flaw) => ({
      ...flaw,
      code: "VALIDATION_001" as const
    })),
  data: Schema.Struct({
    messages: Schema.Array(MessageResource.MessageResource),
    pagination: Cursor.Pagination
  }),
  decides: {
    name: "messages.list",
    needs,
    decide: (asked, { facts }) => {
      const list = found(asked, facts)
      const { next = null, rows, total } = list === null ? nothing : Facts.page(facts, list)
      const messages = rows.flatMap((row) => row.kind === "message" ? [row.value] : [])
      const place = (message: (typeof messages)[number] | undefined) =>
        message === undefined ? null : { at: message.createdAt, key: message.id }
      const page = { first: place(messages[0]), last: place(messages.at(-1)), next, total }
      return Reading.answer({
        // The history of a message is read with the message itself.
        messages: messages.map((message) => ({ ...MessageResource.fromMessage(message), events: null })),
        pagination: Cursor.pagination(asked.query, page, filtersOf(asked.query))
      })
    }
  }
})
