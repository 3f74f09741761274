import { carrier, createSignalbox, memory } from "signalbox"

const acme = carrier({ id: "acme", channels: ["sms"], submit: async () => "reference" })
const box = createSignalbox({ storage: memory(), carriers: [acme] })
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })

const { recipients: [told] } = await box.as(id).messages.explain({ to: ["+12015550123"], text: "Hello" })
console.log(told?.outcome.reason_code, told?.candidates[0]?.carrier)
console.log(told?.gates.filter(({ passes }) => !passes).map(({ gate }) => gate))
await box.close()
