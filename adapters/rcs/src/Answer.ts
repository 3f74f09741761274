/**
 * The meaning of the platform's answers. Pure.
 */
import type { Detail, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { FailureClass } from "@signalbox/core/FailureClass"
import type { AttemptId } from "@signalbox/core/Id"
import type * as Instant from "@signalbox/core/Instant"
import type { HttpAnswer } from "@signalbox/http-carrier/HttpClient"
import * as Outcome from "@signalbox/http-carrier/Outcome"
import * as Path from "@signalbox/http-carrier/Path"

/** The classes of failure by the HTTP status. Of all others nobody knows whether the message goes out. */
export const failures: Readonly<Record<number, FailureClass>> = {
  400: "content_not_acceptable",
  401: "sender_refused",
  403: "sender_refused",
  404: "recipient_not_on_channel",
  405: "provider_unavailable",
  413: "content_not_acceptable"
}

/** How long nothing is sent after 429 without Retry-After, in milliseconds. */
export const pause = 1000

const detailOf = ({ status }: HttpAnswer, json: unknown): Detail => ({
  code: Path.text(json, "error.status") ?? `HTTP ${status}`,
  text: Path.text(json, "error.message") ?? "the platform says no more"
})

/**
 * Reads an answer to a message whose name is its attempt. One whose name is known already was taken before, which makes the
 * hand-over exactly-once.
 */
export const read = (answer: HttpAnswer, attempt: AttemptId, now: Instant.Instant): SubmissionOutcome => {
  const { status } = answer
  if (Outcome.isSuccess(answer) || status === 409) return { _tag: "Accepted", references: [attempt] }
  if (status === 429) return Outcome.busy(answer, now, pause)
  const detail = detailOf(answer, Outcome.json(answer.body))
  const failure = failures[status]
  return failure === undefined ? { _tag: "Unanswered", detail } : Outcome.refused(failure, detail)
}

/** Receipts may come of a message of which nobody knows whether it goes out, and they name the attempt. */
export const named = (outcome: SubmissionOutcome, attempt: AttemptId): SubmissionOutcome =>
  outcome._tag === "Unanswered" ? { ...outcome, references: [attempt] } : outcome
