/**
 * A process remembers as many rows as it may, and longest those that are used.
 */
import { put } from "@signalbox/core/Commit"
import type { ContactId } from "@signalbox/core/Id"
import { uniqueText } from "@signalbox/core/Kind"
import * as Needs from "@signalbox/core/Needs"
import type { Row } from "@signalbox/core/Row"
import { kinds, unique } from "@signalbox/core/Row"
import { RowCache } from "@signalbox/postgres/internal/rows/rowCache"
import { placed } from "@signalbox/postgres/internal/rows/rows"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"

const contact = (number: number, phone = number): Row =>
  put(
    kinds.contact,
    Given.contact({ id: `cccccccc-0000-7000-8000-00000000000${number}` as ContactId, phone: Given.phone(phone) })
  )

const number = (row: Row): string => uniqueText(unique(row)[0]!)

/** A row counts for its characters and four hundred more. */
const size = { length: 600, content: 0 }

const has = (cache: RowCache, ...numbers: ReadonlyArray<number>): ReadonlyArray<number> =>
  numbers.filter((each) => cache.owner(number(contact(each))) !== undefined)

it("holds two generations, each of half of what it may hold, and the older one goes", () => {
  const cache = new RowCache(4000)
  for (const each of [1, 2, 3]) cache.read(contact(each), each, size)
  // The third filled the first generation.
  expect(has(cache, 3)).toEqual([3])
  cache.read(contact(4), 4, size)
  cache.read(contact(5), 5, size)
  // Number 3 was used, so that the fifth filled the second one.
  expect(has(cache, 1, 2, 3, 4, 5)).toEqual([3, 4, 5])
})

it("keeps all of a generation that is just full", () => {
  const cache = new RowCache(4000)
  for (const each of [1, 2, 3, 4, 5]) cache.read(contact(each), each, { length: 100, content: 0 })
  expect(has(cache, 1, 2, 3, 4, 5)).toEqual([1, 2, 3, 4, 5])
  const full = new RowCache(4000)
  for (const each of [1, 2]) full.read(contact(each), each, size)
  full.read(contact(1), 3, size)
  expect([full.get(contact(1))?.known.version, full.get(contact(2))?.known.version]).toEqual([3, 2])
})

it("keeps no row that would fill it alone, and nothing where it may hold nothing", () => {
  const cache = new RowCache(4000)
  cache.read(contact(1), 1, { length: 1600, content: 0 })
  cache.read(contact(2), 2, { length: 1601, content: 0 })
  expect(has(cache, 1, 2)).toEqual([1])
  const none = new RowCache(0)
  none.read(contact(1), 1, { length: 0, content: 0 })
  expect(has(none, 1)).toEqual([])
})

it("knows what was written by its version, its keys and its places, and forgets what went", () => {
  const cache = new RowCache(100_000)
  const [one, two] = [placed(contact(1)), placed(contact(2))]
  Object.assign(one, { content: 7 })
  cache.wrote({ inserts: [one], updates: [two], upserts: [placed(contact(3))], deletes: [] }, 9)
  expect(cache.get(contact(1))).toMatchObject({
    known: { version: 9, row: contact(1) },
    content: 7,
    uniques: [number(contact(1))],
    places: one.places
  })
  expect(has(cache, 1, 2, 3)).toEqual([1, 2, 3])
  cache.wrote({ inserts: [placed(contact(4))], updates: [], upserts: [], deletes: [contact(1)] }, null)
  expect(has(cache, 1, 2, 4)).toEqual([2])
  const seen = cache.seen({
    ...Needs.none,
    rows: [contact(1), contact(2)],
    uniques: [...unique(contact(3)), ...unique(contact(4))]
  })
  expect([seen.rows.values().map(({ version }) => version), [...seen.owners.keys()]]).toEqual([[9, 9], [
    number(contact(3))
  ]])
  cache.clear()
  expect(has(cache, 2, 3)).toEqual([])
})

it("finds a row by the keys that it has now, and another by those that it had", () => {
  const cache = new RowCache(100_000)
  cache.read(contact(1, 5), 1, size)
  cache.read(contact(1, 6), 2, size)
  expect(has(cache, 5, 6)).toEqual([6])
  cache.read(contact(2, 6), 3, size)
  cache.forget(contact(1))
  expect(cache.owner(number(contact(6)))?.ref.key).toBe(contact(2).key)
  cache.read(contact(3), 4, size)
  expect(cache.get(contact(3))?.places).toMatchObject({ list1: "contacts", scope1: Given.accountId(1), at1: Given.now })
})

it("counts a row once, however often it is read, and not any more when it has gone", () => {
  const again = new RowCache(4000)
  again.read(contact(1), 1, size)
  again.read(contact(2), 1, size)
  for (const version of [2, 3, 4]) again.read(contact(1), version, size)
  expect(has(again, 2, 1)).toEqual([2, 1])
  const gone = new RowCache(4000)
  gone.read(contact(1), 1, size)
  gone.read(contact(2), 1, size)
  gone.forget(contact(1))
  // The fourth fills the first generation, and the fifth and sixth are all of the second one.
  for (const each of [3, 4, 5, 6]) gone.read(contact(each), 1, size)
  expect(has(gone, 1, 2)).toEqual([2])
})

it("forgets a row in whichever generation it is", () => {
  const cache = new RowCache(4000)
  for (const each of [1, 2, 3]) cache.read(contact(each), 1, size)
  cache.read(contact(4), 1, size)
  for (const each of [1, 4]) cache.forget(contact(each))
  expect(has(cache, 1, 2, 3, 4)).toEqual([2, 3])
  expect([1, 4].map((each) => cache.get(contact(each)))).toEqual([undefined, undefined])
})
