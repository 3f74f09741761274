/**
 * The rules after one delivery attempt (decisions 4.5): the delivery's next status and the time of the retry. They are
 * pure, so that a model can check any sequence of outcomes.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { WebhookResult } from "../port/WebhookSender.ts"
import type { Delivery } from "../row/Delivery.ts"
import * as Instant from "../value/Instant.ts"
import { truncate } from "../value/Text.ts"

/** The delay after the failure of attempt `number`, counted from 1: 60 s, doubling, at most one hour. */
export const delay = (number: number): number => Math.min(3600, 60 * 2 ** (number - 1)) * Instant.second

export const succeeded = (result: WebhookResult): boolean =>
  result._tag === "Answered" && result.status >= 200 && result.status < 300

/** Returns what the log keeps of the result of an attempt. */
const outcomeOf = (result: WebhookResult): Pick<Delivery, "httpStatus" | "responseBody" | "errorMessage"> =>
  result._tag === "Answered"
    ? {
      httpStatus: result.status,
      responseBody: truncate(result.body, Limit.webhookResponseLength),
      errorMessage: succeeded(result) ? null : `HTTP status ${result.status}`
    }
    : { httpStatus: null, responseBody: null, errorMessage: result.message }

export interface Verdict {
  readonly delivery: Delivery
  /** When to try again, or null when this delivery has ended. */
  readonly retryAt: Instant.Instant | null
}

/** An attempt that was made, and what has come of it. */
export interface Tried {
  readonly result: WebhookResult
  readonly began: Instant.Instant
  readonly ended: Instant.Instant
}

/** Returns the delivery after this attempt. */
export const after = (delivery: Delivery, { began, ended, result }: Tried, retryCount: number): Verdict => {
  const attempts = delivery.attempts + 1
  const success = succeeded(result)
  const over = success || attempts > retryCount
  const outcome = outcomeOf(result)
  return {
    delivery: {
      ...delivery,
      attempts,
      status: success ? "DELIVERED" : over ? "FAILED" : "RETRYING",
      ...outcome,
      log: [...delivery.log ?? [], { at: began, millis: Math.max(0, ended - began), ...outcome }],
      startedAt: delivery.startedAt ?? began,
      completedAt: over ? ended : null
    },
    retryAt: over ? null : Instant.plus(ended, delay(attempts))
  }
}

/** Ends a delivery without another attempt. */
export const abandoned = (delivery: Delivery, message: string, at: Instant.Instant): Delivery => ({
  ...delivery,
  status: "FAILED",
  errorMessage: message,
  completedAt: at
})
