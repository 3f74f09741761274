/**
 * Contract of lists: newest first, ties by key descending, each row once, with the number of all.
 */
import type { Instant } from "@signalbox/core/Instant"
import type { ListName } from "@signalbox/core/Kind"
import type { Row } from "@signalbox/core/Row"
import { listings } from "@signalbox/core/Row"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import * as Rows from "../generate/Rows.ts"
import { propWith } from "../Prop.ts"
import type { Harness } from "../StoreHarness.ts"
import type { Given } from "./given.ts"
import { cases, run } from "./given.ts"
import { after, alice, bob, contact, contactRef } from "./samples.ts"

const contacts = { list: "contacts", scope: alice, offset: 0, limit: 100 } as const

/** All of a list, page by page. */
const walk = function*({ store }: Given, list: ListName, scope: string, limit: number) {
  const rows: Array<Row> = []
  for (let offset = 0;; offset += limit) {
    const page = yield* store.list({ list, scope, offset, limit })
    expect(page.rows.length).toBe(Math.max(0, Math.min(limit, page.total - offset)))
    rows.push(...page.rows)
    if (page.rows.length === 0) return rows
  }
}

interface Entry {
  readonly at: Instant
  readonly row: Row
}

const newestFirst = (a: Entry, b: Entry): number => b.at - a.at || (a.row.key < b.row.key ? 1 : -1)

/** Returns what each list must hold, by its name and scope. */
const expected = (rows: ReadonlyArray<Row>): ReadonlyMap<string, ReadonlyArray<Row>> => {
  const places = new Map<string, Array<Entry>>()
  for (const row of rows) {
    for (const { at, list, scope } of listings(row)) {
      places.set(`${list} ${scope}`, [...places.get(`${list} ${scope}`) ?? [], { at, row }])
    }
  }
  return new Map([...places].map(([name, list]) => [name, list.toSorted(newestFirst).map(({ row }) => row)]))
}

const oldest = Math.floor(Number(after(0)) / 2)

export const storeLists = (harness: Harness): void => {
  describe("lists", () => {
    const it = cases(harness)

    propWith({ runs: 60 })(
      "hold the rows that belong to them, of every kind, newest first",
      fc.array(Rows.row, { minLength: 1, maxLength: 12 }).map(Rows.together),
      fc.integer({ min: 1, max: 5 }),
      (rows, limit) =>
        run(harness, function*(given) {
          yield* given.commit({ puts: rows })
          for (const [name, list] of expected(rows)) {
            const [listName, scope = ""] = name.split(" ")
            expect(yield* walk(given, listName as ListName, scope, limit)).toEqual(list)
          }
        })
    )

    propWith({ runs: 60 })(
      "stay right while rows are made, moved to another place and deleted",
      fc.array(
        fc.record({
          puts: fc.array(fc.tuple(fc.nat({ max: 7 }), fc.integer({ min: -2, max: 2 }), fc.boolean()), { maxLength: 6 }),
          deletes: fc.array(fc.nat({ max: 7 }), { maxLength: 2 })
        }),
        { minLength: 1, maxLength: 8 }
      ),
      fc.integer({ min: 1, max: 4 }),
      (steps, limit) =>
        run(harness, function*(given) {
          const rows = new Map<string, Row>()
          for (const { deletes, puts } of steps) {
            const made = puts.map(([number, late, optOut]) => contact(number, { createdAt: after(late), optOut }))
            const gone = deletes.map((number) => contactRef(number))
            yield* given.commit({ puts: made, deletes: gone })
            for (const ref of gone) rows.delete(ref.key)
            for (const row of made) rows.set(row.key, row)
            const page = yield* given.store.list(contacts)
            expect(page.total).toBe(rows.size)
            expect(yield* walk(given, "contacts", alice, limit))
              .toEqual(expected([...rows.values()]).get(`contacts ${alice}`) ?? [])
          }
        })
    )

    propWith({ runs: 60 })(
      "go on behind a place, whether a row stands there or not",
      fc.uniqueArray(fc.tuple(fc.nat({ max: 7 }), fc.integer({ min: -2, max: 2 })), {
        selector: ([number]) => number,
        maxLength: 8
      }),
      fc.tuple(fc.nat({ max: 7 }), fc.integer({ min: -3, max: 3 })),
      fc.record({ offset: fc.nat({ max: 2 }), limit: fc.integer({ min: 0, max: 4 }) }),
      fc.boolean(),
      (places, [number, late], part, isNarrowed) =>
        run(harness, function*({ commit, store }) {
          const rows = places.map(([number, late]) => contact(number, { createdAt: after(late) }))
          yield* commit({ puts: rows })
          const behind = { at: after(late), key: contactRef(number).key }
          const page = yield* store.list({
            ...contacts,
            ...part,
            behind,
            ...(isNarrowed ? { where: { channel: "whatsapp" } } : {})
          })
          const rest = (expected(rows).get(`contacts ${alice}`) ?? []).filter(({ key, value }) =>
            "createdAt" in value && (value.createdAt < behind.at || (value.createdAt === behind.at && key < behind.key))
          )
          expect(page).toEqual({ rows: rest.slice(part.offset, part.offset + part.limit), total: rows.length })
        })
    )

    it("that nothing stands in are empty", function*({ store }) {
      expect(yield* store.list(contacts)).toEqual({ rows: [], total: 0 })
    })

    it("are told apart by their scope", function*({ commit, store }) {
      yield* commit({ puts: [contact(1), contact(2, { account: bob })] })
      expect(yield* store.list(contacts)).toEqual({ rows: [contact(1)], total: 1 })
      expect(yield* store.list({ ...contacts, scope: bob })).toEqual({ rows: [contact(2, { account: bob })], total: 1 })
      expect(yield* store.list({ ...contacts, list: "messages" })).toEqual({ rows: [], total: 0 })
    })

    it("put rows of one instant in the descending order of their keys", function*({ commit, store }) {
      yield* commit({ puts: [2, 4, 1, 3].map((number) => contact(number)) })
      expect((yield* store.list(contacts)).rows).toEqual([4, 3, 2, 1].map((number) => contact(number)))
    })

    it(
      "have pages of the size that was asked for, and a total that does not depend on it",
      function*({ commit, store }) {
        yield* commit({ puts: Array.from({ length: 10 }, (_, index) => contact(index, { createdAt: after(index) })) })
        const page = (offset: number, limit: number) => store.list({ ...contacts, offset, limit })
        expect((yield* page(3, 2)).rows.map(({ key }) => key)).toEqual([contactRef(6).key, contactRef(5).key])
        expect(yield* page(9, 5)).toEqual({ rows: [contact(0, { createdAt: after(0) })], total: 10 })
        expect(yield* page(10, 5)).toEqual({ rows: [], total: 10 })
        expect(yield* page(1000, 5)).toEqual({ rows: [], total: 10 })
        expect(yield* page(0, 0)).toEqual({ rows: [], total: 10 })
      }
    )

    it("show a row as it stands after an update, once", function*({ commit, store }) {
      yield* commit({ puts: [contact(1), contact(2, { createdAt: after(1) })] })
      yield* commit({ puts: [contact(1, { optOut: true })] })
      yield* commit({ puts: [contact(1, { optOut: true, createdAt: after(2) })] })
      expect(yield* store.list(contacts)).toEqual({
        rows: [contact(1, { optOut: true, createdAt: after(2) }), contact(2, { createdAt: after(1) })],
        total: 2
      })
    })

    it("hold nothing of a commit that was not applied", function*({ batch, store }) {
      yield* batch({ puts: [contact(1)] }, { expects: [{ ref: contactRef(1), version: 0 }], puts: [contact(2)] })
      expect(yield* store.list(contacts)).toEqual({ rows: [contact(1)], total: 1 })
    })

    it("find the newest of many at the same time, wherever in time they were made", function*({ batch, store }) {
      const order = Array.from({ length: 2000 }, (_, index) => (index * 761) % 2000)
      const rows = order.map((number) => contact(number, { createdAt: (oldest + number) as Instant }))
      yield* batch({ puts: rows.slice(0, 1500) }, { puts: rows.slice(1500) })
      const page = yield* store.list({ ...contacts, offset: 0, limit: 3 })
      expect(page.total).toBe(2000)
      expect(page.rows.map(({ key }) => key)).toEqual([1999, 1998, 1997].map((number) => contactRef(number).key))
    })
  })
}
