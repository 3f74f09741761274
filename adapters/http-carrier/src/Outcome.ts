/**
 * Outcomes of hand-overs by what came back over HTTP. Pure.
 */
import type { Detail, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { FailureClass } from "@signalbox/core/FailureClass"
import * as Instant from "@signalbox/core/Instant"
import type { HttpAnswer, HttpResult } from "./HttpClient.ts"

/** However long a provider wants to be left alone, it is asked again after so long. */
const longestPause = Instant.hour

const within = (until: number, now: Instant.Instant): Instant.Instant =>
  Instant.make(Math.min(Math.max(until, now + 1), now + longestPause))

/** Returns the instant of a Retry-After in seconds or as a date (RFC 9110, 10.2.3), or null without a readable one. */
export const retryAfter = ({ headers }: HttpAnswer, now: Instant.Instant): Instant.Instant | null => {
  const said = headers["retry-after"]?.trim() ?? ""
  if (/^\d{1,9}(\.\d{1,9})?$/.test(said)) return within(now + Number(said) * 1000, now)
  const date = said.endsWith("GMT") ? Date.parse(said) : Number.NaN
  return Number.isNaN(date) ? null : within(date, now)
}

/** The provider takes no more until the instant of its Retry-After, or for a pause in milliseconds. */
export const busy = (
  answer: HttpAnswer,
  now: Instant.Instant,
  pause: number,
  holds: "lane" | "recipient" = "lane"
): SubmissionOutcome => ({ _tag: "Busy", until: retryAfter(answer, now) ?? within(now + pause, now), holds })

/** How long this node leaves a provider to other nodes that it cannot reach, in milliseconds. */
export const unreachablePause = 5000

/** Nothing was sent, because this node does not reach the provider. */
export const unreachable = (now: Instant.Instant, pause: number = unreachablePause): SubmissionOutcome => ({
  _tag: "Busy",
  until: Instant.plus(now, pause),
  holds: "node"
})

/** Nobody knows whether the provider sent. */
export const unanswered = (code: string, text: string): SubmissionOutcome => ({
  _tag: "Unanswered",
  detail: { code, text }
})

/** The outcome of a request without an answer. */
export const withoutAnswer = (
  result: Exclude<HttpResult, HttpAnswer>,
  now: Instant.Instant
): SubmissionOutcome => result._tag === "Unsent" ? unreachable(now) : unanswered(result.why, "the answer was lost")

export const refused = (failure: FailureClass, detail: Detail | null): SubmissionOutcome => ({
  _tag: "Refused",
  failure,
  detail
})

/** The meaning of an HTTP status that a provider explains no further. */
export type StatusMeaning = FailureClass | "busy" | "unanswered"

/**
 * The HTTP statuses by which a provider says that it has taken nothing. All others leave open what became of the message:
 * a 503 may come from whoever stands before the provider, which has the message already.
 */
export const statuses: Readonly<Record<number, StatusMeaning>> = {
  400: "content_not_acceptable",
  401: "sender_refused",
  402: "provider_unavailable",
  403: "sender_refused",
  404: "provider_unavailable",
  405: "provider_unavailable",
  406: "provider_unavailable",
  410: "provider_unavailable",
  411: "provider_unavailable",
  413: "content_not_acceptable",
  414: "content_not_acceptable",
  415: "content_not_acceptable",
  422: "content_not_acceptable",
  429: "busy"
}

/** Returns the meaning of a status that is no success. A redirect has taken nothing, and is not followed. */
export const meaningOf = (status: number, own: Readonly<Record<number, StatusMeaning>> = {}): StatusMeaning =>
  own[status] ?? statuses[status] ?? (status >= 300 && status < 400 ? "provider_unavailable" : "unanswered")

/** Returns whether the provider says that it has done what it was asked for. */
export const isSuccess = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300

/** Returns the body of an answer or a request as JSON, or undefined when it is none. */
export const json = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
