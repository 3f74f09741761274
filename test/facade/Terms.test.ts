/**
 * The operator's terms through the facade: prices, routes, quiet hours, keywords and limits.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { AccountSettings, CarrierOptions, Message, Options, OutgoingMessage } from "signalbox"
import { carrier, createSignalbox, memory } from "signalbox"
import { describe, expect, it, vi } from "vitest"
import * as Acme from "./Acme.ts"

/** A host without types may give anything, right or wrong. */
const strange = (call: unknown) => call as (given: object) => Promise<unknown>

const webhook = {
  display_name: "Mine",
  endpoint_url: "https://example.com/hook",
  event_types: ["message"]
} as const

const london = "+447400123456"

const sent = async (acme: Acme.Acme, send: object = Acme.order): Promise<Message> => {
  const me = acme.box.as(acme.account)
  const { recipients } = await strange(me.messages.send)(send) as {
    readonly recipients: ReadonlyArray<{ message_id: string }>
  }
  const message = () => me.messages.get(recipients[0]!.message_id)
  await vi.waitFor(async () => expect((await message()).status).not.toMatch(/^(QUEUED|ROUTED)$/), 20_000)
  return message()
}

const why = async (acme: Acme.Acme, { id }: Message): Promise<string> =>
  JSON.stringify((await acme.box.as(acme.account).messages.activities(id)).activities)

/** Two carriers, the first of which is the one of `Acme`. */
const two = (handed: Array<OutgoingMessage>): Pick<Options, "carriers"> => ({
  carriers: ["acme", "other"].map((id) =>
    carrier(
      {
        id,
        channels: ["sms"],
        submit: (message) => {
          handed.push({ ...message, account: id })
          return message.attempt
        }
      } satisfies CarrierOptions
    )
  )
})

describe("rates", () => {
  it("are what a message costs: by its country where there is one, else by the channel", async () => {
    const rates = [
      { channel: "sms", price: "0.05" },
      { channel: "sms", country: "GB", price: 0.25, markup: "0.0001" }
    ] as const
    await using acme = await Acme.start({}, { rates })
    expect(await sent(acme)).toMatchObject({ status: "SENT" })
    await vi.waitFor(async () => expect(await acme.box.accounts.balance(acme.account)).toBe("99.9500"), 5000)
    expect(await sent(acme, { ...Acme.order, to: [london] })).toMatchObject({ status: "SENT" })
    await vi.waitFor(async () => expect(await acme.box.accounts.balance(acme.account)).toBe("99.6999"), 5000)
  })

  it("make a channel without one unavailable", async () => {
    await using acme = await Acme.start({}, { rates: [{ channel: "sms", country: "GB", price: 1 }] })
    const message = await sent(acme)
    expect(message.status).toBe("FAILED")
    expect(await why(acme, message)).toContain("the channel has no price")
    expect(acme.handed).toEqual([])
  })
})

describe("rules", () => {
  it("of the operator choose the carrier, and deny a country", async () => {
    const handed: Array<OutgoingMessage> = []
    const rules = [{ carrier: "other" }, { action: "DENY", country: "GB", fallback: false }] as const
    await using acme = await Acme.start({}, { ...two(handed), rules })
    await sent(acme)
    expect(handed.map(({ account }) => account)).toEqual(["other"])
    const denied = await sent(acme, { ...Acme.order, to: [london] })
    expect(denied.status).toBe("FILTERED")
    expect(handed).toHaveLength(1)
  })

  it("of an account go before those of the operator, until they are taken away or expire", async () => {
    const handed: Array<OutgoingMessage> = []
    await using acme = await Acme.start({}, { ...two(handed), rules: [{ carrier: "other" }] })
    const { ensure } = acme.box.accounts
    const settings = { name: "Acme", numbers: [Acme.number] }
    await ensure({ ...settings, rules: [{ carrier: "acme", expiresAt: new Date(Date.now() + 3_600_000) }] })
    await sent(acme)
    await ensure({ ...settings, rules: [{ carrier: "acme", expiresAt: new Date(Date.now() - 1) }] })
    await sent(acme)
    await ensure({ ...settings, rules: [{ carrier: "acme", number: Acme.to }] })
    await sent(acme)
    await ensure({ ...settings, rules: [] })
    await sent(acme)
    expect(handed.map(({ account }) => account)).toEqual(["acme", "other", "acme", "other"])
  })
})

describe("an account", () => {
  it("has quiet hours of its own", async () => {
    await using acme = await Acme.start()
    const hour = (later: number): string =>
      new Date(Date.now() + later * 3_600_000).toLocaleTimeString("en-GB", {
        timeZone: "Europe/London",
        hour: "2-digit",
        minute: "2-digit"
      })
    const windows = { GB: { start: hour(-2), end: hour(2) } }
    await acme.box.accounts.ensure({ name: "Acme", numbers: [Acme.number], quietHours: { windows } })
    expect(await sent(acme, { ...Acme.order, to: [london] })).toMatchObject({ status: "SCHEDULED" })
    const exempt = ["UTILITY", "MARKETING"] as const
    await acme.box.accounts.ensure({ name: "Acme", numbers: [Acme.number], quietHours: { windows, exempt } })
    expect(await sent(acme, { ...Acme.order, to: [london] })).toMatchObject({ status: "SENT" })
  })

  it("has keywords of its own, beside those of every account", async () => {
    await using acme = await Acme.start()
    const { box, account } = acme
    const keywords = [{ keyword: "Basta", action: "OPT_OUT" }] as const
    await box.accounts.ensure({ name: "Acme", numbers: [Acme.number], keywords })
    await sent(acme)
    const inbound = { carrier: "acme", reference: "1", channel: "sms", from: Acme.to, to: Acme.number } as const
    await box.inbound.receive({ ...inbound, text: " BASTA " })
    const contacts = await box.as(account).contacts.list({})
    expect(contacts.contacts).toMatchObject([{ phone_number: Acme.to, opt_out: true }])
    for (const wrong of [[{ keyword: "stop", action: "HELP" }], [...keywords, { keyword: "BASTA", action: "HELP" }]]) {
      await expect(strange(box.accounts.ensure)({ name: "Acme", keywords: wrong })).rejects.toThrow("account.keywords")
    }
  })

  const ensured = (acme: Acme.Acme, limits: Partial<AccountSettings>) =>
    acme.box.accounts.ensure({ name: "Acme", numbers: [Acme.number], ...limits })

  it("has as many webhooks as its operator allows", async () => {
    await using acme = await Acme.start()
    await ensured(acme, { webhooks: 1 })
    const { create } = acme.box.as(acme.account).webhooks
    await create(webhook)
    await expect(create(webhook)).rejects.toThrow()
  })

  it("has its own time after which a message is worth nothing any more", async () => {
    await using acme = await Acme.start()
    await sent(acme)
    await ensured(acme, { expiryHours: 2 })
    await sent(acme)
    const hours = acme.handed.map(({ expiresAt }) => (expiresAt.getTime() - Date.now()) / 3_600_000)
    expect(hours.map(Math.ceil)).toEqual([72, 2])
  })

  it("has its SMS sent with plain quotes where its operator says so, unless a send says otherwise [XMS-063]", async () => {
    await using acme = await Acme.start()
    const template = { name: "quote", definition: { body: { multiChannel: { template: "It\u2019s here." } } } }
    await acme.box.as(acme.account).templates.ensure(template, { reviewedWithinMs: 20_000 })
    const order = { ...Acme.order, template: { name: "quote" } }
    await sent(acme, order)
    await ensured(acme, { smartEncoding: true })
    await sent(acme, order)
    await sent(acme, { ...order, smart_encoding: false })
    expect(acme.handed.map(({ text }) => text)).toEqual(["It\u2019s here.", "It's here.", "It\u2019s here."])
  })

  it("previews SMS as its operator has them sent, unless the preview says otherwise [XTP-021]", async () => {
    await using acme = await Acme.start()
    const definition = { body: { multiChannel: { template: "It\u2019s here." } } }
    const previewed = async (more: object = {}) => {
      const { channels } = await acme.box.as(acme.account).templates.previewDefinition({ definition, ...more })
      const { smart_encoding: encoding, text } = channels.find(({ channel }) => channel === "sms")!
      return [text, encoding?.replacements.map(({ code_point: point }) => point)]
    }
    expect(await previewed()).toEqual(["It\u2019s here.", undefined])
    await ensured(acme, { smartEncoding: true })
    expect(await previewed()).toEqual(["It's here.", ["U+2019"]])
    expect(await previewed({ smart_encoding: null })).toEqual(["It's here.", ["U+2019"]])
    expect(await previewed({ smart_encoding: false })).toEqual(["It\u2019s here.", undefined])
  })

  it("is sent no MMS when its operator does not allow it", async () => {
    await using acme = await Acme.start({ channels: ["sms", "mms"] })
    const available = async (phone: string) =>
      (await acme.box.as(acme.account).contacts.create({ phone_number: phone })).available_channels
    await ensured(acme, { allowMms: true })
    expect(await available(Acme.to)).toBe("sms,whatsapp,rcs,mms")
    await ensured(acme, { allowMms: false })
    expect(await available(london)).toBe("sms,whatsapp,rcs")
  })

  it("sends a template as often a day as its operator allows", async () => {
    await using acme = await Acme.start()
    await ensured(acme, { dailyMessageLimit: 1 })
    expect(await sent(acme)).toMatchObject({ status: "SENT" })
    expect(await sent(acme)).toMatchObject({ status: "BLOCKED", reason_code: "BUSINESS_020" })
    await ensured(acme, { dailyMessageLimit: null })
    expect(await sent(acme)).toMatchObject({ status: "SENT" })
  })

  it("asks as often a minute as its operator allows", async () => {
    await using acme = await Acme.start()
    await ensured(acme, { requestsPerMinute: 2 })
    const key = await acme.box.keys.create(acme.account)
    const asked = () =>
      acme.box.fetch(
        new Request("http://localhost/v3/me", { headers: { "x-api-key": key, "x-sender-id": acme.account } })
      )
    const answers = [await asked(), await asked(), await asked()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(answers[2]!.headers.get("x-ratelimit-limit")).toBe("2")
  })

  it("has its own time after which a failing webhook is switched off", async () => {
    const server = createServer((_, response) => void response.writeHead(500).end())
    await once(server.listen(0, "127.0.0.1"), "listening")
    try {
      const { port } = server.address() as AddressInfo
      await using acme = await Acme.start({}, { webhooks: { allow: ["127.0.0.0/8"] } })
      await ensured(acme, { webhookDisableMinutes: 0 })
      const me = acme.box.as(acme.account)
      const { id } = await me.webhooks.create({ ...webhook, endpoint_url: `http://127.0.0.1:${port}/hook` })
      // It is called for more events than may fail in a row.
      const to = Array.from({ length: 10 }, (_, index) => `+120155501${String(index).padStart(2, "0")}`)
      await me.messages.send({ ...Acme.order, to, channel: ["sms"] })
      await vi.waitFor(async () => expect((await me.webhooks.get(id)).is_active).toBe(false), 20_000)
    } finally {
      server.close()
    }
  })

  it("is not given limits that are wrong", async () => {
    await using acme = await Acme.start()
    const limits = [
      "webhooks",
      "expiryHours",
      "smartEncoding",
      "keyLastUsed",
      "auditLogDays",
      "webhookDisableMinutes",
      "allowMms",
      "dailyMessageLimit",
      "requestsPerMinute"
    ]
    for (const name of limits) {
      await expect(strange(acme.box.accounts.ensure)({ name: "Acme", [name]: -1 })).rejects.toThrow(`account.${name}`)
    }
  })
})

describe("terms that are wrong", () => {
  it.each<[string, object]>([
    ["rates[0].price", { rates: [{ channel: "sms", price: -1 }] }],
    ["rates[0].price", { rates: [{ channel: "sms", price: "0.00001" }] }],
    ["rates[0].channel", { rates: [{ channel: "fax", price: 1 }] }],
    ["rates[0].country", { rates: [{ channel: "sms", country: "gb", price: 1 }] }],
    ["rates[0].markup", { rates: [{ channel: "sms", price: 1, markup: "much" }] }],
    ["rates", { rates: {} }],
    ["rules", { rules: "none" }],
    ["rules[0].carrier", { rules: [{ carrier: "nobody" }] }],
    ["rules[0].action", { rules: [{ action: "deny" }] }],
    ["rules[0].prefix", { rules: [{ prefix: "41" }] }],
    ["rules[0].expiresAt", { rules: [{ expiresAt: new Date(Number.NaN) }] }],
    ["rules[0].contry is no option; did you mean rules[0].country?", { rules: [{ contry: "GB" }] }]
  ])("are refused by name: %s", (place, terms) => {
    const make = () => createSignalbox({ storage: memory(), carriers: [], ...terms } as Options)
    expect(make).toThrow(place)
    expect(make).toThrow(TypeError)
  })
})
