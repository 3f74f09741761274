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
import * as Describing from "./Describing.ts"
import * as Examples from "./Examples.ts"

/** The facts of an operation from which its description is made. */
export interface Facts extends Statuses.Facts, Pick<Operation<never, never, never, never, unknown>, DescribedParts> {
  readonly path: Fields<unknown>
  readonly query: Fields<unknown>
}

type DescribedParts = "beyond" | "description" | "form" | "headers" | "name" | "scope" | "simulate"

interface Content {
  readonly [contentType: string]: { readonly schema: object }
}

/** The parts of an operation that are completed. */
interface Described {
  readonly operationId?: string
  readonly requestBody?: { readonly content: Content }
  readonly responses?: { readonly [status: string]: { readonly content?: Content } }
}

/** Returns the parameters of a path or a query, described by what a client means with their texts. */
const parametersIn = (operation: string, place: "path" | "query", fields: Fields<unknown>): ReadonlyArray<object> => {
  const { properties, required = [] } = Schema.toJsonSchemaDocument(Schema.toType(fields)).schema as {
    readonly properties?: { readonly [name: string]: { readonly description?: string } }
    readonly required?: ReadonlyArray<string>
  }
  return Object.entries(properties ?? {}).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: required.includes(name),
    description: description ?? Describing.parameter(operation, name),
    schema
  }))
}

const parameters = (operation: string, { idempotent, path, query }: Facts): ReadonlyArray<object> => [
  ...parametersIn(operation, "path", path),
  ...parametersIn(operation, "query", query),
  Component.reference("parameters", "ProfileId"),
  ...(idempotent ? [Component.reference("parameters", "IdempotencyKey")] : []),
  Component.reference("parameters", "RequestId")
]

/** The reference page fills a request in from named examples only. */
const withExample = (content: { readonly schema: object }, value: Json | undefined) =>
  value === undefined ? content : { ...content, examples: { usual: { value } } }

/**
 * A form has the fields of the JSON body, and one more part for each document. These have no type: in TypeScript, where all
 * fields of an object fit its index signature, orval 7 would make code of it that does not compile.
 */
const form = (schema: object) => ({
  schema: {
    ...schema,
    additionalProperties: {
      contentMediaType: "application/octet-stream",
      description: "A document that the market asks for, in a part of the requirement's name"
    }
  }
})

const json = "application/json"

/** The definition of a template is any JSON to its operations, which judge it themselves. */
const withDefinition = (schema: object): object => {
  const { properties, required = [] } = schema as {
    readonly properties?: { readonly [name: string]: object }
    readonly required?: ReadonlyArray<string>
  }
  if (properties?.["definition"] === undefined) return schema
  const definition = Component.reference("schemas", "TemplateDefinitionInput")
  const shown = required.includes("definition") ? definition : { anyOf: [definition, { type: "null" }] }
  return { ...schema, properties: { ...properties, definition: shown } }
}

const requestBody = (operation: string, { form: takesForm, name }: Facts, content: Content) => {
  const printed = content[json] ?? { schema: {} }
  const body = { ...printed, schema: Describing.schema(withDefinition(printed.schema), operation.split(".")) as object }
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
          {
            properties: {
              status: { const: status },
              error: { allOf: [Component.reference("schemas", "ApiError"), { properties: { code: { enum: codes } } }] }
            }
          }
        ]
      },
      examples: { usual: { value: Examples.failure(status, codes[0]!) } }
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

const describedContent = (operation: string, content: { readonly schema: object }) => ({
  ...content,
  schema: Describing.schema(content.schema, operation.split(".")) as object
})

const responses = (operation: string, facts: Facts, hasBody: boolean, described: Described["responses"] = {}) => {
  const headers = headersOf(facts, false)
  const data = Examples.of(facts.name)?.data
  const successes = Statuses.successes(facts).map((status) => {
    const content = described[status]?.content?.[json]
    return [status, {
      description: status === 204 ? "Done; there is no body" : "Success",
      headers,
      ...(content === undefined
        ? {}
        : {
          content: {
            [json]: withExample(
              describedContent(operation, content),
              data === undefined ? undefined : Examples.success(data)
            )
          }
        })
    }]
  })
  const failures = [...Statuses.failures(facts, hasBody)].map(([status, codes]) => [status, {
    ...failure(status, codes),
    headers: {
      ...headersOf(facts, true),
      ...(status === 429 ? Component.waiting() : {}),
      ...(status === 503 ? Component.headersNamed("Retry-After") : {}),
      ...(status === 409 && facts.idempotent ? Component.waitingForKey() : {})
    }
  }])
  return Object.fromEntries([...successes, ...failures])
}

/** The words with which the documents mark what version 3 of the specification does not have, also at single fields. */
const beyond = "Signalbox, beyond v3."

/** Makes the transformation of an operation's description. */
export const complete = (facts: Facts, hasBody: boolean) => (described: Described): object => {
  const { operationId = facts.name } = described
  return {
    ...described,
    description: facts.beyond ? `${beyond} ${facts.description}` : facts.description,
    parameters: parameters(operationId, facts),
    // Linters know scopes of OAuth alone beside the way to carry a key.
    "x-scope": facts.scope,
    ...(described.requestBody === undefined
      ? {}
      : { requestBody: requestBody(operationId, facts, described.requestBody.content) }),
    responses: responses(operationId, facts, hasBody, described.responses)
  }
}
