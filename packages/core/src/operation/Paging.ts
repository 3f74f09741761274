/**
 * Paging: what a client may ask for, and how an answer describes its page (specification "Cross-cutting request rules",
 * decisions part 2).
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Limit from "../catalogue/Limit.ts"
import type { ListQuery } from "../commit/Needs.ts"

const number = (most: number, message: string) =>
  Schema.String.check(
    Schema.makeFilter((text: string) => /^0*[1-9][0-9]{0,14}$/.test(text) && Number(text) <= most, { message })
  ).pipe(
    Schema.decodeTo(
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: most })),
      SchemaTransformation.numberFromString
    )
  )

const page = number(Number.MAX_SAFE_INTEGER, "must be a whole number from 1 on")

const pageSize = number(Limit.pageSize.maximum, `must be a whole number between 1 and ${Limit.pageSize.maximum}`)

/** The query of a paged list. */
export const Query = Schema.Struct({ page: Schema.optionalKey(page), page_size: Schema.optionalKey(pageSize) })
export type Query = typeof Query.Type

/** The query of a paged list that has no defaults. */
export const RequiredQuery = Schema.Struct({ page, page_size: pageSize })
export type RequiredQuery = typeof RequiredQuery.Type

/** The description of the page in `data`, besides the items. */
export const Pagination = Schema.Struct({
  page: Schema.Int,
  page_size: Schema.Int,
  total_count: Schema.Int,
  total_pages: Schema.Int,
  has_more: Schema.Boolean,
  cursors: Schema.Null
}).annotate({ identifier: "Pagination" })
export type Pagination = typeof Pagination.Type

/** The largest offset. No list is longer, so a page further on is empty. */
const furthest = 2_000_000_000

/** Returns the part of a list that a query asks for. */
export const part = (query: Query): Pick<ListQuery, "offset" | "limit"> => {
  const limit = query.page_size ?? Limit.pageSize.default
  return { offset: Math.min(((query.page ?? 1) - 1) * limit, furthest), limit }
}

export const pagination = (query: Query, total: number): Pagination => {
  const page = query.page ?? 1
  const page_size = query.page_size ?? Limit.pageSize.default
  const total_pages = Math.ceil(total / page_size)
  return { page, page_size, total_count: total, total_pages, has_more: page < total_pages, cursors: null }
}
