import { Conflict, LeaseLost } from "@signalbox/core/Executor"
import type { ExecutionError } from "@signalbox/core/Executor"
import * as Asker from "@signalbox/core/internal/engine/Asker"
import * as Telemetry from "@signalbox/core/internal/engine/Telemetry"
import { refused } from "@signalbox/core/Refused"
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { expect, it } from "vitest"
import { counter, histogram, measured } from "../Measured.ts"

/** Every end of a decision, and its name among the metrics. */
const ends: ReadonlyArray<readonly [outcome: string, exit: Exit.Exit<number, ExecutionError>]> = [
  ["conflict", Exit.fail(new Conflict({ use: "told" }))],
  ["defect", Exit.die(new Error("a defect"))],
  ["done", Exit.succeed(1)],
  ["lease_lost", Exit.fail(new LeaseLost({ use: "told" }))],
  ["refused", Exit.fail(refused("RESOURCE_004"))],
  ["store_failed", Exit.fail(new StoreError({ reason: "failed", cause: "gone" }))]
]

const expected = (
  decision: string,
  counts: ReadonlyArray<readonly [outcome: string, count: number]>,
  millis: number
) => [
  {
    id: "signalbox_decision_milliseconds",
    type: "Histogram",
    description: "How long sets of decisions took, with their loads and commits.",
    attributes: { decision },
    state: histogram(millis, 0.25)
  },
  ...counts.map(([outcome, count]) => ({
    id: "signalbox_decisions",
    type: "Counter",
    description: "Decisions, by what they came to: done, refused, conflict, lease_lost, store_failed or defect.",
    attributes: { decision, outcome },
    state: counter(count)
  }))
]

it.each(ends)("a decision that is alone is measured as %s", async (outcome, exit) => {
  const decided = Effect.withFiber((caller) => {
    const began = Asker.elapsed(caller)
    return Effect.andThen(
      TestClock.adjust(3),
      Effect.sync(() => Telemetry.decided("told", exit, began, caller))
    )
  })
  expect(await measured(decided)).toEqual(expected("told", [[outcome, 1]], 3))
})

it("a set is measured once, with how many have come to what, and its span says the same", async () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const exits = [...ends, ...ends.slice(2)].map(([, exit]) => exit)
  const counts = ends.map(([outcome], index) => [outcome, index < 2 ? 1 : 2] as const)
  const set = Telemetry.decisions("set", Effect.as(TestClock.adjust(5), exits))
  const seen: Array<unknown> = []
  const noted = Effect.map(set, (each) => void seen.push(each))
  expect(await measured(noted)).toEqual(expected("set", counts, 5))
  expect(await measured(Effect.withTracer(noted, tracer))).toEqual(expected("set", counts, 5))
  expect(seen).toEqual([exits, exits])
  expect(spans.map(({ attributes, kind, name }) => [name, kind, Object.fromEntries(attributes)])).toEqual([
    ["signalbox.decision", "internal", { decision: "set", ...Object.fromEntries(counts) }]
  ])
})
