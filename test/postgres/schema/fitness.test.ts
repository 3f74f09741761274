/**
 * A node beside a newer version: when it stops, what it says, and when it works again.
 */
import type { PgClient } from "@effect/sql-pg/PgClient"
import { StoreError } from "@signalbox/core/Store"
import type { Database } from "@signalbox/postgres/internal/connection/database"
import * as Fitness from "@signalbox/postgres/internal/schema/fitness"
import { migrations } from "@signalbox/postgres/internal/schema/migrations"
import * as Tables from "@signalbox/postgres/internal/statement/tables"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { SqlError, UnknownError } from "effect/sql/SqlError"
import { describe, expect, it } from "vitest"

const failed = (code: string): SqlError =>
  new SqlError({
    reason: new UnknownError({ cause: Object.assign(new Error(code), { code }), message: code, operation: "execute" })
  })

const latest = Math.max(...migrations.map(({ id }) => id))

/** A newer version's step, and whether it stops this one. */
const step = (name: string, stops: boolean, after = 1) => ({ id: latest + after, name, stops })

const run = (
  use: (
    fitness: Fitness.Fitness,
    schema: { steps: ReadonlyArray<object> | SqlError; asked: number },
    log: ReadonlyArray<string>
  ) => Effect.Effect<void, unknown>
): Promise<void> => {
  const schema: { steps: ReadonlyArray<object> | SqlError; asked: number } = { steps: [], asked: 0 }
  const log: Array<string> = []
  const query: unknown = (text: string) =>
    Effect.suspend(() => {
      if (text.includes("to_regclass")) return Effect.succeed([{ table: "s.migration" }])
      expect(text).toBe("select id, name, stops_earlier as stops from \"s\".\"migration\" order by id")
      schema.asked++
      const own = migrations.map(({ id, name }) => ({ id, name, stops: true }))
      return schema.steps instanceof SqlError ? Effect.fail(schema.steps) : Effect.succeed([...own, ...schema.steps])
    })
  const client: unknown = {}
  const fitness = Fitness.make({
    client: client as PgClient,
    tables: Tables.make("s"),
    query: query as Database["query"]
  })
  const logger = Logger.make(({ logLevel, message }) => void log.push(`${logLevel} ${String(message)}`))
  return Effect.runPromise(Effect.provide(use(fitness, schema, log), Logger.layer([logger])))
}

const words = (...names: ReadonlyArray<string>): string =>
  `was changed by a newer version, beside which this one cannot work: ${names.join("; ")}`

const beats = () => {
  const seen = { count: 0 }
  return { seen, beat: Effect.sync(() => void seen.count++) }
}

describe("a node beside a newer version", () => {
  it("goes on beside what was only added, and stops with a step that stops it, and says so once", () =>
    run((fitness, schema, log) =>
      Effect.gen(function*() {
        schema.steps = [step("added", false)]
        expect(yield* fitness.refusal).toBe(null)
        schema.steps = [step("added", false), step("renamed", true, 2), step("split", true, 3)]
        for (const _ of [1, 2]) expect(yield* fitness.refusal).toBe(words("renamed", "split"))
        expect(log).toEqual([`Error this node takes no work: the schema ${words("renamed", "split")}`])
        schema.steps = []
        for (const _ of [1, 2]) expect(yield* fitness.refusal).toBe(null)
        expect(log.slice(1)).toEqual(["Info this node works with the schema again"])
      })
    ))

  it("stops beside any step when a call has failed since, because the schema is not as it knows it", () =>
    run((fitness, schema) =>
      Effect.gen(function*() {
        const unfit = fitness.watching(Effect.fail(failed("42703")))
        // Nobody has changed anything: it fails as itself.
        expect(yield* Effect.flip(unfit)).toEqual(failed("42703"))
        expect(yield* fitness.refusal).toBe(null)
        // A call that failed before the newer version's step tells nothing about it.
        schema.steps = [step("added", false)]
        expect(yield* fitness.refusal).toBe(null)
        expect(yield* Effect.flip(fitness.watching(Effect.fail(failed("40001"))))).toEqual(failed("40001"))
        const other = new StoreError({ reason: "failed", message: "other", cause: null })
        expect(yield* Effect.flip(fitness.watching(Effect.fail(other)))).toBe(other)
        expect(yield* fitness.refusal).toBe(null)
        const told = yield* Effect.flip(unfit)
        expect(told).toBeInstanceOf(StoreError)
        expect(told).toMatchObject({ reason: "unavailable", message: `the schema ${words("added")}`, cause: null })
        // What is known is not asked for again.
        const { asked } = schema
        expect(yield* Effect.flip(unfit)).toMatchObject({ message: `the schema ${words("added")}` })
        expect(schema.asked).toBe(asked)
        expect(yield* fitness.watching(Effect.succeed(7))).toBe(7)
      })
    ))

  it("is silent while it cannot work, and goes by what it knows when the schema cannot be asked", () =>
    run((fitness, schema) =>
      Effect.gen(function*() {
        const { beat, seen } = beats()
        yield* fitness.whileFit(beat)
        schema.steps = failed("08006")
        yield* fitness.whileFit(beat)
        expect(seen.count).toBe(2)
        schema.steps = [step("renamed", true)]
        yield* fitness.whileFit(beat)
        schema.steps = failed("08006")
        yield* fitness.whileFit(beat)
        expect(seen.count).toBe(2)
        schema.steps = []
        yield* fitness.whileFit(beat)
        expect(seen.count).toBe(3)
      })
    ))

  it("rests with an answer of its own instead of failing", () =>
    run((fitness, schema) =>
      Effect.gen(function*() {
        const { beat, seen } = beats()
        const resting = (effect: Effect.Effect<number, SqlError>) => fitness.resting(effect, 0)
        expect(yield* resting(Effect.as(beat, 1))).toBe(1)
        expect(yield* Effect.flip(resting(Effect.fail(failed("40001"))))).toEqual(failed("40001"))
        // The schema cannot be asked why.
        schema.steps = failed("08006")
        expect(yield* Effect.flip(resting(Effect.fail(failed("42P01"))))).toEqual(failed("42P01"))
        schema.steps = [step("added", false)]
        expect(yield* resting(Effect.fail(failed("42P01")))).toBe(0)
        expect(yield* resting(Effect.as(beat, 1))).toBe(0)
        expect(seen.count).toBe(1)
      })
    ))
})
