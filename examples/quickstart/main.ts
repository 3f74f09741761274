/**
 * One message, from the call to the handset.
 */
// #region all
import type { Signalbox } from "signalbox"
import { carrier, createSignalbox, memory } from "signalbox"

/** Prints what it is handed, and tells a moment later that it has arrived. */
const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ attempt, text, to }) => {
    console.log(`SMS to ${to}: ${text}`)
    setTimeout(() => box.receipts.report({ carrier: "console", reference: attempt, status: "delivered" }), 100)
    return attempt
  }
})

const box: Signalbox = createSignalbox({ storage: memory(), carriers: [sms] })
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const acme = box.as(id)

await acme.templates.ensure({
  name: "welcome",
  definition: {
    body: {
      multiChannel: {
        template: "Hello {{0:variable}}, welcome to Acme.",
        variables: [{ id: 0, name: "name", type: "variable", props: { variableType: "text", sample: "Ada" } }]
      }
    }
  }
})

const { recipients } = await acme.messages.send({
  to: ["+12015550123"],
  template: { name: "welcome", parameters: { name: "Grace" } }
})
const message = await acme.messages.settled(recipients[0]!.message_id)
console.log(`Message ${message.id} is ${message.status}.`)
// #endregion all

await box.close()
process.exitCode = message.status === "DELIVERED" ? 0 : 1
