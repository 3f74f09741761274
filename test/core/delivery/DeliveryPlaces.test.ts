/**
 * The places of attempts, against a model, over any sequence of attempts that begin and end.
 */
import * as Places from "@signalbox/core/DeliveryPlaces"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scheduler from "effect/Scheduler"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const steps = fc.array(
  fc.oneof(
    fc.record({
      _tag: fc.constant("Take" as const),
      endpoint: fc.nat({ max: 5 }),
      wanted: fc.integer({ min: 1, max: 9 })
    }),
    fc.record({ _tag: fc.constant("Give" as const), endpoint: fc.nat({ max: 5 }) }),
    fc.record({ _tag: fc.constant("Leave" as const), endpoint: fc.nat({ max: 5 }) })
  ),
  { maxLength: 60, size: "max" }
)

/** Endpoints 0 to 2 are one customer's, 3 to 5 another's. */
const customerOf = (endpoint: number): number => endpoint < 3 ? 1 : 2

interface Waiting {
  readonly endpoint: number
  readonly fiber: Fiber.Fiber<Places.Granted>
}

describe("places", () => {
  prop(
    "are one for each endpoint of a bounded number, and some beside; who waits longest is first, and nobody waits without need",
    steps,
    fc.record({
      endpoint: fc.integer({ min: 1, max: 4 }),
      customer: fc.nat({ max: 5 }),
      endpoints: fc.integer({ min: 1, max: 3 })
    }),
    async (all, bounds) => {
      const places = Places.make(bounds)
      const held = Array.from({ length: 6 }, () => 0)
      let waiting: ReadonlyArray<Waiting> = []

      const beside = (customer: number): number =>
        held.reduce((sum, mine, endpoint) => customerOf(endpoint) === customer ? sum + Math.max(0, mine - 1) : sum, 0)
      const hasRoom = (endpoint: number): boolean =>
        held[endpoint]! < bounds.endpoint && (held[endpoint] === 0
          ? busy(customerOf(endpoint)) < bounds.endpoints
          : beside(customerOf(endpoint)) < bounds.customer)
      const busy = (customer: number): number =>
        held.filter((mine, endpoint) => customerOf(endpoint) === customer && mine > 0).length

      /** Counts what was granted meanwhile. */
      const served = (): ReadonlyArray<number> => {
        const granted = waiting.filter(({ fiber }) => fiber.pollUnsafe() !== undefined)
        waiting = waiting.filter((each) => !granted.includes(each))
        for (const { endpoint } of granted) held[endpoint]!++
        return granted.map(({ endpoint }) => endpoint)
      }

      for (const step of all) {
        const id = Given.webhookId(step.endpoint)
        const account = Given.accountId(customerOf(step.endpoint))
        if (step._tag === "Take") {
          const first = held[step.endpoint] === 0
          const could = hasRoom(step.endpoint)
          const fiber = Effect.runFork(places.take(account, id, step.wanted))
          const exit = fiber.pollUnsafe()
          if (exit === undefined) {
            if (bounds.endpoints === 3) expect(first).toBe(false)
            expect(could).toBe(false)
            waiting = [...waiting, { endpoint: step.endpoint, fiber }]
          } else {
            const { hasWaited, places: number } = Exit.isSuccess(exit) ? exit.value : expect.fail("it failed")
            expect(hasWaited).toBe(false)
            expect(number).toBeGreaterThan(0)
            expect(number).toBeLessThanOrEqual(step.wanted)
            held[step.endpoint]! += number
          }
        } else if (step._tag === "Give" && held[step.endpoint]! > 0) {
          held[step.endpoint]!--
          const before = waiting
          const isNext = ({ endpoint }: Waiting) =>
            customerOf(endpoint) === customerOf(step.endpoint) && hasRoom(endpoint)
          const first = before.find(isNext)
          Effect.runSync(places.give(account, id))
          await Promise.resolve()
          const granted = served()
          expect(granted.slice(0, 1)).toEqual(first === undefined ? [] : [first.endpoint])
          expect(new Set(granted).size).toBe(granted.length === 0 ? 0 : 1)
        } else if (step._tag === "Leave") {
          const gone = waiting.find(({ endpoint }) => endpoint === step.endpoint)
          if (gone !== undefined) await Effect.runPromise(Fiber.interrupt(gone.fiber))
          waiting = waiting.filter((each) => each !== gone)
        }
        for (const [endpoint, mine] of held.entries()) {
          expect(mine).toBeLessThanOrEqual(bounds.endpoint)
          expect(beside(customerOf(endpoint))).toBeLessThanOrEqual(bounds.customer)
          expect(busy(customerOf(endpoint))).toBeLessThanOrEqual(bounds.endpoints)
        }
        for (const { endpoint } of waiting) expect(hasRoom(endpoint)).toBe(false)
      }
    }
  )

  it("of one customer are not those of another", () => {
    const places = Places.make({ endpoint: 8, customer: 2 })
    const take = (customer: number, endpoint: number) =>
      Effect.runSync(places.take(Given.accountId(customer), Given.webhookId(endpoint), 8))
    expect(take(1, 1)).toEqual({ places: 3, hasWaited: false })
    expect(take(1, 2)).toEqual({ places: 1, hasWaited: false })
    expect(take(2, 3)).toEqual({ places: 3, hasWaited: false })
  })
})

it("a place that comes to somebody who has just gone away is the next one's", () =>
  Effect.gen(function*() {
    const [customer, webhook] = [Given.accountId(1), Given.webhookId(1)]
    const turns = (count: number) => Effect.forEach(Array.from({ length: count }), () => Effect.yieldNow)
    for (const operations of [2, 3, 4, 5, 6, 2048]) {
      for (let between = 0; between < 8; between++) {
        const places = Places.make({ endpoint: 1, customer: 0 })
        const take = places.take(customer, webhook, 1)
        yield* take
        // It yields as often as it can, so somebody else may come between any two steps.
        const leaving = yield* Effect.forkChild(Effect.provideService(take, Scheduler.MaxOpsBeforeYield, operations))
        yield* turns(9)
        yield* Effect.forkChild(Fiber.interrupt(leaving))
        yield* turns(between)
        yield* places.give(customer, webhook)
        const next = yield* Effect.forkChild(take, { startImmediately: true })
        if (Exit.isSuccess(yield* Fiber.await(leaving))) yield* places.give(customer, webhook)
        yield* turns(9)
        expect(next.pollUnsafe(), `${operations} operations, ${between} turns`).toMatchObject({ value: { places: 1 } })
      }
    }
  }).pipe(Effect.runPromise))
