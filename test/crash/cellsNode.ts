/**
 * A node of the facade in a process of its own, to be killed, whose accounts lie in two cells. Says `listening <url>` when it
 * serves. `POST /ensure` makes an account, which it would place in the cell of `PLACE`, and `POST /furnish` makes one that
 * can send, and answers its key.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { carrier, cells, createSignalbox, postgres, SignalboxError } from "signalbox"

const { CELLS = "{}", PLACE = "eu", SECRET_KEYS = "" } = process.env
const urls = JSON.parse(CELLS) as Readonly<Record<string, string>>

const box = createSignalbox({
  storage: cells(
    Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, postgres(url, { maxConnections: 4 })])),
    { place: () => PLACE }
  ),
  carriers: [carrier({ id: "acme", channels: ["sms"], submit: ({ attempt }) => `acme-${attempt}` })],
  secretKeys: SECRET_KEYS,
  log: false
})

interface Asked {
  readonly id: string
  readonly number: string
}

const ensure = ({ id, number }: Asked) =>
  box.accounts.ensure({ id, name: id, balance: 1000, numbers: [number], requestsPerMinute: 100_000 })

const aside: Readonly<Record<string, (asked: Asked) => Promise<string>>> = {
  "/ensure": async (asked) => (await ensure(asked)).id,
  "/furnish": async (asked) => {
    const { id } = await ensure(asked)
    const body = { multiChannel: { template: "On its way." } }
    await box.as(id).templates.ensure({ name: "order", definition: { body } }, { reviewedWithinMs: 60_000 })
    return box.keys.create(id)
  }
}

const server = createServer((request, response) => {
  const answer = aside[request.url ?? ""]
  if (answer === undefined) return box.node(request, response)
  request.toArray()
    .then((chunks: ReadonlyArray<Buffer>) => answer(JSON.parse(Buffer.concat(chunks).toString()) as Asked))
    .then((text) => response.end(text))
    .catch((error: unknown) => {
      response.writeHead(error instanceof SignalboxError ? error.status : 500).end(String(error))
    })
}).listen(0, "127.0.0.1")
await once(server, "listening")
console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`)
