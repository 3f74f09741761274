/**
 * The binding of an operation to a method and a path. It is the only place that connects an operation with HTTP: the
 * contract for clients and OpenAPI, the requirements that the steps check, and the execution are all made from it.
 */
import type { OperationName } from "@signalbox/core/Catalogue"
import * as Decoding from "@signalbox/core/Decoding"
import type { ErrorCode } from "@signalbox/core/ErrorCode"
import type { Json } from "@signalbox/core/Json"
import type { Any, Fields, Operation } from "@signalbox/core/Operation"
import type { Violation } from "@signalbox/core/Violation"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import type * as Schema from "effect/Schema"
import type * as Envelope from "./Envelope.ts"
import type * as OperationDescription from "./openapi/OperationDescription.ts"
import type { Execution } from "./steps/Execution.ts"
import * as Execution_ from "./steps/Execution.ts"
import type { Requirements } from "./steps/Requirements.ts"

export type Method = "DELETE" | "GET" | "PATCH" | "POST" | "PUT"

/** A way into the service: its method, its path, and what runs. */
export interface Route extends Requirements {
  readonly method: Method
  /** The path, with `:name` for each parameter. */
  readonly path: `/${string}`
  /** Returns the violation that a path parameter is answered with when it is not valid. */
  readonly badPath: () => Pick<Violation, "code" | "message">
  readonly execute: Execution
}

export interface Binding extends Route {
  /** The error codes of the operation itself, besides those that any request may get. */
  readonly refuses: ReadonlyArray<ErrorCode>
}

/** The facts of an operation that its endpoint is made of. */
export interface Described extends OperationDescription.Facts, Pick<Any, "summary"> {
  readonly body: Fields<unknown>
  readonly data: Schema.Codec<unknown, Json>
}

/** An operation that is bound, and the type of the endpoint that clients see of it. */
export interface Bound<E> {
  readonly binding: Binding
  readonly operation: Described
  /** Only TypeScript knows it. */
  readonly "~endpoint"?: E
}

export type AnyBound = Bound<HttpApiEndpoint.Constraint>

export type EndpointOf<B> = B extends Bound<infer E extends HttpApiEndpoint.Constraint> ? E : never

/** The parameters that stand in a path. */
type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}` ? Name | Names<`/${Rest}`>
  : Path extends `${string}:${infer Name}` ? Name
  : never

/** A path that has every parameter of the operation and no other. */
type Fitting<Path extends string, P> = [Names<Path>, keyof P] extends [keyof P, Names<Path>] ? Path : never

/** The name of an endpoint within its group: what the operation does to the group's resource. */
type Verb<Name extends string> = Name extends `${string}.${infer Rest}` ? Rest : Name

/** Parameters as clients send them: as text. Step 9 validates them all in one answer. */
type Texts<A, Text extends Schema.Constraint> = [keyof A] extends [never] ? never
  : Schema.Struct<{ readonly [K in keyof A & string]: Text }>

/** The Schema of a success. An operation without data answers without a body. */
type Success<D> = [D] extends [null] ? HttpApiSchema.NoContent : ReturnType<typeof Envelope.success<Schema.Codec<D>>>

/** The endpoint of an operation, as typed clients see it. */
export type Endpoint<Name extends string, M extends Method, Path extends string, P, Q, B, D> =
  HttpApiEndpoint.HttpApiEndpoint<
    Verb<Name>,
    M,
    Path,
    Texts<P, Schema.String>,
    Texts<Q, Schema.optionalKey<Schema.String>>,
    M extends "GET" ? never : Schema.Codec<B>,
    never,
    Success<D>,
    typeof Envelope.Failure
  >

/** Contacts and phone numbers have another code for this than other resources, so the operation's Schema decides. */
export const badPath = (path: Fields<unknown>): Route["badPath"] => () => {
  const nothing = Object.fromEntries(Object.keys(path.fields).map((name) => [name, ""]))
  return Decoding.decoder(path)(nothing).violations[0] ?? { code: "VALIDATION_003", message: "is not valid" }
}

export const bind = <
  const M extends Method,
  const Path extends `/${string}`,
  const Name extends OperationName,
  P,
  Q,
  B,
  C,
  D
>(
  method: M,
  path: Path & Fitting<Path, P>,
  operation: Operation<P, Q, B, C, D, Name>
): Bound<Endpoint<Name, M, Path, P, Q, B, D>> => {
  const { refuses = [] } = operation
  return {
    binding: {
      ...operation,
      method,
      path,
      badPath: badPath(operation.path),
      refuses,
      execute: Execution_.make(operation)
    },
    operation
  }
}
