/**
 * Readers for the parts of a definition as a client sent it, which may be any JSON. Each reader returns the value when
 * its type is right, and records a flaw when it is not. Null counts as absent.
 */
import type { Json, JsonObject } from "../value/Json.ts"
import type { Findings } from "./Flaw.ts"

export type Sent = Json | undefined

export const isPresent = (value: Sent): value is Exclude<Json, null> => value !== undefined && value !== null

export const isObject = (value: Sent): value is JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** Returns an own property of the object, never an inherited one. */
export const get = (object: JsonObject, key: string): Sent => {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  return value === null ? undefined : value
}

/** In Unicode mode this matches only lone surrogates. */
const half = /\p{Surrogate}/u

/** Returns the object, or null when the value is absent or something else. */
export const object = (found: Findings, path: string, value: Sent): JsonObject | null => {
  if (isObject(value)) return value
  if (isPresent(value)) found.add(path, "wrong_type", "must be an object")
  else found.add(path, "missing", "is required and must be an object")
  return null
}

/** Returns the items of an array, or no items when it is absent or has more than `most`. */
export const array = (found: Findings, path: string, value: Sent, most: number): ReadonlyArray<Json> => {
  if (Array.isArray(value)) {
    if (value.length <= most) return value as ReadonlyArray<Json>
    found.add(path, "too_many", `must have at most ${most} entries, not ${value.length}`)
    return []
  }
  if (isPresent(value)) found.add(path, "wrong_type", "must be an array")
  return []
}

/** Returns the text, or null when the value is absent or no string. */
export const text = (
  found: Findings,
  path: string,
  value: Sent,
  rule: { readonly most: number; readonly required: boolean }
): string | null => {
  if (!isPresent(value)) {
    if (rule.required) found.add(path, "missing", "is required and must be a string")
    return null
  }
  if (typeof value !== "string") {
    found.add(path, "wrong_type", "must be a string")
    return null
  }
  if (rule.required && value.trim() === "") found.add(path, "blank", "must not be blank")
  if (value.length > rule.most) {
    found.add(path, "too_long", `must have at most ${rule.most} characters, not ${value.length}`)
  }
  if (half.test(value)) {
    found.add(
      path,
      "half_character",
      "must be whole characters: it has half of a surrogate pair without the other half"
    )
  }
  return value
}

/** Returns the word, or null when the value is absent or none of the words. */
export const word = <Word extends string>(
  found: Findings,
  path: string,
  value: Sent,
  words: ReadonlyArray<Word>,
  required: boolean
): Word | null => {
  if (!isPresent(value)) {
    if (required) found.add(path, "missing", `is required and must be ${oneOf(words)}`)
    return null
  }
  if (typeof value === "string" && words.includes(value as Word)) return value as Word
  found.add(path, typeof value === "string" ? "unknown_value" : "wrong_type", `must be ${oneOf(words)}`)
  return null
}

const oneOf = (words: ReadonlyArray<string>): string =>
  words.length === 1 ? `"${words[0]}"` : `one of: ${words.join(", ")}`
