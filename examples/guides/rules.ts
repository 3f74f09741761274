import { carrier, createSignalbox, memory } from "signalbox"

const submit = ({ attempt }: { readonly attempt: string }) => attempt
const box = createSignalbox({
  storage: memory(),
  carriers: [
    carrier({ id: "north", channels: ["sms"], submit }),
    carrier({ id: "south", channels: ["sms"], submit }),
    carrier({ id: "new", channels: ["sms"], submit })
  ],
  rates: [{ channel: "sms", price: "0.05" }],
  costs: [
    { carrier: "north", channel: "sms", price: 0.031 },
    { carrier: "south", channel: "sms", price: 0.028 }
  ],
  rules: [
    // The cheapest carrier goes first, the next one after it refuses; one whose cost nobody knows comes last.
    { channel: "sms", select: "cheapest", priority: 10 },
    // One message in ten to the United States tries the new carrier out.
    { channel: "sms", country: "US", split: [{ carrier: "north", weight: 9 }, { carrier: "new", weight: 1 }] },
    // Nothing goes there.
    { action: "DENY", country: "KP", fallback: false }
  ]
})
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const acme = box.as(id)
await acme.templates.ensure({ name: "welcome", text: "Hello, welcome to Acme." })

const told = await acme.messages.explain({
  to: ["+41791234567", "+12015550123", "+8501921234567"],
  template: { name: "welcome" }
})
for (const { candidates, outcome, to } of told.recipients) {
  const routes = candidates.map(({ carrier }) => carrier).toSorted()
  console.log(to, outcome.status, to.startsWith("+1") ? routes : candidates.map(({ carrier }) => carrier))
}
await box.close()
