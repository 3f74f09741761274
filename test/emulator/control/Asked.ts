/**
 * A call of the control on services that answer as a test says: whatever else the call asks of them is a defect.
 */
import type { Json } from "@signalbox/core/Json"
import { calls } from "@signalbox/emulator/control/Control"
import type { Services } from "@signalbox/emulator/server/RestartableService"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

export interface Asking {
  readonly body?: unknown
  readonly parameters?: Readonly<Record<string, string>>
  readonly query?: ReadonlyArray<readonly [name: string, text: string]>
}

/** Returns what a call answers, or what it says when it is not carried out. The service's clock is the test's own. */
export const ask = (
  id: string,
  services: Layer.Layer<never>,
  { body, parameters = {}, query = [] }: Asking = {}
): Effect.Effect<unknown> =>
  Effect.gen(function*() {
    const call = calls.find(({ method, path }) => `${method} ${path}` === id)
    if (call === undefined) throw new Error(`There is no call ${id}.`)
    const built = (yield* Layer.build(Layer.fresh(services))) as Context.Context<Services>
    const text = body === undefined ? "" : JSON.stringify(body)
    return yield* Effect.provideContext(call.answer(text, parameters, query), built)
  }).pipe(
    Effect.scoped,
    Effect.map((answer: Json): unknown => answer),
    Effect.catch((failure) =>
      Effect.succeed<unknown>(
        failure._tag === "Refusal"
          ? { status: failure.status, message: failure.message, details: failure.details ?? [] }
          : failure._tag
      )
    )
  )

/** Runs a test with a clock that stands at 0. */
export const run = <A, E>(test: Effect.Effect<A, E>): Promise<A> =>
  test.pipe(Effect.provide(TestClock.layer()), Effect.runPromise)
