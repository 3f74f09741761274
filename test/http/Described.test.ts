/**
 * Everything in the OpenAPI document says what it means: tags, operations, parameters, the fields of requests, of answers
 * and of events. The tables of sentences hold nothing that describes nothing.
 */
import * as ErrorCode from "@signalbox/core/ErrorCode"
import * as EventName from "@signalbox/core/EventName"
import { Status } from "@signalbox/core/internal/row/Message"
import { Api, bindings } from "@signalbox/http/Api"
import * as Describing from "@signalbox/http/openapi/Describing"
import * as OpenApi from "effect/http-api/OpenApi"
import { describe, expect, it } from "vitest"

interface Named {
  readonly name: string
  readonly description?: string
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<Named | { readonly $ref: string }>
  readonly requestBody?: { readonly content: object }
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

const document = OpenApi.fromApi(Api) as unknown as {
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: ReadonlyArray<object>
  readonly tags: ReadonlyArray<Named & { readonly "x-displayName": string }>
  readonly paths: Paths
  readonly webhooks: Paths
  readonly components: Readonly<Record<string, Readonly<Record<string, Named>>>>
}

const operations = (paths: Paths): ReadonlyArray<Operation> => Object.values(paths).flatMap(Object.values)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

interface Property {
  readonly place: ReadonlyArray<string>
  readonly schema: Readonly<Record<string, unknown>>
}

/** Every property of a schema and of what is within it, with where it is. */
const properties = (value: unknown, place: ReadonlyArray<string>): ReadonlyArray<Property> => {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === "examples" || name === "enum") return []
    if (name !== "properties" || !isObject(inner)) return properties(inner, place)
    return Object.entries(inner).flatMap(([property, schema]) => [
      { place: [...place, property], schema: schema as Property["schema"] },
      ...properties(schema, [...place, property])
    ])
  })
}

const found: ReadonlyArray<Property> = [
  ...Object.entries(document.components["schemas"]!).flatMap(([name, schema]) => properties(schema, [name])),
  ...operations(document.paths).flatMap(({ operationId, requestBody, responses }) => [
    ...properties(requestBody?.content, operationId.split(".")),
    // The fields of failures are those of their component.
    ...Object.entries(responses).filter(([status]) => Number(status) < 400).flatMap(([, { content }]) =>
      properties(content, operationId.split("."))
    )
  ])
]

const table = Object.assign({}, ...Describing.tables) as Readonly<Record<string, string>>

describe("the document", () => {
  it("says what every operation, tag and event is", () => {
    const all = [...operations(document.paths), ...operations(document.webhooks)]
    expect(all.length).toBe(bindings.length + 34)
    for (const { description, operationId, summary, tags } of all) {
      expect(summary, operationId).toMatch(/^[A-Z].{5}/)
      expect(description, operationId).toMatch(/^[A-Z`].{10,}\.$/)
      for (const tag of tags) expect(document.tags.map(({ name }) => name)).toContain(tag)
    }
    for (const tag of document.tags) {
      expect(tag["x-displayName"], tag.name).toMatch(/^[A-Z]/)
      expect(tag.description, tag.name).toMatch(/\.$/)
      expect(all.some(({ tags }) => tags.includes(tag.name)), tag.name).toBe(true)
    }
  })

  it("says what every parameter is, and uses every sentence on them", () => {
    const used = new Set<string | undefined>()
    for (const { operationId, parameters } of operations(document.paths)) {
      for (const parameter of parameters) {
        if ("$ref" in parameter) continue
        expect(parameter.description, `${operationId} ${parameter.name}`).toMatch(/\.$/)
        used.add(parameter.description)
      }
    }
    for (const [name, parameter] of Object.entries(document.components["parameters"]!)) {
      expect(parameter.description, name).toMatch(/\.$/)
    }
    expect(Object.entries(Describing.parameters).filter(([, sentence]) => !used.has(sentence))).toEqual([])
  })

  it("says what every field is, in whole sentences", () => {
    expect(found.length).toBeGreaterThan(800)
    const silent = found.filter(({ schema }) => !("description" in schema) && !("const" in schema))
    expect(silent.map(({ place }) => place.join("."))).toEqual([])
    for (const sentence of Object.values(table)) expect(sentence).toMatch(/^[A-Z`].{7,}\.$/)
  })

  it("has every sentence for some field, and each entry in one table", () => {
    const used = new Set(
      found.map(({ place, schema }) => {
        const entry = Describing.entry(table, place)
        // A field whose own schema says what it means does not show the sentence.
        return entry === undefined || schema["description"] !== table[entry] ? undefined : entry
      })
    )
    expect(Object.keys(table).filter((entry) => !used.has(entry))).toEqual([])
    const entries = Describing.tables.flatMap((each) => Object.keys(each))
    expect(entries.filter((entry, index) => entries.indexOf(entry) !== index)).toEqual([])
  })

  it("says where the service is, and who may be asked", () => {
    expect(document.servers).toMatchObject([{ url: "{base_url}" }])
    expect(document.info["contact"]).toMatchObject({ name: expect.stringMatching(/./) })
  })

  it("has pages for first steps, states, errors and events, with every status, code and event", () => {
    const guide = String(document.info["description"])
    expect([...guide.matchAll(/^# (.*)$/gm)].map(([, title]) => title)).toEqual([
      "First steps",
      "States of messages",
      "Errors",
      "Events and their signature"
    ])
    for (const word of [...ErrorCode.codes, ...Status.literals, ...EventName.all]) {
      expect(guide).toContain(`| \`${word}\` |`)
    }
  })

  it("names its components as identifiers", () => {
    const names = Object.values(document.components).flatMap((part) => Object.keys(part))
    expect(names.filter((name) => !/^[A-Za-z][\w-]*$/.test(name))).toEqual([])
    for (const part of ["schemas", "responses", "parameters"]) {
      expect(Object.keys(document.components[part]!).filter((name) => !/^[A-Za-z]\w*$/.test(name))).toEqual([])
    }
  })
})

it("a property is described where nothing says what it means: no sentence, whatever its type says, and no one text that it always is", () => {
  const sentence = "What something is."
  const schema = {
    properties: {
      name: { type: "string" },
      api_key: { type: "string", description: sentence },
      short_name: { type: "string", description: "The words of a type" },
      sender_profiles: { const: "none" },
      nobody_knows: { type: "string", description: "The words of a type" },
      billing: { anyOf: [{ type: "object", properties: { inherit: { type: "boolean" } } }, { type: "null" }] }
    },
    examples: [{ properties: { name: { type: "string" } } }],
    enum: [{ properties: { name: { type: "string" } } }]
  }
  const used: Array<string> = []
  expect(Describing.schema([schema, null, "text"], ["SenderProfile"], (entry) => used.push(entry))).toStrictEqual([
    {
      ...schema,
      properties: {
        name: { type: "string", description: "The name of the profile." },
        api_key: { type: "string", description: sentence },
        short_name: {
          type: "string",
          description: "The sender name of SMS: 3 to 11 letters, digits and spaces, with a letter among them."
        },
        sender_profiles: { const: "none" },
        nobody_knows: { type: "string", description: "The words of a type" },
        billing: {
          anyOf: [
            {
              type: "object",
              properties: { inherit: { type: "boolean", description: "Whether the organization pays." } }
            },
            { type: "null" }
          ],
          description: "Who pays for the profile."
        }
      }
    },
    null,
    "text"
  ])
  expect(used.toSorted()).toStrictEqual([
    "SenderProfile.billing",
    "SenderProfile.name",
    "billing.inherit",
    "short_name"
  ])
})
