/**
 * The facade on `Bun.serve`, in a process of Bun's: it sends a message over HTTP, stops in good order, and prints what it
 * has seen as one line of JSON.
 */
import type { BunServer } from "@signalbox/bun/BunMount"
import { start, template } from "../Acme.ts"

/** As much of Bun as is used here: its own types would stand against Node's. */
declare const Bun: {
  readonly serve: (options: {
    readonly port: number
    readonly hostname: string
    readonly fetch: (request: Request, server: BunServer) => Promise<Response>
  }) => { readonly port: number; readonly stop: (closeConnections: boolean) => Promise<void> }
}

const { account, box, handed } = await start()
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request, host) => {
    const client = host.requestIP(request)
    return box.fetch(request, { ip: client?.address, port: client?.port })
  }
})
const url = `http://127.0.0.1:${server.port}/v3`
const headers = { "x-api-key": await box.keys.create(account), "content-type": "application/json" }
const body = JSON.stringify({ to: ["+12015550123"], template: { name: template.name }, channel: ["sms"] })
const sent = await fetch(`${url}/messages`, { method: "POST", headers, body })
const { data } = await sent.json() as { readonly data: { readonly recipients: [{ readonly message_id: string }] } }
const id = data.recipients[0].message_id
while (handed.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
const reference = `acme-${handed[0]!.attempt}`
await box.receipts.report({ carrier: "acme", reference, status: "delivered" })
const { status } = await box.as(account).messages.settled(id)
const head = await fetch(`${url}/me`, { method: "HEAD", headers })
const keyless = await fetch(`${url}/me`)
const closing = box.close()
const late = await fetch(`${url}/me`)
await closing
await server.stop(true)
console.log(JSON.stringify({
  sent: sent.status,
  status,
  head: [head.status, await head.text()],
  keyless: keyless.status,
  late: late.status
}))
