/**
 * Late deliveries take fair turns, by a clock that is set by hand, so that each run is exact.
 */
import type { AccountId } from "@signalbox/core/Id"
import * as FairShare from "@signalbox/core/internal/delivery/FairShare"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const run = <A, E>(program: (share: FairShare.FairShare) => Effect.Effect<A, E>): Promise<A> =>
  Effect.flatMap(FairShare.make, program).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)

const now = Effect.clockWith((clock) => clock.currentTimeMillis)

/** The customer whose deliveries are on time. */
const punctual = Given.accountId(99)

/** A late delivery of a customer: when it comes, and how many milliseconds it takes. */
interface LateDelivery {
  readonly at: number
  readonly customer: number
  readonly takes: number
}

interface Done extends LateDelivery {
  readonly began: number
  readonly ended: number
  readonly hasWaited: boolean
}

const deliveries: fc.Arbitrary<ReadonlyArray<LateDelivery>> = fc.array(
  fc.record({ at: fc.nat({ max: 400 }), customer: fc.nat({ max: 3 }), takes: fc.integer({ min: 1, max: 60 }) }),
  { minLength: 1, maxLength: 40, size: "max" }
)

/** Another customer's deliveries are on time for ever. */
const beside = (share: FairShare.FairShare) =>
  Effect.forkChild(Effect.forever(Effect.andThen(share.onTime(punctual), Effect.sleep(300))), {
    startImmediately: true
  })

/** Plays all late deliveries beside deliveries on time of another customer. */
const played = (all: ReadonlyArray<LateDelivery>): Promise<ReadonlyArray<Done>> =>
  run((share) =>
    Effect.gen(function*() {
      yield* beside(share)
      const fibers = yield* Effect.forEach(all, (delivery) =>
        Effect.forkChild(Effect.gen(function*() {
          yield* Effect.sleep(delivery.at)
          return yield* share.late(
            Given.accountId(delivery.customer),
            Effect.fnUntraced(function*(hasWaited) {
              const began = yield* now
              yield* Effect.sleep(delivery.takes)
              return { ...delivery, began, ended: yield* now, hasWaited }
            })
          )
        })))
      // Each delivery may have a turn of its own, and a rest of three times its length behind it.
      yield* TestClock.adjust(400 + all.reduce((sum, { takes }) => sum + 4 * takes, 0))
      return fibers.map((fiber) => {
        const exit = fiber.pollUnsafe()
        return exit !== undefined && Exit.isSuccess(exit) ? exit.value : expect.fail("a delivery is not done")
      })
    })
  )

interface TakenTurn {
  readonly customer: number
  readonly began: number
  readonly ended: number
}

/** Returns the turns, in the order of time: one holds all that began together for one customer. */
const turnsOf = (done: ReadonlyArray<Done>): ReadonlyArray<TakenTurn> => {
  const turns = new Map<string, TakenTurn>()
  for (const { began, customer, ended } of done) {
    const known = turns.get(`${customer}/${began}`)
    turns.set(`${customer}/${began}`, { customer, began, ended: Math.max(ended, known?.ended ?? 0) })
  }
  return [...turns.values()].toSorted((a, b) => a.began - b.began)
}

describe("late deliveries, while others are on time,", () => {
  propWith({ runs: 60 })(
    "have turns of one customer after the other's, and three times as much rest between as work",
    deliveries,
    async (all) => {
      const done = await played(all)
      expect(done.every(({ hasWaited }) => hasWaited)).toBe(true)
      const turns = turnsOf(done)
      for (const [index, { began }] of turns.entries()) {
        const before = turns[index - 1]
        if (before !== undefined) expect(began).toBeGreaterThanOrEqual(before.ended + 3 * (before.ended - before.began))
      }
    }
  )

  propWith({ runs: 60 })(
    "of a customer begin together, and nobody else has two turns meanwhile",
    deliveries,
    async (all) => {
      const done = await played(all)
      for (const delivery of done) {
        const meanwhile = turnsOf(done).filter(({ began }) => began > delivery.at && began < delivery.began)
        expect(meanwhile.some(({ customer }) => customer === delivery.customer)).toBe(false)
        for (const customer of [0, 1, 2, 3]) {
          expect(meanwhile.filter((turn) => turn.customer === customer).length).toBeLessThanOrEqual(1)
        }
      }
    }
  )

  it("keep nobody waiting for longer than a second, however long they take", () =>
    run((share) =>
      Effect.gen(function*() {
        yield* beside(share)
        const hangs = yield* Effect.forkChild(share.late(Given.accountId(1), () => Effect.never))
        yield* TestClock.adjust(1)
        const behind = yield* Effect.forkChild(share.late(Given.accountId(2), () => now))
        // A second for the turn, and three of rest.
        yield* TestClock.adjust(4000)
        expect(yield* Fiber.join(behind)).toBe(4000)
        expect(hangs.pollUnsafe()).toBeUndefined()
      })
    ))

  it("rest no more when nobody is on time any more", () =>
    run((share) =>
      Effect.gen(function*() {
        yield* share.onTime(punctual)
        const late = (customer: number) =>
          Effect.forkChild(share.late(Given.accountId(customer), () => Effect.andThen(Effect.sleep(1000), now)), {
            startImmediately: true
          })
        const [first, second] = [yield* late(1), yield* late(2)]
        yield* TestClock.adjust(2000)
        expect([yield* Fiber.join(first), yield* Fiber.join(second)]).toEqual([1000, 2000])
      })
    ))

  it("that end while they wait, or in their turn, hold nobody up", () =>
    run((share) =>
      Effect.gen(function*() {
        const late = (customer: number) =>
          Effect.forkChild(share.late(Given.accountId(customer), () => Effect.never), { startImmediately: true })
        yield* share.onTime(punctual)
        const first = yield* late(1)
        yield* TestClock.adjust(10)
        const [second, third] = [yield* late(2), yield* late(2)]
        yield* Fiber.interrupt(second)
        yield* Fiber.interrupt(third)
        yield* Fiber.interrupt(first)
        const fourth = yield* Effect.forkChild(share.late(Given.accountId(3), () => now))
        yield* TestClock.adjust(30)
        expect(yield* Fiber.join(fourth)).toBe(40)
      })
    ))
})

describe("late deliveries wait for nothing", () => {
  const at = (millis: number, onTime: ReadonlyArray<AccountId>) =>
    run((share) =>
      Effect.gen(function*() {
        for (const customer of onTime) yield* share.onTime(customer)
        yield* TestClock.adjust(millis)
        return [
          yield* share.isBusy,
          yield* share.late(Given.accountId(1), Effect.succeed)
        ]
      })
    )

  it("when nobody was on time within a second", async () => {
    expect(await at(0, [])).toEqual([false, false])
    expect(await at(999, [punctual, Given.accountId(2)])).toEqual([true, true])
    expect(await at(1000, [punctual, Given.accountId(2)])).toEqual([false, false])
  })

  it("when it was only their own customer", async () => {
    expect(await at(0, [Given.accountId(1), Given.accountId(1)])).toEqual([false, false])
    expect(await at(0, [punctual])).toEqual([false, true])
    expect(await at(0, [punctual, Given.accountId(1)])).toEqual([true, true])
  })

  it("until they are more than a second late", () => {
    expect(FairShare.isLate(Given.now, Given.now)).toBe(false)
    expect([1000, 1001].map((millis) => FairShare.isLate(0 as never, millis as never))).toEqual([false, true])
  })
})
