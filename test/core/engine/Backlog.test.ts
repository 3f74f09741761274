/** Requests wait for the store before work does, and no batch is larger than its bounds. */
import * as Backlogs from "@signalbox/core/internal/engine/Backlog"
import * as Priority from "@signalbox/core/internal/engine/Priority"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

interface Item {
  readonly number: number
  readonly priority: Priority.Priority
  readonly size: number
}

const items = 16
const size = 100

const backlog = () => Backlogs.make<Item>({ items, size, sizeOf: (item) => item.size })

const offered = (of: Backlogs.Backlog<Item>, all: ReadonlyArray<Item>) =>
  Effect.forEach(all, (item) =>
    Effect.provideService(
      Effect.withFiber((caller) => Effect.sync(() => of.offer(item, caller))),
      Priority.Priority,
      item.priority
    ))

const item = (number: number, priority: Priority.Priority, of = 1): Item => ({ number, priority, size: of })

/** All that waits, batch by batch. */
const drained = Effect.fnUntraced(function*(of: Backlogs.Backlog<Item>, count: number) {
  const batches: Array<ReadonlyArray<Item>> = []
  while (batches.flat().length < count) batches.push(yield* of.take)
  return batches
})

const arbitrary = fc.record({
  number: fc.nat(),
  priority: fc.constantFrom("request" as const, "work" as const),
  size: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 300 }))
})

describe("Backlog", () => {
  prop("serves everything once, in order within requests and within work", fc.array(arbitrary), (all) => {
    const given = all.map((each, number) => ({ ...each, number }))
    const batches = Effect.runSync(Effect.gen(function*() {
      const of = backlog()
      yield* offered(of, given)
      return yield* drained(of, given.length)
    }))
    for (const priority of ["request", "work"] as const) {
      const numbers = (list: ReadonlyArray<Item>) =>
        list.filter((each) => each.priority === priority).map((each) => each.number)
      expect(numbers(batches.flat())).toEqual(numbers(given))
    }
  })

  prop("makes no batch too long or too large, except of one item", fc.array(arbitrary), (all) => {
    const batches = Effect.runSync(Effect.gen(function*() {
      const of = backlog()
      yield* offered(of, all)
      return yield* drained(of, all.length)
    }))
    for (const batch of batches) {
      expect(batch.length).toBeGreaterThan(0)
      expect(batch.length).toBeLessThanOrEqual(items)
      // Beside a first item that is too large, a quarter is left for work.
      const most = Math.max(size, batch[0]!.size + size / 4)
      expect(batch.reduce((sum, each) => sum + each.size, 0)).toBeLessThanOrEqual(most)
    }
  })

  prop(
    "serves requests before work that came earlier, and work beside any number of requests",
    fc.integer({ min: 1, max: 200 }),
    fc.integer({ min: 1, max: 200 }),
    fc.constantFrom(1, 80, 300),
    (requests, works, large) => {
      const batches = Effect.runSync(Effect.gen(function*() {
        const of = backlog()
        yield* offered(of, Array.from({ length: works }, (_, number) => item(number, "work", large)))
        yield* offered(of, Array.from({ length: requests }, (_, number) => item(number, "request", large)))
        return yield* drained(of, requests + works)
      }))
      expect(batches[0]![0]!.priority).toBe("request")
      // Of two batches one contains work, for as long as there is some.
      let left = works
      for (let index = 0; index + 1 < batches.length && left > 0; index += 2) {
        const did = batches.slice(index, index + 2).flat().filter(({ priority }) => priority === "work").length
        expect(did).toBeGreaterThan(0)
        left -= did
      }
    }
  )

  prop(
    "gives a batch of those who wait beside another one only when they are enough, and in any case once that has ended",
    fc.integer({ min: 1, max: 2 * items }),
    (count) =>
      Effect.runPromise(Effect.gen(function*() {
        const of = Backlogs.make<Item>({ beside: items, items, size, sizeOf: () => 1 })
        yield* offered(of, [item(0, "request")])
        expect(yield* of.take).toHaveLength(1)
        const taker = yield* Effect.forkChild(of.take, { startImmediately: true })
        yield* offered(of, Array.from({ length: count }, (_, number) => item(number + 1, "work")))
        for (let turns = 0; turns < 3; turns++) yield* Effect.yieldNow
        if (count >= items) {
          expect(yield* Fiber.join(taker)).toHaveLength(items)
          return
        }
        expect(taker.pollUnsafe()).toBeUndefined()
        yield* Fiber.interrupt(taker)
        of.end()
        expect(yield* of.take).toHaveLength(count)
      }))
  )

  it("counts as waiting what no batch has taken", async () => {
    await Effect.gen(function*() {
      const of = Backlogs.make<Item>({ beside: 8, items: 3, size, sizeOf: () => 1 })
      yield* offered(of, Array.from({ length: 10 }, (_, number) => item(number, "request")))
      expect(yield* of.take).toHaveLength(3)
      const taker = yield* Effect.forkChild(of.take, { startImmediately: true })
      for (let turns = 0; turns < 3; turns++) yield* Effect.yieldNow
      expect(taker.pollUnsafe()).toBeUndefined()
      yield* offered(of, [item(10, "request")])
      expect(yield* Fiber.join(taker)).toHaveLength(3)
    }).pipe(Effect.runPromise)
  })

  it("gives its next batch to whoever waits for it", async () => {
    await Effect.gen(function*() {
      const of = backlog()
      const takers = yield* Effect.forEach([1, 2], () => Effect.forkChild(of.take, { startImmediately: true }))
      yield* offered(of, [item(1, "request")])
      expect(yield* Effect.raceAll(takers.map(Fiber.join))).toMatchObject([{ number: 1 }])
      yield* offered(of, [item(2, "request")])
      expect((yield* Effect.forEach(takers, Fiber.join)).flat().map(({ number }) => number).toSorted()).toEqual([1, 2])
    }).pipe(Effect.runPromise)
  })

  it("tells of too few items only when somebody would take them, and lets them go until the next batch", async () => {
    await Effect.gen(function*() {
      const of = Backlogs.make<Item>({ beside: 3, items, size, sizeOf: () => 1 })
      yield* offered(of, [item(0, "request")])
      expect(yield* of.take).toHaveLength(1)
      yield* offered(of, [item(1, "work")])
      const tooFew = yield* Effect.forkChild(of.tooFew, { startImmediately: true })
      yield* Effect.yieldNow
      // Nobody waits for the item, so nobody has to decide whether it goes beside the first one.
      expect(tooFew.pollUnsafe()).toBeUndefined()
      const taker = yield* Effect.forkChild(of.take, { startImmediately: true })
      yield* offered(of, [item(2, "work")])
      yield* Fiber.join(tooFew)
      expect(taker.pollUnsafe()).toBeUndefined()
      yield* of.hurry
      expect(yield* Fiber.join(taker)).toHaveLength(2)
      // The next ones wait for each other again.
      const next = yield* Effect.forkChild(of.take, { startImmediately: true })
      yield* offered(of, [item(3, "work"), item(4, "request")])
      for (let turns = 0; turns < 3; turns++) yield* Effect.yieldNow
      expect(next.pollUnsafe()).toBeUndefined()
      yield* of.hurry
      expect(next.pollUnsafe()).toBeUndefined()
      yield* offered(of, [item(5, "work")])
      expect(yield* Fiber.join(next)).toHaveLength(3)
    }).pipe(Effect.runPromise)
  })

  it("tells whoever asks later of items that wait already and are too few", async () => {
    await Effect.gen(function*() {
      const of = Backlogs.make<Item>({ beside: 3, items, size, sizeOf: () => 1 })
      yield* offered(of, [item(0, "request")])
      expect(yield* of.take).toHaveLength(1)
      const taker = yield* Effect.forkChild(of.take, { startImmediately: true })
      const early = yield* Effect.forkChild(of.tooFew, { startImmediately: true })
      yield* Effect.yieldNow
      expect(early.pollUnsafe()).toBeUndefined()
      yield* Fiber.interrupt(early)
      yield* offered(of, [item(1, "work")])
      yield* of.tooFew
      yield* of.hurry
      expect(yield* Fiber.join(taker)).toHaveLength(1)
    }).pipe(Effect.runPromise)
  })

  it.each<readonly [what: string, requests: number, works: number, large: number, batches: ReadonlyArray<string>]>([
    ["a quarter of a batch for work", 20, 20, 1, ["12r 4w", "8r 4w", "12w"]],
    ["no more requests than there are", 3, 20, 1, ["3r 4w", "16w"]],
    ["a batch of requests alone", 20, 0, 1, ["16r", "4r"]],
    ["a quarter of a batch's size for work", 8, 8, 25, ["3r 1w", "3r 1w", "2r 1w", "4w", "1w"]],
    ["work too large for a quarter in the next batch", 4, 4, 30, ["2r", "3w", "2r", "1w"]],
    ["what is too large alone", 2, 2, 101, ["1r", "1w", "1r", "1w"]]
  ])("has %s", (_, requests, works, large, expected) => {
    const batches = Effect.runSync(Effect.gen(function*() {
      const of = backlog()
      yield* offered(of, Array.from({ length: works }, (_, number) => item(number, "work", large)))
      yield* offered(of, Array.from({ length: requests }, (_, number) => item(number, "request", large)))
      return yield* drained(of, requests + works)
    }))
    const told = batches.map((batch) =>
      (["request", "work"] as const).flatMap((priority) => {
        const count = batch.filter((each) => each.priority === priority).length
        return count === 0 ? [] : [`${count}${priority.charAt(0)}`]
      }).join(" ")
    )
    expect(told).toEqual(expected)
  })

  it("gives nothing to whoever waits for it no longer", async () => {
    await Effect.gen(function*() {
      const of = backlog()
      const [first, second, third] = yield* Effect.forEach(
        [1, 2, 3],
        () => Effect.forkChild(of.take, { startImmediately: true })
      )
      yield* Fiber.interrupt(first!)
      yield* Fiber.interrupt(third!)
      yield* offered(of, [item(1, "request")])
      expect(yield* Fiber.join(second!)).toMatchObject([{ number: 1 }])
    }).pipe(Effect.timeout("5 seconds"), Effect.runPromise)
  })
})
