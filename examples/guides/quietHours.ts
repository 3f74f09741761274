import { carrier, createSignalbox, memory } from "signalbox"

const sms = carrier({ id: "acme", channels: ["sms"], submit: ({ attempt }) => attempt })
const box = createSignalbox({ storage: memory(), carriers: [sms] })
const { id } = await box.accounts.ensure({
  name: "Acme",
  balance: 10,
  numbers: ["+12015550100"],
  quietHours: {
    windows: {
      US: { start: "21:00", end: "08:00" },
      CA: { start: "21:30", end: "09:00" },
      FR: { start: "20:00", end: "10:00" },
      IN: { start: "21:00", end: "10:00" }
    },
    // Codes are asked for by those who get them.
    exempt: ["AUTHENTICATION"]
  }
})
await box.as(id).templates.ensure({ name: "sale", category: "MARKETING", text: "Shoes are cheaper today." })
const { recipients: [told] } = await box.as(id).messages.explain({ to: ["+33612345678"], template: { name: "sale" } })
const hour = Number(
  new Intl.DateTimeFormat("en-GB", { hour: "numeric", hourCycle: "h23", timeZone: "Europe/Paris" }).format(new Date())
)
// The message is held when and only when it is night in Paris.
console.log((told?.held_until != null) === (hour >= 20 || hour < 10))
await box.close()
