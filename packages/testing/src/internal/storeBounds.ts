/**
 * The contract of pages that look at so many rows at most: of a time, by terms that have a part of the list for them and by
 * others, onwards in both directions.
 */
import type { Expected } from "@signalbox/core/Commit"
import { put } from "@signalbox/core/Commit"
import type { Page } from "@signalbox/core/Facts"
import { matches } from "@signalbox/core/Filters"
import type { ContactId, MessageId, TemplateId } from "@signalbox/core/Id"
import type { ListQuery } from "@signalbox/core/ListQuery"
import { condition, partOf } from "@signalbox/core/ListQuery"
import type { Status } from "@signalbox/core/Message"
import { none } from "@signalbox/core/Needs"
import type { Row } from "@signalbox/core/Row"
import { filters, kinds, listings } from "@signalbox/core/Row"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { message as sample } from "../generate/Messages.ts"
import { propWith } from "../Prop.ts"
import type { Harness } from "../StoreHarness.ts"
import type { Given } from "./given.ts"
import { run } from "./given.ts"
import { after, alice, bob } from "./samples.ts"

const templates = ["7e3b1a7e-0000-7000-8000-000000000001", "7e3b1a7e-0000-7000-8000-000000000002"] as const
const references = ["order/1?", "order 2"] as const
const contact = "cccccccc-0000-7000-8000-000000000001" as ContactId
const statuses = ["QUEUED", "SENT", "DELIVERED", "FAILED"] as const
const channels = ["sms", "whatsapp"] as const

const made = fc.record({
  number: fc.nat({ max: 15 }),
  at: fc.integer({ min: 0, max: 4 }).map(after),
  template: fc.constantFrom(...templates, null),
  reference: fc.constantFrom(...references, undefined),
  direction: fc.constantFrom("OUTBOUND" as const, "OUTBOUND" as const, "INBOUND" as const),
  status: fc.constantFrom(...statuses),
  channel: fc.constantFrom(...channels),
  account: fc.constantFrom(alice, alice, alice, bob)
})

const message = fc.tuple(sample, made).map(([base, { at, number, reference, template, ...more }]): Row => {
  const { clientReference: _, reference: __, ...rest } = base
  const use = { id: template as TemplateId, revision: 1, name: "t", category: "UTILITY" as const, parameters: {} }
  return put(kinds.message, {
    ...rest,
    ...more,
    ...(template === null && reference === undefined && more.direction === "INBOUND"
      ? { direction: "INBOUND", status: "RECEIVED" }
      : { direction: "OUTBOUND" }),
    id: `00000003-0000-7000-8000-${String(number).padStart(12, "0")}` as MessageId,
    contact,
    template: template === null ? null : use,
    ...(reference === undefined ? {} : { clientReference: reference }),
    createdAt: at
  })
})

const maybe = <A>(each: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> => fc.option(each, { nil: undefined })

/** A term keeps others from being the one by which the list is looked through, so most queries have few of them. */
const seldom = <A>(each: fc.Arbitrary<A>): fc.Arbitrary<A | undefined> =>
  fc.oneof(fc.constant(undefined), fc.constant(undefined), each)

const place = fc.record({
  at: fc.integer({ min: -1, max: 5 }).map(after),
  key: fc.nat({ max: 15 }).map((number) => `00000003-0000-7000-8000-${String(number).padStart(12, "0")}`)
})

const moment = fc.integer({ min: 0, max: 5 }).map(after)

const defined = <A extends object>(fields: A): A =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as A

const query = fc.record({
  list: fc.constantFrom("messages" as const, "conversation" as const),
  limit: fc.integer({ min: 1, max: 4 }),
  offset: fc.constantFrom(0, 0, 0, 1, 3),
  bound: maybe(fc.integer({ min: 1, max: 12 })),
  from: maybe(moment),
  before: maybe(moment),
  place: maybe(fc.tuple(fc.boolean(), place)),
  isCounted: fc.constantFrom(undefined, undefined, false as const),
  where: fc.record({
    template: seldom(fc.constantFrom(...templates)),
    reference: seldom(fc.constantFrom(...references)),
    direction: seldom(fc.constantFrom("OUTBOUND", "INBOUND")),
    channel: seldom(fc.constantFrom(...channels)),
    status: seldom(fc.constantFrom(...statuses, "RECEIVED"))
  }).map(defined)
}).map(({ list, place, ...rest }): ListQuery =>
  defined({
    ...rest,
    list,
    scope: list === "messages" ? alice : conversation,
    ahead: place?.[0] === true ? place[1] : undefined,
    behind: place?.[0] === false ? place[1] : undefined
  }) as ListQuery
)

const [one] = fc.sample(sample, { seed: 1, numRuns: 1 })

const conversation = listings(
  put(kinds.message, { ...one!, account: alice, contact })
)[1]!.scope

/** As the port describes it, by looking at all of the rows. */
const expected = (rows: ReadonlyArray<Row>, query: ListQuery): Page => {
  const { ahead, before = Infinity, behind, bound = Infinity, from = -Infinity, limit, offset } = query
  const wanted = condition(query)
  const part = partOf(query, wanted)
  const all = rows.flatMap((row) =>
    listings(row).filter(({ list, scope }) => list === query.list && scope === query.scope).map(({ at }) => ({
      at,
      row
    }))
  ).filter(({ at, row }) =>
    at >= from && at < before && (part === undefined || filters(row)!.terms.includes(part.term))
  ).toSorted((a, b) => b.at - a.at || (a.row.key < b.row.key ? 1 : -1))
  const meets = ({ row }: { readonly row: Row }): boolean => wanted === null || matches(filters(row), wanted)
  const isBehind = (one: { at: number; row: Row }, other: { at: number; key: string }): boolean =>
    one.at < other.at || (one.at === other.at && one.row.key < other.key)
  const here = behind === undefined
    ? ahead === undefined
      ? all
      : all.filter((each) => !isBehind(each, ahead) && !(each.at === ahead.at && each.row.key === ahead.key))
        .toReversed()
    : all.filter((each) => isBehind(each, behind))
  const looked = here.slice(0, bound)
  const found = looked.filter(meets).slice(offset)
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : here.length > looked.length ? looked.at(-1) : undefined
  const page = {
    rows: (ahead === undefined ? shown : shown.toReversed()).map(({ row }) => row),
    total: query.isCounted === false ? 0 : all.slice(0, bound).filter(meets).length
  }
  return query.bound === undefined
    ? page
    : { ...page, next: last === undefined ? null : { at: last.at, key: last.row.key } }
}

/** All that a query finds, by going on from page to page, however short they are. */
const walk = function*({ store }: Given, query: ListQuery) {
  const rows: Array<Row> = []
  let next: Page["next"]
  for (let turn = 0; turn < 100 && next !== null; turn++) {
    const page: Page = yield* store.list(next === undefined ? query : { ...query, behind: next })
    rows.push(...page.rows)
    next = page.next ?? null
  }
  return rows
}

/** The rows as they are. A store may write a row by another way when it knows what it replaces. */
const versions = function*({ store }: Given, rows: ReadonlyArray<Row>) {
  const { rows: known } = yield* store.load({ ...none, rows })
  return known.refs().map((ref): Expected => ({ ref, version: known.get(ref)!.version }))
}

/** The states of one message, most of which have another place than the one before, and its status in each. */
const places = ([
  ["QUEUED", 0],
  ["SENT", 0],
  ["DELIVERED", 0],
  ["DELIVERED", 1],
  ["RECEIVED", 1],
  ["FAILED", 2],
  ["FAILED", 3],
  ["READ", 3]
] as const).map((
  [status, at]
): readonly [Row, Status] => {
  const { clientReference: _, reference: __, ...rest } = one!
  const direction = status === "RECEIVED" ? "INBOUND" : "OUTBOUND"
  const value = { ...rest, account: alice, contact, template: null, status, direction, createdAt: after(at) } as const
  return [put(kinds.message, value), status]
})

export const storeBounds = (harness: Harness): void => {
  describe("lists that are looked through within a bound", () => {
    it.each([[false], [true]])(
      "follow a row to every other place (a commit that expects its version: %s)",
      (expects) =>
        run(harness, function*(given) {
          for (const [row, status] of places) {
            yield* given.commit({ puts: [row], expects: expects ? yield* versions(given, [row]) : [] })
            for (const [, other] of places) {
              const query = {
                list: "messages",
                scope: alice,
                limit: 9,
                offset: 0,
                bound: 9,
                where: { status: other }
              } as const
              const { rows, total } = yield* given.store.list(query)
              expect([rows, total], `${other} of ${status}`).toEqual(other === status ? [[row], 1] : [[], 0])
            }
          }
        })
    )

    propWith({ runs: 150 })(
      "find by every filter what the bound lets them see, count it, and tell where they go on",
      fc.array(message, { maxLength: 24 }),
      fc.array(message, { maxLength: 6 }),
      fc.array(query, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      (first, second, queries, expects) =>
        run(harness, function*(given) {
          yield* given.commit({ puts: first })
          yield* given.commit({ puts: second, expects: expects ? yield* versions(given, second) : [] })
          const rows = [...new Map([...first, ...second].map((row) => [row.key, row])).values()]
          for (const query of queries) {
            expect(yield* given.store.list(query), JSON.stringify(query)).toEqual(expected(rows, query))
          }
        })
    )

    propWith({ runs: 60 })(
      "give every row once to whoever goes on from page to page",
      fc.uniqueArray(message, { selector: ({ key }) => key, maxLength: 24 }),
      query,
      fc.integer({ min: 1, max: 5 }),
      (rows, anywhere, bound) =>
        run(harness, function*(given) {
          yield* given.commit({ puts: rows })
          const { ahead: _, behind: __, bound: ___, ...query } = anywhere
          const asked = { ...query, offset: 0 }
          const all = yield* given.store.list({ ...asked, limit: 100 })
          expect(yield* walk(given, { ...asked, bound })).toEqual(all.rows)
        })
    )
  })
}
