/**
 * Paging in v2 counts from 0 (specification "Versioning", decisions part 10).
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Limit from "../catalogue/Limit.ts"
import type * as Paging from "../operation/Paging.ts"

const number = (least: number, most: number, message: string) =>
  Schema.String.check(
    Schema.makeFilter(
      (text: string) => /^[0-9]{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most,
      { message }
    )
  ).pipe(Schema.decodeTo(Schema.Finite, SchemaTransformation.numberFromString))

const { maximum } = Limit.pageSize

export const Query = Schema.Struct({
  page: Schema.optionalKey(number(0, Number.MAX_SAFE_INTEGER, "must be a whole number from 0 on")),
  pageSize: Schema.optionalKey(number(1, maximum, `must be a whole number between 1 and ${maximum}`))
})
export type Query = typeof Query.Type

/** Returns the page of v3 that is meant. */
export const toQuery = ({ page = 0, pageSize = Limit.pageSize.default }: Query): Paging.Query => ({
  page: page + 1,
  page_size: pageSize
})

export const page = <Item extends Schema.Constraint>(item: Item) =>
  Schema.Struct({
    items: Schema.Array(item),
    totalCount: Schema.Finite,
    page: Schema.Finite,
    pageSize: Schema.Finite,
    totalPages: Schema.Finite
  })

export const show = <Item>(
  items: ReadonlyArray<Item>,
  { page, page_size, total_count, total_pages }: Omit<Paging.Pagination, "cursors">
) => ({
  items,
  totalCount: total_count,
  page: page - 1,
  pageSize: page_size,
  totalPages: total_pages
})
