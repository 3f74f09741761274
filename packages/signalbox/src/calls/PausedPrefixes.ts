/**
 * The calls of paused prefixes. Made by `npm run calls`.
 */
import type { CallOptions } from "../CallOptions.ts"
import type { Pagination } from "./Common.ts"

export interface ListPausedPrefixesQuery {
  /** The page of the list; the first one is 1. */
  readonly page?: number
  /** How many items a page has, 1 to 100: 20 when nothing is given. */
  readonly page_size?: number
}

export interface ListPausedPrefixesResult {
  /** Signalbox, beyond v3: the prefixes of this page, the newest pause first. */
  readonly paused_prefixes: ReadonlyArray<{
    /** Signalbox, beyond v3: the first digits of the numbers that are meant, in E.164. */
    readonly prefix: string
    /** Signalbox, beyond v3: whether nothing is sent there now. */
    readonly is_paused: boolean
    /** Signalbox, beyond v3: why: codes that nobody checked, messages that did not arrive, or the operator's word. */
    readonly reason: "unchecked" | "undelivered" | "operator"
    /** Signalbox, beyond v3: how many were counted before the pause; null when the operator has paused the prefix. */
    readonly counted: number | null
    /** Signalbox, beyond v3: how many of those came to nothing. */
    readonly failed: number | null
    /** Signalbox, beyond v3: when the pause began. */
    readonly paused_at: string
    /** Signalbox, beyond v3: when the pause ends, or has ended; null: when the operator of the service lifts it. */
    readonly paused_until: string | null
  }>
  /** Which part of the list the page is. */
  readonly pagination: Pagination
}

export interface PausedPrefixesCalls {
  /** List the paused prefixes, the newest first: `GET /v3/paused-prefixes`. */
  readonly list: (query?: ListPausedPrefixesQuery, options?: CallOptions) => Promise<ListPausedPrefixesResult>
}
