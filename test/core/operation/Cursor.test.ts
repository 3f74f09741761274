/**
 * Pages and cursors of lists: what a query asks for, how a page describes itself, and what is wrong with a cursor
 * (decisions part 2).
 */
import { operations } from "@signalbox/core/Catalogue"
import { make as instant } from "@signalbox/core/Instant"
import * as Cursor from "@signalbox/core/internal/operation/Cursor"
import * as KeptSimulations from "@signalbox/core/internal/operation/KeptSimulations"
import * as Paging from "@signalbox/core/internal/operation/Paging"
import type { ListPosition } from "@signalbox/core/ListQuery"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { Buffer } from "node:buffer"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const filters = Cursor.filtersOf({ status: "SENT" })
const place = (number: number): ListPosition => ({ at: instant(Given.now + number), key: `key${number}` })
const cursor = (at: ListPosition, total = 9) => Cursor.make({ ...at, total, filters })
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

describe("a cursor", () => {
  prop(
    "is read as it was made, and tells filters apart",
    fc.nat(),
    fc.string({ maxLength: 40 }),
    fc.nat(),
    (at, key, total) => {
      const made = { at: instant(at), key, total, filters }
      expect(Cursor.parse(Cursor.make(made))).toEqual(made)
      expect(Cursor.filtersOf({ status: key })).not.toBe(Cursor.filtersOf({ status: `${key}x` }))
      expect(filters).toMatch(/^[0-9a-f]{12}$/)
    }
  )

  it("is a text of 255 characters at most, and nothing else is one", () => {
    const withKey = (length: number) => Cursor.make({ at: Given.now, key: "x".repeat(length), total: 1, filters: "" })
    const lengths = Array.from({ length: 300 }, (_, length) => withKey(length))
    expect(lengths.filter((text) => Cursor.parse(text) !== null)).toEqual(lengths.filter(({ length }) => length <= 255))
    for (
      const text of ["", "!", "null", encoded(null), encoded([1, "a", 1]), encoded([1, "a", 0.5, ""]), encoded("a")]
    ) {
      expect(Cursor.parse(text)).toBeNull()
    }
  })

  const [one, foreign] = [cursor(place(1)), Cursor.make({ ...place(1), total: 9, filters: "other" })]
  const alone = (field: string) => ({ field: "page", message: `cannot be given together with ${field}` })
  const mixed = { field: "before", message: "cannot be given together with after" }
  const elsewhere = (field: string) => ({
    field,
    message: "must be used with the filters of the page that has given it"
  })
  const firstOnly = (field: string) => ({ field: "page", message: `must be 1 together with ${field}` })

  it.each<[Partial<Cursor.Query>, object | null, required?: object | null]>([
    [{}, null],
    [{ page: 2 }, null],
    [{ after: one }, null],
    [{ before: one }, null],
    [{ after: one, before: one }, mixed],
    [{ after: one, before: one, page: 1 }, mixed],
    [{ after: one, page: 1 }, alone("after"), null],
    [{ before: one, page: 1 }, alone("before"), null],
    [{ after: one, page: 2 }, alone("after"), firstOnly("after")],
    [{ before: one, page: 2 }, alone("before"), firstOnly("before")],
    [{ after: foreign }, elsewhere("after")],
    [{ before: foreign }, elsewhere("before")],
    [{ after: "none" }, elsewhere("after")]
  ])("%j says what is wrong with it", (query, flaw, required = flaw) => {
    expect(Cursor.flaws(query, filters)).toEqual(flaw === null ? [] : [flaw])
    expect(Cursor.flawsOfRequired(query, filters)).toEqual(required === null ? [] : [required])
  })

  it("asks for what lies behind or ahead of its place, and does not count again", () => {
    const at = place(1)
    expect(Cursor.part({ after: one })).toEqual({ offset: 0, limit: 20, behind: at, isCounted: false })
    expect(Cursor.part({ before: one, page_size: 3 })).toEqual({ offset: 0, limit: 3, ahead: at, isCounted: false })
    expect(Cursor.part({ page: 3, page_size: 5 })).toEqual({ offset: 10, limit: 5 })
  })
})

/** A list as a store has it: the newest first, in ahead and behind of places. */
const listed = (total: number, query: ReturnType<typeof Cursor.partAsked>): ReadonlyArray<ListPosition> => {
  const all = Array.from({ length: total }, (_, index) => place(total - index))
  const { ahead, behind, limit, offset } = query
  if (behind !== undefined) return all.filter(({ at }) => at < behind.at).slice(0, limit)
  if (ahead !== undefined) return all.filter(({ at }) => at > ahead.at).slice(-limit)
  return all.slice(offset, offset + limit)
}

describe("a page that is asked for cursors", () => {
  const page = (total: number, query: Cursor.Asked, counted = total) => {
    const found = listed(total, Cursor.partAsked(query))
    return Cursor.pageAsked(query, found, { total: counted }, (row) => row, filters)
  }

  prop(
    "leads through the whole list and back, each row once, and keeps the total of its first page",
    fc.nat({ max: 12 }),
    fc.integer({ min: 1, max: 5 }),
    (total, page_size) => {
      const all = listed(total, { offset: 0, limit: total })
      const there: Array<ReadonlyArray<ListPosition>> = []
      let query: Cursor.Asked = { cursors: "true", page_size }
      let last = page(total, query)
      for (;;) {
        there.push(last.rows)
        expect(last.rows.length).toBeLessThanOrEqual(page_size)
        expect(last.pagination).toMatchObject({ total_count: total, total_pages: Math.ceil(total / page_size) })
        const { after = null } = last.pagination.cursors ?? {}
        expect(last.pagination.has_more).toBe(after !== null)
        if (after === null) break
        query = { after, page_size }
        // What a store counts later is not told.
        last = page(total, query, total + 7)
      }
      expect(there.flat()).toEqual(all)
      expect(there).toHaveLength(Math.max(1, Math.ceil(total / page_size)))
      let { before = null } = last.pagination.cursors ?? {}
      for (const rows of there.toReversed().slice(1)) {
        expect(before).not.toBeNull()
        last = page(total, { before: before!, page_size }, total + 7)
        expect(last.rows).toEqual(rows)
        expect(last.pagination).toMatchObject({ total_count: total, has_more: true })
        before = last.pagination.cursors?.before ?? null
      }
      expect(before).toBeNull()
    }
  )

  it("goes on from where a bound has ended it, and has no cursors for whoever does not ask", () => {
    const query = { cursors: "true", page_size: 5 } as const
    const { pagination } = Cursor.pageAsked(query, [place(2)], { total: 9, next: place(1) }, (row) => row, filters)
    expect(pagination.cursors).toEqual({ after: cursor(place(1)), before: null })
    expect(page(3, { page_size: 2 })).toEqual({
      rows: [place(3), place(2)],
      pagination: { page: 1, page_size: 2, total_count: 3, total_pages: 2, has_more: true, cursors: null }
    })
    // A page further on has something before it, and an empty one has no place to go on from.
    expect(page(3, { cursors: "true", page: 2, page_size: 2 }).pagination.cursors).toEqual({
      after: null,
      before: Cursor.make({ ...place(1), total: 3, filters })
    })
    expect(page(3, { cursors: "true", page: 9, page_size: 2 }).pagination.cursors).toEqual({
      after: null,
      before: null
    })
  })
})

describe("a page", () => {
  const read = Schema.decodeUnknownResult(Paging.Query)

  it("is a whole number from 1 on, and has 1 to 100 rows", () => {
    const taken = (query: object) => Result.getOrElse(read(query), () => null)
    expect(taken({})).toEqual({})
    expect(taken({ page: "1", page_size: "100" })).toEqual({ page: 1, page_size: 100 })
    expect(taken({ page: "007", page_size: "01" })).toEqual({ page: 7, page_size: 1 })
    expect(taken({ page: "9".repeat(15) })).toEqual({ page: 999_999_999_999_999 })
    for (const page of ["0", "00", "-1", "1.0", " 1", "1e1", "", "x1", "1".repeat(16)]) {
      expect(taken({ page })).toBeNull()
      expect(taken({ page_size: page })).toBeNull()
    }
    expect(taken({ page_size: "101" })).toBeNull()
  })

  it("describes itself, and one that is too far on is empty", () => {
    expect(Paging.part({})).toEqual({ offset: 0, limit: 20 })
    expect(Paging.part({ page: 3, page_size: 7 })).toEqual({ offset: 14, limit: 7 })
    expect(Paging.part({ page: 999_999_999_999_999 })).toEqual({ offset: 2_000_000_000, limit: 20 })
    const told = { page: 1, page_size: 20, total_count: 0, total_pages: 0, has_more: false, cursors: null }
    expect(Paging.pagination({}, 0)).toEqual(told)
    expect(Paging.pagination({}, 20)).toEqual({ ...told, total_count: 20, total_pages: 1 })
    expect(Paging.pagination({}, 21)).toEqual({ ...told, total_count: 21, total_pages: 2, has_more: true })
    expect(Paging.pagination({ page: 2 }, 21)).toEqual({ ...told, page: 2, total_count: 21, total_pages: 2 })
  })
})

it("every list that has cursors refuses a question that asks for both sides of a page", () => {
  const both = { field: "before", message: "cannot be given together with after", code: "VALIDATION_001" }
  const query = { after: cursor(place(1)), before: cursor(place(2)) }
  const lists = Object.entries(operations).filter(([, { query }]) => "before" in query.fields)
  expect(lists.length).toBeGreaterThanOrEqual(7)
  const account = Given.account()
  for (const [name, { check }] of lists) {
    const asked = { query, path: {}, body: {} } as never
    expect(check(asked, { account, keyAccount: account }, {}, Given.now), name).toContainEqual(both)
  }
})

it("answers of the sandbox take half of an account's room a day, up to the last byte", () => {
  const { take } = KeptSimulations.make(20)
  const [one, other] = [Given.accountId(1), Given.accountId(2)]
  const midnight = instant(Date.UTC(2030, 0, 16))
  const took = [
    take(one, 4, Given.now),
    take(one, 7, Given.now),
    take(one, 6, Given.now),
    take(one, 1, instant(midnight - 1)),
    take(other, 10, instant(midnight - 1)),
    take(one, 10, midnight),
    take(one, 1, midnight)
  ]
  expect(took).toEqual([true, false, true, false, true, true, false])
})
