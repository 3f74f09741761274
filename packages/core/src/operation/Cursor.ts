/**
 * Cursors of a list: each names a place, from which the list goes on in one direction, however much was added meanwhile.
 * A client gets one as a text that says nothing to it.
 */
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { ListPosition, ListQuery } from "../commit/ListQuery.ts"
import { sha256 } from "../value/Digest.ts"
import { Instant } from "../value/Instant.ts"
import * as Paging from "./Paging.ts"

/** The longest text that is read as a cursor. One that the service has made is shorter. */
const longest = 255

export interface Cursor extends ListPosition {
  /** The total as it was counted for the first page. */
  readonly total: number
  /** Tells the filters of the list, without which the place means nothing. */
  readonly filters: string
}

const Written = Schema.Tuple([Instant, Schema.String, Schema.Int, Schema.String])

const read = Schema.decodeUnknownResult(Schema.fromJsonString(Written))

export const make = ({ at, filters, key, total }: Cursor): string =>
  Base64Url.encode(JSON.stringify([at, key, total, filters]))

/** Returns the cursor that a text is, or null. */
export const parse = (text: string): Cursor | null => {
  if (text.length > longest) return null
  const found = Result.flatMap(Base64Url.decodeString(text), read)
  if (Result.isFailure(found)) return null
  const [at, key, total, filters] = found.success
  return { at, key, total, filters }
}

/** Returns the text by which a cursor knows the filters that it was made for. */
export const filtersOf = (filters: object): string => sha256(JSON.stringify(filters)).slice(0, 12)

const cursor = Schema.String.check(
  Schema.makeFilter((text: string) => parse(text) !== null, {
    message: "must be a cursor that a page of this list has given",
    toJsonSchema: () => ({ maxLength: longest })
  })
)

/** The query of a list that has cursors beside pages. */
export const Query = Schema.Struct({
  ...Paging.Query.fields,
  after: Schema.optionalKey(cursor),
  before: Schema.optionalKey(cursor)
})
export type Query = typeof Query.Type

/** The description of a page of such a list. */
export const Pagination = Schema.Struct({
  ...Paging.Pagination.fields,
  cursors: Schema.Struct({ after: Schema.NullOr(Schema.String), before: Schema.NullOr(Schema.String) })
}).annotate({ identifier: "CursorPagination" })
export type Pagination = typeof Pagination.Type

/** The place from which a query wants the list to go on. */
const placeOf = ({ after, before }: Query): Cursor | null => {
  const text = after ?? before
  return text === undefined ? null : parse(text)
}

/** Returns the part of a list that a query asks for. The total is counted for the first page only. */
export const part = (query: Query): Pick<ListQuery, "ahead" | "behind" | "isCounted" | "limit" | "offset"> => {
  const place = placeOf(query)
  if (place === null) return Paging.part(query)
  const at = { at: place.at, key: place.key }
  return { ...Paging.part(query), ...(query.after === undefined ? { ahead: at } : { behind: at }), isCounted: false }
}

/** A page as the store has found it: the places of its first and its last row, and where the list goes on. */
export interface Found {
  readonly first: ListPosition | null
  readonly last: ListPosition | null
  readonly next: ListPosition | null
  readonly total: number
}

export const pagination = (query: Query, found: Found, filters: string): Pagination => {
  const place = placeOf(query)
  const total = place?.total ?? found.total
  const text = (at: ListPosition | null): string | null => at === null ? null : make({ ...at, total, filters })
  const isBackwards = query.before !== undefined
  const after = isBackwards ? found.last : found.next
  // Nothing is newer than the first page.
  const isFirst = place === null && (query.page ?? 1) === 1
  return {
    ...Paging.pagination(query, total),
    has_more: after !== null,
    cursors: { after: text(after), before: text(isBackwards ? found.next : isFirst ? null : found.first) }
  }
}

/** Returns what is wrong with the cursors of a query. */
export const flaws = (query: Partial<Query>, filters: string): ReadonlyArray<{ field: string; message: string }> => {
  const { after, before, page } = query
  const text = after ?? before
  if (text === undefined) return []
  const field = after === undefined ? "before" : "after"
  if (after !== undefined && before !== undefined) {
    return [{ field: "before", message: "cannot be given together with after" }]
  }
  if (page !== undefined) return [{ field: "page", message: `cannot be given together with ${field}` }]
  return parse(text)?.filters === filters
    ? []
    : [{ field, message: "must be used with the filters of the page that has given it" }]
}

/** The query of a list of v3, whose pages have cursors for whoever asks for them; to others `cursors` is null, as ever. */
export const askedFields = {
  cursors: Schema.optionalKey(Schema.Literal("true")),
  after: Query.fields.after,
  before: Query.fields.before
}

export interface Asked extends Paging.Query {
  readonly cursors?: "true"
  readonly after?: string
  readonly before?: string
}

export const AskedPagination = Schema.Struct({
  ...Paging.Pagination.fields,
  cursors: Schema.NullOr(Pagination.fields.cursors)
}).annotate({ identifier: "AskedPagination" })
export type AskedPagination = typeof AskedPagination.Type

const isAsked = (query: Asked): boolean => query.cursors !== undefined || placeOf(query) !== null

const sizeOf = (query: Asked): number => Paging.part(query).limit

/** Returns the part of a list that a query asks for. One row more than the page has tells whether the list goes on. */
export const partAsked = (query: Asked): ReturnType<typeof part> =>
  isAsked(query) ? { ...part(query), limit: sizeOf(query) + 1 } : Paging.part(query)

/** The total of a list, and the place from which it goes on where a bound has ended the page. */
export interface Counted {
  readonly total: number
  readonly next?: ListPosition | null
}

export interface AskedPage<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly pagination: AskedPagination
}

/**
 * Returns the rows of the page, and its description.
 *
 * @param found the rows of `partAsked`
 * @param place returns the place of a row in the list
 */
export const pageAsked = <Row>(
  query: Asked,
  found: ReadonlyArray<Row>,
  { next: edge = null, total }: Counted,
  place: (row: Row) => ListPosition,
  filters: string
): AskedPage<Row> => {
  if (!isAsked(query)) return { rows: found, pagination: Paging.pagination(query, total) }
  const size = sizeOf(query)
  const isBackwards = query.before !== undefined
  const rows = isBackwards ? found.slice(-size) : found.slice(0, size)
  const [first, last] = [rows[0], rows.at(-1)].map((row) => row === undefined ? null : place(row)) as [
    ListPosition | null,
    ListPosition | null
  ]
  const next = found.length <= size ? edge : isBackwards ? first : last
  return { rows, pagination: pagination(query, { first, last, next, total }, filters) }
}

/** Returns what is wrong with the cursors of a query whose `page` is required: beside a cursor it is the first one. */
export const flawsOfRequired = (
  { page, ...query }: Partial<Asked>,
  filters: string
): ReturnType<typeof flaws> => {
  const field = query.after === undefined ? "before" : "after"
  return page !== undefined && page !== 1 && query[field] !== undefined
    ? [{ field: "page", message: `must be 1 together with ${field}` }]
    : flaws(query, filters)
}
