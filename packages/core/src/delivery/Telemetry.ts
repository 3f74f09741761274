/**
 * Shows attempts to an operator: a span for each, how many there were by how they ended, how long they took, and how
 * many are under way.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Span from "../engine/Span.ts"
import type { WebhookResult } from "../port/WebhookSender.ts"
import type { Attempt } from "./Attempt.ts"
import * as Retry from "./Retry.ts"

const ended = Metric.counter("signalbox_webhook_attempts", {
  description: "Attempts to deliver an event, by how they ended: delivered, refused, failed or unsent.",
  incremental: true
})

/** The same by how they ended, each made once. */
const endedAs = new Map<string, typeof ended>()

const endedBy = (outcome: string): typeof ended => {
  const known = endedAs.get(outcome) ?? Metric.withAttributes(ended, { outcome })
  endedAs.set(outcome, known)
  return known
}

const took = Metric.histogram("signalbox_webhook_attempt_milliseconds", {
  description: "How long attempts to deliver an event took.",
  boundaries: Metric.exponentialBoundaries({ start: 1, factor: 2, count: 18 })
})

const underway = Metric.gauge("signalbox_webhook_attempts_underway", {
  description: "How many attempts to deliver an event this process makes now."
})

const outcome = (result: WebhookResult): string =>
  result._tag === "Answered" ? Retry.succeeded(result) ? "delivered" : "refused" : result._tag.toLowerCase()

/** Measures an attempt. Nothing of URL, secret or body is told. */
export const attempt = <E, R>(
  { delivery, event, webhook }: Attempt,
  send: Effect.Effect<WebhookResult, E, R>
): Effect.Effect<WebhookResult, E, R> =>
  Span.within(
    "signalbox.webhook.attempt",
    () => ({
      kind: "client",
      attributes: {
        account: webhook.account,
        webhook: webhook.id,
        delivery: delivery.id,
        event: event.name,
        attempt: delivery.attempts + 1
      }
    }),
    Effect.gen(function*() {
      const began = yield* Clock.monotonicTimeNanos
      yield* Metric.modify(underway, 1)
      const result = yield* Effect.ensuring(send, Metric.modify(underway, -1))
      const millis = Number((yield* Clock.monotonicTimeNanos) - began) / 1e6
      yield* Metric.update(endedBy(outcome(result)), 1)
      yield* Metric.update(took, millis)
      yield* Effect.annotateCurrentSpan({
        outcome: outcome(result),
        ...(result._tag === "Answered" ? { "http.response.status_code": result.status } : {})
      })
      return result
    })
  )
