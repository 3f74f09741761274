/**
 * A webhook receiver on this machine: it records deliveries, and lets a test wait for them.
 */
import { createServer } from "node:http"
import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import * as Documented from "./Documented.ts"
import { leaveOut } from "./internal/leaveOut.ts"

export interface Delivery {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The body, byte for byte. */
  readonly body: Buffer
  /** The time at which the request was complete, in milliseconds. */
  readonly at: number
}

/** An event, as far as tests read it before they check it. */
export interface Event {
  readonly field: string
  readonly event: string
  readonly timestamp: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** Reads the whole body. */
export const json = (delivery: Delivery): unknown => JSON.parse(delivery.body.toString("utf8"))

/**
 * Reads an event, without the id that a body may say: that has to be the header's. It has to be one of which the contract
 * tells.
 */
export const event = (delivery: Delivery): Event => {
  const body = json(delivery) as Event & { readonly event_id?: string }
  const { event_id: id, ...event } = body
  Documented.checkEvent(event.event, body, delivery.headers)
  const named = delivery.headers["x-webhook-event-id"]
  if (id !== undefined && id !== named) throw new Error(`The body is of event ${id}, and its header says ${named}.`)
  return event
}

/** A function of this type answers for the receiver. One that does not answer makes the sender wait. */
export type Respond = (response: ServerResponse, delivery: Delivery) => void

export interface Receiver {
  readonly url: (path?: string) => string
  /** Returns the deliveries to a path, in the order in which they were complete. */
  readonly at: (path: string) => ReadonlyArray<Delivery>
  /** Waits until `holds` returns true for the deliveries to a path. Fails with the deliveries that came instead. */
  readonly until: (path: string, holds: (found: ReadonlyArray<Delivery>) => boolean) => Promise<ReadonlyArray<Delivery>>
  readonly respond: (path: string, respond: Respond) => void
  readonly stop: () => Promise<void>
}

const patienceMillis = 30_000

let closed: string | null = null

/** Leaves out whatever case needs a receiver, for this reason. */
export const close = (reason: string): void => {
  closed = reason
}

const ok: Respond = (response) => response.writeHead(204).end()

const flat = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

export const start = async (): Promise<Receiver> => {
  const deliveries: Array<Delivery> = []
  const answers = new Map<string, Respond>()
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const path = request.url ?? ""
      const delivery = {
        method: request.method ?? "",
        path,
        headers: flat(request.headers),
        body: Buffer.concat(chunks),
        at: Date.now()
      }
      deliveries.push(delivery)
      const respond = answers.get(path) ?? ok
      respond(response, delivery)
      for (const wake of waiting) wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const at = (path: string): ReadonlyArray<Delivery> => deliveries.filter((delivery) => delivery.path === path)
  return {
    url: (path = "/") => closed === null ? `http://127.0.0.1:${port}${path}` : leaveOut(closed),
    at,
    until: async (path, holds) => {
      const late = new AbortController()
      let wake = (): void => {}
      const met = new Promise<true>((resolve) => {
        wake = () => {
          if (holds(at(path))) resolve(true)
        }
        waiting.add(wake)
        wake()
      })
      try {
        const found = await Promise.race([met, sleep(patienceMillis, false, { signal: late.signal })])
        if (found) return at(path)
        throw new Error(`Too little came to ${path}: ${at(path).map((delivery) => event(delivery).event).join(", ")}`)
      } finally {
        waiting.delete(wake)
        late.abort()
      }
    },
    respond: (path, respond) => answers.set(path, respond),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
