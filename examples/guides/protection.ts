import { carrier, createSignalbox, memory } from "signalbox"

const acme = carrier({
  id: "acme",
  channels: ["sms"],
  submit: ({ attempt }) => {
    setTimeout(() => box.receipts.report({ carrier: "acme", reference: attempt, status: "delivered" }))
    return attempt
  }
})
const box = createSignalbox({ storage: memory(), carriers: [acme], rates: [{ channel: "sms", price: "0.05" }] })
const { id } = await box.accounts.ensure({
  name: "Acme",
  balance: 100,
  numbers: ["+12015550100"],
  destinations: { allow: ["US", "CA", "+4479"], forbid: ["+1809"], preset: "no-premium" },
  spend: { day: "0.10", month: 8000, regions: { CA: { day: 20 } } },
  pumping: {}
})
box.on("account.spend_warning", ({ payload }) => console.log(`${payload.spent} of ${payload.cap} a ${payload.period}`))
await box.as(id).templates.ensure({ name: "welcome", text: "Hello." })

const to = ["+12015550121", "+12015550122", "+12015550123", "+18095550124"]
for (const phone of to) {
  const { recipients } = await box.as(id).messages.send({ to: [phone], template: { name: "welcome" } })
  const { reason_code: code, status } = await box.as(id).messages.settled(recipients[0]!.message_id)
  console.log(phone, status, code ?? "")
}
await box.close()
