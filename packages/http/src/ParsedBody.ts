/**
 * A body that the host's body parser has read before Signalbox. The stream of such a request is empty, so the mount
 * provides the parsed body here.
 */
import type { Json } from "@signalbox/core/Json"
import * as Context from "effect/Context"

export type ParsedBody =
  | { readonly _tag: "Bytes"; readonly bytes: Uint8Array }
  | { readonly _tag: "Value"; readonly value: Json }

/** Null when nobody has read the body. */
export const ParsedBody = Context.Reference<ParsedBody | null>("@signalbox/http/ParsedBody", {
  defaultValue: () => null
})

/** Converts what a body parser has left: bytes, a text, or a value. */
export const fromHost = (body: unknown): ParsedBody | null => {
  if (body === undefined) return null
  if (body instanceof Uint8Array) return { _tag: "Bytes", bytes: body }
  if (typeof body === "string") return { _tag: "Bytes", bytes: new TextEncoder().encode(body) }
  return { _tag: "Value", value: body as Json }
}
