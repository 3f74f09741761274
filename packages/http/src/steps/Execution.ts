/**
 * Steps 8 to 15: reads the body and the parameters, runs the operation, and writes its answer. Every endpoint uses this
 * one function.
 */
import type { Answer } from "@signalbox/core/Answer"
import type { Caller } from "@signalbox/core/Caller"
import * as Deadline from "@signalbox/core/Deadline"
import type { Json } from "@signalbox/core/Json"
import type { Operation } from "@signalbox/core/Operation"
import type { Operations } from "@signalbox/core/Operations"
import { isSandbox } from "@signalbox/core/Operations"
import type { Upload } from "@signalbox/core/Upload"
import * as Effect from "effect/Effect"
import { hasBody } from "effect/http/HttpMethod"
import * as Semaphore from "effect/Semaphore"
import * as Exchange from "../Exchange.ts"
import type { HttpResponse } from "../HttpResponse.ts"
import type { NodeState } from "../NodeState.ts"
import * as Body from "./Body.ts"
import * as Form from "./Form.ts"
import * as Parameters from "./Parameters.ts"
import * as Reading from "./Reading.ts"
import type { Rejection } from "./Rejection.ts"
import type { RequestContext } from "./RequestContext.ts"

/** The services that requests are executed with. */
export interface Means extends Pick<NodeState["Service"], "forms"> {
  readonly operations: Operations["Service"]
}

/** Executes the request of an admitted caller. */
export type Execution = (
  means: Means,
  request: RequestContext,
  caller: Caller
) => Effect.Effect<HttpResponse, Rejection>

/** A request carries its body, what stands for it when two requests are compared, and the documents of a form. */
interface Carried {
  readonly body: Json
  readonly print: Json
  readonly uploads?: ReadonlyArray<Upload>
}

/** @param respond writes the answer; in the envelope of v3 unless told otherwise */
export const make = <P, Q, B, C, D>(
  operation: Operation<P, Q, B, C, D>,
  respond: (request: RequestContext, answer: Answer) => HttpResponse = Exchange.respond
): Execution => {
  const { bodyBytes, form } = operation
  const readParameters = Parameters.reader(operation)

  const run = Effect.fnUntraced(function*(
    operations: Operations["Service"],
    request: RequestContext,
    caller: Caller,
    { body, print, uploads }: Carried
  ) {
    const sandbox = operation.simulate !== null && isSandbox(body)
    const parameters = yield* readParameters(request, print, sandbox)
    // Answers to others of the same caller may have begun to wait while the body of this one was on its way.
    yield* Reading.admit(request)
    const answer = yield* operations.run(operation, caller, {
      ...parameters,
      body,
      ...(uploads === undefined ? {} : { uploads }),
      requestId: request.requestId
    })
    if (answer.outcome?.part === "error") {
      const result = yield* Effect.result(answer.result)
      if (result._tag === "Failure") request.findings.code = result.failure.code
    }
    // A request that only reads can be made again.
    if (!hasBody(request.method)) yield* Reading.admit(request)
    return respond(request, answer)
  })

  return ({ forms, operations }, request, caller) => {
    const { headers, method } = request
    if (form !== undefined && Form.isForm(headers["content-type"])) {
      const executed = Deadline.apart(Form.read(request)).pipe(
        Effect.flatMap((read) => Form.understand(read, form)),
        Effect.flatMap((understood) => run(operations, request, caller, understood))
      )
      return forms.within(caller.keyAccount.id, ({ turn }) => Semaphore.withPermit(turn, executed))
    }
    return hasBody(method)
      ? Effect.flatMap(
        Deadline.apart(Body.read(request, bodyBytes)),
        (body) => run(operations, request, caller, { body, print: body })
      )
      : run(operations, request, caller, bodiless)
  }
}

const bodiless: Carried = { body: {}, print: {} }
