/**
 * Judges whether an answer is one that the OpenAPI document tells of: its status, its code, its headers and its body.
 * Every client of the suites asks it of every answer, so what an endpoint answers in any of them stands in the
 * document.
 */
import { Api, bindings } from "@signalbox/http/Api"
import type { ValidateFunction } from "ajv/dist/2020.js"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as OpenApi from "effect/http-api/OpenApi"
import type { Reply } from "./Reply.ts"

interface Header {
  readonly required?: boolean
}

interface Response {
  readonly headers: Readonly<Record<string, unknown>>
  readonly content?: { readonly [contentType: string]: unknown }
}

/**
 * Closes every object that names its fields. The document leaves them open, so that fields may be added; an answer that
 * has one already is an answer of which the document does not tell.
 */
const close = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(close)
  if (value === null || typeof value !== "object") return value
  const closed = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, close(inner)]))
  return closed["type"] === "object" && "properties" in closed && !("additionalProperties" in closed)
    ? { ...closed, additionalProperties: false }
    : closed
}

const escaped = (step: string): string => step.replaceAll("~", "~0").replaceAll("/", "~1")

const at = (value: unknown, steps: ReadonlyArray<string>): unknown =>
  steps.reduce<unknown>((inner, step) => (inner as Readonly<Record<string, unknown>> | undefined)?.[step], value)

/** The document, which is made at the first answer. */
const document = (() => {
  let made: { readonly tree: unknown; readonly ajv: Ajv2020 } | undefined
  return () => {
    if (made !== undefined) return made
    const tree = close(OpenApi.fromApi(Api))
    const ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      // Each process compiles some two hundred small schemas, and uses most of them seldom.
      code: { optimize: false },
      formats: {
        "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
        e164: /^\+[1-9]\d{6,14}$/,
        uri: /^https?:\/\/\S+$/,
        uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
      }
    })
    ajv.addSchema(tree as object, "openapi")
    return made = { tree, ajv }
  }
})()

/** The place that a value with a reference refers to. */
const resolved = (steps: ReadonlyArray<string>): ReadonlyArray<string> => {
  const reference = (at(document().tree, steps) as { readonly $ref?: string } | undefined)?.$ref
  return reference === undefined ? steps : reference.split("/").slice(1)
}

const compiled = new Map<string, ValidateFunction>()

/** The check of a schema of the document, which is compiled once. */
const validator = (steps: ReadonlyArray<string>): ValidateFunction => {
  const place = `openapi#/${steps.map(escaped).join("/")}`
  const known = compiled.get(place)
  if (known !== undefined) return known
  const made = document().ajv.compile({ $ref: place })
  compiled.set(place, made)
  return made
}

/** The document's description of the answers of one endpoint with one status. */
interface Description {
  readonly headers: ReadonlyArray<{
    readonly name: string
    readonly isRequired: boolean
    readonly validate: ValidateFunction
  }>
  /** Null where there is no body. */
  readonly body: ValidateFunction | null
}

const describe = (steps: ReadonlyArray<string>): Description | null => {
  const response = at(document().tree, steps) as Response | undefined
  return response === undefined ? null : {
    headers: Object.keys(response.headers).map((name) => {
      const place = resolved([...steps, "headers", name])
      const { required = false } = at(document().tree, place) as Header
      return { name: name.toLowerCase(), isRequired: required, validate: validator([...place, "schema"]) }
    }),
    body: response.content === undefined ? null : validator([...steps, "content", "application/json", "schema"])
  }
}

const descriptions = new Map<string, Description | null>()

const descriptionOf = (method: string, path: string, status: number): Description | null => {
  const title = `${method} ${path} ${status}`
  const known = descriptions.get(title)
  if (known !== undefined) return known
  const place = ["paths", path.replaceAll(/:(\w+)/g, "{$1}"), method.toLowerCase(), "responses", String(status)]
  const made = describe(resolved(place))
  descriptions.set(title, made)
  return made
}

const flaws = (validate: ValidateFunction, value: unknown): string | null =>
  validate(value) ? null : document().ajv.errorsText(validate.errors, { dataVar: "body" })

/** Headers that only some answers have: where they are not described, they must not be. */
const telling = ["idempotent-replayed", "retry-after", "x-original-request-id", "x-ratelimit-limit", "x-sandbox"]

const headerFlaw = ({ headers }: Description, reply: Reply): string | null => {
  for (const { isRequired, name, validate } of headers) {
    const value = reply.headers.get(name)
    if (value === undefined && isRequired) return `no header ${name}`
    const flaw = value === undefined ? null : flaws(validate, value)
    if (flaw !== null) return `the header ${name}: ${flaw}`
  }
  const strange = telling.find((each) => reply.headers.has(each) && !headers.some(({ name }) => name === each))
  return strange === undefined ? null : `the header ${strange}`
}

const bodyFlaw = ({ body }: Description, reply: Reply): string | null => {
  if (body === null) return reply.text === "" ? null : "a body"
  return reply.json === undefined ? "no JSON" : flaws(body, reply.json)
}

const patterns = bindings.map(({ method, path }) => ({ method, path, parts: path.split("/") }))

const fits = (parts: ReadonlyArray<string>, segments: ReadonlyArray<string>): boolean =>
  parts.length === segments.length &&
  parts.every((part, index) => part.startsWith(":") ? segments[index] !== "" : part === segments[index])

/** Throws when an endpoint of the contract answers what its description does not tell of. */
export const check = (method: string, path: string, reply: Reply): void => {
  const segments = path.split(/[?#]/)[0]!.split("/")
  const asked = method === "HEAD" ? "GET" : method
  const endpoint = patterns.find((each) => each.method === asked && fits(each.parts, segments))
  if (endpoint === undefined) return
  const description = descriptionOf(asked, endpoint.path, reply.status)
  const flaw = description === null
    ? "the status"
    : headerFlaw(description, reply) ?? (method === "HEAD" ? null : bodyFlaw(description, reply))
  if (flaw === null) return
  throw new Error(
    `${method} ${endpoint.path} answers ${reply.status}, of which its contract does not tell: ${flaw}\n${
      reply.text.slice(0, 2000)
    }`
  )
}

/** Throws when the service delivers an event of which its contract does not tell. */
export const checkEvent = (name: string, body: unknown, headers: Readonly<Record<string, string>>): void => {
  const place = ["webhooks", name, "post"]
  const request = at(document().tree, place) as { readonly parameters: ReadonlyArray<unknown> } | undefined
  const fail = (flaw: string): never => {
    throw new Error(`The event ${name} is none of which the contract tells: ${flaw}\n${JSON.stringify(body)}`)
  }
  if (request === undefined) return fail("its name")
  for (const index of request.parameters.keys()) {
    const parameter = resolved([...place, "parameters", String(index)])
    const { name: header } = at(document().tree, parameter) as { readonly name: string }
    const flaw = flaws(validator([...parameter, "schema"]), headers[header.toLowerCase()])
    if (flaw !== null) fail(`the header ${header}: ${flaw}`)
  }
  const flaw = flaws(validator([...place, "requestBody", "content", "application/json", "schema"]), body)
  if (flaw !== null) fail(flaw)
}
