/**
 * Follows a message by signed webhooks to a server that believes only what verifies.
 */
import { nodeHandler } from "@signalbox/receiver"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Signalbox } from "signalbox"
import { carrier, createSignalbox, memory } from "signalbox"

let secret = ""
const heard: Array<string> = []

/** Verifies the signature of the raw bytes, and hands each event over once, however often it is delivered. */
const receive = nodeHandler({
  secrets: () => secret,
  onEvent: ({ event }) => {
    heard.push(event.event)
    console.log(`Webhook: ${event.event}`)
  }
})
const receiver = createServer((request, response) => void receive(request, response))
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`

const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ attempt }) => {
    setTimeout(() => box.receipts.report({ carrier: "console", reference: attempt, status: "delivered" }), 100)
    return attempt
  }
})
const box: Signalbox = createSignalbox({
  storage: memory(),
  carriers: [sms],
  // Private addresses are refused otherwise, so that no customer makes the service call into your network.
  webhooks: { allow: ["127.0.0.0/8"] }
})
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const acme = box.as(id)
const webhook = await acme.webhooks.create({
  display_name: "My receiver",
  endpoint_url: endpoint,
  event_types: ["message"]
})
secret = webhook.signing_secret ?? ""

await acme.templates.ensure({
  name: "welcome",
  definition: { body: { multiChannel: { template: "Hello, welcome to Acme." } } }
})
await acme.messages.send({ to: ["+12015550123"], template: { name: "welcome" } })

const deadline = Date.now() + 30_000
while (!heard.includes("message.delivered") && Date.now() < deadline) await new Promise((go) => setTimeout(go, 20))
const forged = await fetch(endpoint, { method: "POST", body: JSON.stringify({ event: "message.delivered" }) })
console.log(`${heard.length} events verified; a forged one is answered ${forged.status}.`)

await box.close()
receiver.close()
receiver.closeAllConnections()
process.exitCode = heard.includes("message.delivered") && forged.status === 400 ? 0 : 1
