/**
 * Signalbox under a path of a Nest app, as a provider that its controllers send through.
 */
import { app } from "./app.js"
import { Messaging } from "./messaging.js"

const { box } = app.get(Messaging)
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const definition = { body: { multiChannel: { template: "Your order is on its way." } } }
await box.as(id).templates.ensure({ name: "order_shipped", definition })
await app.listen(0, "127.0.0.1")
const url = await app.getUrl()

// What follows is what clients and carriers do.
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

await app.close()
process.exitCode = statuses === "201, 202, 200" ? 0 : 1
