/**
 * HTTP by hand over a socket, for requests that no client would send.
 */
import { connect } from "node:net"
import { patiently } from "./internal/unauthenticated.ts"
import type { Reply } from "./Reply.ts"
import { parse } from "./Reply.ts"

/** A request's parts, sent as they are. A string is sent in Latin-1, so that a header can hold any byte. */
export interface RawRequest {
  readonly method?: string
  readonly path: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body?: Uint8Array | string
  /**
   * After so many bytes nothing more is sent: the answer must come without the rest. Whoever goes on writing into a
   * connection that the server has closed loses the answer to the reset.
   */
  readonly pauseAfter?: number
  /** The address of this machine that the request comes from; any one unless given. */
  readonly from?: string
}

const patienceMillis = 10_000
const pieceLength = 64 * 1024

const encode = (request: RawRequest, host: string): Buffer => {
  const body = Buffer.from(request.body ?? "")
  const headers = [
    ["Host", host],
    ["Connection", "close"],
    ...(request.body === undefined ? [] : [["Content-Length", String(body.length)]]),
    ...request.headers
  ]
  const head = [
    `${request.method ?? "GET"} ${request.path} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`)
  ]
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body])
}

const unchunk = (bytes: Buffer): Buffer => {
  const parts: Array<Buffer> = []
  let at = 0
  for (;;) {
    const end = bytes.indexOf("\r\n", at)
    const size = Number.parseInt(bytes.toString("latin1", at, end), 16)
    if (end < 0 || !(size > 0)) return Buffer.concat(parts)
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

const decode = (bytes: Buffer): Reply => {
  const end = bytes.indexOf("\r\n\r\n")
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n")
  const headers = new Map(lines.map((line) => {
    const colon = line.indexOf(":")
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  }))
  const rest = bytes.subarray(end + 4)
  const text = (headers.get("transfer-encoding") === "chunked" ? unchunk(rest) : rest).toString("utf8")
  return { status: Number(first.split(" ")[1]), headers, text, json: parse(text) }
}

/** Sends one request on a connection of its own and reads until the server closes it. */
export const send = (baseUrl: string, request: RawRequest): Promise<Reply> =>
  request.from === undefined ? patiently(() => once(baseUrl, request)) : once(baseUrl, request)

const once = (baseUrl: string, request: RawRequest): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { host, hostname, port } = new URL(baseUrl)
    const chunks: Array<Buffer> = []
    const socket = connect({
      port: Number(port),
      host: hostname.replace(/^\[|\]$/g, ""),
      ...(request.from === undefined ? {} : { localAddress: request.from })
    })
    const end = (): void => {
      socket.destroy()
      const bytes = Buffer.concat(chunks)
      if (bytes.includes("\r\n\r\n")) resolve(decode(bytes))
      else reject(new Error(`No answer to ${request.method ?? "GET"} ${request.path.slice(0, 80)}`))
    }
    socket.setTimeout(patienceMillis, end)
    socket.on("data", (chunk) => chunks.push(chunk))
    socket.on("end", end)
    // A server that has answered may refuse the rest of what we send.
    socket.on("error", end)
    // Piece by piece until an answer comes, as clients do. Never `socket.end`: Node takes a client that closes its side
    // for one that has gone.
    const bytes = encode(request, host)
    const write = (at: number): void => {
      if (at >= Math.min(bytes.length, request.pauseAfter ?? Infinity) || chunks.length > 0 || socket.destroyed) return
      socket.write(bytes.subarray(at, at + pieceLength), () => setImmediate(write, at + pieceLength))
    }
    write(0)
  })
