/**
 * Signalbox under a path of an Express app, which keeps its own routes, its body parser and its error handler.
 */
// #region app
import express from "express"
import type { AddressInfo } from "node:net"
import { carrier, createSignalbox, memory } from "signalbox"

const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ text, to }) => console.log(`SMS to ${to}: ${text}`)
})
const box = createSignalbox({ storage: memory(), carriers: [sms] })
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const acme = box.as(id)
await acme.templates.ensure({
  name: "order_shipped",
  definition: { body: { multiChannel: { template: "Your order is on its way." } } }
})

const app = express()
// Before the body parser: carriers sign the bytes of what they send.
app.use("/messaging", box.node)
app.use(express.json())

app.post("/orders/:phone/ship", async (request, response) => {
  const { recipients } = await acme.messages.send(
    { to: [request.params.phone], template: { name: "order_shipped" } },
    // A browser that asks twice sends once.
    { idempotencyKey: `order-${(request.body as { readonly order: string }).order}` }
  )
  response.json({ message: recipients[0]?.message_id })
})
// #endregion app

const server = app.listen(0, "127.0.0.1")
await new Promise((resolve) => server.once("listening", resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

// What follows is what clients of yours do.
const ship = async (): Promise<string> => {
  const answer = await fetch(`${url}/orders/+12015550123/ship`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ order: "4711" })
  })
  return ((await answer.json()) as { readonly message: string }).message
}
const [once, twice] = [await ship(), await ship()]
const key = await box.keys.create(id)
const read = await fetch(`${url}/messaging/v3/messages/${once}`, { headers: { "x-api-key": key } })
console.log(
  `The order was shipped ${once === twice ? "once" : "twice"}, and GET /messaging/v3/messages/… answers ${read.status}.`
)

await read.body?.cancel()
server.close()
server.closeAllConnections()
await box.close()
process.exitCode = once === twice && read.status === 200 ? 0 : 1
