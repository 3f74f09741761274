/**
 * A market's demands on a customer, as data: one requirement names one value, or one document, and says what it must
 * look like (specification "GET /v3/compliance/requirements", decisions 5.6). The same declaration is shown to clients
 * and validates what they send.
 */
import * as Schema from "effect/Schema"
import type { Violation } from "../catalogue/Violation.ts"
import * as Email from "../value/Email.ts"
import type { Json, JsonObject } from "../value/Json.ts"
import { is as isPhoneNumber } from "../value/PhoneNumber.ts"

const nullable = Schema.NullOr

export const ValueType = Schema.Literals([
  "string",
  "text",
  "email",
  "phone",
  "url",
  "boolean",
  "enum",
  "array",
  "object",
  "document"
])
export type ValueType = typeof ValueType.Type

const fields = {
  /** `brand.legal_name`, `campaign.message_flow`; a document has a plain name, which is the name of its part. */
  key: Schema.String,
  label: Schema.String,
  description: Schema.String,
  type: ValueType,
  required: Schema.Boolean,
  /** It is required only where another requirement has this value. */
  required_when: nullable(Schema.Struct({ key: Schema.String, equals: Schema.String })),
  pattern: nullable(Schema.String),
  max_length: nullable(Schema.Int),
  options: nullable(Schema.Array(Schema.String)),
  /** The media types that a document may have. */
  accept: nullable(Schema.Array(Schema.String))
}

/** The requirement that an entry of an array, or a field of an object, must meet. */
export const ItemField = Schema.Struct({ ...fields, item_fields: Schema.Null })

export const Requirement = Schema.Struct({ ...fields, item_fields: nullable(Schema.Array(ItemField)) })
export type Requirement = typeof Requirement.Type

export const isDocument = ({ type }: Requirement): boolean => type === "document"

/** Returns the value under a dotted key; undefined when it is absent, null or blank. */
const valueAt = (given: JsonObject, key: string): Json | undefined => {
  let value: Json | undefined = given
  for (const name of key.split(".")) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined
    value = Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined
  }
  return value === null || (typeof value === "string" && value.trim() === "") ? undefined : value
}

/** Returns whether the value must be given, as the other values are. */
const isRequired = ({ required, required_when: when }: Requirement, given: JsonObject): boolean =>
  required || (when !== null && valueAt(given, when.key) === when.equals)

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

const rules: Readonly<Record<ValueType, readonly [holds: (value: Json) => boolean, message: string]>> = {
  string: [(value) => typeof value === "string", "must be a string"],
  text: [(value) => typeof value === "string", "must be a string"],
  email: [(value) => typeof value === "string" && Email.is(value), "must be an e-mail address"],
  phone: [(value) => typeof value === "string" && isPhoneNumber(value), "must be a phone number in E.164 form"],
  url: [(value) => typeof value === "string" && isUrl(value), "must be an absolute http or https URL"],
  boolean: [(value) => typeof value === "boolean", "must be true or false"],
  enum: [(value) => typeof value === "string", "must be a string"],
  array: [(value) => Array.isArray(value) && value.length > 0, "must be an array with at least one entry"],
  object: [(value) => typeof value === "object" && !Array.isArray(value), "must be an object"],
  document: [() => true, ""]
}

/** Returns what is wrong with a value that is given, or null. */
const flaw = ({ max_length: most, options, pattern, type }: Requirement, value: Json): string | null => {
  const [holds, message] = rules[type]
  if (!holds(value)) return message
  const texts = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === "string")
  if (most !== null && texts.some((text) => text.length > most)) return `must have at most ${most} characters`
  if (options !== null && texts.some((text) => !options.includes(text))) return `must be one of: ${options.join(", ")}`
  if (pattern !== null && texts.some((text) => !new RegExp(pattern, "u").test(text))) {
    return `must match ${pattern}`
  }
  return null
}

/**
 * Checks values against requirements that are no documents.
 *
 * @param given the values by their dotted keys, such as `{ campaign: { message_flow: "..." } }`
 * @param about returns whether a requirement is judged at all
 */
export const violations = (
  requirements: ReadonlyArray<Requirement>,
  given: JsonObject,
  about: (requirement: Requirement) => boolean = () => true
): ReadonlyArray<Violation> =>
  requirements.filter((requirement) => !isDocument(requirement) && about(requirement)).flatMap((requirement) => {
    const value = valueAt(given, requirement.key)
    const message = value !== undefined
      ? flaw(requirement, value)
      : isRequired(requirement, given)
      ? "is required in this market"
      : null
    return message === null ? [] : [{ field: `compliance.${requirement.key}`, code: "VALIDATION_001", message }]
  })

/** A document as its part of a form describes it. */
export interface Described {
  readonly key: string
  readonly contentType: string
}

/** Returns what is wrong with the documents of a market: missing, of a wrong type, or not asked for. */
export const documentFlaws = (
  requirements: ReadonlyArray<Requirement>,
  given: JsonObject,
  documents: ReadonlyArray<Described>
): ReadonlyArray<string> => {
  const wanted = requirements.filter(isDocument)
  const unknown = [
    ...new Set(documents.map(({ key }) => key).filter((key) => wanted.every((requirement) => requirement.key !== key)))
  ]
  return [
    ...wanted.flatMap((requirement) => {
      const { accept, key } = requirement
      const found = documents.filter((document) => document.key === key)
      if (found.length === 0) return isRequired(requirement, given) ? [`${key} is required`] : []
      if (found.length > 1) return [`${key} must be one document`]
      return accept === null || accept.includes(found[0]!.contentType.toLowerCase())
        ? []
        : [`${key} must be of one of these types: ${accept.join(", ")}`]
    }),
    ...unknown.map((key) => `${key} is not asked for in this market`)
  ]
}
