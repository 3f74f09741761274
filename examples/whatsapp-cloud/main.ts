/**
 * WhatsApp by Meta's Cloud API, which also reviews the template. Without credentials it runs beside a stand-in; with
 * WHATSAPP_TOKEN, WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN, WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_BUSINESS_ACCOUNT and TO it
 * sends to a handset. Meta's webhook is then https://<this host>/carriers/whatsapp, which must lead to PORT.
 */
import { whatsapp, whatsappReview } from "@signalbox/whatsapp"
import type { AddressInfo } from "node:net"
import { createServer, createSignalbox, memory } from "signalbox"
import * as StandIn from "./standIn.ts"

const { PORT = "0", TO = "+12015550123", WHATSAPP_TOKEN } = process.env
const isLive = WHATSAPP_TOKEN !== undefined
const given = (name: string): string => {
  const value = process.env[`WHATSAPP_${name}`]
  if (value === undefined) throw new Error(`WHATSAPP_${name} is missing`)
  return value
}

let here = ""
const standIn = isLive ? null : await StandIn.start(() => `${here}/carriers/whatsapp`)
const meta = isLive
  ? {
    accessToken: WHATSAPP_TOKEN,
    appSecret: given("APP_SECRET"),
    verifyToken: given("VERIFY_TOKEN"),
    phoneNumberId: given("PHONE_NUMBER_ID"),
    businessAccount: given("BUSINESS_ACCOUNT")
  }
  : { ...StandIn.credentials, url: standIn!.url }

const box = createSignalbox({ storage: memory(), carriers: [whatsapp(meta)], review: whatsappReview(meta) })
const server = createServer(box.node)
await new Promise<void>((resolve) => server.listen(Number(PORT), resolve))
here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, channels: ["whatsapp"] })
const account = box.as(id)
// Meta takes a while, and tells by the webhook.
const template = await account.templates.ensure({
  name: "order_on_its_way",
  definition: {
    body: {
      multiChannel: {
        template: "Your order {{0:variable}} is on its way to you.",
        variables: [{ id: 0, name: "order", type: "variable", props: { variableType: "text", sample: "A-42" } }]
      }
    }
  }
}, { reviewedWithinMs: isLive ? 3_600_000 : 20_000 })
console.log(`Meta has decided: the template is ${template.status}.`)

const { recipients } = await account.messages.send({
  to: [TO],
  channel: ["whatsapp"],
  template: { name: "order_on_its_way", parameters: { order: "A-42" } }
})
const message = await account.messages.settled(recipients[0]!.message_id)
console.log(`The message is ${message.status} by ${message.channel}${message.reason ? ` (${message.reason})` : ""}.`)

standIn?.close()
server.close()
server.closeAllConnections()
await box.close()
process.exitCode = ["DELIVERED", "READ"].includes(message.status) ? 0 : 1
