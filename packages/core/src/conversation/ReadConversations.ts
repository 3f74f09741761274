/**
 * GET /v3/conversations and GET /v3/conversations/{id}: the messages of the account in both directions, newest first,
 * all of them or those with one contact (specification "Messages", decisions 5.2).
 */
import * as Schema from "effect/Schema"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as MessageResource from "../message/MessageResource.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Cursor from "../operation/Cursor.ts"
import * as Operation from "../operation/Operation.ts"
import * as Paging from "../operation/Paging.ts"
import * as Reading from "../operation/Reading.ts"
import type { Message } from "../row/Message.ts"
import { conversationScope } from "../row/Message.ts"
import { ConversationId } from "../value/Id.ts"

const reading = {
  ...Reading.history,
  query: Schema.Struct({ ...Paging.RequiredQuery.fields, ...Cursor.askedFields }),
  data: Schema.Struct({
    messages: Schema.Array(MessageResource.MessageResource),
    pagination: Cursor.AskedPagination
  })
} as const

/** The history of a message is read with the message itself. */
const shown = (message: Message): MessageResource.MessageResource => ({
  ...MessageResource.fromMessage(message),
  events: null
})

type Query = typeof reading.query.Type

/** Tells the list of a cursor from others. */
const listText = (id: ConversationId | null): string => Cursor.filtersOf({ id })

const check = (query: Partial<Query>, id: ConversationId | null) =>
  Cursor.flawsOfRequired(query, listText(id)).map((flaw) => ({ ...flaw, code: "VALIDATION_001" as const }))

const page = (list: Needs.ListQuery, id: ConversationId | null, query: Query, facts: Facts.Facts) => {
  const { rows, total } = Facts.page(facts, list)
  const found = Cursor.pageAsked(
    query,
    rows.flatMap((row) => row.kind === "message" ? [row.value] : []),
    { total },
    ({ createdAt: at, id: key }) => ({ at, key }),
    listText(id)
  )
  return Reading.answer({ messages: found.rows.map(shown), pagination: found.pagination })
}

const cursors =
  "With `cursors=true` its pages have cursors, which go on from a page whatever was added meanwhile and keep " +
  "its total; `page` is then 1."

const allOf = ({ account }: Caller, query: Query): Needs.ListQuery => ({
  list: "messages",
  scope: account.id,
  ...Cursor.partAsked(query)
})

/** A conversation that there is not, or that is another account's, is empty. */
const oneOf = ({ account }: Caller, id: ConversationId, query: Query): Needs.ListQuery => ({
  list: "conversation",
  scope: conversationScope(account.id, id),
  ...Cursor.partAsked(query)
})

export const ListConversations = Operation.make({
  ...reading,
  name: "conversations.list",
  summary: "List the messages with all contacts, the newest first",
  description:
    `Lists what was sent and received, whoever the contact is. \`page\` and \`page_size\` are required. ${cursors}`,
  path: Schema.Struct({}),
  check: ({ query }) => check(query, null),
  decides: {
    name: "conversations.list",
    needs: ({ caller, query }) => Needs.list(allOf(caller, query)),
    decide: ({ caller, query }, { facts }) => page(allOf(caller, query), null, query, facts)
  }
})

export const GetConversation = Operation.make({
  ...reading,
  name: "conversations.get",
  summary: "List the messages with one contact, the newest first",
  description:
    `Lists what was sent to and received from one contact, on every channel. \`page\` and \`page_size\` are required. ${cursors}`,
  path: Schema.Struct({ id: ConversationId }),
  check: ({ path, query }) => check(query, path.id ?? null),
  decides: {
    name: "conversations.get",
    needs: ({ caller, path, query }) => Needs.list(oneOf(caller, path.id, query)),
    decide: ({ caller, path, query }, { facts }) => page(oneOf(caller, path.id, query), path.id, query, facts)
  }
})
