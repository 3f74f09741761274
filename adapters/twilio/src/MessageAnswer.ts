/**
 * The outcome of a hand-over by Twilio's answer. Pure.
 */
import type { Detail, SubmissionOutcome } from "@signalbox/core/Carrier"
import type { FailureClass } from "@signalbox/core/FailureClass"
import type { Instant } from "@signalbox/core/Instant"
import type { HttpAnswer, HttpResult } from "@signalbox/http-carrier/HttpClient"
import * as Outcome from "@signalbox/http-carrier/Outcome"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as ErrorCode from "./ErrorCode.ts"

/** The fields of a message that are read. */
const Message = Schema.Struct({
  sid: Schema.String.check(Schema.isPattern(/^(SM|MM)[0-9a-fA-F]{32}$/)),
  status: Schema.optionalKey(Schema.NullOr(Schema.String)),
  error_code: Schema.optionalKey(Schema.NullOr(Schema.Int))
})

const Failure = Schema.Struct({ code: Schema.Int, message: Schema.optionalKey(Schema.NullOr(Schema.String)) })

const readMessage = Schema.decodeUnknownOption(Message)
const readFailure = Schema.decodeUnknownOption(Failure)

/** The own classes of failure of an account, by code. */
export type Failures = Readonly<Record<string, FailureClass>>

export interface Answer {
  readonly outcome: SubmissionOutcome
  /** Whether the answer says that the recipient has opted out with Twilio. */
  readonly isOptedOut: boolean
}

const said = (outcome: SubmissionOutcome): Answer => ({ outcome, isOptedOut: false })

/** Matches what may be a number of a recipient or a sender. */
const numberLike = /\+?\d(?:[ .-]?\d){5,}/g

/** Returns a code with words for it: those of the table, else Twilio's own without numbers. */
export const detailOf = (code: number, message: string | null = null): Detail => ({
  code: String(code),
  text: ErrorCode.isKnown(code) || message === null
    ? ErrorCode.of(code).words
    : message.replaceAll(numberLike, "…")
})

/** Returns the class of failure that a code stands for. */
export const failureOf = (code: number, failures: Failures): FailureClass =>
  failures[code] ?? ErrorCode.of(code).failure

const created = (answer: HttpAnswer, failures: Failures): Answer => {
  const message = Option.getOrNull(readMessage(Outcome.json(answer.body)))
  if (message === null) {
    const detail = { code: String(answer.status), text: "the answer cannot be read" }
    return said({ _tag: "Unanswered", repeat: "never", detail })
  }
  const { error_code: code = null, sid, status } = message
  if (status !== "failed" && status !== "undelivered" && status !== "canceled") {
    return said({ _tag: "Accepted", references: [sid] })
  }
  const failure = code === null ? "unknown" : failureOf(code, failures)
  const detail = code === null ? { code: "", text: status } : detailOf(code)
  return {
    outcome: { _tag: "Refused", failure, detail, references: [sid] },
    isOptedOut: code !== null && ErrorCode.of(code).consequence === "opted out"
  }
}

/** These say nothing of the message, but of the credentials, and other carriers may take it. */
const statuses = { 401: "provider_unavailable", 403: "provider_unavailable" } as const

/** How long the line waits where neither the answer nor the table says so, in milliseconds. */
const pause = 1000

const failed = (answer: HttpAnswer, now: Instant, failures: Failures): Answer => {
  const told = Option.getOrNull(readFailure(Outcome.json(answer.body)))
  const byStatus = Outcome.meaningOf(answer.status, statuses)
  const code = told?.code ?? answer.status
  const { consequence } = ErrorCode.of(code)
  // What stands before Twilio may answer so when Twilio has the message.
  if (byStatus === "unanswered") {
    return said(Outcome.unanswered(String(code), told === null ? "Twilio has failed" : ErrorCode.of(code).words))
  }
  if (consequence !== null && consequence !== "opted out") {
    return said(Outcome.busy(answer, now, consequence.pause, consequence.busy))
  }
  if (byStatus === "busy") return said(Outcome.busy(answer, now, pause))
  if (told === null) {
    return said(Outcome.refused(byStatus, { code: String(answer.status), text: "Twilio names no code" }))
  }
  const isNamed = ErrorCode.isKnown(code) || failures[code] !== undefined
  const failure = isNamed ? failureOf(code, failures) : answer.status === 400 ? "unknown" : byStatus
  return {
    outcome: Outcome.refused(failure, detailOf(code, told.message ?? null)),
    isOptedOut: consequence === "opted out"
  }
}

/** Returns what became of a message. Nothing that it returns quotes the request. */
export const of = (result: HttpResult, now: Instant, failures: Failures = {}): Answer => {
  switch (result._tag) {
    case "Unsent":
      return said(Outcome.unreachable(now))
    case "Lost":
      return said(Outcome.unanswered(result.why, "the answer was lost"))
    case "Answered":
      return Outcome.isSuccess(result) ? created(result, failures) : failed(result, now, failures)
  }
}
