/**
 * The calls of conversations. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Message } from "./Messages.ts"

export interface ListConversationsQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100. */
  readonly page_size?: number
  /** Signalbox, beyond v3: `true` when `pagination.cursors` is to tell from where the list goes on. */
  readonly cursors?: "true"
  /** Signalbox, beyond v3: a cursor of a page of this list: answers what is older. */
  readonly after?: string
  /** Signalbox, beyond v3: a cursor of a page of this list: answers what is newer. */
  readonly before?: string
}

export interface ListConversationsResult {
  /** The messages of the page, the newest first. */
  readonly messages: ReadonlyArray<Message>
  /** Which part of the list the page is. */
  readonly pagination: {
    /** The page that was asked for; the first one is 1. */
    readonly page: number
    /** How many items a page has at most. */
    readonly page_size: number
    /** How many items there are in all; with a cursor, how many there were at the first page. */
    readonly total_count: number
    /** How many pages there are in all. */
    readonly total_pages: number
    /** Whether there is a page after this one. */
    readonly has_more: boolean
    /** Null, unless the request asks for cursors: from where the list goes on, in both directions. */
    readonly cursors: {
      /** The cursor of what is older; null when there is nothing more. */
      readonly after: string | null
      /** The cursor of what is newer; null when there is nothing more. */
      readonly before: string | null
    } | null
  }
}

export interface GetConversationQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100. */
  readonly page_size?: number
  /** Signalbox, beyond v3: `true` when `pagination.cursors` is to tell from where the list goes on. */
  readonly cursors?: "true"
  /** Signalbox, beyond v3: a cursor of a page of this list: answers what is older. */
  readonly after?: string
  /** Signalbox, beyond v3: a cursor of a page of this list: answers what is newer. */
  readonly before?: string
}

export interface GetConversationResult {
  /** The messages of the page, the newest first. */
  readonly messages: ReadonlyArray<Message>
  /** Which part of the list the page is. */
  readonly pagination: {
    /** The page that was asked for; the first one is 1. */
    readonly page: number
    /** How many items a page has at most. */
    readonly page_size: number
    /** How many items there are in all; with a cursor, how many there were at the first page. */
    readonly total_count: number
    /** How many pages there are in all. */
    readonly total_pages: number
    /** Whether there is a page after this one. */
    readonly has_more: boolean
    /** Null, unless the request asks for cursors: from where the list goes on, in both directions. */
    readonly cursors: {
      /** The cursor of what is older; null when there is nothing more. */
      readonly after: string | null
      /** The cursor of what is newer; null when there is nothing more. */
      readonly before: string | null
    } | null
  }
}

export interface ConversationsCalls {
  /** List the messages with all contacts, the newest first: `GET /v3/conversations`. */
  readonly list: (query?: ListConversationsQuery, options?: CallOptions) => Promise<ListConversationsResult>

  /** List the messages with one contact, the newest first: `GET /v3/conversations/:id`. */
  readonly get: (id: string, query?: GetConversationQuery, options?: CallOptions) => Promise<GetConversationResult>
}
