/**
 * The body of a request of Node's server. The short way to its bytes is for nearly all of them: of HTTP/1, as long as they
 * were announced, and untouched by the host. Node's parser lets no more pass than was announced. Whatever is not so is
 * counted while it is read.
 */
import * as NodeStream from "@effect/platform-node/NodeStream"
import type { RequestBody } from "@signalbox/http/RequestBody"
import { of, Unreadable } from "@signalbox/http/RequestBody"
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Stream from "effect/Stream"
import { IncomingMessage } from "node:http"

/** Returns whether a body is announced, with at most so many bytes, or there is none, and nobody has touched it. */
export const isPlain = (source: IncomingMessage, most: number): boolean => {
  const { expect, "content-length": length, "transfer-encoding": encoding } = source.headers
  return source.httpVersionMajor === 1 && expect === undefined && encoding === undefined &&
    (length === undefined || Number(length) <= most) &&
    source.readableFlowing === null && !source.readableEnded && !source.destroyed && source.errored === null &&
    source.readableEncoding === null
}

const broken = () => new Unreadable({ isTooLarge: false })

const tooLarge = () => new Unreadable({ isTooLarge: true })

const readPlain = (source: IncomingMessage): Effect.Effect<Uint8Array, Unreadable> =>
  Effect.callback((resume) => {
    const chunks: Array<Buffer> = []
    const onData = (chunk: Buffer): void => void chunks.push(chunk)
    const onEnd = (): void => {
      leave()
      resume(Effect.succeed(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    }
    // The client has gone before its body was whole.
    const onClose = (): void => {
      leave()
      resume(Effect.fail(broken()))
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

/**
 * The body of a request that is plain. A small one is a stream of one chunk. It is a class since V8 keeps a shape of its
 * own for each literal with a getter, and with it the request.
 */
export class PlainBody implements RequestBody {
  private readonly source: IncomingMessage
  /** Nobody has touched it. */
  readonly wasRead = false

  constructor(source: IncomingMessage) {
    this.source = source
  }

  bytes(most: number): Effect.Effect<Uint8Array, Unreadable> {
    return Number(this.source.headers["content-length"] ?? "0") > most
      ? Effect.fail(tooLarge())
      : readPlain(this.source)
  }

  get stream(): Stream.Stream<Uint8Array, Unreadable> {
    return Stream.fromEffect(readPlain(this.source))
  }
}

/** The body of any request of Node's server. What is not read of it stays for whoever ends the connection. */
export const ofSource = (source: IncomingMessage): RequestBody => ({
  bytes: (most) =>
    source.headers["content-length"] !== undefined && isPlain(source, most)
      ? readPlain(source)
      : NodeStream.toUint8Array(() => source, {
        maxBytes: most,
        destroyOnOverflow: false,
        onError: (error) => error instanceof NodeStream.MaxBytesError ? tooLarge() : broken()
      }),
  stream: NodeStream.fromReadable<Uint8Array, Unreadable>({
    evaluate: () => source,
    closeOnDone: false,
    onError: broken
  }),
  wasRead: source.readableDidRead
})

/** The body of any request of Effect's, which may have to be asked for before it is sent. */
export const ofAny = (request: HttpServerRequest): RequestBody => {
  const { source } = request
  const body = of(request)
  return {
    bytes: (most) =>
      source instanceof IncomingMessage && source.headers["content-length"] !== undefined && isPlain(source, most)
        ? readPlain(source)
        : body.bytes(most),
    stream: body.stream,
    wasRead: source instanceof IncomingMessage && source.readableDidRead
  }
}
