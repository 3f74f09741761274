/**
 * Writes answers to responses of Node's server, measures what of them the client has not read yet, and cuts the connection
 * of a client that reads nothing. A large answer is written piece by piece, each when the socket has taken the one
 * before: what waits is then known at any time, and so is whether anything moves.
 */
import type { HttpResponse } from "@signalbox/http/HttpResponse"
import type { Outlet } from "@signalbox/http/Unread"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Http2ServerResponse } from "node:http2"
import type { Socket } from "node:net"
import * as Timers from "./timers.ts"

/** The size of a piece, in bytes. It is also what a client has to take within the patience, to be one that reads. */
const pieceBytes = 16 * 1024

/** Measures what of one answer waits to be read, and returns what is told how many bytes are left. */
const measured = (response: ServerResponse, outlet: Outlet, bytes: number): (left: number) => void => {
  const { holder, unread } = outlet
  let waiting = 0
  const wait = (left: number): void => {
    unread.add(holder, left - waiting)
    waiting = left
    if (left > 0) timer.refresh()
  }
  const timer = Timers.after(unread.bounds.patienceMillis, () => {
    // An answer without a socket waits for others on the same connection, which are measured themselves.
    if (response.socket === null) timer.refresh()
    else response.socket.destroy()
  })
  response.once("socket", () => timer.refresh())
  response.once("close", () => {
    wait(0)
    timer.stop()
  })
  wait(bytes)
  return wait
}

/** Each piece follows when the one before has left the process. */
const writePieces = (response: ServerResponse, bytes: Uint8Array, outlet: Outlet): void => {
  const wait = measured(response, outlet, bytes.length)
  let at = 0
  const next = (error?: Error | null): void => {
    if ((error !== undefined && error !== null) || response.destroyed) return
    wait(bytes.length - at)
    const piece = bytes.subarray(at, at + pieceBytes)
    at += piece.length
    if (at === bytes.length) response.end(piece)
    else response.write(piece, next)
  }
  next()
}

const lengthOf = (body: string | Uint8Array): number => typeof body === "string" ? Buffer.byteLength(body) : body.length

/** Node reads what nobody has read of such a body, and keeps the connection. A larger one would cost more than that. */
export const mostUnread = 256 * 1024

/**
 * Returns whether a body is on its way that nobody has read and nobody will, so that the connection has to end: its
 * length is not known, it is large, or the client still waits to be told to send it.
 */
const leavesBody = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (
    headers["transfer-encoding"] !== undefined || headers.expect !== undefined ||
    Number(headers["content-length"] ?? "0") > mostUnread
  )

const closing = { connection: "close" }

/** The milliseconds that a client who still sends has to read its answer. */
const lingerMillis = 500

/**
 * Node destroys the socket as soon as the last answer has left. What the client has sent and nobody has read resets the
 * connection then, and may take the answer with it. So the socket is ended in order, and destroyed a moment later.
 */
const linger = (socket: Socket): void => {
  socket.destroySoon = () => {
    socket.end()
    socket.once("close", Timers.after(lingerMillis, () => socket.destroy()).stop)
  }
}

/** Sees to it that the connection ends in order, or goes on, when not all of the request was read. Returns what says so. */
const settle = (response: ServerResponse): HttpResponse["headers"] => {
  const { req: request, socket } = response
  if (request.complete) return {}
  if (leavesBody(request)) {
    if (socket !== null) linger(socket)
    return closing
  }
  // Node reads the rest by itself only where nobody has begun to.
  if (request.readableDidRead) response.once("finish", () => request.resume())
  return {}
}

/** Writes an answer. */
export const write = (response: ServerResponse, { body, headers, status }: HttpResponse, outlet: Outlet): void => {
  if (response.destroyed || response.writableEnded) return
  const more = settle(response)
  if (body === null) {
    response.writeHead(status, { ...headers, ...more }).end()
    return
  }
  const length = lengthOf(body)
  response.writeHead(status, { ...headers, ...more, "content-length": length })
  if (response.req.method === "HEAD") {
    response.end()
    return
  }
  if (length > pieceBytes) return writePieces(response, typeof body === "string" ? Buffer.from(body) : body, outlet)
  response.end(body)
  // Nearly always the system has taken the whole answer by now.
  if (response.writableLength > 0) measured(response, outlet, length)
}

/** Writes an answer over HTTP/2, which has no header for the end of a connection. */
export const writeHttp2 = (response: Http2ServerResponse, { body, headers, status }: HttpResponse): void => {
  if (response.stream.destroyed || response.writableEnded) return
  const { connection: _, ...rest } = headers
  response.writeHead(status, body === null ? rest : { ...rest, "content-length": lengthOf(body) })
  if (body === null || response.req.method === "HEAD") response.end()
  else response.end(body)
}
