/**
 * Bounds what an endpoint may send before its answer is over. Whatever it sends takes this process time, in which nobody
 * else is served: bytes, packets of a few of them, and interim answers (1xx), which HTTP allows without end.
 *
 * A connection that is kept while nobody asks anything on it is closed when something comes.
 */
import type { ClientRequest } from "node:http"
import type { Socket } from "node:net"
import * as Timers from "../Timers.ts"
import * as Wire from "./Wire.ts"

/**
 * The most that an endpoint may send; `wire` is that with its TLS, down to the handshake. Its interim answers and its head may have 16 KB each, and what is kept of a body
 * is much smaller than that.
 */
const most = { interims: 16, packets: 1024, bytes: 512 * 1024, wire: 640 * 1024 } as const

/** How often the bytes below TLS are looked at, of which nobody is told, in milliseconds. */
const watch = 100

export interface Intake {
  /** True when nothing has come since the request was made. */
  readonly isEmpty: () => boolean
}

/** A line counts what comes on a connection, for the request that asks on it; null while nothing was asked. */
interface Line {
  asking: ((size: number) => void) | null
}

const lines = new WeakMap<Socket, Line>()

const lineOf = (socket: Socket): Line => {
  const known = lines.get(socket)
  if (known !== undefined) return known
  const line: Line = { asking: null }
  lines.set(socket, line)
  socket.on("data", (bytes: Uint8Array) => {
    if (line.asking === null) socket.destroy()
    else line.asking(bytes.length)
  })
  return line
}

/**
 * Counts what comes in answer to a request.
 *
 * @param exceeded is called once, with what was too much, in words for the account whose endpoint it is
 */
export const bound = (outgoing: ClientRequest, exceeded: (what: string) => void): Intake => {
  let [interims, packets, bytes] = [0, 0, 0]
  let isOver = false

  const refuse = (what: string): void => {
    if (isOver) return
    isOver = true
    exceeded(what)
  }

  const asking = (size: number): void => {
    packets++
    bytes += size
    if (bytes > most.bytes || packets > most.packets) refuse("too much before the end of the answer")
  }

  outgoing.on("information", () => {
    if (++interims > most.interims) refuse(`more than ${most.interims} interim answers`)
  })
  /** Looks again and again until it is stopped. */
  const watchWire = (socket: Socket): () => void => {
    const before = Wire.received(socket)
    let stop = (): void => {}
    const look = (): void => {
      if (Wire.received(socket) - before > most.wire) refuse("too much before the end of the answer")
      else stop = Timers.after(watch, look)
    }
    look()
    return () => stop()
  }

  outgoing.on("socket", (socket) => {
    const line = lineOf(socket)
    line.asking = asking
    const stop = Wire.isEncrypted(socket) ? watchWire(socket) : () => {}
    outgoing.on("close", () => {
      stop()
      if (line.asking === asking) line.asking = null
    })
  })
  return { isEmpty: () => packets === 0 }
}
