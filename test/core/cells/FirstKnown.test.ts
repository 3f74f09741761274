/**
 * Asking several cells for what one of them knows.
 */
import { ask } from "@signalbox/core/internal/cells/FirstKnown"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"

type Asked = Effect.Effect<string, string>

const silent: Asked = Effect.never
const after = (millis: number, answer: Asked): Asked => Effect.andThen(Effect.sleep(millis), answer)

/** Time passes in such steps, in milliseconds. */
const step = 250

/** Returns what comes of it, after how many milliseconds, and how many were asked. */
const asking = (...all: readonly [Asked, ...ReadonlyArray<Asked>]) =>
  Effect.gen(function*() {
    let asked = 0
    const counted = (each: Asked) => Effect.suspend(() => (asked++, each))
    const [first, ...others] = all
    const timed = Effect.gen(function*() {
      const exit = yield* Effect.exit(
        ask([counted(first), ...others.map(counted)], (answer) => answer === "known", 250)
      )
      return { exit, millis: yield* Clock.currentTimeMillis, asked }
    })
    const fiber = yield* Effect.forkChild(timed)
    for (let millis = 0; millis < 2500; millis += step) {
      // Whatever can go on without time does so first.
      for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
      yield* TestClock.adjust(step)
    }
    return yield* Fiber.join(fiber)
  }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise)

const unknown = Effect.succeed("unknown")
const known = Effect.succeed("known")

describe("the first that knows it", () => {
  it("is the answer, and nobody after it is asked", async () => {
    expect(await asking(unknown, known, silent)).toEqual({ exit: Exit.succeed("known"), millis: 0, asked: 2 })
  })

  it("is not held up by one that is silent before it, or fails", async () => {
    expect(await asking(silent, known)).toEqual({ exit: Exit.succeed("known"), millis: 250, asked: 2 })
    expect(await asking(Effect.fail("away"), known)).toEqual({ exit: Exit.succeed("known"), millis: 0, asked: 2 })
  })

  it("may be slow while all others have denied it", async () => {
    expect(await asking(after(2000, known), unknown)).toEqual({ exit: Exit.succeed("known"), millis: 2000, asked: 2 })
  })

  it("is missing when all deny it, and not when one could not be asked", async () => {
    expect(await asking(unknown, unknown)).toEqual({ exit: Exit.succeed("unknown"), millis: 0, asked: 2 })
    const failed = await asking(after(1000, Effect.fail("away")), unknown)
    expect(failed).toEqual({ exit: Exit.fail("away"), millis: 1000, asked: 2 })
  })
})
