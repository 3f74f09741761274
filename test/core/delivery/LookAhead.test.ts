/**
 * Tests hold what a batch of first attempts looks up ahead of their time: how many items together, and when the
 * endpoint again.
 */
import { DeliveryWork } from "@signalbox/core/internal/delivery/DeliveryWork"
import type { Found } from "@signalbox/core/internal/delivery/LookAhead"
import * as LookAhead from "@signalbox/core/internal/delivery/LookAhead"
import type { Lease, LeaseToken } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const leases = Array.from({ length: 100 }, (_, number): Lease => ({
  ...DeliveryWork.due(`delivery ${number}`, Given.webhookId(1), Given.now),
  token: number as LeaseToken,
  failures: 0
}))

const play = (remembers?: () => LookAhead.Remembered | null) => {
  const asked: Array<string> = []
  let setbacks = 0
  const found = (lease: Lease): Found => ({ lease, looked: Exit.succeed(null) })
  const ahead = LookAhead.make({
    lookAll: (some) =>
      Effect.sync(() => {
        asked.push(`looks at ${some[0]!.token} to ${some.at(-1)!.token}`)
        return some.map(found)
      }),
    renew: (some) =>
      Effect.sync(() => {
        asked.push(`renews ${some[0]!.lease.token} to ${some.at(-1)!.lease.token}`)
        return some
      }),
    remembered: () => Effect.sync(() => remembers?.() ?? null),
    setbacks: () => setbacks
  }, leases)
  return { asked, ahead, fails: () => void setbacks++ }
}

it("looks items up together, and the last ones of a set with the next set", async () => {
  const { ahead, asked } = play()
  await Effect.runPromise(Effect.forEach([0, 8, 30, 57, 70, 99], (place) => ahead.from(place, 8, LookAhead.most)))
  expect(asked).toEqual(["looks at 0 to 63", "looks at 57 to 99"])
})

it("looks the endpoint up again after a failure, after a while, and when it is told to", async () => {
  const { ahead, asked, fails } = play()
  await Effect.runPromise(
    Effect.gen(function*() {
      yield* ahead.from(0, 8, LookAhead.most)
      fails()
      yield* ahead.from(1, 8, LookAhead.most)
      yield* TestClock.adjust(80)
      yield* ahead.from(2, 8, LookAhead.most)
      ahead.forget()
      yield* ahead.from(3, 8, LookAhead.most)
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()))
  )
  expect(asked).toEqual(["looks at 0 to 63", "renews 1 to 63", "renews 2 to 63", "renews 3 to 63"])
})

it("looks nothing up that the process remembers, for as long as the endpoint has been known", async () => {
  const { ahead, asked } = play(() => ({
    found: leases.map((lease): Found => ({ lease, looked: Exit.succeed(null) })),
    until: 10_000_000n
  }))
  await Effect.runPromise(
    Effect.gen(function*() {
      yield* ahead.from(0, 8, LookAhead.most)
      yield* TestClock.adjust(5)
      yield* ahead.from(1, 8, LookAhead.most)
      expect(asked).toEqual([])
      yield* TestClock.adjust(10)
      yield* ahead.from(2, 8, LookAhead.most)
    }).pipe(Effect.scoped, Effect.provide(TestClock.layer()))
  )
  expect(asked).toEqual(["renews 2 to 99"])
})

it("looks up no more than it is told to, for what is late", async () => {
  const { ahead, asked } = play()
  await Effect.runPromise(Effect.andThen(ahead.from(0, 1, 1), ahead.from(0, 8, 8)))
  expect(asked).toEqual(["looks at 0 to 0", "looks at 0 to 7"])
})

it("tells what it has seen without looking again, until something fails or it is told to forget", async () => {
  const { ahead, asked, fails } = play()
  const tokens = (place: number) => ahead.seen(place)?.map(({ lease }) => lease.token) ?? null
  expect(tokens(0)).toBeNull()
  await Effect.runPromise(ahead.from(0, 8, 8))
  expect([tokens(0), tokens(6), tokens(8)]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7], [6, 7], null])
  fails()
  expect(tokens(0)).toBeNull()
  await Effect.runPromise(ahead.from(2, 4, 4))
  expect(tokens(3)).toEqual([3, 4, 5, 6, 7])
  ahead.forget()
  expect(tokens(3)).toBeNull()
  expect(asked).toEqual(["looks at 0 to 7", "renews 2 to 7"])
})

it("takes an endpoint for known for fifty milliseconds, or as long as four looks take, and half a second at most", () => {
  const until = (took: number) => Number(LookAhead.freshUntil(7_000_000n, 7_000_000n + BigInt(took) * 1_000_000n)) / 1e6
  expect([0, 1, 12, 13, 100, 125, 126, 10_000].map(until)).toEqual([57, 57, 57, 59, 407, 507, 507, 507])
})
