/**
 * A claim whose request nobody waits for any more may come into being all the same, so its key is freed until that is over.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as HostClient from "@signalbox/postgres/HostClient"
import * as Database from "@signalbox/postgres/internal/connection/database"
import * as Claims from "@signalbox/postgres/internal/requests/claims"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import * as Given from "../../core/Given.ts"

it("a claim that is interrupted is given up for fifteen seconds, under its own token", () => {
  const asked: Array<string> = []
  const freed: Array<unknown> = []
  const connection: HostClient.PooledConnection = {
    query: (text, values = []) => {
      if (/^delete from \S+ c using/.test(text)) {
        freed.push(JSON.parse(String(values[0])))
        return Promise.resolve({ rows: [] })
      }
      asked.push(String(values[4]))
      return new Promise(() => {})
    },
    release: () => {}
  }
  const account = Given.accountId(1)
  return Effect.gen(function*() {
    const { begin, settle } = Claims.make(Database.make(yield* PgClient, "s"))
    const begun = Effect.fnUntraced(function*(key: string) {
      const fiber = yield* Effect.forkChild(begin({ account, key }, "print", Given.now))
      yield* Effect.promise(async () => {
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
      })
      yield* Fiber.interrupt(fiber)
    })
    yield* settle
    expect(freed).toEqual([])
    yield* begun("one")
    yield* TestClock.adjust(5000)
    yield* begun("two")
    const [one, two] = [["one", asked[0]], ["two", asked[1]]].map(([key, token]) => ({
      account,
      key,
      token: Number(token)
    }))
    expect(new Set(asked).size).toBe(2)
    const freeing = Effect.andThen(settle, Effect.sync(() => freed.splice(0)))
    expect(yield* freeing).toEqual([[one, two]])
    yield* TestClock.adjust(9999)
    expect(yield* freeing).toEqual([[one, two]])
    yield* TestClock.adjust(1)
    // The last time of the first one.
    expect(yield* freeing).toEqual([[one, two]])
    expect(yield* freeing).toEqual([[two]])
    yield* TestClock.adjust(5000)
    expect(yield* freeing).toEqual([[two]])
    expect(yield* freeing).toEqual([])
  }).pipe(
    Effect.provide(HostClient.layerPool({ connect: () => Promise.resolve(connection) })),
    Effect.provide(TestClock.layer()),
    Random.withSeed("a"),
    Effect.runPromise
  )
})

it("a claim is given up where nobody knows whether it is there, and not where the database has refused it", () => {
  const account = Given.accountId(1)
  const freed: Array<string> = []
  let code = ""
  const connection: HostClient.PooledConnection = {
    query: (text, values = []) => {
      if (!/^delete from \S+ c using/.test(text)) return Promise.reject(Object.assign(new Error("away"), { code }))
      freed.push(...(JSON.parse(String(values[0])) as ReadonlyArray<{ readonly key: string }>).map(({ key }) => key))
      return Promise.resolve({ rows: [] })
    },
    release: () => {}
  }
  return Effect.gen(function*() {
    const { begin, settle } = Claims.make(Database.make(yield* PgClient, "s"))
    const ends: Array<string> = []
    // What another transaction holds is being executed there.
    for (code of ["57P01", "42P01", "ECONNRESET", "55P03"]) {
      ends.push(
        yield* Effect.match(begin({ account, key: code }, "print", Given.now), {
          onSuccess: ({ _tag }) => _tag,
          onFailure: ({ reason }) => reason
        })
      )
    }
    expect(ends).toEqual(["unavailable", "failed", "unavailable", "InProgress"])
    yield* settle
    expect(freed).toEqual(["57P01", "ECONNRESET"])
  }).pipe(
    Effect.provide(HostClient.layerPool({ connect: () => Promise.resolve(connection) })),
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )
})
