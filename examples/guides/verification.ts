import { carrier, createSignalbox, memory } from "signalbox"

const phones = new Map<string, string>()
const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ attempt, text, to }) => {
    phones.set(to, text)
    return attempt
  }
})
const box = createSignalbox({ storage: memory(), carriers: [sms] })
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const { templates, verifications } = box.as(id)
await templates.ensure({
  name: "code",
  category: "AUTHENTICATION",
  definition: {
    body: {
      multiChannel: {
        template: "{{0:variable}} is your code for Acme.",
        variables: [{ id: 0, name: "code", type: "variable", props: { variableType: "text", sample: "123456" } }]
      }
    }
  }
})
const login = await verifications.create({
  phone_number: "+12015550123",
  template: { name: "code" },
  purpose: "login",
  // Limits hold for the address as well, so that nobody has codes sent to hundreds of numbers.
  ip_address: "203.0.113.7"
})
while (!phones.has("+12015550123")) await new Promise((resolve) => setTimeout(resolve, 10))
const typed = /\d{6}/.exec(phones.get("+12015550123") ?? "")?.[0] ?? ""
const wrong = await verifications.check(login.id, { code: typed === "000000" ? "111111" : "000000" })
const right = await verifications.check(login.id, { code: typed })
console.log(wrong.valid, right.valid)
await box.close()
