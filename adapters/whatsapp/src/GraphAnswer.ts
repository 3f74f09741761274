/**
 * The answers of the Graph API. Pure.
 */
import type { Detail, SubmissionOutcome } from "@signalbox/core/Carrier"
import type * as Instant from "@signalbox/core/Instant"
import type { HttpAnswer } from "@signalbox/http-carrier/HttpClient"
import * as Outcome from "@signalbox/http-carrier/Outcome"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as ErrorCode from "./ErrorCode.ts"

/** An error as answers and statuses have it. */
export const GraphError = Schema.Struct({
  code: Schema.Int,
  title: Schema.optional(Schema.String),
  message: Schema.optional(Schema.String),
  error_subcode: Schema.optional(Schema.Int),
  error_user_title: Schema.optional(Schema.String),
  error_user_msg: Schema.optional(Schema.String),
  error_data: Schema.optional(Schema.Struct({ details: Schema.optional(Schema.String) }))
})
export type GraphError = typeof GraphError.Type

const Failed = Schema.decodeUnknownOption(Schema.Struct({ error: GraphError }))

const Sent = Schema.decodeUnknownOption(
  Schema.Struct({ messages: Schema.NonEmptyArray(Schema.Struct({ id: Schema.NonEmptyString })) })
)

/** Returns the error of an answer, or null when it has none that can be read. */
export const errorOf = (answer: HttpAnswer): GraphError | null =>
  Option.getOrNull(Option.map(Failed(Outcome.json(answer.body)), ({ error }) => error))

/** Returns Meta's words for an error, but for those that may quote credentials. */
export const detailOf = ({ code, error_data: data, message, title }: GraphError): Detail => ({
  code: String(code),
  text: ErrorCode.meaning(code)?.isPrivate === true
    ? "the access token is not valid any more, or lacks a permission"
    : data?.details ?? title ?? message ?? ""
})

const Usage = Schema.decodeUnknownOption(Schema.Record(
  Schema.String,
  Schema.Array(Schema.Struct({ estimated_time_to_regain_access: Schema.optional(Schema.Finite) }))
))

/** Returns how many milliseconds Meta asks to wait by `X-Business-Use-Case-Usage`, which has minutes; 0 when it does not. */
export const wantedPause = ({ headers }: HttpAnswer): number => {
  const said = headers["x-business-use-case-usage"] ?? ""
  const usage = Option.getOrElse(Usage(Outcome.json(new TextEncoder().encode(said))), () => ({}))
  const minutes = Object.values(usage).flat().map((each) => each.estimated_time_to_regain_access ?? 0)
  return Math.max(0, ...minutes) * 60_000
}

const failed = (answer: HttpAnswer, error: GraphError, now: Instant.Instant): SubmissionOutcome => {
  const meaning = ErrorCode.meaning(error.code)
  const detail = detailOf(error)
  if (meaning?.wait !== undefined) {
    const { holds, millis } = meaning.wait
    return Outcome.busy(answer, now, holds === "lane" ? Math.max(millis, wantedPause(answer)) : millis, holds)
  }
  if (meaning !== null) return Outcome.refused(meaning.failure, detail)
  // An error of the server that is not known leaves open how far the server came.
  return answer.status >= 500
    ? Outcome.unanswered(detail.code, detail.text)
    : Outcome.refused("unknown", detail)
}

/** Tells what became of a message by the answer to its request. */
export const outcomeOf = (answer: HttpAnswer, now: Instant.Instant): SubmissionOutcome => {
  const error = errorOf(answer)
  if (error !== null) return failed(answer, error, now)
  if (Outcome.isSuccess(answer)) {
    const sent = Option.getOrNull(Sent(Outcome.json(answer.body)))
    if (sent !== null) return { _tag: "Accepted", references: [sent.messages[0].id] }
    return {
      _tag: "Unanswered",
      repeat: "never",
      detail: { code: String(answer.status), text: "the answer has no id" }
    }
  }
  const meaning = Outcome.meaningOf(answer.status)
  const detail: Detail = { code: String(answer.status), text: "the answer says nothing more" }
  if (meaning === "busy") return Outcome.busy(answer, now, 1000)
  return meaning === "unanswered"
    ? Outcome.unanswered(detail.code, detail.text)
    : Outcome.refused(meaning, detail)
}

/** Returns whether the recipient has told Meta to take no more marketing from this business. */
export const isOptOut = ({ code }: GraphError): boolean => ErrorCode.meaning(code)?.isOptOut === true
