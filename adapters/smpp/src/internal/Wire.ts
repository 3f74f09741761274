/**
 * A connection to the operator over TCP or TLS. With TLS the operator's certificate is always verified.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Net from "node:net"
import * as Tls from "node:tls"
import type { Settings, TlsOptions } from "../Options.ts"

export class WireError extends Data.TaggedError("WireError")<{ readonly words: string }> {}

/** Listens to a connection. */
export interface WireListener {
  readonly data: (octets: Uint8Array) => void
  /** Everything written before has left, so that there is room again. */
  readonly drained: () => void
  readonly closed: (words: string) => void
}

export interface Wire {
  /** Begins to tell. What has happened before is told now. */
  readonly listen: (listener: WireListener) => void
  /** Octets of a connection that is gone are dropped. */
  readonly write: (octets: Uint8Array) => void
  /** Whether what is written now can leave: neither is the connection ending, nor does too much wait already. */
  readonly hasRoom: () => boolean
  /** How many octets wait to leave. */
  readonly queued: () => number
  /** Ends the connection: what was written before still leaves. */
  readonly end: () => void
  readonly destroy: () => void
}

const secure = ({ host, port }: Settings, { ca, cert, key, servername }: TlsOptions): Tls.TLSSocket =>
  Tls.connect({
    host,
    port,
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca: typeof ca === "string" ? ca : [...ca] }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    // An address is no server name (RFC 6066, 3), but the certificate must have it all the same.
    ...(servername === undefined ? Net.isIP(host) === 0 ? { servername: host } : {} : { servername })
  })

const wordsOf = (error: Error | null): string => {
  if (error === null) return "the operator has closed the connection"
  const code: unknown = Reflect.get(error, "code")
  return typeof code === "string" ? `${code}: ${error.message}` : error.message
}

const wired = (socket: Net.Socket): Wire => {
  let listener: WireListener | null = null
  let error: Error | null = null
  let isClosed = false
  socket.on("error", (cause) => {
    error = cause
  })
  socket.on("close", () => {
    isClosed = true
    listener?.closed(wordsOf(error))
  })
  return {
    listen: (to) => {
      listener = to
      // A Buffer would share its memory with whatever is cut out of it.
      socket.on("data", ({ buffer, byteOffset, length }: Buffer) => to.data(new Uint8Array(buffer, byteOffset, length)))
      socket.on("drain", to.drained)
      // Whoever sends nothing more answers nothing more.
      socket.on("end", () => to.closed(wordsOf(error)))
      if (isClosed) to.closed(wordsOf(error))
    },
    write: (octets) => {
      if (!isClosed && socket.writable) socket.write(octets)
    },
    hasRoom: () => !isClosed && socket.writable && !socket.writableNeedDrain,
    queued: () => socket.writableLength,
    end: () => void socket.end(),
    destroy: () => void socket.destroy()
  }
}

const connect = (settings: Settings): Effect.Effect<Wire, WireError> =>
  Effect.callback<Wire, WireError>((resume) => {
    const { host, port, tls } = settings
    const socket = tls === null ? Net.connect({ host, port }) : secure(settings, tls)
    socket.setNoDelay(true)
    socket.setKeepAlive(true, settings.enquireEvery)
    const failed = (cause: Error): void => resume(Effect.fail(new WireError({ words: wordsOf(cause) })))
    const closed = (): void => resume(Effect.fail(new WireError({ words: wordsOf(null) })))
    socket.on("error", failed)
    socket.once("close", closed)
    socket.once(tls === null ? "connect" : "secureConnect", () => {
      socket.off("close", closed)
      resume(Effect.succeed(wired(socket)))
    })
    return Effect.sync(() => void socket.destroy())
  })

/** Opens a connection, which is destroyed with the scope. */
export const open = (settings: Settings): Effect.Effect<Wire, WireError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.timeoutOrElse(connect(settings), {
      duration: settings.connectTimeout,
      orElse: () => Effect.fail(new WireError({ words: "the operator cannot be reached in time" }))
    }),
    (wire) => Effect.sync(wire.destroy),
    { interruptible: true }
  )
