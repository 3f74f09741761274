/**
 * A large seed on a store that fails for a time: each set is tried again, and whoever reads the log is told.
 */
import { Operator } from "@signalbox/core/Operator"
import { StoreError } from "@signalbox/core/Store"
import * as Planting from "@signalbox/emulator/seed/Planting"
import type { SeedAccount } from "@signalbox/emulator/seed/SeedFile"
import { accountId } from "@signalbox/emulator/seed/SeedFile"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"

/** Three sets. */
const seeds: ReadonlyArray<SeedAccount> = Array.from({ length: 2049 }, () => ({ api_keys: [] }))

it("is tried again a second after it has failed, and then goes on", () => {
  const [made, logged]: [Array<string>, Array<string>] = [[], []]
  let isDown = false
  const operator = Layer.mock(Operator, {
    createAccounts: (all) =>
      Effect.suspend(() => {
        if (isDown) return Effect.fail(new StoreError({ reason: "unavailable", cause: "a test" }))
        if (all.length > 0) made.push(all[0]!.id)
        return Effect.succeed(all.map(() => "Created" as const))
      }),
    createKeys: () => Effect.succeed([])
  })
  const logger = Logger.make(({ cause, logLevel, message }) => {
    logged.push(`${logLevel} ${String(message)} ${Cause.pretty(cause).includes("unavailable")}`)
  })
  const places = (...all: ReadonlyArray<number>) => all.map(accountId)
  return Effect.gen(function*() {
    const planting = yield* Planting.begin(seeds)
    isDown = true
    expect(made).toEqual(places(0))
    const whole = yield* Effect.forkChild(planting.whole, { startImmediately: true })
    yield* TestClock.adjust(0)
    expect(logged).toEqual([expect.stringMatching(/^Error cannot plant the seed/)])
    yield* TestClock.adjust(999)
    isDown = false
    yield* TestClock.adjust(0)
    expect([made, whole.pollUnsafe()]).toEqual([places(0), undefined])
    yield* TestClock.adjust(1)
    expect(made).toEqual(places(0, 1024, 2048))
    expect(logged).toHaveLength(1)
    expect(whole.pollUnsafe()).toMatchObject({ _tag: "Success" })
  }).pipe(
    Effect.scoped,
    Effect.provide(operator),
    Effect.provide(Logger.layer([logger])),
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )
})
