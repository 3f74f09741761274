/**
 * A node that stands still between the commit of a hand-over and the question to the carrier (decisions 4.1 "Hand-over"):
 * when it wakes, it asks only about what is still its own.
 */
import type { NodeId } from "@signalbox/core/Id"
import { Store, StoreError } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { describe, expect, it } from "vitest"
import * as Memory from "../../stores/Memory.ts"
import * as Sqlite from "../../stores/Sqlite.ts"
import type { Tap } from "../Bench.ts"
import * as Bench from "../Bench.ts"
import * as Scene from "../Scene.ts"
import { accepted, inOrder, telling, ways } from "./Submitting.ts"

/** A clock whose elapsed time stands still as well, and jumps, as it does for a process that was stopped. */
class JumpingClock extends Bench.StillClock {
  private elapsed = 0n

  jump(millis: number): void {
    this.elapsed += BigInt(millis) * 1_000_000n
  }

  override monotonicTimeNanosUnsafe(): bigint {
    return this.elapsed
  }
}

const two = "node-two" as NodeId

/** A carrier that accepts everything, and opens a latch when it has been asked about so many. */
const willing = (count: number) => {
  const all = Latch.makeUnsafe(false)
  const { batches, carrier } = telling((batch, tell) =>
    Effect.andThen(
      Effect.forEach(batch, ({ attempt }) => tell(attempt, accepted(`of ${attempt}`)), { discard: true }),
      Effect.suspend(() => batches.flat().length >= count ? all.open : Effect.void)
    )
  )
  return { all, carrier, asked: () => batches.flat() }
}

interface Course {
  /** Happens while the first node stands still. */
  readonly meanwhile: "nothing" | "it is taken for dead" | "the store goes away for a moment"
  readonly millis: number
}

const storages = [
  ["memory", Memory.make],
  ["sqlite", Sqlite.make(":memory:")]
] as const

describe.each(storages)("on %s, a node that stands still after it has committed that it hands over", (_, make) => {
  const stands = (work: (typeof ways)[number][1], { meanwhile, millis }: Course) =>
    Effect.gen(function*() {
      const clock = new JumpingClock(yield* Clock.Clock)
      const count = 3
      const [first, second] = [willing(count), willing(count)]
      const [committed, wakes] = [Latch.makeUnsafe(false), Latch.makeUnsafe(false)]
      let isFirst = true
      let commits = 0
      let failures = meanwhile === "the store goes away for a moment" ? 1 : 0
      return yield* Effect.gen(function*() {
        const { killNode, store } = yield* make
        yield* Effect.provideService(Scene.seed(1_000_000), Store, store)
        expect(yield* store.commit([work(count)])).toEqual([{ _tag: "Done" }])
        const tap: Tap = () => ({
          ...store,
          // Nor does it claim again what was taken from it, before it wakes.
          claim: (request) =>
            Effect.suspend(() => isFirst ? store.claim(request) : Effect.andThen(wakes.await, store.claim(request))),
          commit: (batch) =>
            Effect.suspend(() => {
              if (!batch.some(({ holds }) => holds.length > 0)) return store.commit(batch)
              commits++
              if (!isFirst) {
                return failures-- > 0
                  ? Effect.fail(new StoreError({ reason: "unavailable", cause: "cut off" }))
                  : store.commit(batch)
              }
              isFirst = false
              return Effect.tap(store.commit(batch), () => Effect.andThen(committed.open, wakes.await))
            })
        })
        const scope = yield* Effect.scope
        const one = yield* Layer.buildWithScope(Bench.layer({ carriers: [first.carrier], tap }), scope)
        yield* committed.await
        if (meanwhile === "it is taken for dead") {
          yield* killNode(Bench.node)
          const life = yield* Scope.fork(scope)
          const other = yield* Layer.buildWithScope(
            Bench.layer({ node: two, carriers: [second.carrier], tap: () => store }),
            life
          )
          yield* second.all.await
          yield* Context.get(other, Worker).idle
        }
        clock.jump(millis)
        yield* wakes.open
        if (meanwhile !== "it is taken for dead") yield* first.all.await
        yield* Context.get(one, Worker).idle
        const statuses = (yield* Effect.provideService(inOrder, Store, store)).map(({ status }) => status)
        return { asked: [first.asked().length, second.asked().length], commits, statuses }
      }).pipe(Effect.provideService(Bench.TheClock, clock), Effect.provideService(Clock.Clock, clock))
    }).pipe(Effect.scoped, Effect.runPromise)

  const sent = ["SENT", "SENT", "SENT"]

  it.each(ways)("for long asks nobody about what another one has handed over %s meanwhile", async (_, work) => {
    const { asked, statuses } = await stands(work, { meanwhile: "it is taken for dead", millis: 60_000 })
    expect(asked).toEqual([0, 3])
    expect(statuses).toEqual(sent)
  })

  it.each(ways)("for long makes sure that what it has handed over %s is its own, and asks", async (_, work) => {
    const { asked, commits, statuses } = await stands(work, { meanwhile: "nothing", millis: 2000 })
    expect(asked).toEqual([3, 0])
    expect(commits).toBe(2)
    expect(statuses).toEqual(sent)
  })

  it.each(ways)("for a moment asks without looking again about what it has handed over %s", async (_, work) => {
    const { asked, commits, statuses } = await stands(work, { meanwhile: "nothing", millis: 1999 })
    expect(asked).toEqual([3, 0])
    expect(commits).toBe(1)
    expect(statuses).toEqual(sent)
  })

  it.each(ways)("asks later where it cannot make sure of what it has handed over %s", async (_, work) => {
    const { asked, commits, statuses } = await stands(work, {
      meanwhile: "the store goes away for a moment",
      millis: 60_000
    })
    expect(asked).toEqual([3, 0])
    expect(commits).toBeGreaterThan(2)
    expect(statuses).toEqual(sent)
  })
})
