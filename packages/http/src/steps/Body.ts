/**
 * Step 8 reads the body from bytes to JSON: content type, size, UTF-8, depth, syntax.
 */
import type { Json } from "@signalbox/core/Json"
import * as Limit from "@signalbox/core/Limit"
import * as Effect from "effect/Effect"
import * as HostFrameworks from "../HostFramework.ts"
import type { RequestBody } from "../RequestBody.ts"
import type { Rejection } from "./Rejection.ts"
import { reject } from "./Rejection.ts"
import type { RequestContext } from "./RequestContext.ts"

const wrong = (message: string, status?: number) =>
  reject("VALIDATION_001", { details: { body: [message] }, ...(status === undefined ? {} : { status }) })

const tooLarge = (most: number) => wrong(`must have at most ${most} bytes`, 413)

const isJson = (contentType: string | undefined): boolean =>
  contentType === undefined || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType.trim())

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** The shape of a body: how deep arrays and objects are nested, and how many names the objects have together. */
interface Shape {
  readonly depth: number
  readonly names: number
}

/** Returns the shape of a JSON text, without parsing it; strings are skipped. */
export const shape = (text: string): Shape => {
  let level = 0
  let deepest = 0
  let names = 0
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22: // "
        for (index++; index < text.length && text.charCodeAt(index) !== 0x22; index++) {
          if (text.charCodeAt(index) === 0x5c) index++ // an escaped character
        }
        break
      case 0x5b: // [
      case 0x7b: // {
        deepest = Math.max(deepest, ++level)
        break
      case 0x3a: // :
        names++
        break
      case 0x5d: // ]
      case 0x7d: // }
        level--
        break
    }
  }
  return { depth: deepest, names }
}

/** A character that no text may contain: U+0000, or a lone surrogate. */
const unspeakable = /\0|\p{Surrogate}/u

const illText = () => wrong("must not contain U+0000 or half of a surrogate pair")

/**
 * Returns whether some key or text in a value cannot be stored or sent. It does not recurse, because the host may not
 * have bounded the depth.
 */
const isUnspeakable = (value: Json): boolean => {
  const open: Array<Json> = [value]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string" && unspeakable.test(next)) return true
    if (next === null || typeof next !== "object") continue
    for (const [key, inner] of Object.entries(next)) {
      if (unspeakable.test(key)) return true
      open.push(inner)
    }
  }
  return false
}

/** Returns the shape of a value that the host has parsed. */
const shapeOf = (value: Json): Shape => {
  let deepest = 0
  let names = 0
  const open: Array<readonly [Json, number]> = [[value, 1]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [inner, level] = next
    if (inner === null || typeof inner !== "object") continue
    deepest = Math.max(deepest, level)
    const within = Object.values(inner)
    if (!Array.isArray(inner)) names += within.length
    for (const each of within) open.push([each, level + 1])
  }
  return { depth: deepest, names }
}

/** Returns why nobody parses or compares a body of this shape, or null. */
const unshapely = ({ depth, names }: Shape): Rejection | null =>
  depth > Limit.bodyDepth
    ? wrong(`must not nest deeper than ${Limit.bodyDepth} levels`)
    : names > Limit.bodyNames
    ? wrong(`must have at most ${Limit.bodyNames} names`)
    : null

/** Refuses a value whose texts cannot be stored or sent. Its depth need not be bounded. */
const spoken = (value: Json): Effect.Effect<Json, Rejection> =>
  isUnspeakable(value) ? Effect.fail(illText()) : Effect.succeed(value)

/** Judges a value that was made of texts: its depth, and what its texts hold. */
export const sound = (value: Json): Effect.Effect<Json, Rejection> => {
  const flaw = unshapely(shapeOf(value))
  return flaw === null ? spoken(value) : Effect.fail(flaw)
}

/** Judges a text that may be JSON, before anybody parses it. */
export const soundText = (text: string): Effect.Effect<void, Rejection> => {
  const flaw = unshapely(shape(text)) ?? (unspeakable.test(text) ? illText() : null)
  return flaw === null ? Effect.void : Effect.fail(flaw)
}

/** Parses the body. Empty bytes count as `{}`. */
export const parse = (bytes: Uint8Array): Effect.Effect<Json, Rejection> => {
  if (bytes.length === 0) return Effect.succeed({})
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return Effect.fail(wrong("must be valid UTF-8"))
  }
  const flaw = unshapely(shape(text))
  if (flaw !== null) return Effect.fail(flaw)
  let value: Json
  try {
    value = JSON.parse(text) as Json
  } catch {
    return Effect.fail(wrong("must be valid JSON"))
  }
  // In JSON text such characters can occur only as escapes.
  return text.includes("\\u") ? spoken(value) : Effect.succeed(value)
}

const readBytes = (body: RequestBody, most: number) =>
  Effect.mapError(body.bytes(most), ({ isTooLarge }) => isTooLarge ? tooLarge(most) : wrong("could not be read"))

/** Refuses a request whose body is not there any more, and tells the log what the host has to do. */
export const refuseEaten = ({ frameworks }: Pick<RequestContext, "frameworks">): Effect.Effect<never, Rejection> =>
  Effect.andThen(Effect.logError(HostFrameworks.eaten(frameworks())), Effect.fail(reject("INTERNAL_001")))

const utf8Encoder = new TextEncoder()

/** Returns how many bytes a value has as JSON. Its depth must be bounded. */
const bytesOf = (value: Json): number => utf8Encoder.encode(JSON.stringify(value)).length

/**
 * Judges a value that the host has parsed. A host may let more pass than this service does, and a declared length tells
 * nothing of what was compressed or came in chunks.
 */
const judgeParsed = (value: Json, isMeasured: boolean, most: number): Effect.Effect<Json, Rejection> => {
  const flaw = unshapely(shapeOf(value))
  if (flaw !== null) return Effect.fail(flaw)
  if (!isMeasured && bytesOf(value) > most) return Effect.fail(tooLarge(most))
  return spoken(value)
}

const notJson = () => wrong("must be application/json", 415)

const encoded = () => wrong("must not be compressed or encoded", 415)

/** Reads the body of a request that may have one, and that has at most so many bytes. */
export const read = (
  { body, frameworks, headers, parsedBody: parsed }: RequestContext,
  most: number = Limit.bodyBytes
): Effect.Effect<Json, Rejection> => {
  const declared = Number(headers["content-length"] ?? "0")
  const announced = declared > 0 || headers["transfer-encoding"] !== undefined
  const foreign = !isJson(headers["content-type"])
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? ""
  const isEncoded = encoding !== "" && encoding !== "identity"
  // These are answered before a byte is read: nobody waits for a gigabyte of the wrong type, or one that is only
  // announced.
  if (foreign && announced) return Effect.fail(notJson())
  // A host that has parsed the body has decoded it.
  if (isEncoded && parsed === null && announced) return Effect.fail(encoded())
  if (declared > most) return Effect.fail(tooLarge(most))
  if (parsed?._tag === "Value") return judgeParsed(parsed.value, declared > 0 && !isEncoded, most)

  const judge = (read: Uint8Array): Effect.Effect<Json, Rejection> => {
    if (read.length > most) return Effect.fail(tooLarge(most))
    if (read.length === 0 && (declared > 0 || body.wasRead)) {
      // Something before us has read the body. `{}` would run a sandbox request live, so this is an error.
      return refuseEaten({ frameworks })
    }
    // A runtime may hand over a request without the headers that announce its body.
    if (read.length > 0 && foreign) return Effect.fail(notJson())
    if (read.length > 0 && isEncoded && parsed === null) return Effect.fail(encoded())
    return parse(read)
  }
  return parsed === null ? Effect.flatMap(readBytes(body, most), judge) : judge(parsed.bytes)
}
