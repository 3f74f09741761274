/**
 * Tells what is wrong with what a host gives, by the names of the fields.
 */
import * as Decoding from "@signalbox/core/Decoding"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"
import { nearest } from "./nearest.ts"
import { plain } from "./plain.ts"

export type Shape = Schema.Codec<unknown, unknown> & { readonly fields: Readonly<Record<string, unknown>> }

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const within = (place: string, field: string): string => place === "" ? field : `${place}.${field}`

/** Names that there are not: most often they are misspelt. */
const misspelt = (value: Readonly<Record<string, unknown>>, known: ReadonlyArray<string>) =>
  Object.keys(value).filter((name) => !known.includes(name)).map((name) => ({ name, meant: nearest(name, known) }))

/** The names of an object that are probably misspelt, and what they should be, by the name. */
export const likelyMisspelt = (value: unknown, known: ReadonlyArray<string>): Readonly<Record<string, string>> =>
  isObject(value)
    ? Object.fromEntries(misspelt(value, known).flatMap(({ meant, name }) => meant === null ? [] : [[name, meant]]))
    : {}

/** A field that a Schema does not know, by the steps to it, and the fields that it knows in this place. */
interface Unknown {
  readonly path: ReadonlyArray<string | number>
  readonly known: ReadonlyArray<string>
}

const fieldsOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []

/** Finds them at any depth. */
const unknown = (issue: SchemaIssue.Issue, path: Unknown["path"] = []): ReadonlyArray<Unknown> => {
  switch (issue._tag) {
    case "Pointer":
      return unknown(
        issue.issue,
        [...path, ...issue.path.map((step) => typeof step === "number" ? step : String(step))]
      )
    case "Composite":
    case "AnyOf":
      return issue.issues.flatMap((inner) => unknown(inner, path))
    case "Encoding":
    case "Filter":
      return unknown(issue.issue, path)
    case "UnexpectedKey":
      return [{ path, known: fieldsOf(issue.ast) }]
    default:
      return []
  }
}

const valueAt = (value: unknown, path: Unknown["path"]): unknown =>
  path.reduce<unknown>(
    (found, step) => typeof found === "object" && found !== null ? Reflect.get(found, step) : undefined,
    value
  )

const noOption = (place: string, { known, path }: Unknown): string => {
  const meant = nearest(String(path.at(-1)), known)
  const around = path.slice(0, -1)
  const full = meant === null ? null : within(place, Decoding.fieldName([...around, meant]))
  return `${within(place, Decoding.fieldName(path))} is no option${
    full === null ? `; there are ${known.join(", ")}` : `; did you mean ${full}?`
  }`
}

/** Tells what is wrong with one object, whose place among the options is named, and with the objects in it. */
export const flaws = (place: string, shape: Shape, value: unknown): ReadonlyArray<string> => {
  if (!isObject(value)) return [`${place === "" ? "options" : place} must be an object`]
  const read = Schema.decodeUnknownResult(shape, { errors: "all", onExcessProperty: "error" })(value)
  if (Result.isSuccess(read)) return []
  // An undefined entry counts as left out.
  const unexpected = unknown(read.failure.issue).filter(({ path }) => valueAt(value, path) !== undefined)
  const names = new Set(unknown(read.failure.issue).map(({ path }) => Decoding.fieldName(path)))
  const violations = Decoding.violations(read.failure.issue).filter(({ field }) => !names.has(field))
  // One flaw of a field is enough, and the last one says most.
  const told = new Map(violations.map(({ field, message }) => [field, message]))
  return [
    ...unexpected.map((each) => noOption(place, each)),
    // What is wrong with the whole is told of its place.
    ...[...told].map(([field, message]) =>
      `${field === "body" && place !== "" ? place : within(place, field)} ${message}`
    )
  ]
}

/** An undefined entry counts as left out. */
export const defined = (value: unknown): unknown =>
  isObject(value) && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined))
    : value

/** Reads what a carrier tells, or tells what is wrong with it. Texts may hold anything: the service mends them. */
export const readInput = <A>(
  place: string,
  shape: Schema.Codec<A, unknown> & Shape,
  value: unknown
): Result.Result<A, ReadonlyArray<string>> => {
  try {
    const given = defined(value)
    const found = flaws(place, shape, given)
    return found.length > 0
      ? Result.fail(found)
      : Result.mapError(Schema.decodeUnknownResult(shape)(given), () => [`${place} is not valid`])
  } catch {
    return Result.fail([`${place} cannot be read: it throws`])
  }
}

/** Reads what a host gives to a call, or tells what is wrong with it. */
export const read = <A>(
  place: string,
  shape: Schema.Codec<A, unknown> & Shape,
  value: unknown
): Result.Result<A, ReadonlyArray<string>> => {
  const { json, violations } = plain(value)
  return violations.length > 0
    ? Result.fail(
      violations.map(({ field, message }) => `${field === "body" ? place : within(place, field)} ${message}`)
    )
    : readInput(place, shape, json)
}
