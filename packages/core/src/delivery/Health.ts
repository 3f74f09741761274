/**
 * The health of an endpoint (decisions 4.5): how long first attempts wait after a failure, and when its webhook is
 * switched off. It is pure, so that a model can check any sequence of outcomes.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { WebhookResult } from "../port/WebhookSender.ts"
import type { Endpoint } from "../row/Webhook.ts"
import type { WebhookId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as Retry from "./Retry.ts"

export const newEndpoint = (webhook: WebhookId): Endpoint => ({
  webhook,
  consecutiveFailures: 0,
  failingSince: null,
  waitsUntil: null,
  lastAttemptAt: null,
  lastSuccessAt: null
})

/** Returns whether the last attempt at the endpoint has succeeded, so that several may run at the same time. */
export const isProven = (endpoint: Endpoint | null): boolean =>
  endpoint !== null && endpoint.lastSuccessAt !== null && endpoint.consecutiveFailures === 0

/** Returns how long first attempts wait after so many failures in a row: 1 s, doubling, at most 30 s. */
export const wait = (failures: number): number =>
  Math.min(Limit.webhookProbe.longest, Limit.webhookProbe.first * 2 ** (failures - 1))

/**
 * Returns the endpoint after an attempt.
 *
 * @param disableMinutes for how long an endpoint must have failed before its webhook is switched off; with 0 first
 *   attempts do not wait
 */
export const after = (
  endpoint: Endpoint,
  result: WebhookResult,
  at: Instant.Instant,
  disableMinutes: number
): Endpoint => {
  const calm = { failingSince: null, waitsUntil: null, lastAttemptAt: at }
  if (Retry.succeeded(result)) return { ...endpoint, ...calm, consecutiveFailures: 0, lastSuccessAt: at }
  const failures = endpoint.consecutiveFailures + 1
  return {
    ...endpoint,
    consecutiveFailures: failures,
    failingSince: endpoint.failingSince ?? at,
    waitsUntil: disableMinutes <= 0 ? null : Instant.plus(at, wait(failures)),
    lastAttemptAt: at
  }
}

/** Returns whether the endpoint has failed so often in a row, and for so long, that its webhook is switched off. */
export const isExhausted = (
  { consecutiveFailures, failingSince }: Endpoint,
  at: Instant.Instant,
  disableMinutes: number
): boolean =>
  failingSince !== null && consecutiveFailures >= Limit.webhookFailures &&
  at - failingSince >= disableMinutes * Instant.minute
