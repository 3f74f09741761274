/**
 * Signalbox under a path of a Next app: `next build` has been run, and this plays the clients and the carrier.
 */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { createSignalbox, postgres } from "signalbox"

const server = spawn(process.execPath, ["node_modules/next/dist/bin/next", "start", "-H", "127.0.0.1", "-p", "0"], {
  stdio: ["ignore", "pipe", "inherit"]
})
let url = ""
for await (const line of createInterface({ input: server.stdout })) {
  console.log(line)
  url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? url
  if (line.includes("Ready")) break
}
server.stdout.resume()

// Another process of the same service: it asks for what the app's own operator would have.
const box = createSignalbox({
  storage: postgres(process.env["DATABASE_URL"]!, { schema: "example_next" }),
  carriers: [],
  secretKeys: process.env["SECRET_KEYS"]!,
  work: false
})
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const definition = { body: { multiChannel: { template: "Your order is on its way." } } }
await box.as(id).templates.ensure({ name: "order_shipped", definition })

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })
const order = await post("/orders", { account: id, phone: "+12015550123" })
const message = { to: ["+12015550124"], template: { name: "order_shipped" } }
const sent = await post("/messaging/v3/messages", message, { "x-api-key": await box.keys.create(id) })
const told = await post("/messaging/carriers/console", { delivered: true })
const statuses = [order.status, sent.status, told.status].join(", ")
console.log(`The order, the API and the carrier's callback are answered ${statuses}: ${await told.text()}`)

server.kill()
await box.close()
process.exitCode = statuses === "200, 202, 200" ? 0 : 1
