/**
 * Verifications by the facade: the carrier of the host gets the code, and nobody else does, whatever the carrier quotes.
 */
import type { OutgoingMessage, SignalboxEvent } from "signalbox"
import { SignalboxError } from "signalbox"
import { describe, expect, it } from "vitest"
import type { Acme } from "./Acme.ts"
import { start, to } from "./Acme.ts"

const definition = {
  body: {
    multiChannel: {
      template: "{{0:variable}} is your code.",
      variables: [{ id: 0, name: "code", type: "variable", props: { variableType: "text", sample: "123456" } }]
    }
  }
} as const

const verify = async ({ account, box }: Acme) => {
  await box.as(account).templates.ensure(
    { name: "code", definition, category: "AUTHENTICATION" },
    { reviewedWithinMs: 20_000 }
  )
  return box.as(account).verifications.create({ phone_number: to, template: { name: "code" }, channel: "sms" })
}

const codeIn = ({ text }: OutgoingMessage): string => /\d{6}/.exec(text)![0]

/** Looks until it is so. */
const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 1000 && !holds(); tries++) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(holds()).toBe(true)
}

describe("box.as(account).verifications", () => {
  it("sends a code by the host's carrier, and checks it [XVF-001, XVF-018]", async () => {
    await using acme = await start()
    const events: Array<SignalboxEvent> = []
    acme.box.on("*", (event) => {
      events.push(event)
    })
    const { id, message_id, status } = await verify(acme)
    expect(status).toBe("pending")
    await until(() => acme.handed.length === 1)
    const [message] = acme.handed
    const code = codeIn(message!)
    // Carriers that send templates by name get it as the value of the variable.
    expect(message).toMatchObject({ id: message_id, text: `${code} is your code.`, template: { body: [code] } })
    expect(message!.sms!.parts).toEqual([`${code} is your code.`])
    const { verifications } = acme.box.as(acme.account)
    expect(await verifications.check(id, { code: code === "000000" ? "111111" : "000000" })).toMatchObject({
      valid: false
    })
    expect(await verifications.check(id, { code })).toEqual({ verification_id: id, valid: true })
    expect(await verifications.get(id)).toMatchObject({ status: "approved" })
    await expect(verifications.cancel(id)).rejects.toBeInstanceOf(SignalboxError)
    await until(() => events.some(({ event }) => event === "verification.approved"))
    expect(JSON.stringify(events)).not.toContain(code)
    const { message_body } = await acme.box.as(acme.account).messages.get(message_id)
    expect(message_body?.content).toBe("****** is your code.")
  })

  const quoting: ReadonlyArray<readonly [string, (text: string, code: string) => unknown]> = [
    ["refuses", (text, code) => ({ refused: "content_not_acceptable", code, text })],
    ["refuses with a code in groups", (_, code) => ({
      refused: "content_not_acceptable",
      code: "30007",
      text: `code ${code.slice(0, 3)}-${code.slice(3)} is not allowed`
    })],
    ["throws", (text, code) => {
      throw new Error(`cannot send ${code}: "${text}"`)
    }],
    ["answers with what nobody can read", (text) => ({ text })]
  ]

  it.each(quoting)("tells nobody what a carrier quotes that %s [XVF-012, XVF-019]", async (how, answer) => {
    await using acme = await start({ submit: (message) => answer(message.text, codeIn(message)) as string })
    const { message_id } = await verify(acme)
    await until(() => acme.handed.length === 1)
    const code = codeIn(acme.handed[0]!)
    const { messages } = acme.box.as(acme.account)
    if (how.startsWith("refuses")) await messages.settled(message_id, { timeoutMs: 20_000 })
    else await until(() => acme.logged.length > 0)
    const told = JSON.stringify([await messages.get(message_id), await messages.activities(message_id), acme.logged])
    const grouped = `${code.slice(0, 3)}-${code.slice(3)}`
    expect([told.includes(code), told.includes(grouped)]).toEqual([false, false])
    if (how === "refuses") expect(told).toContain("******: ****** is your code.")
    if (how === "refuses with a code in groups") expect(told).toContain("30007: code ***-*** is not allowed")
  })

  it("hides the code in the words of a receipt [XVF-019]", async () => {
    await using acme = await start()
    const { message_id } = await verify(acme)
    await until(() => acme.handed.length === 1)
    const [message] = acme.handed
    const code = codeIn(message!)
    const { messages } = acme.box.as(acme.account)
    for (let tries = 0; tries < 1000 && (await messages.get(message_id)).status !== "SENT"; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await acme.box.receipts.report({
      carrier: "acme",
      reference: `acme-${message!.attempt}`,
      status: "failed",
      failure: "content_not_acceptable",
      code: "21",
      text: `spam: ${message!.text}`
    })
    const told = JSON.stringify([await messages.get(message_id), await messages.activities(message_id)])
    expect(told).toContain("spam: ****** is your code.")
    expect(told).not.toContain(code)
  })
})
