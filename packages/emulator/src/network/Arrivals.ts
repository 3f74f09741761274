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

/** How a wait has ended. `Crowded`: too many wait already. `Over`: the service ends. */
export type Awaited<A> =
  | { readonly _tag: "Found"; readonly value: A }
  | { readonly _tag: "Late" | "Crowded" | "Over" }

export class Arrivals extends Context.Service<Arrivals, {
  readonly add: (arrivals: ReadonlyArray<Arrival>) => Effect.Effect<void>
  /** Tells what has come, because the clock was moved. */
  readonly wake: Effect.Effect<void>
  /**
   * Looks again whenever a handset shows something, until the look finds what it is after. Other processes that share the
   * networks are looked at in steps.
   *
   * @param millis how long it waits, in elapsed milliseconds
   */
  readonly next: <A, E, R>(look: Effect.Effect<A | null, E, R>, millis: number) => Effect.Effect<Awaited<A>, E, R>
}>()("@signalbox/emulator/network/Arrivals") {}

/** The interval at which it looks whether something has come that was to come later, in elapsed milliseconds. */
const pollMillis = 50

/** So many are kept in mind that are still to come. Nobody is told of the others, which handsets show all the same. */
const most = 10_000

/** So many may wait at a time. */
const mostWaiting = 64

/** The interval at which who waits looks without being told, in elapsed milliseconds. */
const lookMillis = 250

/** @param intervalMillis the interval at which who waits looks without being told, in elapsed milliseconds */
export const make = Effect.fnUntraced(
  function*(intervalMillis: number) {
    const events = yield* Events
    const over = yield* Latch.make(false)
    let waiting = 0
    yield* Effect.addFinalizer(() => over.open)
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

    const next = <A, E, R>(
      look: Effect.Effect<A | null, E, R>,
      millis: number
    ): Effect.Effect<Awaited<A>, E, R> => {
      const waited = (arrived: Latch.Latch): Effect.Effect<Awaited<A>, E, R> =>
        Effect.gen(function*() {
          for (;;) {
            // It is closed before the look: whatever comes while it looks opens it again.
            yield* arrived.close
            const value = yield* look
            if (value !== null) return { _tag: "Found", value }
            yield* Effect.timeoutOption(arrived.await, intervalMillis)
          }
        })
      const listening = Effect.acquireUseRelease(
        Effect.sync(() => {
          waiting++
          const arrived = Latch.makeUnsafe()
          const stop = events.listen(({ event }) => {
            if (event.type === "handset") arrived.openUnsafe()
          })
          return { arrived, stop }
        }),
        ({ arrived }) =>
          Effect.flatMap(look, (value): Effect.Effect<Awaited<A>, E, R> =>
            value !== null
              ? Effect.succeed({ _tag: "Found", value })
              : Effect.timeoutOrElse(waited(arrived), {
                duration: millis,
                orElse: () => Effect.succeed({ _tag: "Late" })
              })).pipe(
              Effect.raceFirst(
                Effect.as(Effect.raceFirst(over.await, events.over.await), { _tag: "Over" } satisfies Awaited<A>)
              )
            ),
        ({ stop }) =>
          Effect.sync(() => {
            waiting--
            stop()
          })
      )
      return Effect.suspend((): Effect.Effect<Awaited<A>, E, R> =>
        waiting >= mostWaiting ? Effect.succeed({ _tag: "Crowded" }) : listening
      )
    }

    return Arrivals.of({
      next,
      add: (arrivals) =>
        arrivals.length === 0 ? Effect.void : Effect.flatMap(Instant.now, (now) => {
          for (const one of arrivals) if (one.received.receivedAt <= now) tell(one)
          const later = arrivals.filter(({ received }) => received.receivedAt > now)
          if (later.length === 0) return Effect.void
          toCome = [...toCome, ...later].slice(0, most)
          return Effect.asVoid(expected.open)
        }),
      wake: look
    })
  }
)

export const layer: Layer.Layer<Arrivals, never, Events> = Layer.effect(Arrivals, make(lookMillis))
