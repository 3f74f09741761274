/**
 * A step that ends the request with a refusal.
 */
import * as Answer from "@signalbox/core/Answer"
import * as ErrorCode from "@signalbox/core/ErrorCode"
import type { AccountId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Refused from "@signalbox/core/Refused"
import * as RequestLog from "@signalbox/core/RequestLog"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exchange from "../Exchange.ts"
import type { HttpResponse } from "../HttpResponse.ts"

export class Rejection extends Data.TaggedError("Rejection")<{
  readonly refused: Refused.Refused
  /** The HTTP status, when it differs from the code's own: 404 and 405 share a code with others, as do 413 and 415. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly sandbox?: boolean
}> {}

export const reject = (
  code: ErrorCode.ErrorCode,
  more: Omit<ConstructorParameters<typeof Rejection>[0], "refused"> & {
    readonly details?: Refused.Details
    /** Replaces the catalogue's sentence where that is too general. */
    readonly message?: string
  } = {}
): Rejection => {
  const { details, message = ErrorCode.meaning(code), ...rest } = more
  return new Rejection({
    refused: new Refused.Refused({ code, message, ...(details === undefined ? {} : { details }) }),
    ...rest
  })
}

/**
 * An unexpected failure can only be found by the id of its request, so the message has it too (specification "Errors").
 */
const traceable = (refused: Refused.Refused, requestId: string): Refused.Refused =>
  refused.code !== "INTERNAL_001" ? refused : new Refused.Refused({
    code: refused.code,
    message: `${refused.message} (${requestId})`
  })

/** Answers a rejection request. */
export const respond = (
  exchange: Exchange.Exchange,
  rejection: Rejection,
  profile: AccountId | null
): HttpResponse => {
  const { clock, docsBase, findings, requestId } = exchange
  const { headers, refused, sandbox = false, status } = rejection
  findings.code = refused.code
  const at = Instant.make(clock.currentTimeMillisUnsafe())
  const answer = Answer.failure({ requestId, at, sandbox, profile }, traceable(refused, requestId), docsBase)
  return Exchange.respond(exchange, { ...answer, status: status ?? answer.status }, headers)
}

/** Answers a request that failed unexpectedly. Only the log gets the cause. */
export const respondDefect = (
  exchange: Exchange.Exchange,
  cause: Cause.Cause<unknown>
): Effect.Effect<HttpResponse> =>
  Cause.hasInterruptsOnly(cause)
    ? Effect.interrupt
    : Effect.map(RequestLog.report(cause), () => respond(exchange, reject("INTERNAL_001"), null))
