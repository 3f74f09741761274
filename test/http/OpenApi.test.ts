/**
 * The OpenAPI that is printed from the contract: every parameter, every body, every status, and nothing else.
 */
import { operations } from "@signalbox/core/Catalogue"
import { Api } from "@signalbox/http/Api"
import type { Binding } from "@signalbox/testing/http/Bindings"
import { bindings } from "@signalbox/testing/http/Bindings"
import * as OpenApi from "effect/http-api/OpenApi"
import { describe, expect, it } from "vitest"

interface Parameter {
  readonly in: string
  readonly name: string
  readonly required: boolean
}

interface Printed {
  readonly summary: string
  readonly deprecated?: boolean
  readonly security: ReadonlyArray<object>
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Printable }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

interface Printable {
  readonly $ref?: string
  readonly properties?: object
}

interface Fact {
  readonly summary: string
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
  readonly components: { readonly schemas: Readonly<Record<string, Printable>>; readonly securitySchemes: object }
}

const pathOf = ({ path }: Binding): string => path.replaceAll(/:(\w+)/g, "{$1}")
const printed = (binding: Binding): Printed => document.paths[pathOf(binding)]![binding.method.toLowerCase()]!
const factOf = ({ name }: Binding): Fact => operations[name]

const properties = ({ $ref, properties = {} }: Printable): ReadonlyArray<string> =>
  $ref === undefined ? Object.keys(properties) : properties_(document.components.schemas[$ref.split("/").at(-1)!]!)
const properties_ = (schema: Printable) => Object.keys(schema.properties ?? {})

const names = (binding: Binding, where: string): ReadonlyArray<string> =>
  printed(binding).parameters.filter((parameter) => parameter.in === where).map(({ name }) => name)

/** What may befall any request (specification "Errors", decisions part 1). */
const always = ["400", "401", "403", "404", "429", "500", "503"]

describe("OpenAPI", () => {
  it("tells what it is of, and where a key goes", () => {
    expect(document.info).toEqual({ title: "Signalbox", version: "v3" })
    expect(document.components.securitySchemes).toMatchObject({
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

  it.each(bindings.map((binding) => [`${binding.method} ${binding.path}`, binding] as const))(
    "tells all of %s",
    (_, binding) => {
      const fact = factOf(binding)
      const { deprecated = false, requestBody, responses, summary } = printed(binding)
      expect(summary).toBe(fact.summary)
      expect(printed(binding).security).toEqual([{ apiKey: [] }, { bearer: [] }])
      const isDeprecated = binding.path.startsWith("/v3/profiles") || binding.name === "contacts.delete"
      expect(deprecated).toBe(isDeprecated)

      expect(names(binding, "path")).toEqual([...binding.path.matchAll(/:(\w+)/g)].map(([, name]) => name))
      expect(names(binding, "path")).toEqual(Object.keys(fact.path.fields))
      expect(names(binding, "query").toSorted()).toEqual(Object.keys(fact.query.fields).toSorted())
      for (const parameter of printed(binding).parameters) expect(parameter.required).toBe(parameter.in === "path")

      const takesBody = binding.method !== "GET"
      expect(Object.keys(requestBody?.content ?? {})).toEqual(takesBody ? ["application/json"] : [])
      expect(takesBody ? properties(requestBody!.content["application/json"]!.schema).toSorted() : []).toEqual(
        takesBody ? Object.keys(fact.body.fields).toSorted() : []
      )

      expect(Object.keys(responses).toSorted()).toEqual(
        [
          String(fact.status),
          ...(binding.name === "profiles.complete" ? ["200"] : []),
          // Whoever knows the calls may fail.
          ...(binding.name === "calls.list" ? ["502"] : []),
          ...(binding.name === "markets.create" ? ["201"] : []),
          ...(binding.name === "requirements.get" ? ["501"] : []),
          ...always,
          ...(takesBody ? ["413", "415"] : []),
          // A key that is in use, or was used for another request.
          ...(["POST", "PUT", "PATCH"].includes(binding.method) ? ["409", "422"] : [])
        ].toSorted()
      )
      for (const [status, { content }] of Object.entries(responses)) {
        expect(Object.keys(content ?? {})).toEqual(status === "204" ? [] : ["application/json"])
      }
    }
  )

  it("has the parameters of lists and the bodies of deletions", () => {
    const of = (method: string, path: string): Binding =>
      bindings.find((each) => each.method === method && each.path === path)!
    expect(names(of("GET", "/v3/templates"), "query")).toEqual(
      expect.arrayContaining(["page", "page_size", "search", "status", "category"])
    )
    expect(names(of("GET", "/v3/sender-profiles"), "query")).toEqual(["page", "page_size"])
    for (const path of ["/v3/users/:userId", "/v3/profiles/:profileId", "/v3/sender-profiles/:id"]) {
      const schema = printed(of("DELETE", path)).requestBody!.content["application/json"]!.schema
      expect(properties(schema)).toEqual(["sandbox"])
    }
    expect(properties(printed(of("DELETE", "/v3/templates/:id")).requestBody!.content["application/json"]!.schema))
      .toContain("sandbox")
    expect(Object.keys(printed(of("POST", "/v3/profiles/:profileId/complete")).responses)).toEqual(
      expect.arrayContaining(["200", "202"])
    )
  })
})
