/**
 * What an operator sees of decisions: a span for each set, how many there were by what they came to, and how long they
 * took with their loads and commits.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import type { ExecutionError } from "./Executor.ts"
import * as Span from "./Span.ts"

const decided = Metric.counter("signalbox_decisions", {
  description: "Decisions, by what they came to: done, refused, conflict, lease_lost, store_failed or defect.",
  incremental: true
})

const took = Metric.histogram("signalbox_decision_milliseconds", {
  description: "How long sets of decisions took, with their loads and commits.",
  boundaries: Metric.exponentialBoundaries({ start: 0.25, factor: 2, count: 18 })
})

const outcomes = {
  Refused: "refused",
  Conflict: "conflict",
  LeaseLost: "lease_lost",
  StoreError: "store_failed"
} as const satisfies Record<ExecutionError["_tag"], string>

const outcome = (exit: Exit.Exit<unknown, ExecutionError>): string => {
  if (exit._tag === "Success") return "done"
  const [reason] = exit.cause.reasons
  return reason?._tag === "Fail" ? outcomes[reason.error._tag] : "defect"
}

/** Measures a set of decisions of one name. */
export const decisions = <A, E extends ExecutionError>(
  name: string,
  executing: Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>>
): Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>> =>
  Span.within(
    "signalbox.decision",
    { kind: "internal", attributes: { decision: name } },
    Effect.gen(function*() {
      const began = yield* Clock.monotonicTimeNanos
      const exits = yield* executing
      const millis = Number((yield* Clock.monotonicTimeNanos) - began) / 1e6
      const counts: Record<string, number> = {}
      for (const exit of exits) counts[outcome(exit)] = (counts[outcome(exit)] ?? 0) + 1
      yield* Metric.update(Metric.withAttributes(took, { decision: name }), millis)
      for (const [key, count] of Object.entries(counts)) {
        yield* Metric.update(Metric.withAttributes(decided, { decision: name, outcome: key }), count)
      }
      yield* Effect.annotateCurrentSpan(counts)
      return exits
    })
  )
