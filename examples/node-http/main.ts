/**
 * Signalbox on a server of Node's own, beside a path of the host's.
 */
// #region server
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { carrier, createSignalbox, memory } from "signalbox"

const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ text, to }) => console.log(`SMS to ${to}: ${text}`)
})
const box = createSignalbox({ storage: memory(), carriers: [sms] })

const server = createServer((request, response) => {
  if (request.url === "/health") response.end("fine")
  else box.node(request, response)
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
// #endregion server
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

// #region account
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
await box.as(id).templates.ensure({
  name: "welcome",
  definition: { body: { multiChannel: { template: "Hello, welcome to Acme." } } }
})
const headers = { "x-api-key": await box.keys.create(id), "content-type": "application/json" }
// #endregion account

// What follows is what a client of yours does.
const sent = await fetch(`${url}/v3/messages`, {
  method: "POST",
  headers,
  body: JSON.stringify({ to: ["+12015550123"], template: { name: "welcome" } })
})
const health = await fetch(`${url}/health`)
console.log(`POST /v3/messages answers ${sent.status}, and GET /health still says ${await health.text()}.`)

await sent.body?.cancel()
server.close()
server.closeAllConnections()
await box.close()
process.exitCode = sent.status === 202 && health.status === 200 ? 0 : 1
