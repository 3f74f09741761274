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
  readonly page: number
  readonly page_size: number
  readonly total_count: number
  readonly total_pages: number
  readonly has_more: boolean
  readonly cursors: null
}
