/**
 * How the bytes of a body are read. A mount that knows its server may bring a shorter way than Effect's own, which works
 * on every runtime.
 */
import * as ByteSize from "effect/ByteSize"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import type { HttpServerError } from "effect/http/HttpServerError"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

/** Reads at most so many bytes, and fails with `BodyTooLarge` when there are more. */
export type BodyReader = (request: HttpServerRequest, most: number) => Effect.Effect<Uint8Array, HttpServerError>

export const effects: BodyReader = (request, most) =>
  request.arrayBuffer.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(most)),
    Effect.map((buffer) => new Uint8Array(buffer))
  )

export const BodyReader = Context.Reference<BodyReader>("@signalbox/http/BodyReader", {
  defaultValue: () => effects
})
