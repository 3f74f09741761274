/**
 * A small HTTP client for tests: what went in is sent as it is, what came out is kept as it came.
 */

import * as Documented from "./Documented.ts"
import type { Sent } from "./internal/exchange.ts"
import { exchange } from "./internal/exchange.ts"
import { patiently } from "./internal/unauthenticated.ts"
import type { Reply } from "./Reply.ts"
import { parse } from "./Reply.ts"

/** The headers and body that one request adds to what the client sends anyway, or takes from it. */
export interface Call {
  /** Null leaves out a header that the client would send. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Sent as it is. For JSON use `post`. */
  readonly body?: Sent["body"]
}

export interface HttpClient {
  readonly send: (method: string, path: string, call?: Call) => Promise<Reply>
  readonly get: (path: string, headers?: Call["headers"]) => Promise<Reply>
  /** Posts a value as JSON. */
  readonly post: (path: string, body: unknown, headers?: Call["headers"]) => Promise<Reply>
  /** The headers that it sends with every request. */
  readonly standing: Readonly<Record<string, string>>
  /** The same server with other standing headers. */
  readonly as: (headers: Readonly<Record<string, string>>) => HttpClient
}

export const make = (baseUrl: string, standing: Readonly<Record<string, string>> = {}): HttpClient => {
  const send: HttpClient["send"] = async (method, path, call = {}) => {
    const headers = Object.entries({ ...standing, ...call.headers })
      .flatMap(([name, value]) => value === null ? [] : [[name, value] as const])
    const sent = { method, headers: Object.fromEntries(headers), body: call.body }
    const answer = await exchange(new URL(`${baseUrl}${path}`), sent)
    const reply = { ...answer, json: parse(answer.text) }
    Documented.check(method, path, reply)
    return reply
  }
  // A body that is a stream can be sent once.
  const patient: HttpClient["send"] = (method, path, call = {}) =>
    call.body instanceof ReadableStream ? send(method, path, call) : patiently(() => send(method, path, call))
  return {
    send: patient,
    standing,
    get: (path, headers = {}) => patient("GET", path, { headers }),
    post: (path, body, headers = {}) =>
      patient("POST", path, {
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body)
      }),
    as: (headers) => make(baseUrl, headers)
  }
}
