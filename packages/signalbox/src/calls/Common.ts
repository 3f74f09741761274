/**
 * The types that the answers of several groups share. Made by `npm run calls`.
 */
/** A value of JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<Json>
  | { readonly [name: string]: Json }

export interface Pagination {
  /** The page that was asked for; the first one is 1. */
  readonly page: number
  /** How many items a page has at most. */
  readonly page_size: number
  /** How many items there are in all. */
  readonly total_count: number
  /** How many pages there are in all. */
  readonly total_pages: number
  /** Whether there is a page after this one. */
  readonly has_more: boolean
  /** Null, since the pages have numbers. */
  readonly cursors: null
}
