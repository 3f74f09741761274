/**
 * A request as the steps see it, without a server: made of a request of the web and of the fields that a test says.
 */
import * as IdGenerator from "@signalbox/core/IdGenerator"
import * as Received from "@signalbox/http/Received"
import type { Rejection } from "@signalbox/http/steps/Rejection"
import * as RequestContext from "@signalbox/http/steps/RequestContext"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Given from "../core/Given.ts"

const ids = IdGenerator.make(Given.seeded(1), Given.seeded(2))

const nowhere = { params: {}, query: {} }

export const make = (
  init: RequestInit,
  more: Partial<RequestContext.RequestContext> = {}
): RequestContext.RequestContext => {
  const request = new Request("http://localhost/v3/messages", { method: "POST", ...init })
  const received = Received.of(Context.empty(), HttpServerRequest.fromWeb(request))
  return { ...RequestContext.make(received, nowhere, ids, Context.empty()), ...more }
}

/** A refusal as clients see it. */
export const refusal = ({ headers, refused: { code, details, message }, status }: Rejection) => ({
  code,
  message,
  ...(status === undefined ? {} : { status }),
  ...(details === undefined ? {} : { details }),
  ...(headers === undefined ? {} : { headers })
})

/** Runs a step, and returns what comes of it: what it gives, or its refusal. */
export const outcome = async <A>(step: Effect.Effect<A, Rejection>) =>
  Effect.runPromise(Effect.match(step, {
    onSuccess: (given) => ({ given }),
    onFailure: (rejection) => ({ refused: refusal(rejection) })
  }))
