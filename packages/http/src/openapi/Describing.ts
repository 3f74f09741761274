/**
 * Gives every property and parameter of the document the sentence that says what it means. The sentences are tables: one
 * stands for all fields of a name, unless a longer one names what the field is in.
 */
import * as Account from "../internal/descriptions/Account.ts"
import * as Channels from "../internal/descriptions/Channels.ts"
import * as Common from "../internal/descriptions/Common.ts"
import type { Descriptions } from "../internal/descriptions/Descriptions.ts"
import * as Messages from "../internal/descriptions/Messages.ts"
import { parameters } from "../internal/descriptions/Parameters.ts"
import * as Privacy from "../internal/descriptions/Privacy.ts"
import * as Profiles from "../internal/descriptions/Profiles.ts"
import * as Protection from "../internal/descriptions/Protection.ts"
import * as Routes from "../internal/descriptions/Routes.ts"
import * as Templates from "../internal/descriptions/Templates.ts"
import * as Verifications from "../internal/descriptions/Verifications.ts"
import * as Webhooks from "../internal/descriptions/Webhooks.ts"

/** The tables of properties. No two of them have the same entry. */
export const tables: ReadonlyArray<Descriptions> = [
  Common.descriptions,
  Messages.descriptions,
  Templates.descriptions,
  Webhooks.descriptions,
  Channels.descriptions,
  Profiles.descriptions,
  Verifications.descriptions,
  Protection.descriptions,
  Account.descriptions,
  Privacy.descriptions,
  Routes.descriptions
]

export { parameters }

const properties: Descriptions = Object.assign({}, ...tables)

/** Returns by which entry of a table a place is described: the longest of its ends that the table has. */
export const entry = (table: Descriptions, place: ReadonlyArray<string>): string | undefined =>
  place.map((_, index) => place.slice(index).join(".")).find((end) => Object.hasOwn(table, end))

/**
 * Returns what a property means, or undefined when no table says so.
 *
 * @param place the component, or the parts of the operation's name, and the properties that it lies in
 */
export const property = (place: ReadonlyArray<string>, name: string): string | undefined => {
  const found = entry(properties, [...place, name])
  return found === undefined ? undefined : properties[found]
}

type Use = (entry: string) => void

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Returns whether a schema says what a field means: by a sentence, or since it is always one text. The words of a type, such as
 * those of phone numbers, say only what form the field has.
 */
const isSaid = (schema: object): boolean =>
  "const" in schema || ("description" in schema && String(schema.description).endsWith("."))

/** Describes the properties of a schema and of all within it. A sentence that stands there already is kept. */
export const schema = (value: unknown, place: ReadonlyArray<string>, use?: Use): unknown => {
  if (Array.isArray(value)) return value.map((item) => schema(item, place, use))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === "examples" || name === "enum") return [name, inner]
      if (name !== "properties" || !isObject(inner)) return [name, schema(inner, place, use)]
      return [name, Object.fromEntries(Object.entries(inner).map((property) => described(property, place, use)))]
    })
  )
}

const described = (
  [name, value]: readonly [string, unknown],
  place: ReadonlyArray<string>,
  use?: Use
): readonly [string, unknown] => {
  const inner = schema(value, [...place, name], use) as object
  if (isSaid(inner)) return [name, inner]
  const found = entry(properties, [...place, name])
  if (found === undefined) return [name, inner]
  use?.(found)
  return [name, { ...inner, description: properties[found] }]
}

/** Returns what a parameter of an operation means. */
export const parameter = (operation: string, name: string): string | undefined => {
  const [group = ""] = operation.split(".")
  const found = [`${operation}.${name}`, `${group}.${name}`, name].find((each) => Object.hasOwn(parameters, each))
  return found === undefined ? undefined : parameters[found]
}
