/**
 * A call of the control: its method, its path, what its body must be, and what it does. Answers are plain JSON; what is
 * wrong is said with the path of each error.
 */
import { violations } from "@signalbox/core/Decoding"
import type { Json } from "@signalbox/core/Json"
import type { ExecutionError } from "@signalbox/core/Operator"
import * as ByteSize from "effect/ByteSize"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Stuck } from "../clock/TimeTravel.ts"
import type { Ended, Services } from "../server/RestartableService.ts"
import * as Access from "./Access.ts"

/** The reason why a call is not carried out. */
export class Refusal extends Data.TaggedError("Refusal")<{
  readonly status: 400 | 404 | 409 | 413 | 422 | 503
  readonly message: string
  readonly details?: ReadonlyArray<{ readonly path: string; readonly message: string }>
}> {}

export type Failure = Refusal | ExecutionError | Stuck | Ended

/** Runs something on the service as it is now. */
export type Run = <A, E>(effect: Effect.Effect<A, E, Services>) => Effect.Effect<A, E | Ended>

type Method = "GET" | "PUT" | "POST" | "PATCH" | "DELETE"

export interface Call {
  readonly method: Method
  readonly path: `/emulator/${string}`
  /** Whether no page of another origin may ask, since the answer holds keys, or holds a connection. */
  readonly isOwn?: true
  /** Tells in whole sentences what the call does, for whoever reads of it in a list. */
  readonly says?: string
  /** The Schema of its body, or of what stands behind the question mark: its type, with numbers as numbers. */
  readonly takes?: Schema.Constraint
  readonly answer: (
    text: string,
    parameters: Parameters,
    query: Query
  ) => Effect.Effect<Json, Failure, Services>
}

/** The names and texts behind the question mark, in their order. */
export type Query = ReadonlyArray<readonly [name: string, text: string]>

const wrong = (what: "body" | "query") => (error: Schema.SchemaError): Refusal =>
  new Refusal({
    status: 400,
    message: `the ${what} is not what this call takes`,
    details: violations(error.issue).map(({ field, message }) => ({
      path: field === "body" ? what : field,
      message
    }))
  })

const parse = (text: string): Result.Result<unknown, Refusal> =>
  Result.try({
    try: () => JSON.parse(text) as unknown,
    catch: () => new Refusal({ status: 400, message: "the body is not JSON" })
  })

/** Decodes strictly: a key that is not known is a mistake of whoever wrote the script. */
export const decode = <A>(schema: Schema.Codec<A, unknown>, what: "body" | "query" = "body") => {
  const decoded = Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error" })
  return (input: unknown): Result.Result<A, Refusal> => Result.mapError(decoded(input), wrong(what))
}

/** The texts in the parameters of a path, by their names. */
export type Parameters = Readonly<Record<string, string | undefined>>

/** A call that takes no body. */
const bare = (method: "GET" | "DELETE") =>
(
  path: Call["path"],
  handle: (parameters: Parameters) => Effect.Effect<Json, Failure, Services>
): Call => ({ method, path, answer: (_, parameters) => handle(parameters) })

export const get = bare("GET")
export const remove = bare("DELETE")

/** A call whose answer depends on what stands behind the question mark. */
export const ask = <A>(
  path: Call["path"],
  schema: Schema.Codec<A, unknown>,
  handle: (query: A, parameters: Parameters) => Effect.Effect<Json, Failure, Services>
): Call => {
  const decodeQuery = decode(schema, "query")
  return {
    method: "GET",
    path,
    takes: Schema.toType(schema),
    answer: (_, parameters, query) => {
      const twice = query.find(([name], index) => query.findIndex(([other]) => other === name) < index)
      return twice === undefined
        ? Effect.flatMap(
          Effect.fromResult(decodeQuery(Object.fromEntries(query))),
          (decoded) => handle(decoded, parameters)
        )
        : new Refusal({
          status: 400,
          message: "the query is not what this call takes",
          details: [{ path: twice[0], message: "must stand there once" }]
        })
    }
  }
}

/** Only the pages of the emulator itself, and what is no page, may use the call. */
export const own = (call: Call): Call => ({ ...call, isOwn: true })

/** Says what a call does. */
export const said = (says: string, call: Call): Call => ({ ...call, says })

export const send = <A>(
  method: Exclude<Method, "GET" | "DELETE">,
  path: Call["path"],
  schema: Schema.Codec<A, unknown>,
  handle: (body: A, parameters: Parameters) => Effect.Effect<Json, Failure, Services>
): Call => {
  const decodeBody = decode(schema)
  return {
    method,
    path,
    takes: schema,
    answer: (text, parameters) =>
      Effect.flatMap(
        Effect.fromResult(Result.flatMap(parse(text === "" ? "{}" : text), decodeBody)),
        (body) => handle(body, parameters)
      )
  }
}

const json = (status: number, body: Json) =>
  HttpServerResponse.text(JSON.stringify(body), { status, contentType: "application/json" })

export const refuse = (status: number, message: string, details: Refusal["details"] = []) => {
  const answer = json(status, { error: { message, details: details.map((each) => ({ ...each })) } })
  return status === 503 ? HttpServerResponse.setHeader(answer, "retry-after", "1") : answer
}

export const foreign = refuse(403, "this call is not for pages of another origin")

/** The largest body, in bytes: a script of thousands of steps fits into it. */
const bodyBytes = ByteSize.fromInputUnsafe(1 << 20)

const readBody = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => request.text).pipe(
  Effect.provideService(MaxBodySize, bodyBytes),
  Effect.mapError(({ reason }) =>
    reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
      ? new Refusal({ status: 413, message: `the body must have at most ${Number(bodyBytes)} bytes` })
      : new Refusal({ status: 400, message: "the body cannot be read" })
  )
)

/** Returns the answer to a call that is not carried out. */
export const failed = (failure: Failure) => {
  switch (failure._tag) {
    case "Refusal":
      return refuse(failure.status, failure.message, failure.details)
    case "Stuck":
      return refuse(503, "the service did not come to rest: something is down, or always busy")
    case "Ended":
      return refuse(503, "the emulator began anew meanwhile")
    default:
      return refuse(503, "the store cannot do it now")
  }
}

/** Returns what stands behind the question mark of an address. */
export const queryOf = (url: string): Query => {
  const start = url.indexOf("?")
  return start < 0 ? [] : [...new URLSearchParams(url.slice(start + 1).replace(/#.*$/s, ""))]
}

/** The route that answers a call. */
export const route = ({ answer, isOwn, method, path }: Call, run: Run) =>
  HttpRouter.add(
    method,
    path,
    Effect.gen(function*() {
      const { headers, url } = yield* HttpServerRequest.HttpServerRequest
      const { host, origin, "sec-fetch-site": site } = headers
      if (isOwn === true && !Access.isOwn({ host, origin, site })) {
        return foreign
      }
      const parameters = yield* HttpRouter.params
      const text = yield* readBody
      return json(200, yield* run(answer(text, parameters, queryOf(url))))
    }).pipe(Effect.catch((failure) => Effect.succeed(failed(failure))))
  )

/** The methods of the calls whose path this is. */
export const methodsAt = (calls: ReadonlyArray<Pick<Call, "method" | "path">>, url: string): ReadonlyArray<Method> => {
  const path = url.replace(/[?#].*$/s, "")
  const isAt = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:[a-z]+/g, "[^/]+")}$`).test(path)
  return calls.filter((call) => isAt(call.path)).map(({ method }) => method)
}
