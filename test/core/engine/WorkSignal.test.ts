/**
 * Those who make work signal to the worker: a signal is heard once, also by one who comes later.
 */
import * as WorkSignals from "@signalbox/core/WorkSignal"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expect, it } from "vitest"

const ringing = <A>(body: (signal: WorkSignals.WorkSignal["Service"]) => Effect.Effect<A>): Promise<A> =>
  Effect.flatMap(WorkSignals.WorkSignal, body).pipe(Effect.provide(WorkSignals.layer), Effect.runPromise)

it("a ring that came before is heard, once", () =>
  ringing(Effect.fnUntraced(function*({ heard, raise }) {
    yield* raise
    yield* raise
    yield* heard
    const waiting = yield* Effect.forkChild(heard, { startImmediately: true })
    for (let turns = 0; turns < 10; turns++) yield* Effect.yieldNow
    expect(waiting.pollUnsafe()).toBe(undefined)
    yield* raise
    yield* Fiber.join(waiting)
  })))
