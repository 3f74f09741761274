/**
 * The calls of conversations. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Pagination } from "./Common.ts"
import type { Message } from "./Messages.ts"

export interface ListConversationsQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100. */
  readonly page_size?: number
}

export interface ListConversationsResult {
  /** The messages of the page, the newest first. */
  readonly messages: ReadonlyArray<Message>
  /** Which part of the list the page is. */
  readonly pagination: Pagination
}

export interface GetConversationQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100. */
  readonly page_size?: number
}

export interface GetConversationResult {
  /** The messages of the page, the newest first. */
  readonly messages: ReadonlyArray<Message>
  /** Which part of the list the page is. */
  readonly pagination: Pagination
}

export interface ConversationsCalls {
  /** List the messages with all contacts, the newest first: `GET /v3/conversations`. */
  readonly list: (query?: ListConversationsQuery, options?: CallOptions) => Promise<ListConversationsResult>

  /** List the messages with one contact, the newest first: `GET /v3/conversations/:id`. */
  readonly get: (id: string, query?: GetConversationQuery, options?: CallOptions) => Promise<GetConversationResult>
}
