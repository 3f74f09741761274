import { carrier, createSignalbox, memory } from "signalbox"

const sms = carrier({ id: "acme", channels: ["sms"], submit: ({ attempt }) => attempt })
const box = createSignalbox({ storage: memory(), carriers: [sms] })
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const acme = box.as(id)
await acme.templates.ensure({ name: "sale", category: "MARKETING", text: "Shoes are cheaper today." })

// Your carrier's callback brings this; `inbound.receive` is the same for other ways.
await box.inbound.receive({
  carrier: "acme",
  reference: "1",
  channel: "sms",
  from: "+12015550123",
  to: "+12015550100",
  text: "STOP"
})
const { recipients } = await acme.messages.send({ to: ["+12015550123"], template: { name: "sale" } })
const { reason_code: code, status } = await acme.messages.settled(recipients[0]!.message_id)
console.log(status, code)
await box.close()
