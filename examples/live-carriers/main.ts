/**
 * WhatsApp by Meta's Cloud API, and SMS by Twilio for whoever has no WhatsApp. Without credentials both are stand-ins in this
 * process; with them the same program sends real messages:
 *
 * - TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and TWILIO_MESSAGING_SERVICE_SID if there is one
 * - WHATSAPP_TOKEN, WHATSAPP_APP_SECRET, WHATSAPP_VERIFY_TOKEN, WHATSAPP_PHONE_NUMBER_ID, WHATSAPP_BUSINESS_ACCOUNT
 * - PUBLIC_URL, by which both reach PORT, and SENDER and RECIPIENT, two numbers with their country codes
 * - DATABASE_URL and SECRET_KEYS, to keep what there is in PostgreSQL
 */
import { twilio } from "@signalbox/twilio"
import { whatsapp, whatsappReview } from "@signalbox/whatsapp"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Options } from "signalbox"
import { createSignalbox, memory, postgres } from "signalbox"
import { start } from "./standIns.ts"

const { env } = process
const isLive = env["TWILIO_AUTH_TOKEN"] !== undefined

/** Returns a setting that real messages need, and else something that the stand-ins take. */
const setting = (name: string, otherwise: string): string => {
  const value = env[name]
  if (value === undefined && isLive) throw new Error(`Set ${name}, too.`)
  return value ?? otherwise
}

const authToken = setting("TWILIO_AUTH_TOKEN", "no-token")
const standIns = isLive ? null : await start(authToken)

const server = createServer((request, response) => box.node(request, response))
await new Promise<void>((resolve) => server.listen(Number(env["PORT"] ?? 0), isLive ? undefined : "127.0.0.1", resolve))
const publicUrl = setting("PUBLIC_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`)

const meta = {
  accessToken: setting("WHATSAPP_TOKEN", "no-token"),
  appSecret: setting("WHATSAPP_APP_SECRET", "no secret"),
  verifyToken: setting("WHATSAPP_VERIFY_TOKEN", "no token"),
  phoneNumberId: setting("WHATSAPP_PHONE_NUMBER_ID", "106540352242922"),
  ...(standIns === null ? { businessAccount: setting("WHATSAPP_BUSINESS_ACCOUNT", "") } : { url: standIns.url })
}
const service = env["TWILIO_MESSAGING_SERVICE_SID"]
const sms = twilio({
  accountSid: setting("TWILIO_ACCOUNT_SID", `AC${"0".repeat(32)}`),
  authToken: authToken,
  publicUrl: `${publicUrl}/carriers/twilio`,
  ...(service === undefined ? {} : { messagingServiceSid: service }),
  ...(standIns === null ? {} : { baseUrl: standIns.url })
})

const database = env["DATABASE_URL"]
const storage: Pick<Options, "storage" | "secretKeys"> = database === undefined
  ? { storage: memory() }
  : { storage: postgres(database, { schema: "example_live_carriers" }), secretKeys: env["SECRET_KEYS"] ?? "" }
const box = createSignalbox({
  ...storage,
  carriers: [whatsapp(meta), sms],
  // Templates of WhatsApp need Meta's approval, which may take a day.
  ...(isLive ? { review: whatsappReview(meta) } : {})
})

const { id } = await box.accounts.ensure({
  name: "Acme",
  balance: 10,
  numbers: [setting("SENDER", "+12015550100")],
  channels: ["whatsapp", "sms"]
})
const acme = box.as(id)
await acme.templates.ensure({
  name: "welcome",
  definition: { body: { multiChannel: { template: "Hello, welcome to Acme." } } }
}, { reviewedWithinMs: isLive ? 86_400_000 : 20_000 })

// Without a channel the service chooses, and goes on to the next one when a carrier says no.
const { recipients } = await acme.messages.send({
  to: [setting("RECIPIENT", "+12015550123")],
  template: { name: "welcome" }
})
const message = await acme.messages.settled(recipients[0]!.message_id)
const { activities } = await acme.messages.activities(message.id)
for (const { description, status } of activities.toReversed()) console.log(`  ${status}: ${description}`)
console.log(`The message is ${message.status} by ${message.channel}.`)

await box.close()
server.close()
server.closeAllConnections()
standIns?.close()
process.exitCode = message.status === "DELIVERED" || message.status === "READ" ? 0 : 1
