/**
 * The recipient has no WhatsApp, so the message arrives by SMS, and the activities say why.
 */
import type { Signalbox } from "signalbox"
import { carrier, createSignalbox, memory } from "signalbox"

const whatsapp = carrier({
  id: "my-whatsapp",
  channels: ["whatsapp"],
  submit: () => ({ refused: "recipient_not_on_channel", text: "131026 message undeliverable" })
})

const sms = carrier({
  id: "my-sms",
  channels: ["sms"],
  submit: ({ attempt, text, to }) => {
    console.log(`SMS to ${to}: ${text}`)
    setTimeout(() => box.receipts.report({ carrier: "my-sms", reference: attempt, status: "delivered" }), 100)
    return attempt
  }
})

const box: Signalbox = createSignalbox({ storage: memory(), carriers: [whatsapp, sms] })
const { id } = await box.accounts.ensure({
  name: "Acme",
  balance: 10,
  numbers: ["+12015550100"],
  channels: ["whatsapp", "sms"]
})
const acme = box.as(id)
await acme.templates.ensure({
  name: "welcome",
  definition: { body: { multiChannel: { template: "Hello, welcome to Acme." } } }
})

// Without a channel the service chooses, and goes on to the next one when a carrier says no.
const { recipients } = await acme.messages.send({ to: ["+12015550123"], template: { name: "welcome" } })
const message = await acme.messages.settled(recipients[0]!.message_id)
const { activities } = await acme.messages.activities(message.id)
for (const { description, status } of activities.toReversed()) console.log(`  ${status}: ${description}`)
console.log(`The message is ${message.status} by ${message.channel}.`)

await box.close()
process.exitCode = message.status === "DELIVERED" && message.channel === "sms" ? 0 : 1
