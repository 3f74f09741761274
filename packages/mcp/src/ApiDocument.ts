/**
 * The emulator's OpenAPI document, and the facts of an operation that it tells.
 */
import * as Schema from "effect/Schema"

const Json = Schema.Record(Schema.String, Schema.Unknown)
type Json = typeof Json.Type

const Parameter = Schema.Struct({
  name: Schema.String,
  in: Schema.Literals(["path", "query", "header", "cookie"]),
  required: Schema.optionalKey(Schema.Boolean),
  description: Schema.optionalKey(Schema.String),
  schema: Json
})

const Operation = Schema.Struct({
  operationId: Schema.String,
  summary: Schema.String,
  description: Schema.optionalKey(Schema.String),
  // Headers are referred to, and no arguments.
  parameters: Schema.Array(Schema.Union([Parameter, Schema.Struct({ $ref: Schema.String })])),
  requestBody: Schema.optionalKey(
    Schema.Struct({ content: Schema.Record(Schema.String, Schema.Struct({ schema: Json })) })
  )
})

export const ApiDocument = Schema.Struct({
  info: Schema.Struct({ version: Schema.String }),
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({ schemas: Schema.Record(Schema.String, Json) })
})
export type ApiDocument = typeof ApiDocument.Type

export const path = "/openapi.json"

const Fields = Schema.Struct({
  properties: Schema.optionalKey(Json),
  required: Schema.optionalKey(Schema.Array(Schema.String))
})
const decodeFields = Schema.decodeUnknownSync(Fields)

const component = "#/components/schemas/"

/** Returns the Schema with references to definitions of its own, and adds the names of these. */
const local = (value: unknown, names: Set<string>): unknown => {
  if (Array.isArray(value)) return value.map((each) => local(each, names))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== "$ref" || typeof inner !== "string" || !inner.startsWith(component)) return [key, local(inner, names)]
      const name = inner.slice(component.length)
      names.add(name)
      return [key, `#/$defs/${name}`]
    })
  )
}

/** The definitions that these names need. A set that grows while it is gone through is gone through to its end. */
const definitions = ({ components: { schemas } }: ApiDocument, names: Set<string>): Json => {
  const found: Record<string, unknown> = {}
  for (const name of names) found[name] = local(schemas[name], names)
  return found
}

/** Every operation takes this besides, from the assistant alone. */
const account = {
  type: "string",
  description: "The account that asks, by its id or name: the emulator's first unless given."
}

const described = (summary: string, description: string | undefined): string =>
  description === undefined ? summary : `${summary}. ${description}`

/** Returns an operation by its id, or undefined when there is none. */
export const operation = (document: ApiDocument, id: string) => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, each] of Object.entries(methods)) {
      if (each.operationId !== id) continue
      const names = new Set<string>()
      const given = each.parameters.flatMap((one) =>
        "name" in one && (one.in === "path" || one.in === "query") ? [one] : []
      )
      const body = decodeFields(local(each.requestBody?.content["application/json"]?.schema ?? {}, names))
      const properties = {
        ...Object.fromEntries(given.map(({ description, name, schema }) => [
          name,
          { ...local(schema, names) as Json, ...(description === undefined ? {} : { description }) }
        ])),
        ...body.properties,
        account
      }
      const defs = definitions(document, names)
      return {
        method: method.toUpperCase(),
        path,
        description: described(each.summary, each.description),
        inputSchema: {
          type: "object" as const,
          properties,
          required: [
            ...given.filter(({ required }) => required === true).map(({ name }) => name),
            ...(body.required ?? [])
          ],
          ...(Object.keys(defs).length === 0 ? {} : { $defs: defs })
        }
      }
    }
  }
  return undefined
}
