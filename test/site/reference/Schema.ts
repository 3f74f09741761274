/**
 * JSON Schema as a reader of tables needs it: a short type, and one row for each field with those within it.
 */
import { code } from "./Text.ts"

export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly description?: string
  readonly format?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: JsonSchema | boolean
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
}

export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1)

/** The address of a schema within a page of the HTTP API. */
export const anchorOf = (name: string): string => `object-${name.toLowerCase()}`

const choices = ({ allOf, anyOf, oneOf }: JsonSchema): ReadonlyArray<JsonSchema> => anyOf ?? oneOf ?? allOf ?? []

const isNull = ({ type }: JsonSchema): boolean => type === "null"

const literal = (value: unknown): string => code(JSON.stringify(value))

/** Returns the type in a few words, with links to the schemas that it names. */
export const typeOf = (schema: JsonSchema): string => {
  if (schema.$ref !== undefined) return `[${nameOf(schema.$ref)}](#${anchorOf(nameOf(schema.$ref))})`
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(", ")
  const some = choices(schema)
  if (some.length > 0) return [...new Set(some.map(typeOf))].join(schema.allOf === undefined ? " or " : " and ")
  if (schema.type === "array") return `list of ${schema.items === undefined ? "anything" : typeOf(schema.items)}`
  if (schema.type === "object") {
    const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : null
    return schema.properties === undefined && values !== null ? `map of ${typeOf(values)}` : "object"
  }
  if (Array.isArray(schema.type)) return schema.type.join(" or ")
  const type = typeof schema.type === "string" ? schema.type : "any JSON"
  return schema.format === undefined ? type : `${type} (${schema.format})`
}

const between = (least: number | undefined, most: number | undefined, unit: string): string => {
  const large = most === undefined || most >= Number.MAX_SAFE_INTEGER ? undefined : most
  if (least === undefined && large === undefined) return ""
  if (large === undefined) return `at least ${least!.toLocaleString("en")}${unit}`
  if (least === undefined || least === 0) return `at most ${large.toLocaleString("en")}${unit}`
  return `${least.toLocaleString("en")} to ${large.toLocaleString("en")}${unit}`
}

/** The bounds of a value, also of the one that is not null. */
const boundsOf = (schema: JsonSchema): string => {
  const [only, ...others] = choices(schema).filter((each) => !isNull(each))
  const bounded = only !== undefined && others.length === 0 ? only : schema
  return [
    between(bounded.minimum, bounded.maximum, ""),
    between(bounded.minLength, bounded.maxLength, " characters"),
    between(bounded.minItems, bounded.maxItems, " entries")
  ].filter((text) => text !== "").join(", ")
}

/** The object within: of a list its items, of a choice the one that is an object. */
const within = (schema: JsonSchema): { readonly object: JsonSchema; readonly suffix: string } | undefined => {
  if (schema.properties !== undefined) return { object: schema, suffix: "" }
  if (schema.type === "array" && schema.items !== undefined) {
    const found = within(schema.items)
    return found === undefined ? undefined : { object: found.object, suffix: `[]${found.suffix}` }
  }
  return choices(schema).map(within).find((found) => found !== undefined)
}

export type Row = readonly [name: string, type: string, description: string]

/** The fields of an object with those within, each by its whole path. */
export const rows = (schema: JsonSchema, path = "", depth = 0): ReadonlyArray<Row> => {
  const found = within(schema)
  if (found === undefined) return []
  const required = new Set(found.object.required)
  return Object.entries(found.object.properties ?? {}).flatMap(([name, field]): ReadonlyArray<Row> => {
    const whole = `${path}${name}`
    const bounds = boundsOf(field)
    const says = [field.description ?? "", bounds === "" ? "" : `(${bounds})`].filter((text) => text !== "").join(" ")
    const own: Row = [`${code(whole)}${required.has(name) ? "" : " _optional_"}`, typeOf(field), says]
    const suffix = within(field)?.suffix ?? ""
    return depth === 4 ? [own] : [own, ...rows(field, `${whole}${suffix}.`, depth + 1)]
  })
}

/** The names of the schemas that a schema names, and those that these name. */
export const reachable = (
  schemas: Readonly<Record<string, JsonSchema>>,
  from: ReadonlyArray<unknown>
): ReadonlySet<string> => {
  const found = new Set<string>()
  const follow = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(follow)
    if (value === null || typeof value !== "object") return
    for (const [key, inner] of Object.entries(value)) {
      if (key === "examples" || key === "example") continue
      const name = key === "$ref" && typeof inner === "string" && inner.includes("/schemas/")
        ? nameOf(inner)
        : undefined
      if (name !== undefined && !found.has(name)) {
        found.add(name)
        follow(schemas[name])
      } else follow(inner)
    }
  }
  from.forEach(follow)
  return found
}
