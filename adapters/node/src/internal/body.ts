/**
 * The short way to the bytes of a request's body, for nearly all of them: of HTTP/1, as long as they were announced, and
 * untouched by the host. Node's parser lets no more pass than was announced. Whatever is not so goes Effect's own way,
 * which waits for the stream to be closed instead of its end.
 */
import type { BodyReader } from "@signalbox/http/BodyReader"
import { effects } from "@signalbox/http/BodyReader"
import * as Effect from "effect/Effect"
import * as HttpServerError from "effect/http/HttpServerError"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { IncomingMessage } from "node:http"

const isPlain = (source: object, most: number): source is IncomingMessage => {
  if (!(source instanceof IncomingMessage) || source.httpVersionMajor !== 1) return false
  const { expect, "content-length": length, "transfer-encoding": encoding } = source.headers
  return expect === undefined && encoding === undefined && length !== undefined && Number(length) <= most &&
    source.readableFlowing === null && !source.readableEnded && !source.destroyed && source.errored === null &&
    source.readableEncoding === null
}

const readPlain = (
  request: HttpServerRequest.HttpServerRequest,
  source: IncomingMessage
): Effect.Effect<Uint8Array, HttpServerError.HttpServerError> =>
  Effect.callback((resume) => {
    const chunks: Array<Buffer> = []
    const onData = (chunk: Buffer): void => void chunks.push(chunk)
    const onEnd = (): void => {
      leave()
      resume(Effect.succeed(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    }
    // The client has gone before its body was whole.
    const onClose = (cause?: unknown): void => {
      leave()
      resume(
        Effect.fail(
          new HttpServerError.HttpServerError({
            reason: new HttpServerError.RequestParseError({ request, reason: "Parse", cause })
          })
        )
      )
    }
    const leave = (): void => {
      source.off("data", onData).off("end", onEnd).off("error", onClose).off("close", onClose)
    }
    source.on("data", onData).on("end", onEnd).on("error", onClose).on("close", onClose)
    return Effect.sync(() => {
      leave()
      source.destroy()
    })
  })

export const read: BodyReader = (request, most) => {
  const { source } = request
  return isPlain(source, most) ? readPlain(request, source) : effects(request, most)
}
