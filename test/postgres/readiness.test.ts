/**
 * A node on PostgreSQL is ready when its migrations are in place and the database answers.
 */
import type { Unready } from "@signalbox/core/Readiness"
import * as Readiness from "@signalbox/core/Readiness"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import * as Database from "./Database.ts"
import * as Proxy from "./Proxy.ts"

const ready = (url: string, program: (unready: Effect.Effect<ReadonlyArray<Unready>>) => Effect.Effect<void>) =>
  Effect.flatMap(Readiness.Readiness, ({ unready }) => program(unready(null))).pipe(
    Effect.provide(Readiness.layer.pipe(Layer.provide(PostgresStore.layer({ url })))),
    Effect.runPromise
  )

/** An answer is shared for a second, so a change shows after a while. */
const until = Effect.fnUntraced(function*(
  unready: Effect.Effect<ReadonlyArray<Unready>>,
  wanted: ReadonlyArray<Unready>
) {
  for (let seen = yield* unready; JSON.stringify(seen) !== JSON.stringify(wanted); seen = yield* unready) {
    yield* Effect.sleep(50)
  }
})

describe("a node on PostgreSQL", () => {
  it("names the migrations that are not in place", async () => {
    const database = await Database.fresh()
    try {
      await ready(
        database.url,
        Effect.fnUntraced(function*(unready) {
          expect(yield* unready).toEqual([])
          const documents = "where name = 'documents'"
          yield* Effect.promise(() => database.query(`update signalbox.migration set id = -id ${documents}`))
          yield* until(unready, [{ part: "migrations", why: "are not in place: documents" }])
          // What a newer version has added is no matter.
          yield* Effect.promise(() => database.query("insert into signalbox.migration values (1000, 'a newer one')"))
          yield* Effect.promise(() => database.query(`update signalbox.migration set id = -id ${documents}`))
          yield* until(unready, [])
          const made = yield* Effect.promise(() =>
            database.query<{ readonly name: string }>(
              "select name from signalbox.migration where id < 1000 order by id"
            )
          )
          yield* Effect.promise(() => database.query("drop table signalbox.migration"))
          const names = made.map(({ name }) => name)
          const why = `are not in place: ${names.slice(0, 5).join("; ")}; and ${names.length - 5} more`
          yield* until(unready, [{ part: "migrations", why }])
        })
      )
    } finally {
      await database.drop()
    }
  })

  it("is not ready while the database cannot be reached", async () => {
    const database = await Database.fresh()
    const proxy = await Proxy.start(database.url)
    try {
      await ready(
        proxy.url,
        Effect.fnUntraced(function*(unready) {
          expect(yield* unready).toEqual([])
          proxy.cut()
          yield* until(unready, [{ part: "store", why: "does not answer" }])
          proxy.mend()
          yield* until(unready, [])
        })
      )
    } finally {
      await proxy.stop()
      await database.drop()
    }
  })
})
