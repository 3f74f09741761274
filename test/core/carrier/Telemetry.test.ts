import { CarrierId } from "@signalbox/core/Id"
import * as Telemetry from "@signalbox/core/internal/carrier/Telemetry"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import { expect, it } from "vitest"
import { counter, histogram, measured } from "../Measured.ts"

const carrier = CarrierId.make("sms-a")
const accepted = { _tag: "Accepted", references: [] } as const
const refused = { _tag: "Refused", failure: "unknown", detail: null } as const

const underway = Effect.map(
  Metric.snapshot,
  (all) => all.flatMap(({ id, state }) => id === "signalbox_submissions_underway" ? [state] : [])
)

it("a batch is told whole: its messages by what became of them, its time, and how many are under way", async () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const asked = Telemetry.submission(carrier, 3, (count) =>
    Effect.gen(function*() {
      const during = yield* underway
      yield* TestClock.adjust(40)
      yield* Effect.forEach([accepted, refused, accepted], count)
      return during
    }))
  let during: unknown = null
  const told = await measured(Effect.map(asked, (seen) => void (during = seen)).pipe(Effect.withTracer(tracer)))
  expect(during).toEqual([{ value: 3 }])
  const description = "Messages handed to a carrier, by what it told: accepted, refused, busy or unanswered."
  expect(told).toEqual([
    {
      id: "signalbox_submission_milliseconds",
      type: "Histogram",
      description: "How long a carrier was asked about a batch.",
      attributes: { carrier },
      state: histogram(40, 1)
    },
    ...([["accepted", 2], ["refused", 1]] as const).map(([outcome, count]) => ({
      id: "signalbox_submissions",
      type: "Counter",
      description,
      attributes: { carrier, outcome },
      state: counter(count)
    })),
    {
      id: "signalbox_submissions_underway",
      type: "Gauge",
      description: "How many messages carriers are asked about by this process now.",
      attributes: undefined,
      state: { value: 0 }
    }
  ])
  expect(spans.map(({ attributes, kind, name }) => [name, kind, Object.fromEntries(attributes)])).toEqual([
    ["signalbox.submission", "client", { carrier, messages: 3, accepted: 2, refused: 1 }]
  ])
})
