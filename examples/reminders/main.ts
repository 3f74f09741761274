/**
 * Reminders of appointments (Signalbox, beyond v3): one send with the words, the reference and the way of each recipient,
 * worth nothing after its time; found again by reference, added up, and told what came of them.
 */
import type { Signalbox } from "signalbox"
import { carrier, createSignalbox, memory } from "signalbox"

/** Ada has no WhatsApp. */
const whatsapp = carrier({
  id: "my-whatsapp",
  channels: ["whatsapp"],
  submit: ({ attempt, to }) => {
    if (to === "+12015550101") return { refused: "recipient_not_on_channel" }
    setTimeout(() => box.receipts.report({ carrier: "my-whatsapp", reference: attempt, status: "delivered" }), 50)
    return attempt
  }
})

const sms = carrier({
  id: "my-sms",
  channels: ["sms"],
  submit: ({ attempt, expiresAt, reference, text, to }) => {
    console.log(
      `SMS to ${to} for ${reference ?? "nobody"}, worth ${expiresAt > new Date() ? "it" : "nothing"}: ${text}`
    )
    setTimeout(() => box.receipts.report({ carrier: "my-sms", reference: attempt, status: "delivered" }), 50)
    return attempt
  }
})

const box: Signalbox = createSignalbox({ storage: memory(), carriers: [whatsapp, sms] })
const { id } = await box.accounts.ensure({
  name: "Clinic",
  balance: 10,
  numbers: ["+12015550100"],
  channels: ["whatsapp", "sms"]
})
const clinic = box.as(id)
await clinic.templates.ensure({ name: "reminder", text: "Hello {{name}}, we\u2019ll see you at {{hour}}." })

const { recipients } = await clinic.messages.send({
  template: { name: "reminder", parameters: { hour: "9:30" } },
  // Each has a name and a reference; Grace comes later.
  to: [
    { phone_number: "+12015550101", parameters: { name: "Ada" }, reference: "visit-1" },
    { phone_number: "+12015550102", parameters: { name: "Grace", hour: "11:00" }, reference: "visit-2" }
  ],
  metadata: { clinic: "north" },
  // WhatsApp first; whatever fails there, or is not delivered within two minutes, goes out as an SMS. Both may arrive.
  fallback: { channels: ["whatsapp", "sms"], after_seconds: 120 },
  // A reminder is worth nothing an hour later.
  validity_seconds: 3600,
  // The curly apostrophe alone would make two segments of a long SMS.
  smart_encoding: true
})
const messages = await Promise.all(recipients.map(({ message_id }) => clinic.messages.settled(message_id)))
for (const { channel, phone, reference, status } of messages) {
  console.log(`${reference ?? ""}: ${status} by ${channel} to ${phone}`)
}

// Found again by the clinic's own name for it, and told that the patient came: events and reports show it.
const { messages: found } = await clinic.messages.list({ reference: "visit-1" })
await clinic.messages.feedback(found[0]!.id, { outcome: "converted" })

const { total, usage } = await clinic.usage.get()
for (const line of usage) console.log(`${line.day} ${line.channel} ${line.status} ${line.country}: ${line.messages}`)
console.log(`${total.messages} messages, ${total.segments} segments.`)

await box.close()
process.exitCode = messages.map(({ channel }) => channel).join() === "sms,whatsapp" && total.messages === 2 ? 0 : 1
