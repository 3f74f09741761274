/**
 * Shows decisions to an operator: a span for each set, how many there were by what they came to, and how long they took
 * with their loads and commits.
 */
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Recent from "../value/Recent.ts"
import type { Asker } from "./Asker.ts"
import * as Asker_ from "./Asker.ts"
import type { ExecutionError } from "./PendingDecision.ts"
import * as Span from "./Span.ts"

const boundaries = Metric.exponentialBoundaries({ start: 0.25, factor: 2, count: 18 })

/** The metrics of the decisions of one name. They are made once, since naming one costs more than counting. */
const metrics = Recent.make((decision: string) => ({
  took: Metric.histogram("signalbox_decision_milliseconds", {
    description: "How long sets of decisions took, with their loads and commits.",
    boundaries,
    attributes: { decision }
  }),
  decided: Recent.make((outcome: string) =>
    Metric.counter("signalbox_decisions", {
      description: "Decisions, by what they came to: done, refused, conflict, lease_lost, store_failed or defect.",
      incremental: true,
      attributes: { decision, outcome }
    })
  )
}))

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

/** Counts what a set has come to, by outcome. */
const counted = (exits: ReadonlyArray<Exit.Exit<unknown, ExecutionError>>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const exit of exits) {
    const key = outcome(exit)
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}

/** Measures a decision that was executed by itself, and began at this elapsed time of its caller's clock. */
export const decided = (
  name: string,
  exit: Exit.Exit<unknown, ExecutionError>,
  began: bigint,
  caller: Asker
): void => {
  const { decided, took } = metrics.of(name)
  Asker_.measure(caller, took, Number(Asker_.elapsed(caller) - began) / 1e6)
  Asker_.measure(caller, decided.of(outcome(exit)), 1)
}

/** Measures a set of decisions of one name. */
export const decisions = <A, E extends ExecutionError>(
  name: string,
  executing: Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>>
): Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>> =>
  Span.within(
    "signalbox.decision",
    { kind: "internal", attributes: { decision: name } },
    Effect.withFiber((caller) => {
      const began = Asker_.elapsed(caller)
      return Effect.flatMap(executing, (exits) => {
        const counts = counted(exits)
        const { decided, took } = metrics.of(name)
        Asker_.measure(caller, took, Number(Asker_.elapsed(caller) - began) / 1e6)
        for (const key in counts) Asker_.measure(caller, decided.of(key), counts[key]!)
        return Asker_.isTraced(caller)
          ? Effect.as(Effect.annotateCurrentSpan(counts), exits)
          : Effect.succeed(exits)
      })
    })
  )
