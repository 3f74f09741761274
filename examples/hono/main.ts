/**
 * Signalbox under a path of a Hono app. The same `fetch` serves a Next.js route handler, Deno and Workers-like hosts.
 */
import { serve } from "@hono/node-server"
import { getConnInfo } from "@hono/node-server/conninfo"
import { Hono } from "hono"
import type { AddressInfo } from "node:net"
import { carrier, createSignalbox, memory } from "signalbox"

const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ text, to }) => console.log(`SMS to ${to}: ${text}`)
})
const box = createSignalbox({ storage: memory(), carriers: [sms], basePath: "/messaging" })

const app = new Hono()
app.get("/health", (context) => context.text("fine"))
app.all("/messaging/*", (context) => box.fetch(context.req.raw, { ip: getConnInfo(context).remote.address }))

const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" })
await new Promise((resolve) => server.once("listening", resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
await box.as(id).templates.ensure({
  name: "welcome",
  definition: { body: { multiChannel: { template: "Hello, welcome to Acme." } } }
})

// What follows is what a client of yours does.
const sent = await fetch(`${url}/messaging/v3/messages`, {
  method: "POST",
  headers: { "x-api-key": await box.keys.create(id), "content-type": "application/json" },
  body: JSON.stringify({ to: ["+12015550123"], template: { name: "welcome" } })
})
const health = await fetch(`${url}/health`)
console.log(`POST /messaging/v3/messages answers ${sent.status}, and GET /health still says ${await health.text()}.`)

await sent.body?.cancel()
server.close()
await box.close()
process.exit(sent.status === 202 && health.status === 200 ? 0 : 1)
