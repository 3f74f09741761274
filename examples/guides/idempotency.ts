import { carrier, createSignalbox, memory, SignalboxError } from "signalbox"

const sms = carrier({ id: "acme", channels: ["sms"], submit: ({ attempt }) => attempt })
const box = createSignalbox({ storage: memory(), carriers: [sms] })
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const acme = box.as(id)
await acme.templates.ensure({ name: "shipped", text: "Your order is on its way." })

const ship = async (order: string, phone: string): Promise<string> => {
  const message = { to: [phone], template: { name: "shipped" } }
  const sent = await acme.messages.send(message, { idempotencyKey: `shipped-${order}` })
  return sent.recipients[0]!.message_id
}
console.log((await ship("1815", "+12015550123")) === (await ship("1815", "+12015550123")))
try {
  await ship("1815", "+12015550124")
} catch (error) {
  if (!(error instanceof SignalboxError)) throw error
  console.log(error.status, error.code)
}
await box.close()
