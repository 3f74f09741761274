/**
 * Waiting for what handsets show: nothing is missed, whenever it comes.
 */
import * as Instant from "@signalbox/core/Instant"
import { EventLog, Events } from "@signalbox/emulator/event/Events"
import * as Arrivals from "@signalbox/emulator/network/Arrivals"
import type { Arrival } from "@signalbox/emulator/network/Handset"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

/** Nobody looks without being told. */
const never = 1e9
const long = 60_000

const arrival = (message: number, receivedAt: Instant.Instant): Arrival => ({
  phone: Given.phone(1),
  account: Given.accountId(1),
  received: {
    message: Given.messageId(message),
    carrier: Given.carrierId("sms-a"),
    channel: "sms",
    from: null,
    header: null,
    headerMedia: null,
    body: "Hi",
    footer: null,
    buttons: [],
    media: [],
    subject: null,
    receivedAt
  }
})

const run = <A>(
  test: (arrivals: Arrivals.Arrivals["Service"], log: EventLog) => Effect.Effect<A>,
  intervalMillis = never
): Promise<A> => {
  const log = new EventLog()
  return Effect.flatMap(Arrivals.make(intervalMillis), (arrivals) => test(arrivals, log)).pipe(
    Effect.provideService(Events, log),
    Effect.scoped,
    Effect.runPromise
  )
}

describe("a wait for what a handset shows", () => {
  it("misses nothing that comes while it looks", () =>
    run((arrivals) =>
      Effect.gen(function*() {
        const shown: Array<Arrival> = []
        let looks = 0
        // Each of the first looks has seen the screen when the message comes, and says that it was empty.
        const look = Effect.gen(function*() {
          const seen = shown[0] ?? null
          if (++looks === 2) {
            const one = arrival(1, yield* Instant.now)
            shown.push(one)
            yield* arrivals.add([one])
          }
          return seen
        })
        expect(yield* arrivals.next(look, long)).toMatchObject({ _tag: "Found", value: shown[0] })
        expect(looks).toBe(3)
      })
    ))

  it("ends when the message comes, also one of another process", () =>
    run((arrivals) =>
      Effect.gen(function*() {
        let looks = 0
        const look = Effect.sync(() => ++looks === 4 ? "it" : null)
        expect(yield* arrivals.next(look, long)).toEqual({ _tag: "Found", value: "it" })
      }), 1))

  it("looks once where it is not to wait", () =>
    run((arrivals) =>
      Effect.gen(function*() {
        const slow = Effect.as(Effect.yieldNow, "it")
        expect(yield* arrivals.next(slow, 0)).toEqual({ _tag: "Found", value: "it" })
        expect(yield* arrivals.next(Effect.succeed(null), 0)).toEqual({ _tag: "Late" })
      })
    ))

  it("has a bound of those who wait, and gives their places back", () =>
    run((arrivals, log) =>
      Effect.gen(function*() {
        const nothing = Effect.succeed(null)
        const waits = yield* Effect.forEach(
          Array.from({ length: 64 }),
          () => Effect.forkChild(arrivals.next(nothing, long), { startImmediately: true })
        )
        expect(yield* arrivals.next(nothing, long)).toEqual({ _tag: "Crowded" })
        yield* Fiber.interrupt(waits[0]!)
        expect(yield* arrivals.next(nothing, 0)).toEqual({ _tag: "Late" })
        yield* log.over.open
        expect(yield* Fiber.join(waits[1]!)).toEqual({ _tag: "Over" })
      })
    ))

  it("is told when a handset shows what was to come later, once and in order", () =>
    run((arrivals, log) =>
      Effect.gen(function*() {
        const told: Array<unknown> = []
        const all = yield* Deferred.make<void>()
        log.listen(({ event: { data } }) => {
          told.push((data as { readonly message_id: string }).message_id)
          if (told.length === 3) Deferred.doneUnsafe(all, Effect.void)
        })
        const now = yield* Instant.now
        yield* arrivals.add([arrival(2, Instant.plus(now, 30)), arrival(1, Instant.plus(now, 10)), arrival(0, now)])
        expect(told).toEqual([Given.messageId(0)])
        yield* Deferred.await(all)
        yield* arrivals.wake
        expect(told).toEqual([0, 1, 2].map(Given.messageId))
      })
    ))
})
