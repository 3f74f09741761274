/**
 * Tells when handsets show what carriers have taken: some messages reach their handset later than that, by the service's
 * time.
 */
import * as Instant from "@signalbox/core/Instant"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { Events } from "../event/Events.ts"
import type { Arrival } from "./Handset.ts"

export class Arrivals extends Context.Service<Arrivals, {
  readonly add: (arrivals: ReadonlyArray<Arrival>) => Effect.Effect<void>
  /** Tells what has come, because the clock was moved. */
  readonly wake: Effect.Effect<void>
}>()("@signalbox/emulator/network/Arrivals") {}

/** The interval at which it looks whether something has come that was to come later, in elapsed milliseconds. */
const pollMillis = 50

/** So many are kept in mind that are still to come. Nobody is told of the others, which handsets show all the same. */
const most = 10_000

export const layer: Layer.Layer<Arrivals, never, Events> = Layer.effect(
  Arrivals,
  Effect.gen(function*() {
    const events = yield* Events
    const expected = yield* Latch.make(false)
    let toCome: ReadonlyArray<Arrival> = []

    const tell = ({ phone, received: { message } }: Arrival): void =>
      events.publish({ type: "handset", data: { phone, message_id: message } })

    const look = Effect.map(Instant.now, (now) => {
      if (toCome.length === 0) return
      const come = toCome.filter(({ received }) => received.receivedAt <= now)
      toCome = toCome.filter(({ received }) => received.receivedAt > now)
      for (const one of come.toSorted((a, b) => a.received.receivedAt - b.received.receivedAt)) tell(one)
    })

    yield* Effect.suspend(() => toCome.length === 0 ? expected.await : Effect.sleep(pollMillis)).pipe(
      Effect.andThen(look),
      Effect.andThen(Effect.sync(() => {
        if (toCome.length === 0) expected.closeUnsafe()
      })),
      Effect.forever,
      Effect.forkScoped
    )

    return {
      add: (arrivals) =>
        arrivals.length === 0 ? Effect.void : Effect.flatMap(Instant.now, (now) => {
          for (const one of arrivals) if (one.received.receivedAt <= now) tell(one)
          const later = arrivals.filter(({ received }) => received.receivedAt > now)
          if (later.length === 0) return Effect.void
          toCome = [...toCome, ...later].slice(0, most)
          return Effect.asVoid(expected.open)
        }),
      wake: look
    }
  })
)
