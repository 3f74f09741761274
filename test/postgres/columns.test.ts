/**
 * Rows that are passed as columns arrive as they were, whatever their texts hold.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Columns, lists, plain, texts } from "@signalbox/postgres/internal/statement/columns"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { server } from "./Server.ts"

const text = fc.oneof(
  fc.string({ unit: "grapheme" }).filter((each) => !each.includes("\0")),
  fc.constantFrom("", "NULL", "null", "{}", "\"", "\\", "a,b", "\u001f", " x ", "{\"a\":[1]}", "\n")
)

const row = fc.record({
  id: fc.option(fc.uuid()),
  number: fc.option(fc.maxSafeInteger()),
  truth: fc.option(fc.boolean()),
  json: fc.option(fc.json()),
  word: fc.option(text),
  many: fc.option(fc.array(text, { maxLength: 4 }))
})

type Found = typeof row extends fc.Arbitrary<infer A> ? A : never

const columns = (rows: ReadonlyArray<Found>) =>
  new Columns(rows.length, () => ({
    id: plain("uuid", rows.map(({ id }) => id)),
    number: plain("int8", rows.map(({ number }) => number)),
    truth: plain("bool", rows.map(({ truth }) => truth)),
    json: plain("text", rows.map(({ json }) => json)),
    word: texts(rows.map(({ word }) => word)),
    many: lists(rows.map(({ many }) => many)),
    // A column of nulls alone is passed as an empty one.
    nothing: plain("int8", rows.map(() => null)),
    empty: texts(rows.map(() => undefined))
  }))

const arrived = (rows: ReadonlyArray<Found>, when?: string) =>
  Effect.gen(function*() {
    const passed = columns(rows)
    // What has no type of its own comes back as JSON, so that numbers keep all their digits.
    return yield* (yield* PgClient).unsafe<{ readonly row: string }>(
      `select to_json(x)::text as row from ${passed.from(1, when)} as x`,
      [...passed.params]
    )
  })

it("come back in their order", async () => {
  const cases = fc.sample(fc.array(row, { minLength: 1, maxLength: 30 }), { seed: 1, numRuns: 20 })
  await Effect.gen(function*() {
    for (const rows of cases) {
      const found = (yield* arrived(rows)).map(({ row }) => JSON.parse(row) as unknown)
      expect(found).toEqual(
        rows.map((each) => ({ ...each, id: each.id?.toLowerCase() ?? null, nothing: null, empty: null }))
      )
      expect(yield* arrived(rows, "1 = 2")).toEqual([])
    }
  }).pipe(
    Effect.provide(Layer.fresh(PostgresStore.client({ url: await server(), maxConnections: 1 }))),
    Effect.scoped,
    Effect.runPromise
  )
})

it("of no rows are not asked for, and have no parameters", () => {
  const columns = new Columns(0, () => {
    throw new Error("asked")
  })
  expect([columns.length, columns.params]).toEqual([0, []])
})
