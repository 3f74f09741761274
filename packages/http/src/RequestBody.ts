/**
 * The body of a request, which somebody may read once, as bytes or as a stream.
 */
import * as ByteSize from "effect/ByteSize"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpIncomingMessage from "effect/http/HttpIncomingMessage"
import type { HttpServerError } from "effect/http/HttpServerError"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Stream from "effect/Stream"

/** The body has more bytes than were asked for, or its client has gone before it was whole. */
export class Unreadable extends Data.TaggedError("Unreadable")<{ readonly isTooLarge: boolean }> {}

export interface RequestBody {
  /** Reads at most so many bytes. */
  readonly bytes: (most: number) => Effect.Effect<Uint8Array, Unreadable>
  readonly stream: Stream.Stream<Uint8Array, Unreadable>
  /** True when somebody has read of it before, so that the rest tells nothing. */
  readonly wasRead: boolean
}

const unreadable = ({ reason }: HttpServerError): Unreadable =>
  new Unreadable({ isTooLarge: reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" })

/** A `Request` of the web whose body somebody has read says so, and cannot be read again. */
const wasRead = (source: object): boolean => "bodyUsed" in source && source.bodyUsed === true

const nothing: Effect.Effect<Uint8Array> = Effect.succeed(new Uint8Array())

/** The body of a request of Effect's, on any runtime. */
export const of = (request: HttpServerRequest): RequestBody => {
  let was: boolean | null = null
  // Some runtimes make the whole request only when they are asked such a thing.
  const isEaten = (): boolean => was ??= wasRead(request.source)
  const bytes = (most: number) =>
    request.arrayBuffer.pipe(
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(most)),
      Effect.mapBoth({ onSuccess: (buffer) => new Uint8Array(buffer), onFailure: unreadable })
    )
  return {
    bytes: (most) => Effect.suspend(() => isEaten() ? nothing : bytes(most)),
    stream: Stream.mapError(request.stream, unreadable),
    get wasRead() {
      return isEaten()
    }
  }
}
