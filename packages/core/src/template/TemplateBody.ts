/**
 * What the bodies that make and change templates have in common (specification "Template").
 */
import * as Schema from "effect/Schema"
import type { Violation } from "../catalogue/Violation.ts"
import { Category } from "../definition/Category.ts"
import type { Definition } from "../definition/Definition.ts"
import * as Part from "../definition/Part.ts"
import * as Reading from "../definition/Reading.ts"
import * as Field from "../operation/Field.ts"
import type { Json } from "../value/Json.ts"

/** Taken as it comes: `DefinitionCheck` tells all of its flaws at once, and `Reading` makes of it what is stored. */
export const definition = Schema.Json

export const category = Field.optional(Field.oneOf(Category.literals))

export const language = Field.optional(Field.text((text) => /^[a-z]{2,3}(_[A-Z]{2})?$/.test(text), {
  message: "must be a language code such as en or en_US"
}))

export const submitForReview = Field.optional(Schema.Boolean)

export const sandbox = Field.optional(Schema.Boolean)

/** The definition in a body as it came. */
export const sentDefinition = (raw: Json): Part.Sent =>
  Part.isObject(raw) && Object.hasOwn(raw, "definition") ? raw["definition"] : undefined

/** The definition that is stored for one that was sent. */
export const stored = (sent: Json): Definition => ({ definitionVersion: "1.0", ...Reading.read(sent) })

/** The violations that are in both. */
export const common = (
  some: ReadonlyArray<Violation>,
  others: ReadonlyArray<Violation>
): ReadonlyArray<Violation> =>
  some.filter(({ field, message }) => others.some((other) => other.field === field && other.message === message))
