/**
 * Signalbox under a path of a Fastify app, whose own routes keep their parsers.
 */
import { app } from "./app.ts"
import { box } from "./box.ts"

const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const definition = { body: { multiChannel: { template: "Your order is on its way." } } }
await box.as(id).templates.ensure({ name: "order_shipped", definition })

app.post("/orders", async (request) => {
  const { phone } = request.body as { readonly phone: string }
  return box.as(id).messages.send({ to: [phone], template: { name: "order_shipped" } })
})
const url = await app.listen({ host: "127.0.0.1", port: 0 })

// What follows is what clients and carriers do.
const json = { "content-type": "application/json" }
const post = (path: string, body: unknown, headers: Record<string, string> = json) =>
  fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })

const order = await post("/orders", { phone: "+12015550123" })
const sent = await post("/messaging/v3/messages", { to: ["+12015550124"], template: { name: "order_shipped" } }, {
  ...json,
  "x-api-key": await box.keys.create(id)
})
const told = await post("/messaging/carriers/console", { delivered: true })
const statuses = [order.status, sent.status, told.status].join(", ")
console.log(`The order, the API and the carrier's callback are answered ${statuses}: ${await told.text()}`)

await app.close()
process.exitCode = statuses === "200, 202, 200" ? 0 : 1
