/**
 * A search for contacts reads those that have a piece of the text in common, and not all that the account has: the rows of
 * its plan, on a table that the server has looked at and on one that it has not. They are counted in the index and again
 * in the table.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as Commit from "@signalbox/core/Commit"
import type { Contact } from "@signalbox/core/Contact"
import { Contacts } from "@signalbox/core/Contact"
import type { ContactId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import type { ListPosition, ListQuery } from "@signalbox/core/ListQuery"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { Store } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import * as Schema from "./Schema.ts"
import * as Watched from "./Watched.ts"

const count = 6000
const account = Given.accountId(1)
const contacts = { list: "contacts", scope: account, offset: 0 } as const

/** The contacts of two accounts, turn about, who have the same numbers. */
const contact = (index: number): Contact => ({
  ...Given.contact(),
  account: Given.accountId(1 + index % 2),
  id: `cccccccc-0000-7000-8000-${index.toString(16).padStart(12, "0")}` as ContactId,
  phone: `+1${2_012_000_000 + Math.floor(index / 2)}` as PhoneNumber,
  createdAt: plus(Given.now, index)
})

interface Plan {
  readonly "Node Type": string
  readonly "Actual Rows": number
  readonly "Actual Loops": number
  readonly "Rows Removed by Filter"?: number
  readonly "Index Name"?: string
  readonly Plans?: ReadonlyArray<Plan>
}

const scans = (plan: Plan): ReadonlyArray<Plan> => [
  ...(plan["Node Type"].includes("Scan") && !plan["Node Type"].startsWith("CTE") ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scans)
]

const rowsOf = (plan: Plan): number =>
  scans(plan).reduce(
    (sum, each) => sum + (each["Actual Rows"] + (each["Rows Removed by Filter"] ?? 0)) * each["Actual Loops"],
    0
  )

const told = (plan: Plan): string =>
  JSON.stringify(scans(plan).map((each) => [each["Node Type"], each["Index Name"], each["Actual Rows"]]))

describe("a search for contacts", () => {
  const schemaScope = Scope.makeUnsafe()
  let store: Store["Service"]
  let client: PgClient
  let schema = ""
  let asked: Watched.Statement | undefined

  beforeAll(() =>
    Effect.gen(function*() {
      const made = yield* Schema.fresh()
      schema = made.name
      client = Context.get(
        yield* Layer.build(Layer.fresh(PostgresStore.client({ url: made.url, maxConnections: 2 }))),
        PgClient
      )
      const services = yield* Layer.build(
        Layer.provide(
          PostgresStore.layerClient({ schema, heartbeatMillis: 600_000 }),
          Layer.succeed(PgClient, Watched.make(client, (statement) => asked = statement))
        )
      )
      store = Context.get(services, Store)
      yield* client.unsafe(`alter table "${schema}".rows set (autovacuum_enabled = off)`)
      for (let from = 0; from < count; from += 1000) {
        const puts = Array.from({ length: 1000 }, (_, index) => Commit.put(Contacts, contact(from + index)))
        yield* store.commit([Commit.make({ puts })])
      }
    }).pipe(Scope.provide(schemaScope), Effect.runPromise)
  )

  afterAll(() => Effect.runPromise(Scope.close(schemaScope, Exit.void)))

  const found = (search: string, more: Pick<ListQuery, "bound" | "broad"> = {}) =>
    Effect.gen(function*() {
      const { next, rows, total } = yield* store.list({ ...contacts, limit: 20, ...more, where: { search } })
      const { params, text } = asked!
      const [explained] = yield* client.unsafe<{ readonly "QUERY PLAN": ReadonlyArray<{ readonly Plan: Plan }> }>(
        `explain (analyze, timing off, format json) ${text}`,
        params
      )
      return { rows: rows.length, total, next, plan: explained!["QUERY PLAN"][0]!.Plan }
    }).pipe(Effect.runPromise)

  const searches: ReadonlyArray<readonly [name: string, search: string, total: number, most: number]> = [
    ["that finds one", "(201) 200-2345", 1, 320],
    ["that finds ten", "200-234", 10, 630],
    ["that finds none", "no such number", 0, 0],
    ["for four digits", "2345", 1, 20],
    ["for four digits that more have", "0023", 111, 700],
    ["for letters that no number has", "abcd", 0, 0]
  ]

  describe.each([["that the server does not know yet", ""], ["that the server knows", "vacuum analyze"]])(
    "in a table %s",
    (_, command) => {
      beforeAll(async () => {
        if (command !== "") await Effect.runPromise(client.unsafe(`${command} "${schema}".rows`))
      })

      it.each(searches)("%s", async (_, search, total, most) => {
        const { plan, rows, total: counted } = await found(search)
        expect([rows, counted]).toEqual([Math.min(total, 20), total])
        expect(rowsOf(plan), told(plan)).toBeLessThanOrEqual(most)
      })

      it("finds all that have a text of four characters, wherever it begins in theirs", async () => {
        const texts = Array.from({ length: count }, (_, index) => contact(index))
          .filter((each) => each.account === account)
          .map((each) => Contacts.filters(each)!.search)
        const parts = [7, 1234, 2999].flatMap((index) => {
          const text = texts[index]!
          return Array.from({ length: text.length - 3 }, (_, from) => text.slice(from, from + 4))
        })
        for (const part of new Set(parts)) {
          const page = store.list({ ...contacts, limit: 1, where: { search: part } })
          const { total } = await Effect.runPromise(page)
          expect([part, total]).toEqual([part, texts.filter((text) => text.includes(part)).length])
        }
      })

      it("whose text is too short for the index finds all that have it", async () => {
        expect(await found("12")).toMatchObject({ rows: 20, total: count / 2 })
      })

      it.each(
        [
          ["short", "12", { bound: 200 }, 200, 450],
          ["short, and none has it", "777", { bound: 200 }, 0, 850],
          ["that all have", "1201", { broad: 200 }, 200, 1000],
          ["of pieces that all have", "200200", { broad: 200 }, 0, 1000],
          ["that many have", "2012", { broad: 1000 }, 1000, 2600],
          ["that more than the bound have, but few of the newest", "0023", { broad: 50 }, 0, 1000],
          ["that few have", "2345", { broad: 200 }, 1, 560],
          ["that none has", "99999999", { broad: 200 }, 0, 560]
        ] as const
      )("reads so many rows whatever there are, with a text %s", async (_, search, more, total, most) => {
        const page = await found(search, more)
        expect([page.rows, page.total]).toEqual([Math.min(total, 20), total])
        expect(rowsOf(page.plan), told(page.plan)).toBeLessThanOrEqual(most)
      })

      it("which many meet goes on by its places, in both directions", async () => {
        const query = { ...contacts, limit: 300, broad: 1000, where: { search: "1201" } }
        const pageOf = (more: Pick<ListQuery, "ahead" | "behind">) =>
          Effect.runPromise(Effect.map(store.list({ ...query, ...more, isCounted: false }), ({ next, rows }) => ({
            next,
            keys: rows.map(({ key }) => key)
          })))
        const placeOf = (key: string) => ({ at: plus(Given.now, Number.parseInt(key.slice(-12), 16)), key })
        const all: Array<string> = []
        for (let more: Pick<ListQuery, "behind"> = {};;) {
          const { keys } = await pageOf(more)
          if (keys.length === 0) break
          all.push(...keys)
          more = { behind: placeOf(keys.at(-1)!) }
        }
        expect(all).toEqual(all.toSorted().toReversed())
        expect(new Set(all).size).toBe(count / 2)
        const { keys } = await pageOf({ ahead: placeOf(all[700]!) })
        expect(keys).toEqual(all.slice(400, 700))
      })

      it("which few of the newest meet goes on behind those that were looked at", async () => {
        const query = { ...contacts, limit: 20, broad: 50, where: { search: "0023" } }
        const keys: Array<string> = []
        let looks = 0
        for (let behind: ListPosition | null | undefined; behind !== null; looks++) {
          const page = await Effect.runPromise(
            store.list(behind === undefined ? query : { ...query, behind, isCounted: false })
          )
          keys.push(...page.rows.map(({ key }) => key))
          const last = page.rows.length < 20 ? undefined : page.rows.at(-1)
          behind = last?.kind === "contact" ? { at: last.value.createdAt, key: last.key } : page.next ?? null
        }
        expect(keys.length).toBe(111)
        expect(looks).toBeGreaterThan(count / 2 / 50)
      })
    }
  )
})
