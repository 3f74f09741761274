/**
 * How a schema stands to what a version knows: the steps that are missing, and those that newer versions have made.
 */
import type { Database } from "@signalbox/postgres/internal/connection/database"
import * as Migrate from "@signalbox/postgres/internal/schema/migrate"
import type { Migration } from "@signalbox/postgres/internal/schema/migrations"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

const step = (id: number): Migration => ({ id, name: `step ${id}`, statements: () => [] })
const steps = [step(3), step(5)]

/** A schema in which steps of these numbers were made; none where there is no schema yet. */
const standing = (made: ReadonlyArray<number> | null) => {
  const rows = (made ?? []).map((id) => ({ id, name: `step ${id}`, stops: id > 6 }))
  const query = (text: string) =>
    Effect.succeed(text.includes("to_regclass") ? [{ table: made === null ? null : "migration" }] : rows)
  const db = { query, tables: { migration: "migration" } } as unknown as Database
  return Effect.runPromise(Migrate.standing(db, steps))
}

it("is told by the steps that are missing, and by those behind the last one that is known", async () => {
  expect(await standing(null)).toStrictEqual({ missing: ["step 3", "step 5"], later: [] })
  expect(await standing([3, 5])).toStrictEqual({ missing: [], later: [] })
  expect(await standing([4, 5])).toStrictEqual({ missing: ["step 3"], later: [] })
  expect(await standing([3, 6, 7])).toStrictEqual({
    missing: ["step 5"],
    later: [{ name: "step 6", stops: false }, { name: "step 7", stops: true }]
  })
})
