/**
 * Completes what Effect prints of an endpoint for OpenAPI with what the steps of a request add to every operation:
 * headers, the types of parameters, forms, the codes of every error, and examples. All of it comes from the operation.
 */
import type { ErrorCode } from "@signalbox/core/ErrorCode"
import * as ErrorCode_ from "@signalbox/core/ErrorCode"
import type { Json } from "@signalbox/core/Json"
import type { Fields, Operation } from "@signalbox/core/Operation"
import * as Schema from "effect/Schema"
import * as Statuses from "../Statuses.ts"
import * as Component from "./Component.ts"
import * as Examples from "./Examples.ts"

/** What the description says is taken from the operation. */
export interface Facts extends Statuses.Facts, Pick<Operation<never, never, never, never, never>, Told> {
  readonly path: Fields<never>
  readonly query: Fields<never>
}

type Told = "form" | "headers" | "name" | "simulate" | "takesVoiceToken"

interface Content {
  readonly [contentType: string]: { readonly schema: object }
}

/** The parts of an operation that are completed. */
interface Described {
  readonly description?: string
  readonly requestBody?: { readonly content: Content }
  readonly responses?: { readonly [status: string]: { readonly content?: Content } }
}

/** What a client means with the texts of a path or a query. */
const parametersIn = (place: "path" | "query", fields: Fields<never>): ReadonlyArray<object> => {
  const { properties, required = [] } = Schema.toJsonSchemaDocument(Schema.toType(fields)).schema as {
    readonly properties?: { readonly [name: string]: object }
    readonly required?: ReadonlyArray<string>
  }
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema
  }))
}

const parameters = ({ idempotent, path, query }: Facts): ReadonlyArray<object> => [
  ...parametersIn("path", path),
  ...parametersIn("query", query),
  Component.reference("parameters", "ProfileId"),
  ...(idempotent ? [Component.reference("parameters", "IdempotencyKey")] : []),
  Component.reference("parameters", "RequestId")
]

const withExample = (content: { readonly schema: object }, example: Json | undefined) =>
  example === undefined ? content : { ...content, example }

/** A form has the fields of the JSON body, and one more part for each document. */
const form = (schema: object) => ({
  schema: {
    ...schema,
    additionalProperties: {
      type: "string",
      contentMediaType: "application/octet-stream",
      description: "A document that the market asks for, in a part of the requirement's name"
    }
  }
})

const json = "application/json"

const requestBody = ({ form: takesForm, name }: Facts, content: Content) => {
  const body = content[json] ?? { schema: {} }
  const { required = [] } = body.schema as { readonly required?: ReadonlyArray<string> }
  return {
    // Bytes that are missing count as `{}`.
    required: required.length > 0,
    content: {
      [json]: withExample(body, Examples.of(name)?.body),
      ...(takesForm === undefined ? {} : { "multipart/form-data": form(body.schema) })
    }
  }
}

const sentence = (code: ErrorCode): string => `- \`${code}\`: ${ErrorCode_.meaning(code)}`

const failure = (status: number, codes: ReadonlyArray<ErrorCode>) => ({
  description: codes.map(sentence).join("\n"),
  content: {
    [json]: {
      schema: {
        allOf: [
          Component.reference("schemas", "Failure"),
          { properties: { status: { const: status }, error: { properties: { code: { enum: codes } } } } }
        ]
      },
      example: Examples.failure(status, codes[0]!)
    }
  }
})

/** The headers of an answer. Failures have the same ones, so that operations can share their descriptions. */
const headersOf = ({ headers = {}, idempotent, simulate }: Facts, isFailure: boolean) => ({
  ...Component.headersNamed("X-Request-Id", "X-Response-Time", "X-API-Version", "X-Profile-Id"),
  ...(isFailure || simulate !== null ? Component.headersNamed("X-Sandbox") : {}),
  ...(isFailure || idempotent ? Component.headersNamed("Idempotent-Replayed", "X-Original-Request-Id") : {}),
  ...Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, { schema: { type: "string", const: value } }])
  )
})

const responses = (facts: Facts, hasBody: boolean, described: Described["responses"] = {}) => {
  const headers = headersOf(facts, false)
  const data = Examples.of(facts.name)?.data
  const successes = Statuses.successes(facts).map((status) => {
    const content = described[status]?.content?.[json]
    return [status, {
      description: status === 204 ? "Done; there is no body" : "Success",
      headers,
      ...(content === undefined
        ? {}
        : { content: { [json]: withExample(content, data === undefined ? undefined : Examples.success(data)) } })
    }]
  })
  const failures = [...Statuses.failures(facts, hasBody)].map(([status, codes]) => [status, {
    ...failure(status, codes),
    headers: {
      ...headersOf(facts, true),
      ...(status === 429 ? Component.waiting() : {}),
      ...(status === 409 && facts.idempotent ? Component.waitingForKey() : {})
    }
  }])
  return Object.fromEntries([...successes, ...failures])
}

/** Makes the transformation of an operation's description. */
export const complete = (facts: Facts, hasBody: boolean) => (described: Described): object => ({
  ...described,
  ...(facts.takesVoiceToken === true
    ? { description: "The bearer may be a voice token of the account in the place of a key." }
    : {}),
  parameters: parameters(facts),
  ...(described.requestBody === undefined ? {} : { requestBody: requestBody(facts, described.requestBody.content) }),
  responses: responses(facts, hasBody, described.responses)
})
