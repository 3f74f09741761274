/**
 * All that an effect measures, whole: each metric as an exporter reads it, by a clock that stands until it is told to go on.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as TestClock from "effect/testing/TestClock"

/** Returns what is measured while an effect runs, in the order of the names. */
export const measured = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.andThen(effect, Metric.snapshot).pipe(
    Effect.map((all) =>
      all.map(({ attributes, description, id, state, type }) => ({ id, type, description, attributes, state }))
        .toSorted((one, other) => one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
    ),
    Effect.provideService(Metric.MetricRegistry, new Map()),
    Effect.provide(TestClock.layer()),
    Effect.runPromise
  )

/** Makes a histogram that knows of one length of time. Each of its boundaries is twice the one before. */
export const histogram = (millis: number, first: number) => ({
  buckets: [...Array.from({ length: 17 }, (_, index) => first * 2 ** index), Infinity]
    .map((boundary) => [boundary, millis <= boundary ? 1 : 0]),
  count: 1,
  min: millis,
  max: millis,
  sum: millis
})

export const counter = (count: number) => ({ count, incremental: true })
