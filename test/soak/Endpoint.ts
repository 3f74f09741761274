/** A webhook's endpoint that counts what comes, and how long nothing comes. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface Endpoint {
  readonly url: string
  /** How often each event of each message has come. */
  readonly got: ReadonlyMap<string, number>
  /** Returns how many came in each second between two moments of elapsed time. */
  readonly pace: (from: number, to: number) => ReadonlyArray<number>
  /** Answers 503 from now on, or 204 again. */
  readonly refuse: (does: boolean) => void
  readonly stop: () => Promise<void>
}

export const key = (event: string, message: string): string => `${event} ${message}`

export const start = async (): Promise<Endpoint> => {
  const got = new Map<string, number>()
  const times: Array<number> = []
  let refuses = false
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      if (refuses) return void response.writeHead(503).end()
      times.push(performance.now())
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
    pace: (from, to) => {
      const seconds = Array.from({ length: Math.floor((to - from) / 1000) }, () => 0)
      for (const time of times) {
        const second = Math.floor((time - from) / 1000)
        if (second in seconds) seconds[second]!++
      }
      return seconds
    },
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
