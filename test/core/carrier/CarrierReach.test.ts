/**
 * Nodes of which some do not reach a carrier: they leave its lines to the others, and ask it again when they may.
 */
import type { SubmissionOutcome } from "@signalbox/core/Carrier"
import type { NodeId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { Store } from "@signalbox/core/Store"
import { Worker } from "@signalbox/core/Worker"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import { accepted, answering, begin, inOrder, plain, run, telling } from "./Submitting.ts"

const hour = 3_600_000

/** Waits until something holds; the clock of the service stands still meanwhile. */
const until = <E, R>(holds: Effect.Effect<boolean, E, R>) =>
  Effect.gen(function*() {
    while (!(yield* holds)) yield* Effect.sleep(5)
  }).pipe(Effect.timeoutOrElse({ duration: 20_000, orElse: () => Effect.die(new Error("never")) }))

const areSent = Effect.map(inOrder, (messages) => messages.every(({ status }) => status === "SENT"))

const away = (millis: number): SubmissionOutcome => ({ _tag: "Busy", until: plus(Given.now, millis), holds: "node" })

const paces = [["no pace", {}], ["a pace", { pace: { perSecond: 1000, inFlight: 5 } }]] as const

it.each(paces)("a node that does not reach a carrier with %s leaves its lines to one that does", async (_, pace) => {
  const here = answering((batch) => batch.map(() => away(hour)))
  const there = telling((batch, tell) =>
    Effect.forEach(batch, ({ attempt }) => tell(attempt, accepted(`of ${attempt}`)), { discard: true })
  )
  await run(
    { carriers: [{ ...here.carrier, ...pace }] },
    Effect.gen(function*() {
      yield* begin(plain(20))
      yield* until(Effect.sync(() => here.batches.length > 0))
      const store = yield* Store
      const other = Bench.layer({
        node: "node-two" as NodeId,
        tap: () => store,
        carriers: [{ ...there.carrier, ...pace }]
      })
      yield* Layer.build(Layer.fresh(other))
      yield* until(areSent)
    }).pipe(Effect.scoped)
  )
  expect([here.batches.length, there.batches.flat().length]).toEqual([1, 20])
})

it("a carrier that no node reaches is asked again when it may be, and not before", async () => {
  let isReached = false
  const { batches, carrier } = answering((batch) =>
    batch.map(({ attempt }) => isReached ? accepted(`of ${attempt}`) : away(hour))
  )
  await run(
    { carriers: [carrier] },
    Effect.gen(function*() {
      yield* begin(plain(3))
      yield* until(Effect.sync(() => batches.length > 0))
      isReached = true
      const [clock, signal, store] = [yield* Bench.TheClock, yield* WorkSignal, yield* Store]
      // Nobody is asked, however often the node is woken; nor does it ask for these lines.
      for (let wakes = 0; wakes < 20; wakes++) {
        yield* signal.raise
        yield* Effect.sleep(5)
      }
      expect(batches.length).toBe(1)
      const held = yield* store.backlogs({ kind: "submission", offset: 0, after: null, depth: 10, limit: 10 })
      expect(held).toMatchObject([{ waiting: 3, held: 0, pausedUntil: null }])
      clock.set(plus(Given.now, hour))
      yield* signal.raise
      yield* until(areSent)
      expect(batches.map((batch) => batch.length)).toEqual([3, 3])
      yield* Effect.flatMap(Worker, ({ idle }) => idle)
    })
  )
})
