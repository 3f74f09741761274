/**
 * Look-ups in the emulator (decisions 18.7): what its seed and its control say of numbers, and the other fields of routes.
 */
import { Double } from "@signalbox/emulator"
import * as SeedFile from "@signalbox/emulator/seed/SeedFile"
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const apiKey = randomUUID()
const [german, french] = ["+4915112345678", "+33612345678"]

/** A number of its own for each test. */
let numbers = 0
const fresh = (): string => `+49151123${String(10_000 + numbers++)}`

const seed: NonNullable<Double.Options["seed"]> = {
  accounts: [{
    api_keys: [apiKey],
    numbers: [{ number: "+4915199999999" as never, channels: ["sms"] }],
    routes: [
      { channel: "sms", carrier: "sms-b", ported: true },
      { channel: "sms", carrier: "sms-b", network: ["26203"] },
      { channel: "sms", carrier: "sms-a" }
    ]
  }],
  lookups: { cost: 0.004, numbers: [{ phone: german as never, ported: true, network: "26201" }] }
}

interface Explained {
  readonly outcome: { readonly status: string }
  readonly candidates: ReadonlyArray<{ readonly carrier: string }>
  readonly look_up?: Readonly<Record<string, unknown>>
}

describe("the emulator's registry of numbers", () => {
  let double: Double.Double

  beforeAll(async () => {
    double = await Double.start({ apiKey, seed })
  })
  afterAll(() => double.stop())

  const ask = async (method: string, path: string, body?: object): Promise<never> => {
    const response = await double.fetch(`${double.baseUrl}${path}`, {
      method,
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const { data } = await response.json() as { readonly data: never }
    return data
  }

  const bodyTo = (to: string) => ({ to: [to], channel: ["sms"], text: "Hello" })

  /** Opens a conversation, so that a text may be sent, and returns the carrier that brought it. */
  const sent = async (to: string): Promise<string> => {
    await double.handset(to).write({ text: "Hi", channel: "sms", to: "+4915199999999" })
    await ask("POST", "/v3/messages", bodyTo(to))
    return (await double.phone(to).next()).carrier
  }

  const explained = async (to: string): Promise<Explained> => {
    const { recipients } = await ask("POST", "/v3/messages/explain", bodyTo(to)) as {
      readonly recipients: ReadonlyArray<Explained>
    }
    return recipients[0]!
  }

  const told = (phone: string) => double.control("GET", `/emulator/lookups/${phone}` as never)
  const tell = (phone: string, answer: object) =>
    double.control("PUT", `/emulator/lookups/${phone}` as never, answer as never)

  it("tells what the seed says, and messages go by it [XRT-135]", async () => {
    expect(await sent(german!)).toBe("sms-b")
    expect(await told(german!)).toEqual({ phone: german, answer: { ported: true, network: "26201" }, asked: 1 })
    expect(await ask("GET", `/v3/numbers/lookup/${german}`)).toMatchObject({
      is_ported: true,
      mobile_country_code: "262",
      mobile_network_code: "01",
      country_code: "DE"
    })
  })

  it("is asked once as long as its answer counts, and an explanation asks nobody [XRT-131]", async () => {
    const phone = fresh()
    await tell(phone, { network: "26203" })
    await double.handset(phone).write({ text: "Hi", channel: "sms", to: "+4915199999999" })
    expect(await explained(phone)).toMatchObject({
      outcome: { status: "QUEUED" },
      look_up: {
        state: "pending",
        cost: 0.004,
        rules: [{ of: "account", position: 1, is_met: false }, { of: "account", position: 2, is_met: false }]
      }
    })
    expect(await told(phone)).toMatchObject({ asked: 0 })
    expect(await sent(phone)).toBe("sms-b")
    expect(await explained(phone)).toMatchObject({
      candidates: [{ carrier: "sms-b" }, { carrier: "sms-a" }],
      look_up: {
        state: "known",
        network: "26203",
        rules: [{ position: 1, is_met: false }, { position: 2, is_met: true }]
      }
    })
    await tell(phone, { network: "26201" })
    expect(await sent(phone)).toBe("sms-b")
    expect(await told(phone)).toMatchObject({ asked: 1 })
    await double.advance(25 * 3_600_000)
    expect(await sent(phone)).toBe("sms-a")
    expect(await told(phone)).toMatchObject({ asked: 2 })
  })

  it("fails when it is told to, and then messages go as if nobody knew [XRT-125]", async () => {
    const phone = fresh()
    await tell(phone, { ported: true, mode: "throw" })
    expect(await sent(phone)).toBe("sms-a")
    expect(await explained(phone)).toMatchObject({ look_up: { state: "failed" } })
    await double.control("DELETE", `/emulator/lookups/${phone}` as never)
    expect(await told(phone)).toMatchObject({ answer: null })
  })

  it("counts what was asked, with what it costs [XRT-130]", async () => {
    const { look_ups: before = { count: 0 } } = await ask("GET", "/v3/usage") as {
      readonly look_ups?: { readonly count: number }
    }
    expect(await sent(fresh())).toBe("sms-a")
    expect(await sent(french!)).toBe("sms-a")
    const { look_ups: after } = await ask("GET", "/v3/usage") as { readonly look_ups: object }
    expect(after).toEqual({ count: before.count + 2, cost: expect.closeTo((before.count + 2) * 0.004, 9) as number })
  })

  it("says what is wrong with an answer", async () => {
    await expect(tell(fresh(), { network: "262" })).rejects.toThrow(/network.*must be the codes/)
    await expect(tell("12", {})).rejects.toThrow(/names no phone number/)
  })
})

describe("routes of a seed", () => {
  const file = (route: object, more: object = {}) =>
    SeedFile.parse(JSON.stringify({ accounts: [{ api_keys: [], routes: [{ channel: "sms", ...route }] }], ...more }))

  it.each([
    { carrier: "sms-a" },
    { split: [{ carrier: "sms-a", weight: 1 }, { carrier: "sms-b", weight: 3, from: "2030-01-01T00:00:00Z" }] },
    { select: "cheapest" },
    { carrier: "sms-a", receipt_seconds: 60, ported: false, network: ["26201", "310026"] }
  ])("may be %j [XRT-133]", (route) => {
    expect(file(route)._tag).toBe("Success")
  })

  it.each([
    {},
    { carrier: "sms-a", select: "cheapest" },
    { split: [{ carrier: "sms-a", weight: 0 }] },
    { carrier: "sms-a", receipt_seconds: 9 },
    { carrier: "sms-a", network: ["2620"] },
    { carrier: "sms-a", network: [] }
  ])("may not be %j [XRT-133]", (route) => {
    expect(file(route)).toMatchObject({
      _tag: "Failure",
      failure: [expect.stringMatching(/^accounts\[0\]\.routes\[0\]: must have one of carrier, split and select/)]
    })
  })

  it("go by the costs of the seed", async () => {
    const costs = [
      { carrier: "sms-a", channel: "sms", price: 0.02 },
      { carrier: "sms-b", channel: "sms", country: "US", price: 0.01 }
    ] as const
    expect(file({ select: "cheapest" }, { costs })._tag).toBe("Success")
    expect(file({ select: "cheapest" }, { costs: [{ ...costs[0], price: -1 }] })._tag).toBe("Failure")
    const double = await Double.start({
      apiKey,
      seed: { accounts: [{ api_keys: [apiKey], routes: [{ channel: "sms", select: "cheapest" }] }], costs }
    })
    try {
      const response = await double.fetch(`${double.baseUrl}/v3/messages/explain`, {
        method: "POST",
        headers: { "x-api-key": apiKey, "content-type": "application/json" },
        body: JSON.stringify({ to: ["+12015550123"], channel: ["sms"], text: "Hello" })
      })
      const { data } = await response.json() as { readonly data: { readonly recipients: ReadonlyArray<Explained> } }
      expect(data.recipients[0]!.candidates.map(({ carrier }) => carrier)).toEqual(["sms-b", "sms-a"])
    } finally {
      await double.stop()
    }
  })
})
