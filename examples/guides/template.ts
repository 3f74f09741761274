import { carrier, createSignalbox, memory } from "signalbox"

const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ attempt, text, to }) => {
    console.log(`SMS to ${to}: ${text}`)
    setTimeout(() => box.receipts.report({ carrier: "console", reference: attempt, status: "delivered" }))
    return attempt
  }
})
const box = createSignalbox({ storage: memory(), carriers: [sms] })
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const acme = box.as(id)

const template = await acme.templates.ensure({ name: "shipped", text: "{{name}}, order {{order}} is on its way." })
console.log(template.status, template.category, template.variables.join(", "))

const { recipients } = await acme.messages.send({
  template: { name: "shipped", parameters: { order: "1815" } },
  to: [
    { phone_number: "+12015550123", parameters: { name: "Ada" } },
    { phone_number: "+12015550124", parameters: { name: "Grace" } }
  ]
})
for (const { message_id: message } of recipients) console.log((await acme.messages.settled(message)).status)
await box.close()
