/**
 * Fields of request bodies: Schemas whose failures carry the code and the sentence that the API answers with.
 */
import * as Schema from "effect/Schema"
import type { ViolationCode } from "../catalogue/ErrorCode.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as BlockedPort from "../value/BlockedPort.ts"
import type { JsonObject } from "../value/Json.ts"

type Failure = {
  readonly message: string
  readonly violation?: ViolationCode
  /** The part of the condition that JSON Schema can express. */
  readonly toJsonSchema?: () => JsonObject
}

/** A text that must satisfy a condition. */
export const text = (holds: (text: string) => boolean, failure: Failure) =>
  Schema.String.check(Schema.makeFilter(holds, failure))

export const nonBlank = (most: number) =>
  text((value) => value.trim() !== "" && value.length <= most, {
    message: `must not be blank and must have at most ${most} characters`,
    toJsonSchema: () => ({ minLength: 1, maxLength: most })
  })

/** A text that may be empty. */
export const upTo = (most: number) =>
  text((value) => value.length <= most, {
    message: `must have at most ${most} characters`,
    toJsonSchema: () => ({ maxLength: most })
  })

/** An absolute http or https URL that carries no credentials. */
export const httpUrl = text(
  (value) => {
    if (value.length > Limit.webhookUrlLength || !/^https?:\/\//i.test(value) || !URL.canParse(value)) return false
    const url = new URL(value)
    return url.hostname !== "" && url.username === "" && url.password === ""
  },
  {
    message: `must be an absolute http or https URL without user-info and at most ${Limit.webhookUrlLength} characters`,
    toJsonSchema: () => ({ format: "uri", maxLength: Limit.webhookUrlLength })
  }
)

/** A URL that the service itself calls. */
export const endpointUrl = httpUrl.check(
  Schema.makeFilter((value: string) => !URL.canParse(value) || BlockedPort.of(new URL(value)) === null, {
    message: BlockedPort.sentence
  })
)

/** One of some values; the sentence lists them. */
export const oneOf = <const Values extends ReadonlyArray<string>>(values: Values) =>
  Schema.Literals(values).annotate({
    message: `must be one of: ${values.join(", ")}`,
    violation: "VALIDATION_006" satisfies ViolationCode
  })

/**
 * An array with at most so many entries. `Decoding` judges the length before it looks at any entry, so that a longer one
 * costs nothing and is one violation.
 */
export const array = <S extends Schema.Constraint>(
  item: S,
  most: number,
  message = `must have at most ${most} entries`
) =>
  Schema.Array(item).check(
    Schema.makeFilter((entries: ReadonlyArray<unknown>) => entries.length <= most, {
      message,
      most,
      toJsonSchema: () => ({ maxItems: most })
    })
  )

/** An object with any names, and at most so many of them. `Decoding` judges their number before their values. */
export const record = <S extends Schema.Constraint>(value: S, most: number) =>
  Schema.Record(Schema.String, value).check(
    Schema.makeFilter((entries: object) => Object.keys(entries).length <= most, {
      message: `must have at most ${most} entries`,
      most,
      toJsonSchema: () => ({ maxProperties: most })
    })
  )

/** A flag that can only be set. */
export const onlyTrue = Schema.Boolean.check(
  Schema.makeFilter((value: boolean) => value, {
    message: "can only be true",
    toJsonSchema: () => ({ enum: [true] })
  })
)

/** A whole number within bounds. */
export const integer = (range: { readonly minimum: number; readonly maximum: number }) =>
  Schema.Int.check(
    Schema.makeFilter((value: number) => value >= range.minimum && value <= range.maximum, {
      message: `must be between ${range.minimum} and ${range.maximum}`,
      violation: "VALIDATION_005" satisfies ViolationCode,
      toJsonSchema: () => ({ minimum: range.minimum, maximum: range.maximum })
    })
  )

/** A field that may be left out or null; both mean the same. */
export const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
