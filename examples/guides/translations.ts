import { createSignalbox, memory } from "signalbox"

const box = createSignalbox({ storage: memory(), carriers: [] })
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const { templates } = box.as(id)

const first = await templates.ensure({ name: "ready", language: "en", text: "Hi {{name}}, it’s ready" })
const german = await templates.ensure({
  name: "ready",
  language: "de",
  text: "Fertig, {{name}}!",
  translation_of: first.id
})
console.log(german.name, german.language, german.translation_of === first.id)

const { channels: [sms] } = await templates.preview(first.id, { parameters: { name: "Ada" }, countries: ["US"] })
console.log(sms?.encoding, sms?.segments, sms?.forces_unicode?.[0]?.name, sms?.prices[0]?.price)

await templates.ensure({ name: "ready", language: "en", text: "Hi {{name}}, it is ready" })
const { revisions } = await templates.revisions(first.id)
console.log(revisions.map(({ revision }) => revision))
await box.close()
