/**
 * The parts that the request bodies for creating and updating templates share (specification "Template").
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import { Category } from "../definition/Category.ts"
import type { Definition } from "../definition/Definition.ts"
import * as Part from "../definition/Part.ts"
import * as Reading from "../definition/Reading.ts"
import * as Field from "../operation/Field.ts"
import type { Json } from "../value/Json.ts"
import * as Text from "../value/Text.ts"

/**
 * Any JSON: `DefinitionCheck` reports all of its flaws together, and `Reading` converts it to the stored form. It does
 * not look into the value, which is JSON already: that would visit each of half a million parts before anything is
 * judged.
 */
export const definition = Schema.declare<Json>((value): value is Json => value !== undefined, {
  toJsonSchema: () => ({})
})

export const category = Field.optional(Field.oneOf(Category.literals))

export const language = Field.optional(Field.text((text) => /^[a-z]{2,3}(_[A-Z]{2})?$/.test(text), {
  message: "must be a language code such as en or en_US"
}))

export const submitForReview = Field.optional(Schema.Boolean)

export const sandbox = Field.optional(Schema.Boolean)

/** Returns the definition of a body as it was sent. */
export const sentDefinition = (raw: Json): Part.Sent =>
  Part.isObject(raw) && Object.hasOwn(raw, "definition") ? raw["definition"] : undefined

/** Returns the definition to store for one that was sent. */
export const stored = (sent: Json): Definition => ({ definitionVersion: "1.0", ...Reading.read(sent) })

/** Returns what is wrong with the size of a definition that is to be stored (decisions 9.4). */
export const sizeFlaws = (definition: Definition): ReadonlyArray<Violation> => {
  const shown = JSON.stringify(definition)
  if (Text.hasAtMostBytes(shown, Limit.definitionBytes)) return []
  const message = `must have at most ${Limit.definitionBytes} bytes of JSON, not ${Text.bytes(shown)}`
  return [{ field: "definition", code: "VALIDATION_001", message }]
}

/** Returns the violations that are in both lists. */
export const common = (
  some: ReadonlyArray<Violation>,
  others: ReadonlyArray<Violation>
): ReadonlyArray<Violation> =>
  some.filter(({ field, message }) => others.some((other) => other.field === field && other.message === message))
