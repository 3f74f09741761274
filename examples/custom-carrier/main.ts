/**
 * A carrier of your own over HTTP, with its callbacks: `acme.ts` is all that you write.
 */
import type { AddressInfo } from "node:net"
import { createServer, createSignalbox, memory } from "signalbox"
import { acme } from "./acme.ts"
import * as Provider from "./provider.ts"

let url = ""
const box = createSignalbox({
  storage: memory(),
  carriers: [acme({ url: () => url, secret: Provider.secret })]
})
const server = createServer(box.node)
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const provider = await Provider.start(`${here}/carriers/acme`)
url = provider.url

const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const account = box.as(id)
await account.templates.ensure({
  name: "welcome",
  definition: { body: { multiChannel: { template: "Hello, welcome to Acme." } } }
})
const { recipients } = await account.messages.send({
  to: ["+12015550123", "+12015550199"],
  template: { name: "welcome" },
  channel: ["sms"]
})
const messages = await Promise.all(recipients.map(({ message_id }) => account.messages.settled(message_id)))
for (const { phone, reason, status } of messages) console.log(`${phone}: ${status}${reason ? ` (${reason})` : ""}`)
const forged = await fetch(`${here}/carriers/acme`, { method: "POST", body: "{\"id\":\"provider-2\"}" })
console.log(`Both were handed over after the provider was busy; a forged callback is answered ${forged.status}.`)

provider.close()
server.close()
server.closeAllConnections()
await box.close()
const told = messages.map(({ status }) => status).join(" ")
process.exitCode = told === "DELIVERED FAILED" && forged.status === 403 ? 0 : 1
