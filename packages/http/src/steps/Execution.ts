/**
 * Steps 8 to 15: reads the body and the parameters, runs the operation, and writes its answer. Every endpoint uses this
 * one function.
 */
import type { Answer } from "@signalbox/core/Answer"
import type { Caller } from "@signalbox/core/Caller"
import type { Json } from "@signalbox/core/Json"
import type { Operation } from "@signalbox/core/Operation"
import { isSandbox, Operations } from "@signalbox/core/Operations"
import type { Upload } from "@signalbox/core/Upload"
import * as Effect from "effect/Effect"
import { hasBody } from "effect/http/HttpMethod"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import * as Exchange from "../Exchange.ts"
import * as Body from "./Body.ts"
import * as Form from "./Form.ts"
import * as Parameters from "./Parameters.ts"
import type { Stopped } from "./Stopped.ts"
import * as Turn from "./Turn.ts"

/** The services that the router provides for a request. */
export type Routed =
  | HttpServerRequest.HttpServerRequest
  | HttpServerRequest.ParsedSearchParams
  | HttpRouter.RouteContext

/** Executes the request of an admitted caller. */
export type Execution = (caller: Caller) => Effect.Effect<HttpServerResponse, Stopped, Operations | Routed>

/** @param respond writes the answer; in the envelope of v3 unless told otherwise */
export const make = <P, Q, B, C, D>(
  operation: Operation<P, Q, B, C, D>,
  respond: (answer: Answer) => HttpServerResponse = (answer) => Exchange.respond(answer)
): Execution => {
  const readParameters = Parameters.reader(operation)
  return Effect.fnUntraced(function*(caller) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const { params } = yield* HttpRouter.RouteContext
    const query = yield* HttpServerRequest.ParsedSearchParams
    const { findings, requestId } = yield* Exchange.Exchange
    const operations = yield* Operations
    const answer = Effect.fnUntraced(function*(body: Json, print: Json, uploads?: ReadonlyArray<Upload>) {
      const sandbox = operation.simulate !== null && isSandbox(body)
      const parameters = yield* readParameters(request, params, query, print, sandbox)
      const carried = uploads === undefined ? {} : { uploads }
      const answer = yield* operations.run(operation, caller, { ...parameters, body, ...carried, requestId })
      if (answer.outcome?.part === "error") {
        const result = yield* Effect.result(answer.result)
        if (result._tag === "Failure") findings.code = result.failure.code
      }
      return respond(answer)
    })
    const { form } = operation
    if (form !== undefined && Form.isForm(request.headers["content-type"])) {
      return yield* Turn.take(
        caller.keyAccount.id,
        Effect.gen(function*() {
          const { body, print, uploads } = yield* Form.understand(yield* Form.read(request), form)
          return yield* answer(body, print, uploads)
        })
      )
    }
    const body: Json = hasBody(request.method) ? yield* Body.read(request, operation.bodyBytes) : {}
    return yield* answer(body, body)
  })
}
