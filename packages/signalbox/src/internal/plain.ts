/**
 * Reads what a host gives as JSON. Whatever JSON would change or leave out is refused, because a wrong value that
 * counts as an absent one makes a call do something else: an invalid date would send immediately.
 */
import * as Decoding from "@signalbox/core/Decoding"
import type { Json } from "@signalbox/core/Json"
import * as Limit from "@signalbox/core/Limit"
import type { Violation } from "@signalbox/core/Violation"

export interface Plain {
  /** The part of it that is right. */
  readonly json: Json
  readonly violations: ReadonlyArray<Violation>
}

type Path = ReadonlyArray<string | number>

/** A value and where it stands. `within` are the objects around it. */
interface LocatedValue {
  readonly value: unknown
  readonly path: Path
  readonly within: ReadonlyArray<object>
}

type Note = (path: Path, message: string) => null

const isThenable = (value: object): boolean => "then" in value && typeof value.then === "function"

/** Objects of another realm, such as that of a test runner, have another prototype, and it is the last one as well. */
export const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const kindOf = (value: object): string => {
  const { constructor }: { readonly constructor?: unknown } = value
  return typeof constructor === "function" && constructor.name !== ""
    ? `a ${constructor.name}`
    : "an object of a class"
}

const methodOf = (value: object | bigint): (() => unknown) | null => {
  const { toJSON }: { readonly toJSON?: unknown } = Object(value)
  return typeof toJSON === "function" ? () => Reflect.apply(toJSON, value, [""]) : null
}

const unspeakable = /[\0\p{Surrogate}]/u

/** Returns whether a text can be stored and sent. */
export const isClean = (text: string): boolean => !unspeakable.test(text)

const text = (value: string, path: Path, note: Note): Json =>
  isClean(value) ? value : note(path, "must not contain U+0000 or half of a surrogate pair")

/** Getters, proxies and `toJSON` are the host's, and may throw. */
const guarded = <A>(path: Path, note: Note, look: () => A): A | null => {
  try {
    return look()
  } catch {
    return note(path, "cannot be read: it throws")
  }
}

type Fields = Readonly<Record<string, unknown>>

/** An undefined entry counts as left out. An entry of the name __proto__ stays an entry. */
const fields = (object: Fields, { path, within }: Omit<LocatedValue, "value">, note: Note): Json =>
  Object.fromEntries(
    Object.keys(object).flatMap((name) => {
      if (!isClean(name)) return [[name, text(name, path, note)]]
      const place = [...path, name]
      const json = guarded(place, note, () => {
        const value = object[name]
        return value === undefined ? undefined : read({ value, path: place, within }, note)
      })
      return json === undefined ? [] : [[name, json]]
    })
  )

const items = (array: ReadonlyArray<unknown>, { path, within }: Omit<LocatedValue, "value">, note: Note): Json =>
  Array.from({ length: array.length }, (_, index) => {
    const place = [...path, index]
    return guarded(place, note, () => read({ value: array[index], path: place, within }, note))
  })

const composite = (value: object, { path, within }: LocatedValue, note: Note): Json => {
  if (within.includes(value)) return note(path, "must not contain itself")
  if (within.length >= Limit.bodyDepth) return note(path, `must not nest deeper than ${Limit.bodyDepth} levels`)
  const inner = { path, within: [...within, value] }
  if (Array.isArray(value)) return items(value, inner, note)
  if (isThenable(value)) return note(path, "must not be a promise: await it")
  if (!isPlain(value)) return note(path, `must be a plain object, and not ${kindOf(value)}`)
  return fields(value as Fields, inner, note)
}

/** Returns what an object says of itself as JSON. A date says null when it is invalid, and so do those of libraries. */
const own = (value: object | bigint, method: () => unknown, place: LocatedValue, note: Note): Json => {
  if (value instanceof Date && Number.isNaN(value.getTime())) return note(place.path, "must be a valid date")
  const said = method()
  if (said === null || said === undefined) return note(place.path, "must not be nothing, as its toJSON says")
  return typeof said === "object" ? composite(said, place, note) : read({ ...place, value: said }, note)
}

const read = (place: LocatedValue, note: Note): Json => {
  const { path, value } = place
  switch (typeof value) {
    case "string":
      return text(value, path, note)
    case "boolean":
      return value
    case "number":
      return Number.isFinite(value) ? value : note(path, "must be a finite number")
    case "bigint":
    case "object": {
      if (value === null) return null
      const method = methodOf(value)
      if (method !== null) return own(value, method, place, note)
      return typeof value === "bigint"
        ? note(path, "must be a number or a text, and not a bigint")
        : composite(value, place, note)
    }
    default:
      return note(path, `must not be ${typeof value === "undefined" ? "undefined" : `a ${typeof value}`}`)
  }
}

/** Reads each value once, so that what was looked at is what counts. */
export const plain = (value: unknown): Plain => {
  const violations: Array<Violation> = []
  const note: Note = (path, message) => {
    violations.push({ field: Decoding.fieldName(path), code: "VALIDATION_001", message })
    return null
  }
  const json = guarded([], note, () => read({ value, path: [], within: [] }, note))
  return { json, violations }
}
