/**
 * Signalbox under a path of a Hono app.
 */
import { serve } from "@hono/node-server"
import type { AddressInfo } from "node:net"
import { app } from "./app.ts"
import { box } from "./box.ts"

app.get("/health", (context) => context.text("fine"))
const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" })
await new Promise((resolve) => server.once("listening", resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
await box.as(id).templates.ensure({
  name: "welcome",
  definition: { body: { multiChannel: { template: "Hello, welcome to Acme." } } }
})

// What follows is what a client and a carrier of yours do.
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })
const key = await box.keys.create(id)
const message = { to: ["+12015550123"], template: { name: "welcome" } }
const sent = await post("/messaging/v3/messages", message, { "x-api-key": key })
const told = await post("/messaging/carriers/console", { delivered: true })
const health = await fetch(`${url}/health`)
console.log(
  `POST /messaging/v3/messages answers ${sent.status}, the carrier's callback ${told.status} with ` +
    `${await told.text()}, and GET /health still says ${await health.text()}.`
)

await sent.body?.cancel()
server.close()
await box.close()
process.exit(sent.status === 202 && told.status === 200 && health.status === 200 ? 0 : 1)
