/**
 * Reading parts of a definition as a client sent it, which may be anything: each reader gives the value when it is of
 * the right kind, and tells the flaw when it is not. Null is as good as absent.
 */
import type { Json, JsonObject } from "../value/Json.ts"
import type { Findings } from "./Flaw.ts"

export type Sent = Json | undefined

export const isPresent = (value: Sent): value is Exclude<Json, null> => value !== undefined && value !== null

export const isObject = (value: Sent): value is JsonObject =>
  value !== null && typeof value === "object" && !Array.isArray(value)

/** What an object says itself, not what it has by nature. */
export const get = (object: JsonObject, key: string): Sent => {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  return value === null ? undefined : value
}

/** In Unicode mode this matches only halves that stand alone. */
const half = /\p{Surrogate}/u

/** An object, or null. */
export const object = (found: Findings, path: string, value: Sent): JsonObject | null => {
  if (isObject(value)) return value
  if (isPresent(value)) found.add(path, "wrong_type", "must be an object")
  else found.add(path, "missing", "is required and must be an object")
  return null
}

/** The items of an array; none when it is absent. */
export const array = (found: Findings, path: string, value: Sent): ReadonlyArray<Json> => {
  if (Array.isArray(value)) return value as ReadonlyArray<Json>
  if (isPresent(value)) found.add(path, "wrong_type", "must be an array")
  return []
}

/** A text, or null when it is absent or wrong. */
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

/** One of some words, or null when it is absent or wrong. */
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
