/**
 * A request to a console, whatever server it came to.
 */
import * as Limit from "@signalbox/core/Limit"
import type { IncomingMessage } from "node:http"
import type { HostRequest } from "../../Host.ts"
import * as Errors from "../errors.ts"

export interface Asked {
  readonly method: string
  /** Behind the path that the console is served below, with its first slash and without the query; null elsewhere. */
  readonly path: string | null
  /** The path that the console is served below. */
  readonly base: string
  readonly query: URLSearchParams
  readonly header: (name: string) => string | undefined
  /** Rejects when the body is too long. */
  readonly body: () => Promise<string>
}

const placed = (url: string, base: string): Pick<Asked, "base" | "path" | "query"> => {
  const [path = "", query = ""] = url.replace(/#.*$/s, "").split(/\?(.*)/s, 2)
  const isWithin = path === base || path.startsWith(`${base}/`)
  return { path: isWithin ? path.slice(base.length) : null, base, query: new URLSearchParams(query) }
}

const tooLong = () => Errors.error("VALIDATION_001", `The body must have at most ${Limit.bodyBytes} bytes`)

const gather = async (pieces: AsyncIterable<Uint8Array>): Promise<string> => {
  const kept: Array<Uint8Array> = []
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    if (length > Limit.bodyBytes) throw tooLong()
    kept.push(piece)
  }
  return Buffer.concat(kept).toString("utf8")
}

export const fromWeb = (request: Request, base: string): Asked => {
  const { pathname, search } = new URL(request.url)
  return {
    ...placed(`${pathname}${search}`, base),
    method: request.method,
    header: (name) => request.headers.get(name) ?? undefined,
    body: async () => request.body === null ? "" : gather(request.body)
  }
}

/** Frameworks strip the path of a mount, and tell it beside. A parser of the host's may have read the body. */
interface Mounted extends HostRequest {
  readonly baseUrl?: string
  readonly originalUrl?: string
  readonly body?: unknown
}

export const fromNode = (request: Mounted, basePath: string): Asked => {
  const { baseUrl = "", body, headers, originalUrl, url = "/" } = request
  const base = `${baseUrl}${basePath}`
  return {
    ...placed(originalUrl ?? url, base),
    method: request.method ?? "GET",
    header: (name) => headers[name]?.toString(),
    body: async () => body === undefined ? gather(request as IncomingMessage) : JSON.stringify(body)
  }
}
