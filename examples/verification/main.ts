/**
 * A sign-in with a one-time code: the app asks for it, a person reads it on the phone, and the app has it checked.
 */
import type { Signalbox } from "signalbox"
import { carrier, createSignalbox, memory } from "signalbox"

/** The phones with what they show. Nobody else gets to see a code, not even this app. */
const phones = new Map<string, string>()

const sms = carrier({
  id: "console",
  channels: ["sms"],
  submit: ({ attempt, text, to }) => {
    phones.set(to, text)
    return attempt
  }
})

const box: Signalbox = createSignalbox({ storage: memory(), carriers: [sms] })
const { id } = await box.accounts.ensure({ name: "Acme", balance: 10, numbers: ["+12015550100"] })
const acme = box.as(id)

await acme.templates.ensure({
  name: "code",
  category: "AUTHENTICATION",
  definition: {
    body: {
      multiChannel: {
        template: "{{0:variable}} is your code for Acme.",
        variables: [{ id: 0, name: "code", type: "variable", props: { variableType: "text", sample: "123456" } }]
      }
    },
    authenticationConfig: { addSecurityRecommendation: true, codeExpirationMinutes: 5 }
  }
})

const phone = "+12015550123"
const verification = await acme.verifications.create({
  phone_number: phone,
  template: { name: "code" },
  purpose: "login",
  // The address from which the person asks, so that nobody has codes sent to hundreds of numbers.
  ip_address: "203.0.113.7"
})

/** The person reads the phone. */
while (!phones.has(phone)) await new Promise((resolve) => setTimeout(resolve, 10))
const typed = /\d{6}/.exec(phones.get(phone) ?? "")?.[0] ?? ""

// Every failure looks the same, so it is `valid` alone that lets somebody in.
const wrong = await acme.verifications.check(verification.id, { code: typed === "000000" ? "111111" : "000000" })
const right = await acme.verifications.check(verification.id, { code: typed })
const again = await acme.verifications.check(verification.id, { code: typed })
console.log(`A wrong code: ${wrong.valid}. The right one: ${right.valid}. Once more: ${again.valid}.`)

const message = await acme.messages.get(verification.message_id)
console.log(`The app reads: ${message.message_body?.content ?? ""}`)

await box.close()
process.exitCode = !wrong.valid && right.valid && !again.valid ? 0 : 1
