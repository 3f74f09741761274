/**
 * Meta's published schema of the API, from the folder that `CARRIER_SCHEMAS` names. It is Meta's text and no part of this
 * repository. It contradicts itself in places, which are mended here, each one for its reason.
 */
import { Ajv2020 as Ajv } from "ajv/dist/2020.js"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"

export type Json = { readonly [field: string]: unknown }

interface Content {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

export interface Example {
  readonly name: string
  readonly value: unknown
}

export interface Schemas {
  /** Returns what is wrong with a value by the schema of this name; nothing when it is right. */
  readonly flaws: (schema: string, value: unknown) => ReadonlyArray<string>
  readonly requests: (path: string, method: string) => ReadonlyArray<Example>
  readonly answers: (path: string, method: string) => ReadonlyArray<Example & { readonly status: number }>
}

const file = "business-messaging-api_v23.0.yaml"

/** The schemas that were put together have several of one name. From here on stand those of webhooks, with a number each. */
const firstOfWebhooks = "WebhookPayload"

/** A schema of webhooks means the one of its own part, and not one of a request that has the same name. */
const ownOf = (names: ReadonlyArray<string>) => {
  const own = names.slice(names.indexOf(firstOfWebhooks))
  return (name: string): string => own.find((each) => each.replace(/_\d+$/, "") === name.replace(/_\d+$/, "")) ?? name
}

const prefix = "#/components/schemas/"

const mend = (schema: unknown, own: (name: string) => string): unknown => {
  if (Array.isArray(schema)) return schema.map((each) => mend(each, own))
  if (typeof schema !== "object" || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): ReadonlyArray<readonly [string, unknown]> => {
      // The parts of a message forbid each other's fields, such as `to`.
      if (key === "additionalProperties" && value === false) return []
      // A class of characters in the place of numbers: it excludes 0, 1 and 7 to 9.
      if (key === "pattern" && value === "^[2-6, 11-14]$") return [[key, "^[0-9]$"]]
      if (key === "$ref" && typeof value === "string") return [[key, prefix + own(value.slice(prefix.length))]]
      return [[key, mend(value, own)]]
    })
  )
}

const mended = ({ components }: Document): Readonly<Record<string, unknown>> => {
  const names = Object.keys(components.schemas)
  const own = ownOf(names)
  const start = names.indexOf(firstOfWebhooks)
  return Object.fromEntries(
    names.map((name, index) => [name, mend(components.schemas[name], index < start ? (each) => each : own)])
  )
}

const examplesOf = (content: Readonly<Record<string, Content>> = {}): ReadonlyArray<Example> =>
  Object.values(content).flatMap(({ examples = {} }) =>
    Object.entries(examples).map(([name, { value }]) => ({ name, value }))
  )

/** Null where there is no such folder: `vitest` then says which tests are not run, and why. */
export const read = (): Schemas | null => {
  const folder = process.env["CARRIER_SCHEMAS"] ?? ""
  if (folder === "") return null
  const document = parse(readFileSync(join(folder, file), "utf8"), { maxAliasCount: -1 }) as Document
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  ajv.addSchema({ components: { schemas: mended(document) } }, "meta")
  const operation = (path: string, method: string): Operation => document.paths[path]![method]!
  return {
    flaws: (schema, value) => {
      const validate = ajv.getSchema(`meta${prefix}${schema}`) ?? ajv.compile({ $ref: `meta${prefix}${schema}` })
      validate(value)
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
    },
    requests: (path, method) => examplesOf(operation(path, method).requestBody?.content),
    answers: (path, method) =>
      Object.entries(operation(path, method).responses).flatMap(([status, { content }]) =>
        examplesOf(content).map((example) => ({ ...example, status: Number(status) }))
      )
  }
}
