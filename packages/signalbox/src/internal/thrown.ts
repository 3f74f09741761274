/**
 * Describes what the host's own code has thrown in one line that may stand in a log: its class, its message without
 * whatever must not be told, and the first place in the host's code. Causes, responses and headers are never looked at.
 */
import * as RequestLog from "@signalbox/core/RequestLog"
import { inspect } from "node:util"
import type { Hidden } from "./masking.ts"
import { masked } from "./masking.ts"

const mostCharacters = 200

/** Beyond these nobody could look through a text in time, so nothing of it is told. */
const longest = { message: 5_000, hidden: 20_000 }

/** A name that is no sentence. */
const plain = /^[\w$.:-]{1,80}$/

const classOf = (error: unknown): string => {
  if (typeof error !== "object" || error === null) return typeof error
  const { constructor, name }: { readonly constructor?: unknown; readonly name?: unknown } = error
  const own = typeof constructor === "function" ? constructor.name : "object"
  const said = typeof name === "string" && name !== "Error" ? name : own
  return plain.test(said) ? said : "object"
}

const messageOf = (error: unknown): string => {
  if (typeof error === "string") return error
  const { message }: { readonly message?: unknown } = Object(error)
  return typeof message === "string" ? message : ""
}

/** The folder of this package, as stacks name it: where all is in one file, it is the host's too. */
const own = RequestLog.places(new Error("here"))[0]?.replace(
  /^.*?\(?((?:file:\/\/)?\/?[^()]*)[/\\]internal[/\\]thrown\.\w+:.*$/,
  "$1"
)

const isForeign = (place: string): boolean => /node_modules|\bnode:|\(native/.test(place)

/** The first place in the host's own code, or the first one at all where libraries have thrown by themselves. */
const placeOf = (error: unknown): string | undefined => {
  const places = RequestLog.places(error)
  const near = places.filter((place) => !isForeign(place))
  return near.find((place) => own === undefined || !place.includes(own)) ?? places[0]
}

const cut = (text: string): string => {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim()
  return line.length <= mostCharacters ? line : `${line.slice(0, mostCharacters - 1)}…`
}

const told = (message: string, hidden: Hidden): string => {
  const size = hidden.reduce((sum, each) => sum + each.length, 0)
  if (message.length > longest.message || size > longest.hidden) return `a message of ${message.length} characters`
  return cut(masked(message, hidden))
}

/** Returns a line such as `RangeError: no credentials, at submit (acme.ts:12:7)`. */
export const describe = (error: unknown, hidden: Hidden): string => {
  // An error may be any object, even one that throws when it is looked at.
  try {
    const message = told(messageOf(error), hidden)
    const place = placeOf(error)
    return `${classOf(error)}${message === "" ? "" : `: ${message}`}${place === undefined ? "" : `, at ${place}`}`
  } catch {
    return "object"
  }
}

/** Returns an error's code where it is one, such as ECONNREFUSED or 21211, and else an empty text. */
export const codeOf = (error: unknown, hidden: Hidden): string => {
  try {
    const { code }: { readonly code?: unknown } = Object(error)
    const text = typeof code === "string" || typeof code === "number" ? String(code) : ""
    return /^[\w.-]{1,40}$/.test(text) && masked(text, hidden) === text ? text : ""
  } catch {
    return ""
  }
}

/** Returns all that there is of an error, for whoever has asked for it. */
export const whole = (error: unknown): string => {
  try {
    return inspect(error, { depth: 4, maxArrayLength: 100, maxStringLength: 10_000, breakLength: 120 })
  } catch {
    return "an error that throws when it is looked at"
  }
}
