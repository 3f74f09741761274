/**
 * Reads what the OpenAPI document says of requests for the fuzzer, which knows no more of an endpoint than any client.
 */
import { Api } from "@signalbox/http/Api"
import * as LegacyApi from "@signalbox/http/legacy/LegacyApi"
import { bindings } from "@signalbox/testing/http/Bindings"
import * as OpenApi from "effect/http-api/OpenApi"

export interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string
  readonly format?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

export interface Parameter {
  readonly name: string
  readonly in: "header" | "path" | "query"
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface Endpoint {
  /** `POST /v3/messages` */
  readonly title: string
  readonly method: string
  /** With `:name` where a parameter stands. */
  readonly path: string
  readonly parameters: ReadonlyArray<Parameter>
  /** Null where no body is taken. */
  readonly body: Schema | null
  readonly successes: ReadonlyArray<number>
  /** Whether the endpoint simulates its answer in sandbox. */
  readonly isSimulated: boolean
  /** Its description in the document; empty where the document does not tell of it. */
  readonly description: string
}

interface Printed {
  readonly description?: string
  readonly parameters: ReadonlyArray<Parameter | { readonly $ref: string }>
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: Schema } } }
  readonly responses: Readonly<Record<string, { readonly headers: object }>>
}

const document = OpenApi.fromApi(Api) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Printed>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** Returns the schema or parameter that a reference refers to. */
export const resolve = <A extends object>(value: A | { readonly $ref: string }): A => {
  if (!("$ref" in value) || typeof value.$ref !== "string") return value as A
  const [, , part, name] = value.$ref.split("/")
  return document.components[part!]![name!] as A
}

/** Every endpoint of the contract, with the name of its operation. */
export const endpoints = bindings.map(({ method, name, path }) => {
  const printed = document.paths[path.replaceAll(/:(\w+)/g, "{$1}")]![method.toLowerCase()]!
  const endpoint: Endpoint = {
    title: `${method} ${path}`,
    method,
    path,
    parameters: printed.parameters.map((each) => resolve<Parameter>(each)),
    body: printed.requestBody?.content["application/json"].schema ?? null,
    successes: Object.keys(printed.responses).map(Number).filter((status) => status < 300),
    isSimulated: Object.entries(printed.responses).some(([status, response]) =>
      Number(status) < 300 && "X-Sandbox" in response.headers
    ),
    description: printed.description ?? ""
  }
  return { ...endpoint, name }
})

/** The endpoints of v2, of which the document does not tell. */
export const legacy: ReadonlyArray<Endpoint> = LegacyApi.routes.map(({ method, path }) => ({
  title: `${method} ${path}`,
  method,
  path,
  parameters: [],
  body: method === "GET" ? null : {},
  successes: [200],
  isSimulated: false,
  description: ""
}))
