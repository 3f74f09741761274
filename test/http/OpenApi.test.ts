/**
 * The OpenAPI that is printed from the contract: every parameter, every body, every status with its codes, and nothing
 * else.
 */
import { Validator } from "@seriousme/openapi-schema-validator"
import { operations } from "@signalbox/core/Catalogue"
import { NumberType } from "@signalbox/core/Market"
import { Api } from "@signalbox/http/Api"
import type { Binding } from "@signalbox/testing/http/Bindings"
import { bindings } from "@signalbox/testing/http/Bindings"
import * as OpenApi from "effect/http-api/OpenApi"
import { describe, expect, it } from "vitest"

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required: boolean
  readonly schema: { readonly type?: string; readonly format?: string; readonly enum?: ReadonlyArray<unknown> }
}

interface Content {
  readonly [contentType: string]: { readonly schema: Printable; readonly example?: unknown }
}

interface Response {
  readonly description: string
  readonly headers: Readonly<Record<string, object>>
  readonly content?: Content
}

interface Printed {
  readonly operationId: string
  readonly summary: string
  readonly deprecated?: boolean
  readonly security: ReadonlyArray<object>
  readonly "x-scope": string
  readonly parameters: ReadonlyArray<Parameter | Reference>
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response | Reference>>
}

interface Reference {
  readonly $ref: string
}

interface Printable {
  readonly $ref?: string
  readonly properties?: object
  readonly additionalProperties?: object
  readonly allOf?: ReadonlyArray<Printable>
}

interface Fact {
  readonly summary: string
  readonly scope: string
  readonly path: { readonly fields: object }
  readonly query: { readonly fields: object }
  readonly body: { readonly fields: object }
  readonly status: number
  readonly isOk?: unknown
  readonly idempotent: boolean
}

const document = OpenApi.fromApi(Api) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Printed>>>>
  readonly info: object
  readonly components: { readonly [part: string]: Readonly<Record<string, unknown>> }
}

const pathOf = ({ path }: Binding): string => path.replaceAll(/:(\w+)/g, "{$1}")
const printed = (binding: Binding): Printed => document.paths[pathOf(binding)]![binding.method.toLowerCase()]!
const factOf = ({ name }: Binding): Fact => operations[name]

const resolve = <A extends object>(value: A | Reference): A => {
  if (!("$ref" in value)) return value
  const [, , part, name] = value.$ref.split("/")
  return document.components[part!]![name!] as A
}

const parametersOf = (binding: Binding): ReadonlyArray<Parameter> => printed(binding).parameters.map(resolve<Parameter>)

const names = (binding: Binding, where: string): ReadonlyArray<string> =>
  parametersOf(binding).filter((parameter) => parameter.in === where).map(({ name }) => name)

const responseOf = (binding: Binding, status: string): Response =>
  resolve<Response>(printed(binding).responses[status]!)

/** The codes that the description of a failure lists, and those that its schema takes. */
const codesOf = (response: Response) => ({
  described: [...response.description.matchAll(/`([A-Z]+_\d{3})`/g)].map(([, code]) => code),
  taken: /"enum":(\[[^\]]*\])/.exec(JSON.stringify(response.content))?.[1] ?? ""
})

const of = (method: string, path: string): Binding =>
  bindings.find((each) => each.method === method && each.path === path)!

/** Any request may be answered with one of these (specification "Errors", decisions part 1). */
const always = ["400", "401", "403", "404", "429", "500", "503"]

it("asks for its key by a middleware that is named after its module", () => {
  const keys = Object.values(Api.groups).flatMap((group) =>
    Object.values(group.endpoints).flatMap((endpoint) => [...endpoint.middlewares].map(({ key }) => key))
  )
  expect(keys).not.toHaveLength(0)
  expect([...new Set(keys)]).toEqual(["@signalbox/http/Api/Credential"])
})

describe("OpenAPI", () => {
  it("is valid by the official schema of its version", async () => {
    const validator = new Validator()
    const { errors, valid } = await validator.validate(structuredClone(document))
    expect({ errors, valid, version: validator.version }).toEqual({ errors: undefined, valid: true, version: "3.1" })
    // What is not valid is found.
    const broken = await new Validator().validate({ ...structuredClone(document), info: {} })
    expect(broken.valid).toBe(false)
  })

  it("tells what it is of, and where a key goes", () => {
    expect(document.info).toMatchObject({ title: "Signalbox", version: "v3" })
    expect(document.components["securitySchemes"]).toMatchObject({
      apiKey: { type: "apiKey", name: "x-api-key", in: "header" },
      bearer: { type: "http", scheme: "Bearer" }
    })
  })

  it("has every binding, and nothing else", () => {
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`)
    )
    expect(found.toSorted()).toEqual(bindings.map((each) => `${each.method} ${pathOf(each)}`).toSorted())
    expect(found.length).toBeGreaterThan(20)
  })

  it("asks for the country and the type of number of requirements, and names the words", () => {
    const query = parametersOf(of("GET", "/v3/compliance/requirements")).filter((each) => each.in === "query")
    expect(query.map(({ name, required }) => [name, required])).toEqual([
      ["country", true],
      ["type", true],
      ["channel", false]
    ])
    const said = Object.fromEntries(query.map(({ name, schema }) => [name, JSON.stringify(schema)]))
    for (const type of [...NumberType.literals, "10DLC"]) expect(said["type"]).toContain(`"${type}"`)
    for (const channel of ["sms", "whatsapp", "rcs"]) expect(said["channel"]).toContain(`"${channel}"`)
    const { content } = responseOf(of("GET", "/v3/compliance/requirements"), "200")
    expect(JSON.stringify(content)).toContain("\"method\":{\"type\":\"string\",\"enum\":[\"POST\"]")
  })

  it("refers to nothing that it does not have", () => {
    const references = new Set([...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, place]) => place!))
    expect(references.size).toBeGreaterThan(40)
    for (const $ref of references) expect(resolve({ $ref }), $ref).toBeTypeOf("object")
  })

  it.each(bindings.map((binding) => [`${binding.method} ${binding.path}`, binding] as const))(
    "tells all of %s",
    (_, binding) => {
      const fact = factOf(binding)
      const { deprecated = false, requestBody, responses, summary } = printed(binding)
      expect(summary).toBe(fact.summary)
      expect(printed(binding).security).toEqual([{ apiKey: [] }, { bearer: [] }])
      expect(printed(binding)["x-scope"]).toBe(fact.scope)
      const isDeprecated = binding.path.startsWith("/v3/profiles") || binding.name === "contacts.delete"
      expect(deprecated).toBe(isDeprecated)

      expect(names(binding, "path")).toEqual([...binding.path.matchAll(/:(\w+)/g)].map(([, name]) => name))
      expect(names(binding, "path")).toEqual(Object.keys(fact.path.fields))
      expect(names(binding, "query").toSorted()).toEqual(Object.keys(fact.query.fields).toSorted())
      const isChange = ["POST", "PUT", "PATCH"].includes(binding.method) && !/\/(preview|explain)$/.test(binding.path)
      expect(names(binding, "header")).toEqual([
        "x-profile-id",
        ...(isChange ? ["Idempotency-Key"] : []),
        "X-Request-Id"
      ])

      const takesBody = binding.method !== "GET"
      const form = binding.name === "markets.create" || binding.name === "sender_profiles.create"
      expect(Object.keys(requestBody?.content ?? {})).toEqual(
        takesBody ? ["application/json", ...(form ? ["multipart/form-data"] : [])] : []
      )
      for (const { schema } of Object.values(requestBody?.content ?? {})) {
        expect(Object.keys(schema.properties ?? {}).toSorted()).toEqual(Object.keys(fact.body.fields).toSorted())
      }

      expect(Object.keys(responses).toSorted()).toEqual(
        [
          String(fact.status),
          ...(binding.name === "profiles.complete" ? ["200"] : []),
          // Whoever knows the calls may fail.
          ...(binding.name === "calls.list" ? ["502"] : []),
          ...(binding.name === "markets.create" ? ["201"] : []),
          ...(binding.name === "verifications.create" ? ["200"] : []),
          ...(binding.name === "requirements.get" ? ["501"] : []),
          ...always,
          ...(takesBody ? ["413", "415"] : []),
          // A key that is in use, or was used for another request.
          ...(isChange ? ["409", "422"] : [])
        ].toSorted()
      )
      for (const status of Object.keys(responses)) {
        const response = responseOf(binding, status)
        expect(Object.keys(response.content ?? {})).toEqual(status === "204" ? [] : ["application/json"])
        expect(Object.keys(response.headers)).toEqual(
          expect.arrayContaining(["X-Request-Id", "X-Response-Time", "X-API-Version", "X-Profile-Id"])
        )
        if (Number(status) < 400) continue
        const { described, taken } = codesOf(response)
        expect(described.length, status).toBeGreaterThan(0)
        expect(JSON.parse(taken)).toEqual(described)
      }
    }
  )

  it("has the parameters of lists and the bodies of deletions", () => {
    expect(names(of("GET", "/v3/templates"), "query")).toEqual(
      expect.arrayContaining(["page", "page_size", "search", "status", "category"])
    )
    expect(names(of("GET", "/v3/sender-profiles"), "query")).toEqual(["page", "page_size"])
    for (const path of ["/v3/users/:userId", "/v3/profiles/:profileId", "/v3/sender-profiles/:id"]) {
      const { content, required } = printed(of("DELETE", path)).requestBody!
      expect(Object.keys(content["application/json"]!.schema.properties!)).toEqual(["sandbox"])
      expect(required).toBe(false)
    }
    expect(Object.keys(printed(of("DELETE", "/v3/templates/:id")).requestBody!.content["application/json"]!.schema))
      .toContain("properties")
    expect(Object.keys(printed(of("POST", "/v3/profiles/:profileId/complete")).responses)).toEqual(
      expect.arrayContaining(["200", "202"])
    )
  })

  it("tells the types of parameters", () => {
    const typed = (binding: Binding, name: string) => parametersOf(binding).find((each) => each.name === name)
    expect(typed(of("GET", "/v3/messages/:id"), "id")).toMatchObject({
      required: true,
      schema: { type: "string", format: "uuid" }
    })
    expect(typed(of("GET", "/v3/contacts"), "page_size")).toMatchObject({
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 100 }
    })
    expect(typed(of("GET", "/v3/conversations"), "page")).toMatchObject({ required: true })
    expect(typed(of("POST", "/v3/messages"), "x-profile-id")).toMatchObject({
      required: false,
      schema: { type: "string", format: "uuid" }
    })
  })

  it("tells the codes of each status", () => {
    const codes = (method: string, path: string, status: string) =>
      codesOf(responseOf(of(method, path), status)).described
    expect(codes("GET", "/v3/messages/:id", "404")).toEqual(["RESOURCE_003", "RESOURCE_013"])
    expect(codes("POST", "/v3/messages/:id/cancel", "409")).toEqual(["BUSINESS_006", "CONFLICT_001"])
    expect(codes("POST", "/v3/voice/telemetry", "401")).toEqual(["AUTH_001", "AUTH_002"])
    expect(codes("POST", "/v3/messages", "400")).toContain("VALIDATION_008")
    expect(codes("GET", "/v3/compliance/requirements", "501")).toEqual(["VALIDATION_006"])
    expect(codes("POST", "/v3/webhooks", "503")).toEqual(["SERVICE_001", "INTERNAL_005"])
  })

  it("leaves requests and answers open for more fields, and forms for documents", () => {
    expect(JSON.stringify(document)).not.toContain("\"additionalProperties\":false")
    const { content } = printed(of("POST", "/v3/channels/sms")).requestBody!
    expect(content["multipart/form-data"]!.schema.additionalProperties).toMatchObject({
      contentMediaType: "application/octet-stream"
    })
  })
})
