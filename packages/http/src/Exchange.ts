/**
 * The exchange of one request: its id, its start, and how its answer is written.
 */
import type { Answer } from "@signalbox/core/Answer"
import { DocsBase } from "@signalbox/core/Answer"
import type { ErrorCode } from "@signalbox/core/ErrorCode"
import type { AccountId } from "@signalbox/core/Id"
import type { IdGenerator } from "@signalbox/core/IdGenerator"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Envelope from "./Envelope.ts"
import type { HttpResponse } from "./HttpResponse.ts"

export interface Exchange {
  readonly requestId: string
  /** The start in elapsed time, used only for X-Response-Time. */
  readonly startedNanos: bigint
  readonly clock: Clock.Clock
  /** The address of the documentation; empty where errors tell none. */
  readonly docsBase: string
  /** The findings of the steps, for telemetry. */
  readonly findings: Findings
}

export interface Findings {
  operation?: string
  /** The path of the operation's route, with `:name` for each parameter. */
  path?: string
  /** The account that the request acts as. */
  account?: AccountId
  code?: ErrorCode
}

/** A request id is echoed when it is 1 to 128 characters of printable ASCII: anything else could forge log lines. */
const echoable = /^[\x20-\x7e]{1,128}$/

/** @param given the X-Request-Id of the client */
export const open = (given: string | undefined, ids: IdGenerator, context: Context.Context<never>): Exchange => {
  const clock = Context.get(context, Clock.Clock)
  return {
    requestId: given !== undefined && echoable.test(given)
      ? given
      : `req_${ids.uuid().replaceAll("-", "").slice(0, 16)}`,
    startedNanos: clock.monotonicTimeNanosUnsafe(),
    clock,
    docsBase: Context.get(context, DocsBase),
    findings: {}
  }
}

/**
 * The headers of every answer. Answers hold numbers, texts and keys of a customer: no cache on the way may keep them, and no
 * browser may take them for something else.
 */
const standard = ({ clock, requestId, startedNanos }: Exchange): Record<string, string> => ({
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-request-id": requestId,
  "x-response-time": `${(clock.monotonicTimeNanosUnsafe() - startedNanos) / 1_000_000n}ms`,
  "x-api-version": Envelope.version
})

/**
 * Writes an answer.
 *
 * @param encode makes the body; the envelope of v3 unless told otherwise
 */
export const respond = (
  exchange: Exchange,
  answer: Answer,
  headers: Readonly<Record<string, string>> = {},
  encode: (answer: Answer) => string | null = Envelope.encode
): HttpResponse => {
  const body = encode(answer)
  const all: Record<string, string> = Object.assign(standard(exchange), headers)
  if (answer.profile !== null) all["x-profile-id"] = answer.profile
  if (answer.sandbox) all["x-sandbox"] = "true"
  if (answer.retryAfter !== null) all["retry-after"] ??= String(answer.retryAfter)
  if (answer.replayed) {
    all["idempotent-replayed"] = "true"
    all["x-original-request-id"] = answer.requestId
  }
  if (body !== null) all["content-type"] = "application/json"
  return { status: answer.status, headers: all, body }
}

/** Adds the headers of every answer to a response that has been written without them, and keeps those that it has. */
export const close = (
  exchange: Exchange,
  response: HttpResponse
): HttpResponse =>
  response.headers["x-request-id"] === undefined
    ? { ...response, headers: { ...standard(exchange), ...response.headers } }
    : response
