/**
 * Shows submissions to an operator: a span for each batch that a carrier is asked about, how many messages there were
 * by what it told of them, how long it took, and how many are under way.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Span from "../engine/Span.ts"
import type { SubmissionOutcome } from "../port/Carrier.ts"
import type { CarrierId } from "../value/Id.ts"
import * as Recent from "../value/Recent.ts"

const boundaries = Metric.exponentialBoundaries({ start: 1, factor: 2, count: 18 })

/** The metrics of one carrier. They are made once, since naming one costs more than counting. */
const metrics = Recent.make((carrier: CarrierId) => ({
  took: Metric.histogram("signalbox_submission_milliseconds", {
    description: "How long a carrier was asked about a batch.",
    boundaries,
    attributes: { carrier }
  }),
  told: Recent.make((outcome: string) =>
    Metric.counter("signalbox_submissions", {
      description: "Messages handed to a carrier, by what it told: accepted, refused, busy or unanswered.",
      incremental: true,
      attributes: { carrier, outcome }
    })
  )
}))

const underway = Metric.gauge("signalbox_submissions_underway", {
  description: "How many messages carriers are asked about by this process now."
})

export type Count = (outcome: SubmissionOutcome) => Effect.Effect<void>

/** Measures the asking about a batch. The effect counts each outcome. */
export const submission = <A, E, R>(
  carrier: CarrierId,
  size: number,
  asking: (count: Count) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Span.within(
    "signalbox.submission",
    { kind: "client", attributes: { carrier, messages: size } },
    Effect.gen(function*() {
      const began = yield* Clock.monotonicTimeNanos
      const counts: Record<string, number> = {}
      const { told, took } = metrics.of(carrier)
      const count: Count = ({ _tag }) => {
        const outcome = _tag.toLowerCase()
        counts[outcome] = (counts[outcome] ?? 0) + 1
        return Metric.update(told.of(outcome), 1)
      }
      yield* Metric.modify(underway, size)
      const answer = yield* Effect.ensuring(asking(count), Metric.modify(underway, -size))
      const millis = Number((yield* Clock.monotonicTimeNanos) - began) / 1e6
      yield* Metric.update(took, millis)
      yield* Effect.annotateCurrentSpan(counts)
      return answer
    })
  )
