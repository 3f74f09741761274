/**
 * One request and its answer, by Node's own client: `fetch` takes five times as much of the processor, which the tests
 * share with the server that they test.
 */
import * as Http from "node:http"
import * as Https from "node:https"
import { pipeline, Readable } from "node:stream"

export interface Sent {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | ReadableStream | undefined
}

export interface Answer {
  readonly status: number
  /** By name in lower case. What comes several times is joined by commas. */
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

/** A connection that rests so long is closed, well before servers close it: a request must not meet the server's end. */
const restMillis = 1000

const agents: Readonly<Record<string, Http.Agent>> = {
  "http:": new Http.Agent({ keepAlive: true, timeout: restMillis }),
  "https:": new Https.Agent({ keepAlive: true, timeout: restMillis })
}

const decoder = new TextDecoder()

const joined = (lines: ReadonlyArray<string>): Answer["headers"] => {
  const headers = new Map<string, string>()
  for (let at = 0; at < lines.length; at += 2) {
    const name = lines[at]!.toLowerCase()
    const before = headers.get(name)
    headers.set(name, before === undefined ? lines[at + 1]! : `${before}, ${lines[at + 1]}`)
  }
  return headers
}

const once = (url: URL, { body, headers, method }: Sent, isRepeated: boolean): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? 0 : body instanceof ReadableStream ? Infinity : Buffer.byteLength(body)
    const { request } = url.protocol === "https:" ? Https : Http
    const sending = request(url, {
      method,
      agent: isRepeated ? false : agents[url.protocol],
      headers: {
        accept: "*/*",
        "user-agent": "signalbox-testing",
        ...(body === undefined || length === Infinity ? {} : { "content-length": length }),
        ...headers
      }
    })
    sending.on("response", (response) => {
      const { socket } = response
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("error", reject)
      response.once("end", () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: joined(response.rawHeaders),
          text: decoder.decode(Buffer.concat(chunks))
        })
        // Servers may refuse what they have not read to its end, and end the connection after that.
        if (length > 0 && (response.statusCode ?? 0) >= 400) socket.destroy()
      })
    })
    sending.on("error", (error: NodeJS.ErrnoException) => {
      // The server closed the connection while it rested. What only reads may be asked once more.
      const mayRepeat = sending.reusedSocket && error.code === "ECONNRESET" && (method === "GET" || method === "HEAD")
      if (mayRepeat && !isRepeated) resolve(once(url, { body, headers, method }, true))
      else reject(new Error(`${method} ${url.pathname}: ${error.message}`, { cause: error }))
    })
    if (body instanceof ReadableStream) pipeline(Readable.fromWeb(body), sending, () => {})
    else sending.end(body)
  })

/** Sends a request as it is. Rejects when the connection ends before the answer does. */
export const exchange = (url: URL, sent: Sent): Promise<Answer> => once(url, sent, false)
