/**
 * A directory that is made anew asks cells and directory a bounded part with each question, and for nothing that it knows.
 */
import type { Cells, Inside } from "@signalbox/core/Cells"
import { put } from "@signalbox/core/Commit"
import type { Entry } from "@signalbox/core/Directory"
import { Directory } from "@signalbox/core/Directory"
import * as Facts from "@signalbox/core/Facts"
import * as Instant from "@signalbox/core/Instant"
import * as RebuildDirectory from "@signalbox/core/internal/cells/RebuildDirectory"
import { Accounts } from "@signalbox/core/internal/row/Account"
import { ApiKeys } from "@signalbox/core/internal/row/ApiKey"
import { fromEntries } from "@signalbox/core/RefMap"
import type { Row } from "@signalbox/core/Row"
import { hashKey } from "@signalbox/core/Secret"
import { Store } from "@signalbox/core/Store"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"
import { eu } from "./World.ts"

/** @param keys how many keys each account has */
const rebuilt = (keys: ReadonlyArray<number>, limit = 1000) =>
  Effect.runPromise(Effect.gen(function*() {
    const asked: Array<string> = []
    let open = 0
    let most = 0
    const accounts = keys.map((_, index): Row =>
      put(Accounts, Given.account({ id: Given.accountId(index), createdAt: Instant.make(9 - index), numbers: [] }))
    )
    const keysOf = (index: number): ReadonlyArray<Row> =>
      Array.from({ length: keys[index]! }, (_, number) =>
        put(ApiKeys, {
          hash: hashKey(`key ${index} ${number}`),
          account: Given.accountId(index),
          prefix: "aaaaaaaa",
          createdAt: Instant.make(10_000 - number),
          revokedAt: null
        }))
    const store = Layer.mock(Store, {
      load: ({ rows }) =>
        Effect.sync(() => {
          asked.push(`residences ${rows.length}`)
          return { ...Facts.empty, rows: fromEntries(rows.map((ref) => [ref, { version: 0, row: null }])) }
        }),
      list: ({ behind, isCounted, limit, list, offset, scope }) =>
        Effect.gen(function*() {
          const of = list === "accounts" ? "" : ` ${accounts.findIndex(({ key }) => key === scope)}`
          const place = behind === undefined ? "" : ` behind ${behind.at}`
          asked.push(`${list}${of}${place} ${limit}${isCounted || offset > 0 ? " oddly" : ""}`)
          most = Math.max(most, ++open)
          yield* Effect.yieldNow
          open--
          const all = list === "accounts" ? accounts : keysOf(Number(of))
          const rows = all.filter(({ value }) =>
            behind === undefined || "createdAt" in value && value.createdAt < behind.at
          ).slice(0, limit)
          return { rows, total: all.length }
        })
    })
    const known = new Set<string>()
    const entered: Array<Entry> = []
    const directory = Layer.mock(Directory, {
      find: (leads) =>
        Effect.sync(() => {
          asked.push(`find ${leads.length}`)
          return leads.map(({ key }) => known.has(key) ? eu : null)
        }),
      enter: (entries) =>
        Effect.sync(() => {
          asked.push(`enter ${entries.length}`)
          for (const each of entries) known.add(each.lead.key)
          entered.push(...entries)
          return entries.map(() => eu)
        })
    })
    const inside = Context.merge(
      yield* Effect.provide(Effect.context<Store>(), store),
      yield* Effect.provide(Effect.context<Directory>(), directory)
    )
    const cells: Cells["Service"] = {
      names: [eu],
      within: (_, effect) => Effect.provideContext(effect, inside as Context.Context<Inside>),
      start: () => Effect.void
    }
    const { rebuildDirectory } = RebuildDirectory.make(cells)
    const first = yield* rebuildDirectory(null, limit)
    const once = asked.splice(0)
    yield* rebuildDirectory(null, limit)
    return { first, once, again: asked, entered, most }
  }))

it("asks for five hundred keys of an account, and enters as many at a time", async () => {
  const { again, entered, first, once } = await rebuilt([1000, 499])
  expect(once).toStrictEqual([
    "accounts 1000",
    "residences 2",
    "api_keys 0 500",
    "api_keys 1 500",
    "api_keys 0 behind 9501 500",
    "api_keys 0 behind 9001 500",
    "find 500",
    "enter 500",
    "find 500",
    "enter 500",
    "find 500",
    "enter 500",
    "find 1",
    "enter 1"
  ])
  expect(first).toStrictEqual({ looked: 2, entered: 1501, contested: [], away: [], after: null })
  expect(new Set(entered.map(({ lead }) => lead.key)).size).toBe(1501)
  expect(new Set(entered.map(({ cell }) => cell))).toEqual(new Set([eu]))
  // The second time all leads where it should, and nothing is entered.
  expect(again).toStrictEqual(once.filter((each) => !each.startsWith("enter")))
})

it("looks at as many accounts as it is told, the keys of four at the same time, and says where it goes on", async () => {
  const { first, most, once } = await rebuilt([1, 0, 0, 0, 1, 0, 0], 6)
  expect(most).toBe(4)
  expect(first).toStrictEqual({
    looked: 6,
    entered: 8,
    contested: [],
    away: [],
    after: { cell: eu, behind: { at: Instant.make(4), key: Given.accountId(5) } }
  })
  expect(once.filter((each) => !each.startsWith("api_keys"))).toStrictEqual([
    "accounts 6",
    "residences 6",
    "find 8",
    "enter 8"
  ])
})
