/**
 * Answers to requests that never come to the steps, because a mount or its server refuses them: in the envelope, with
 * the standard headers.
 */
import type { IdGenerator } from "@signalbox/core/IdGenerator"
import type { Context } from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exchange from "./Exchange.ts"
import type { HttpResponse } from "./HttpResponse.ts"
import { reject, respond } from "./steps/Rejection.ts"

export interface Refusal {
  readonly status: 400 | 405 | 408 | 413 | 417 | 431
  /** The part of the request that is wrong: the key of `details`. */
  readonly field: string
  readonly message: string
}

/** @param requestId what the client gave as X-Request-Id, as far as it is known */
export const answer = (
  { field, message, status }: Refusal,
  ids: IdGenerator,
  requestId: string | undefined
): Effect.Effect<HttpResponse> =>
  Effect.contextWith((context: Context<never>) => {
    const refused = reject("VALIDATION_001", { status, details: { [field]: [message] } })
    return Effect.succeed(respond(Exchange.open(requestId, ids, context), refused, null))
  })
