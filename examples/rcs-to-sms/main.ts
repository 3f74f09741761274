/**
 * RCS by Google's platform, and SMS by Telnyx for whoever has no RCS. Without credentials both are stand-ins in this process;
 * with them the same program sends real messages:
 *
 * - RCS_SERVICE_ACCOUNT (the key file as a text), RCS_CLIENT_TOKEN, RCS_AGENT
 * - TELNYX_API_KEY, TELNYX_PUBLIC_KEY
 * - PUBLIC_URL, by which both reach PORT, and SENDER and RECIPIENT, two numbers with their country codes
 */
import { telnyx } from "@signalbox/http-carrier"
import { rcs } from "@signalbox/rcs"
import type { AddressInfo } from "node:net"
import { createServer, createSignalbox, memory } from "signalbox"
import { start } from "./standIns.ts"

const { env } = process
const isLive = env["TELNYX_API_KEY"] !== undefined
const standIns = isLive ? null : await start()

/** Reads what is needed for real messages, and else returns something that the stand-ins take. */
const setting = (name: string, otherwise: string): string => {
  const value = env[name]
  if (value === undefined && isLive) throw new Error(`Set ${name}, too.`)
  return value ?? otherwise
}

const server = createServer((request, response) => box.node(request, response))
await new Promise<void>((resolve) => server.listen(Number(env["PORT"] ?? 0), isLive ? undefined : "127.0.0.1", resolve))
const publicUrl = setting("PUBLIC_URL", `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
const sender = setting("SENDER", "+12015550100")

const google = rcs({
  serviceAccount: setting("RCS_SERVICE_ACCOUNT", standIns?.serviceAccount ?? ""),
  clientToken: setting("RCS_CLIENT_TOKEN", "no token"),
  agents: [{ id: setting("RCS_AGENT", "acme_agent"), number: sender }],
  ...(standIns === null ? {} : { url: standIns.url })
})
const sms = telnyx({
  apiKey: setting("TELNYX_API_KEY", "no-key"),
  publicKey: setting("TELNYX_PUBLIC_KEY", standIns?.publicKey ?? ""),
  publicUrl: `${publicUrl}/carriers/telnyx`,
  ...(standIns === null ? {} : { url: standIns.url })
})
const box = createSignalbox({ storage: memory(), carriers: [google, sms] })

const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: [sender] })
const acme = box.as(id)
await acme.templates.ensure({
  name: "welcome",
  definition: { body: { multiChannel: { template: "Hello, welcome to Acme." } } }
}, { reviewedWithinMs: 20_000 })

const { recipients } = await acme.messages.send({
  to: [setting("RECIPIENT", "+12015550123")],
  template: { name: "welcome" },
  fallback: { channels: ["rcs", "sms"] }
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
