/**
 * Steps 8 to 15: reads the body and the parameters, runs the operation, and writes its answer. Every endpoint uses this
 * one function.
 */
import type { Answer } from "@signalbox/core/Answer"
import type { Caller } from "@signalbox/core/Caller"
import type { Json } from "@signalbox/core/Json"
import type { Operation } from "@signalbox/core/Operation"
import type { Operations } from "@signalbox/core/Operations"
import { isSandbox } from "@signalbox/core/Operations"
import type { Upload } from "@signalbox/core/Upload"
import * as Effect from "effect/Effect"
import { hasBody } from "effect/http/HttpMethod"
import * as Exchange from "../Exchange.ts"
import type { HttpResponse } from "../HttpResponse.ts"
import type { Arrival } from "./Arrival.ts"
import * as Body from "./Body.ts"
import * as Form from "./Form.ts"
import * as Parameters from "./Parameters.ts"
import type { Stopped } from "./Stopped.ts"
import * as Turn from "./Turn.ts"

/** Executes the request of an admitted caller. */
export type Execution = (
  operations: Operations["Service"],
  arrival: Arrival,
  caller: Caller
) => Effect.Effect<HttpResponse, Stopped>

/** What a request carries: its body, what stands for it when two requests are compared, and the documents of a form. */
interface Carried {
  readonly body: Json
  readonly print: Json
  readonly uploads?: ReadonlyArray<Upload>
}

/** @param respond writes the answer; in the envelope of v3 unless told otherwise */
export const make = <P, Q, B, C, D>(
  operation: Operation<P, Q, B, C, D>,
  respond: (arrival: Arrival, answer: Answer) => HttpResponse = Exchange.respond
): Execution => {
  const { bodyBytes, form } = operation
  const readParameters = Parameters.reader(operation)

  const run = Effect.fnUntraced(function*(
    operations: Operations["Service"],
    arrival: Arrival,
    caller: Caller,
    { body, print, uploads }: Carried
  ) {
    const sandbox = operation.simulate !== null && isSandbox(body)
    const parameters = yield* readParameters(arrival, print, sandbox)
    const answer = yield* operations.run(operation, caller, {
      ...parameters,
      body,
      ...(uploads === undefined ? {} : { uploads }),
      requestId: arrival.requestId
    })
    if (answer.outcome?.part === "error") {
      const result = yield* Effect.result(answer.result)
      if (result._tag === "Failure") arrival.findings.code = result.failure.code
    }
    return respond(arrival, answer)
  })

  return (operations, arrival, caller) => {
    const { headers, method } = arrival
    if (form !== undefined && Form.isForm(headers["content-type"])) {
      return Turn.take(
        caller.keyAccount.id,
        Form.read(arrival).pipe(
          Effect.flatMap((read) => Form.understand(read, form)),
          Effect.flatMap((understood) => run(operations, arrival, caller, understood))
        )
      )
    }
    return hasBody(method)
      ? Effect.flatMap(
        Body.read(arrival, bodyBytes),
        (body) => run(operations, arrival, caller, { body, print: body })
      )
      : run(operations, arrival, caller, bodiless)
  }
}

const bodiless: Carried = { body: {}, print: {} }
