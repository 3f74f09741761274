/**
 * One process's pace beside a table that says what it is told to: when it asks again, what it tells when, and what it gives up
 * (`pace.test.ts` has a database and several processes).
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import type { Pace } from "@signalbox/core/Pace"
import * as HostClient from "@signalbox/postgres/HostClient"
import * as Database from "@signalbox/postgres/internal/connection/database"
import * as Paces from "@signalbox/postgres/internal/rateLimits/paces"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"

interface Table {
  others: { recent: number; underWay: number; ahead: boolean }
  isAway: boolean
  readonly said: Array<string>
}

/** So many turns of the event loop that whoever was woken has told what it has to. */
const sent = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
})

/** The statement, by how it begins and what only it has. */
const nameOf = (text: string): string | null =>
  text.startsWith("delete")
    ? "gone"
    : text.startsWith("with silent")
    ? null
    : text.includes("waits_until")
    ? "told"
    : text.startsWith("insert")
    ? "confirmed"
    : null

interface World {
  readonly pace: Pace["Service"]
  readonly table: Table
  readonly pass: (millis: number) => Effect.Effect<void>
  /** Tells what was told since this was asked last: the numbers in the row, and the place in line. */
  readonly told: () => ReadonlyArray<string>
  readonly take: (
    perSecond: number,
    inFlight: number,
    ...parts: ReadonlyArray<number>
  ) => Effect.Effect<object, unknown>
  readonly end: Effect.Effect<void>
}

/** @param began for how long the process runs already, in milliseconds: it is hardly asked in its first moment */
const run = (use: (world: World) => Effect.Effect<void, unknown>, began = 100_000): Promise<void> => {
  const table: Table = { others: { recent: 0, underWay: 0, ahead: false }, isAway: false, said: [] }
  const connection: HostClient.PooledConnection = {
    query: (text, values = []) => {
      if (table.isAway) return Promise.reject(Object.assign(new Error("away"), { code: "42P01" }))
      const name = nameOf(text)
      if (name !== null) table.said.push([name, ...values].join(" "))
      return Promise.resolve({ rows: [table.others] })
    },
    release: () => {}
  }
  return Effect.gen(function*() {
    yield* TestClock.adjust(began)
    const scope = yield* Scope.make()
    const pace = yield* Scope.provide(Paces.make(Database.make(yield* PgClient, "s"), "o"), scope)
    yield* use({
      pace,
      table,
      pass: (millis) => Effect.andThen(TestClock.adjust(millis), sent),
      told: () => table.said.splice(0),
      take: (perSecond, inFlight, ...parts) => pace.take({ pool: "p", perSecond, inFlight, parts }),
      end: Scope.close(scope, Exit.void)
    })
    yield* Scope.close(scope, Exit.void)
  }).pipe(
    Effect.provide(HostClient.layerPool({ connect: () => Promise.resolve(connection) })),
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )
}

it("tells what it takes, and waits for its own second, for something to be done, or a moment for others", () =>
  run(({ pace, pass, table, take, told }) =>
    Effect.gen(function*() {
      expect(yield* take(4, 9, 3)).toEqual({ admitted: 1, again: 0 })
      expect(told()).toEqual(["told p o 3 3 leave 500"])
      yield* pace.begin("p", 3)
      yield* pass(40)
      expect(yield* take(4, 9, 2)).toEqual({ admitted: 0, again: 960 })
      expect(told()).toEqual(["told p o 3 3 keep 1460"])
      // Room in the second is there, and none under way.
      expect(yield* take(40, 3, 1)).toEqual({ admitted: 0, again: 100 })
      expect(told()).toEqual(["told p o 3 3 keep 600"])
      for (const others of [{ recent: 1, underWay: 0, ahead: false }, { recent: 0, underWay: 1, ahead: false }]) {
        table.others = others
        expect(yield* take(4, 9, 2)).toEqual({ admitted: 0, again: 50 })
      }
      table.others = { recent: 0, underWay: 0, ahead: true }
      told()
      expect(yield* take(40, 9, 1)).toEqual({ admitted: 0, again: 50 })
      expect(told()).toEqual(["told p o 3 3 keep 550"])
      table.others = { recent: 0, underWay: 0, ahead: false }
      // Who has had something goes to the end of the line.
      expect(yield* take(5, 9, 2, 2)).toEqual({ admitted: 1, again: 960 })
      expect(told()).toEqual(["told p o 5 5 end 1460"])
      // What has not begun leaves nobody's second.
      expect(yield* take(5, 9, 5)).toEqual({ admitted: 0, again: 100 })
    })
  ))

it("tells a moment later what it gives back, and confirms every other second what it has still", () =>
  run(({ pace, pass, take, told }) =>
    Effect.gen(function*() {
      yield* take(9, 9, 3)
      yield* pace.begin("p", 3)
      told()
      yield* pace.done("p", 2)
      yield* pass(49)
      expect(told()).toEqual([])
      yield* pass(1)
      expect(told()).toEqual(["confirmed p o 3 1"])
      yield* pass(949)
      expect(told()).toEqual([])
      yield* pass(1)
      expect(told()).toEqual(["confirmed p o 0 1"])
      yield* pass(1999)
      expect(told()).toEqual([])
      yield* pass(1)
      expect(told()).toEqual(["confirmed p o 0 1"])
    })
  ))

it.each([
  ["takes anew from then on", false],
  ["has nothing to tell at its end", true]
])(
  "gives a pool up when nothing is left of it a second and a half after it has asked, and %s",
  (_, isOver) =>
    run(({ end, pace, pass, take, told }) =>
      Effect.gen(function*() {
        yield* take(9, 9, 1)
        yield* pace.begin("p", 1)
        yield* pace.done("p", 1)
        for (let moment = 0; moment < 30; moment++) yield* pass(50)
        expect(told().filter((each) => each.startsWith("gone"))).toEqual([])
        yield* pass(50)
        expect(told()).toEqual(["gone p o"])
        yield* pass(10_000)
        expect(told()).toEqual([])
        if (isOver) {
          yield* end
          expect(told()).toEqual([])
          return
        }
        expect(yield* take(9, 9, 9)).toEqual({ admitted: 1, again: 0 })
        expect(told()).toEqual(["told p o 9 9 leave 500"])
      })
    )
)

it("gives a pool up of which it could not ask, a second and a half after it began itself", () =>
  run(({ pass, table, take, told }) =>
    Effect.gen(function*() {
      table.isAway = true
      yield* Effect.flip(take(9, 9, 1))
      table.isAway = false
      yield* pass(50)
      expect(told()).toEqual(["gone p o"])
    }), 1451))

it("tells at its end what is left, and goes on after the table was away", () =>
  run(({ end, pace, pass, table, take, told }) =>
    Effect.gen(function*() {
      yield* take(9, 9, 4)
      yield* pace.begin("p", 4)
      table.isAway = true
      yield* Effect.flip(take(9, 9, 4))
      yield* pass(100)
      table.isAway = false
      told()
      yield* pass(50)
      // Nothing was counted of what failed, and nobody knows whether it is in the row.
      expect(told()).toEqual(["confirmed p o 4 4"])
      yield* pace.done("p", 1)
      yield* pass(50)
      expect(told()).toEqual(["confirmed p o 4 3"])
      yield* pace.done("p", 3)
      // A row says no less than there is, so more than was taken is never given back.
      yield* pace.done("p", 9)
      yield* pace.begin("p", 2)
      yield* pace.begin("q", 2)
      yield* pace.done("q", 2)
      yield* end
      expect(told()).toEqual(["confirmed p o 4 0"])
    })
  ))
