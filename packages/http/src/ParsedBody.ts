/**
 * A body that the host has read before Signalbox came to it, as a body parser leaves it behind. The stream of such a
 * request is empty, so a mount that knows of it hands it on here.
 */
import type { Json } from "@signalbox/core/value/Json"
import * as Context from "effect/Context"

export type ParsedBody =
  | { readonly _tag: "Bytes"; readonly bytes: Uint8Array }
  | { readonly _tag: "Value"; readonly value: Json }

/** Null: nobody has read the body. */
export const ParsedBody = Context.Reference<ParsedBody | null>("@signalbox/http/ParsedBody", {
  defaultValue: () => null
})

/** What a body parser left behind: bytes, a text, or a value. */
export const fromHost = (body: unknown): ParsedBody | null => {
  if (body === undefined) return null
  if (body instanceof Uint8Array) return { _tag: "Bytes", bytes: body }
  if (typeof body === "string") return { _tag: "Bytes", bytes: new TextEncoder().encode(body) }
  return { _tag: "Value", value: body as Json }
}
