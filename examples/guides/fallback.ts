import { carrier, createSignalbox, memory } from "signalbox"

const whatsapp = carrier({
  id: "my-whatsapp",
  channels: ["whatsapp"],
  submit: () => ({ refused: "recipient_not_on_channel" })
})
const sms = carrier({
  id: "my-sms",
  channels: ["sms"],
  submit: ({ attempt }) => {
    setTimeout(() => box.receipts.report({ carrier: "my-sms", reference: attempt, status: "delivered" }))
    return attempt
  }
})
const box = createSignalbox({ storage: memory(), carriers: [whatsapp, sms] })
const { id } = await box.accounts.ensure({
  name: "Acme",
  balance: 10,
  numbers: ["+12015550100"],
  channels: ["whatsapp", "sms"]
})
const acme = box.as(id)
await acme.templates.ensure({ name: "welcome", text: "Hello, welcome to Acme." })

const { recipients } = await acme.messages.send({
  to: ["+12015550123"],
  template: { name: "welcome" },
  fallback: { channels: ["whatsapp", "sms"], after_seconds: 120 }
})
const message = await acme.messages.settled(recipients[0]!.message_id)
console.log(message.status, message.channel)
const { activities } = await acme.messages.activities(message.id)
for (const { reason_code: code, status } of activities.toReversed()) console.log(status, code ?? "")
await box.close()
