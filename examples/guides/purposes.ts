import { carrier, createSignalbox, memory } from "signalbox"

const sms = carrier({
  id: "acme",
  channels: ["sms"],
  submit: ({ attempt }) => {
    setTimeout(() => box.receipts.report({ carrier: "acme", reference: attempt, status: "delivered" }))
    return attempt
  }
})
const box = createSignalbox({ storage: memory(), carriers: [sms] })
const { id } = await box.accounts.ensure({
  name: "Acme",
  balance: 10,
  numbers: ["+12015550100"],
  frequency: [{ category: "MARKETING", per: "day", most: 2 }, { per: "week", most: 10 }],
  purposes: [
    {
      name: "newsletter",
      categories: ["MARKETING"],
      requiresOptIn: true,
      optInKeyword: "NEWS",
      optOutKeyword: "STOP NEWS"
    },
    { name: "orders", categories: ["UTILITY"] }
  ]
})
const acme = box.as(id)
await acme.templates.ensure({ name: "sale", category: "MARKETING", text: "Shoes are cheaper today." })

const write = async (phone: string): Promise<void> => {
  const { recipients } = await acme.messages.send({ to: [phone], template: { name: "sale" } })
  const { reason_code: code, status } = await acme.messages.settled(recipients[0]!.message_id)
  console.log(status, code ?? "")
}
await acme.contacts.create({ phone_number: "+12015550101", preferences: { newsletter: "opt_in" } })
await write("+12015550101")
await write("+12015550102")

const { records } = await acme.consent.export({ page_size: 100 })
for (const { purpose, source } of records) console.log(purpose, source)
await box.close()
