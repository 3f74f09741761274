/**
 * The calls of conversations. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Pagination } from "./Common.ts"
import type { Message } from "./Messages.ts"

export interface ListConversationsQuery {
  readonly page: number
  readonly page_size: number
}

export interface ListConversationsResult {
  readonly messages: ReadonlyArray<Message>
  readonly pagination: Pagination
}

export interface GetConversationQuery {
  readonly page: number
  readonly page_size: number
}

export interface GetConversationResult {
  readonly messages: ReadonlyArray<Message>
  readonly pagination: Pagination
}

export interface ConversationsCalls {
  /** List the messages with all contacts, the newest first: `GET /v3/conversations`. */
  readonly list: (query: ListConversationsQuery, options?: CallOptions) => Promise<ListConversationsResult>

  /** List the messages with one contact, the newest first: `GET /v3/conversations/:id`. */
  readonly get: (id: string, query: GetConversationQuery, options?: CallOptions) => Promise<GetConversationResult>
}
