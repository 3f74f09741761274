/**
 * The facade on one database or on several cells, with a carrier that takes everything and brings a receipt of it. Besides
 * HTTP it takes `POST /accounts`, which makes accounts that can send and answers their keys, `GET /lives`, which answers when
 * the receipt of each message was applied and forgets them, and `GET /spent`.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Socket } from "node:net"
import type { Signalbox } from "signalbox"
import { carrier, cells, createSignalbox, postgres } from "signalbox"

/** The statements that a node has asked of its databases, and the memory that it has, in bytes. */
export interface Spent {
  readonly statements: number
  readonly memory: number
}

const { CELLS = "{}", CONNECTIONS = "10", PLAIN, SECRET_KEYS = "" } = process.env
const urls = Object.entries(JSON.parse(CELLS) as Readonly<Record<string, string>>)
const names = urls.map(([name]) => name)
const ports = new Set(urls.map(([, url]) => Number(new URL(url).port)))

let statements = 0

/** Counts the messages of the protocol that have the server carry something out: Execute and Query. */
const count = (frame: Uint8Array): void => {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  // The first message of a connection has no type, and begins with a length.
  for (let at = 0; at + 5 <= frame.length && frame[at] !== 0; at += 1 + view.getInt32(at + 1)) {
    if (frame[at] === 0x45 || frame[at] === 0x51) statements++
  }
}

const write: unknown = Reflect.get(Socket.prototype, "write")
if (typeof write !== "function") throw new Error("nobody counts statements")
Reflect.set(Socket.prototype, "write", function(this: Socket, ...written: ReadonlyArray<unknown>): unknown {
  const [frame] = written
  if (frame instanceof Uint8Array && this.remotePort !== undefined && ports.has(this.remotePort)) count(frame)
  return Reflect.apply(write, this, written)
})

const database = (url: string) => postgres(url, { maxConnections: Number(CONNECTIONS) })

/** Accounts take turns. */
let placed = 0
const lives = new Map<string, number>()

const box: Signalbox = createSignalbox({
  storage: PLAIN === undefined
    ? cells(Object.fromEntries(urls.map(([name, url]) => [name, database(url)])), {
      place: () => names[placed++ % names.length]!
    })
    : database(urls[0]![1]),
  carriers: [carrier({
    id: "acme",
    channels: ["sms"],
    submit: ({ attempt, id }) => {
      const reference = `acme-${attempt}`
      setTimeout(() => {
        box.receipts.report({ carrier: "acme", reference, status: "delivered" }, { knownWithinMs: 60_000 })
          .then(() => lives.set(id, Date.now()), () => {})
      }, 20)
      return reference
    }
  })],
  secretKeys: SECRET_KEYS,
  log: false
})

const account = async (index: number): Promise<string> => {
  const number = `+1201555${String(index).padStart(4, "0")}`
  const { id } = await box.accounts.ensure({
    name: `Account ${index}`,
    balance: 1_000_000,
    numbers: [number],
    requestsPerMinute: 100_000_000
  })
  const body = { multiChannel: { template: "Your parcel is on its way." } }
  await box.as(id).templates.ensure({ name: "order", definition: { body } }, { reviewedWithinMs: 60_000 })
  return box.keys.create(id)
}

const aside: Readonly<Record<string, (body: string) => Promise<unknown>>> = {
  "/accounts": async (body) => {
    const keys: Array<string> = []
    for (let index = 0; index < Number(body); index++) keys.push(await account(index))
    return keys
  },
  "/lives": () => {
    const found = [...lives]
    lives.clear()
    return Promise.resolve(found)
  },
  "/spent": () => Promise.resolve({ statements, memory: process.memoryUsage.rss() } satisfies Spent)
}

const server = createServer((request, response) => {
  const answer = aside[request.url ?? ""]
  if (answer === undefined) return box.node(request, response)
  request.toArray()
    .then((chunks: ReadonlyArray<Buffer>) => answer(Buffer.concat(chunks).toString()))
    .then((found) => response.end(JSON.stringify(found)))
    .catch((error: unknown) => response.writeHead(500).end(String(error)))
})
server.listen(0, "127.0.0.1")
await once(server, "listening")
console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`)

process.once("SIGTERM", () => void box.close({ graceMs: 1000 }).finally(() => process.exit(0)))
