/**
 * The facade on memory storage.
 */
import type { OutgoingMessage, Signalbox } from "signalbox"
import { carrier, createSignalbox, memory, SignalboxError } from "signalbox"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

let box: Signalbox
let handed: Array<OutgoingMessage>

const acme = () =>
  carrier({
    id: "acme",
    channels: ["sms"],
    submit: (message) => {
      handed.push(message)
      return `acme-${message.attempt}`
    }
  })

beforeEach(() => {
  handed = []
  box = createSignalbox({ storage: memory(), carriers: [acme()] })
})

afterEach(() => box.close())

const to = "+12015550123"

const account = async (): Promise<string> => (await box.accounts.ensure({ name: "Acme", balance: 100 })).id

describe("an account", () => {
  it("sends through the host's carrier, and reads what became of it", async () => {
    const me = box.as(await account())
    await box.inbound.receive({
      carrier: "acme",
      reference: "in-1",
      channel: "sms",
      from: to,
      to: await own(me),
      text: "Hi"
    })
    const sent = await me.messages.send({ to: [to], text: "Hello", channel: ["sms"] })
    const id = sent.recipients[0]!.message_id
    await vi.waitFor(async () => expect((await me.messages.get(id)).status).toBe("SENT"))
    expect(handed.map(({ channel, text, to }) => ({ channel, text, to }))).toEqual([{
      channel: "sms",
      text: "Hello",
      to
    }])
    const receipt = { carrier: "acme", reference: `acme-${handed[0]!.attempt}`, status: "delivered" } as const
    expect(await box.receipts.report(receipt)).toBe("applied")
    expect((await me.messages.get(id)).status).toBe("DELIVERED")
  })

  it("gets what is wrong as an error with its code and its fields", async () => {
    const me = box.as(await account())
    const error = await me.messages.send({ to: ["12"], text: "Hello" }).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(SignalboxError)
    expect(error).toMatchObject({
      code: "VALIDATION_002",
      status: 400,
      details: { "to[0]": [expect.stringContaining("E.164")] },
      message: expect.stringContaining("to[0]"),
      requestId: expect.stringMatching(/^req_/)
    })
  })

  it("is the same for whoever shows its key, in this process and over HTTP", async () => {
    const id = await account()
    const apiKey = await box.keys.create(id)
    expect((await box.as({ apiKey }).me.get()).id).toBe(id)
    const response = await box.fetch(new Request("http://localhost/v3/me", { headers: { "x-api-key": apiKey } }))
    expect(await response.json()).toMatchObject({ success: true, data: { id } })
  })
})

/** The number that the account got with its creation. */
const own = async (me: ReturnType<Signalbox["as"]>): Promise<string> => {
  const { channels } = await me.me.get()
  return (channels as { readonly sms: { readonly phone_number: string } }).sms.phone_number
}
