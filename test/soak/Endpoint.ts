/** A webhook's endpoint that counts what comes, and how long nothing comes. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface Endpoint {
  readonly url: string
  /** How often each event of each message has come. */
  readonly got: ReadonlyMap<string, number>
  /** How many came in each second since the beginning. */
  readonly pace: ReadonlyArray<number>
  /** Answers 503 from now on, or 204 again. */
  readonly refuse: (does: boolean) => void
  readonly stop: () => Promise<void>
}

export const key = (event: string, message: string): string => `${event} ${message}`

export const start = async (): Promise<Endpoint> => {
  const got = new Map<string, number>()
  const pace: Array<number> = []
  const began = performance.now()
  let refuses = false
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      if (refuses) return void response.writeHead(503).end()
      const second = Math.floor((performance.now() - began) / 1000)
      while (pace.length <= second) pace.push(0)
      pace[second]!++
      const { event, payload } = JSON.parse(Buffer.concat(chunks).toString()) as {
        readonly event: string
        readonly payload: { readonly message_id?: string }
      }
      const about = key(event, payload.message_id ?? "")
      got.set(about, (got.get(about) ?? 0) + 1)
      response.writeHead(204).end()
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    got,
    pace,
    refuse: (does) => {
      refuses = does
    },
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    }
  }
}
