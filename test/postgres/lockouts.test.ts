/** Clearing away removes the counters of failed credentials that are too old or too many. */
import { make as instant, plus } from "@signalbox/core/Instant"
import { hashKey } from "@signalbox/core/Secret"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { suite } from "./Client.ts"

const { harness, postgres } = suite("lockouts")

const now = instant(Date.UTC(2030, 0, 15, 12))
const day = 86_400_000

const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)

describe("counters of credentials", () => {
  it("are cleared away when they are a day old, and when they are beyond 100,000, the oldest first", () =>
    Effect.gen(function*() {
      const { lockout } = yield* harness.make
      const { client, schema } = postgres()
      const fill = (name: string, count: number, at: number) =>
        client.unsafe(
          `insert into "${schema}".lockout (credential, failures, locks, failed_at)
           select $1 || n, 3, 0, timestamptz 'epoch' + ($2::text::int8 + n) * interval '1 millisecond'
           from generate_series(1, $3::text::int4) n`,
          [name, String(at), String(count)]
        )
      // A day old to the millisecond, and one that is younger.
      yield* fill("forgotten ", 20, now - day - 20)
      yield* fill("kept ", 1, now - day)
      yield* fill("old ", 100_000, now - day + 1000)
      const failing = numbers(256).map((number) => hashKey(`key ${number}`))
      yield* Effect.forEach(failing, (credential) => lockout.fail(credential, now), { concurrency: 16 })
      const [left] = yield* client.unsafe<Record<string, number>>(
        `select count(*)::int4 as total,
           count(*) filter (where credential like 'forgotten%')::int4 as forgotten,
           count(*) filter (where credential like 'kept%')::int4 as kept,
           count(*) filter (where credential like 'old%')::int4 as old,
           min(substr(credential, 5)::int4) filter (where credential like 'old%') as oldest
         from "${schema}".lockout`
      )
      expect(left).toEqual({ total: 100_000, forgotten: 0, kept: 0, old: 99_744, oldest: 257 })
      for (const credential of failing) {
        expect(yield* lockout.standing(credential, now)).toEqual({ failures: 1, lockedUntil: null })
      }
    }).pipe(Effect.scoped, Effect.runPromise))

  it("that are a day old count no more, before they are cleared away", () =>
    Effect.gen(function*() {
      const { lockout } = yield* harness.make
      const mine = hashKey("mine")
      yield* lockout.fail(mine, now)
      expect((yield* lockout.standing(mine, plus(now, day - 1))).failures).toBe(1)
      expect((yield* lockout.standing(mine, plus(now, day))).failures).toBe(0)
    }).pipe(Effect.scoped, Effect.runPromise))
})
