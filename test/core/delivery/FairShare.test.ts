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

const run = <A, E>(program: (turns: FairShare.FairShare) => Effect.Effect<A, E>): Promise<A> =>
  Effect.flatMap(FairShare.make, program).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)

const now = Effect.clockWith((clock) => clock.currentTimeMillis)

/** The customer whose deliveries are on time. */
const punctual = Given.accountId(99)

/** A piece of a customer's late deliveries: when it comes, and how many milliseconds it takes. */
interface Piece {
  readonly at: number
  readonly customer: number
  readonly takes: number
}

interface Done extends Piece {
  readonly began: number
  readonly ended: number
  readonly hasWaited: boolean
}

const pieces: fc.Arbitrary<ReadonlyArray<Piece>> = fc.array(
  fc.record({ at: fc.nat({ max: 400 }), customer: fc.nat({ max: 3 }), takes: fc.integer({ min: 1, max: 60 }) }),
  { minLength: 1, maxLength: 40, size: "max" }
)

/** Another customer's deliveries are on time for ever. */
const beside = (turns: FairShare.FairShare) =>
  Effect.forkChild(Effect.forever(Effect.andThen(turns.onTime(punctual), Effect.sleep(300))), {
    startImmediately: true
  })

/** Plays all pieces beside deliveries on time of another customer. */
const played = (all: ReadonlyArray<Piece>): Promise<ReadonlyArray<Done>> =>
  run((turns) =>
    Effect.gen(function*() {
      yield* beside(turns)
      const fibers = yield* Effect.forEach(all, (piece) =>
        Effect.forkChild(Effect.gen(function*() {
          yield* Effect.sleep(piece.at)
          return yield* turns.late(
            Given.accountId(piece.customer),
            Effect.fnUntraced(function*(hasWaited) {
              const began = yield* now
              yield* Effect.sleep(piece.takes)
              return { ...piece, began, ended: yield* now, hasWaited }
            })
          )
        })))
      // Each piece may have a turn of its own, and a rest behind it.
      yield* TestClock.adjust(400 + all.reduce((sum, { takes }) => sum + 3 * takes, 0))
      return fibers.map((fiber) => {
        const exit = fiber.pollUnsafe()
        return exit !== undefined && Exit.isSuccess(exit) ? exit.value : expect.fail("a piece is not done")
      })
    })
  )

interface Turn {
  readonly customer: number
  readonly began: number
  readonly ended: number
}

/** Returns the turns, in the order of time: one holds all that began together for one customer. */
const turnsOf = (done: ReadonlyArray<Done>): ReadonlyArray<Turn> => {
  const turns = new Map<string, Turn>()
  for (const { began, customer, ended } of done) {
    const known = turns.get(`${customer}/${began}`)
    turns.set(`${customer}/${began}`, { customer, began, ended: Math.max(ended, known?.ended ?? 0) })
  }
  return [...turns.values()].toSorted((a, b) => a.began - b.began)
}

describe("late deliveries, while others are on time,", () => {
  propWith({ runs: 60 })(
    "have turns of one customer after the other's, and twice as much rest between as work",
    pieces,
    async (all) => {
      const done = await played(all)
      expect(done.every(({ hasWaited }) => hasWaited)).toBe(true)
      const turns = turnsOf(done)
      for (const [index, { began }] of turns.entries()) {
        const before = turns[index - 1]
        if (before !== undefined) expect(began).toBeGreaterThanOrEqual(before.ended + 2 * (before.ended - before.began))
      }
    }
  )

  propWith({ runs: 60 })(
    "of a customer begin together, and nobody else has two turns meanwhile",
    pieces,
    async (all) => {
      const done = await played(all)
      for (const piece of done) {
        const meanwhile = turnsOf(done).filter(({ began }) => began > piece.at && began < piece.began)
        expect(meanwhile.some(({ customer }) => customer === piece.customer)).toBe(false)
        for (const customer of [0, 1, 2, 3]) {
          expect(meanwhile.filter((turn) => turn.customer === customer).length).toBeLessThanOrEqual(1)
        }
      }
    }
  )

  it("keep nobody waiting for longer than a second, however long they take", () =>
    run((turns) =>
      Effect.gen(function*() {
        yield* beside(turns)
        const hangs = yield* Effect.forkChild(turns.late(Given.accountId(1), () => Effect.never))
        yield* TestClock.adjust(1)
        const behind = yield* Effect.forkChild(turns.late(Given.accountId(2), () => now))
        // A second for the turn, and two of rest.
        yield* TestClock.adjust(3000)
        expect(yield* Fiber.join(behind)).toBe(3000)
        expect(hangs.pollUnsafe()).toBeUndefined()
      })
    ))

  it("rest no more when nobody is on time any more", () =>
    run((turns) =>
      Effect.gen(function*() {
        yield* turns.onTime(punctual)
        const late = (customer: number) =>
          Effect.forkChild(turns.late(Given.accountId(customer), () => Effect.andThen(Effect.sleep(1000), now)), {
            startImmediately: true
          })
        const [first, second] = [yield* late(1), yield* late(2)]
        yield* TestClock.adjust(2000)
        expect([yield* Fiber.join(first), yield* Fiber.join(second)]).toEqual([1000, 2000])
      })
    ))

  it("that end while they wait, or in their turn, hold nobody up", () =>
    run((turns) =>
      Effect.gen(function*() {
        const late = (customer: number) =>
          Effect.forkChild(turns.late(Given.accountId(customer), () => Effect.never), { startImmediately: true })
        yield* turns.onTime(punctual)
        const first = yield* late(1)
        yield* TestClock.adjust(10)
        const [second, third] = [yield* late(2), yield* late(2)]
        yield* Fiber.interrupt(second)
        yield* Fiber.interrupt(third)
        yield* Fiber.interrupt(first)
        const fourth = yield* Effect.forkChild(turns.late(Given.accountId(3), () => now))
        yield* TestClock.adjust(20)
        expect(yield* Fiber.join(fourth)).toBe(30)
      })
    ))
})

describe("late deliveries wait for nothing", () => {
  const at = (millis: number, onTime: ReadonlyArray<AccountId>) =>
    run((turns) =>
      Effect.gen(function*() {
        for (const customer of onTime) yield* turns.onTime(customer)
        yield* TestClock.adjust(millis)
        return [
          yield* turns.isBusy,
          yield* turns.late(Given.accountId(1), Effect.succeed)
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
