import { carrier, createSignalbox, memory, SignalboxError } from "signalbox"

const sms = carrier({ id: "acme", channels: ["sms"], submit: ({ attempt }) => attempt })
const box = createSignalbox({ storage: memory(), carriers: [sms] })

// Each customer of yours is an organization; what it keeps apart, such as its brands, are its profiles.
const shoes = await box.accounts.ensure({ name: "Shoes Ltd", balance: 50, numbers: ["+12015550100"] })
const boots = await box.accounts.ensure({
  name: "Boots",
  organization: shoes.id,
  numbers: ["+12015550101"]
})
const books = await box.accounts.ensure({ name: "Books Ltd", balance: 50, numbers: ["+12015550102"] })

const key = await box.keys.create(shoes.id, { scopes: ["send", "read"] })
await box.as(boots.id).templates.ensure({ name: "welcome", text: "Hello from Boots." })

// A key of the organization acts as one of its profiles when it says so.
const { recipients } = await box.as({ apiKey: key, profile: boots.id }).messages.send({
  to: ["+12015550123"],
  template: { name: "welcome" }
})
const message = recipients[0]!.message_id
console.log((await box.as({ apiKey: key, profile: boots.id }).messages.get(message)).id === message)

// For everybody else it does not exist.
try {
  await box.as(books.id).messages.get(message)
} catch (error) {
  if (!(error instanceof SignalboxError)) throw error
  console.log(error.status, error.code)
}
await box.close()
