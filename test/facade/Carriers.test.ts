/**
 * Carriers of the host may answer and bring anything, also in plain JavaScript: what is not understood is never passed
 * over, and never makes a second text.
 */
import type { CarrierOptions, OutgoingMessage } from "signalbox"
import { carrier } from "signalbox"
import { describe, expect, it, vi } from "vitest"
import type { Acme } from "./Acme.ts"
import { order, start, to } from "./Acme.ts"
import * as Stored from "./Stored.ts"

type Strange = (...given: ReadonlyArray<unknown>) => Promise<unknown>
const strange = (call: unknown) => call as Strange

const longEnough = { timeoutMs: 20_000 }

const send = async ({ account, box }: Acme): Promise<string> =>
  (await box.as(account).messages.send(order)).recipients[0]!.message_id

const isSent = ({ account, box }: Acme, id: string) =>
  vi.waitFor(async () => expect((await box.as(account).messages.get(id)).status).toBe("SENT"), { timeout: 20_000 })

/** A second carrier, which gets what the first one fails at. */
const second = () => {
  const handed: Array<OutgoingMessage> = []
  return { handed, other: carrier({ id: "other", channels: ["sms"], submit: (message) => void handed.push(message) }) }
}

const startTwo = async (how: Partial<CarrierOptions>) => {
  const { handed: again, other } = second()
  const first: Array<OutgoingMessage> = []
  const { submit = () => {}, ...others } = how
  const acme = await start({}, {
    carriers: [
      carrier({
        id: "acme",
        channels: ["sms"],
        answersWithin: 300,
        ...others,
        submit: (message, signal) => {
          first.push(message)
          return submit(message, signal)
        }
      }),
      other
    ]
  })
  return { acme, again, first }
}

const call = ({ box }: Acme) => box.fetch(new Request("http://localhost/carriers/acme", { method: "POST" }))

describe("an answer to a message", () => {
  const expected = "expected nothing, the carrier's reference of the message as a text or a whole number, a list of " +
    "them, { refused: failure } or { busyUntil: date }"

  it.each<readonly [string, unknown, string]>([
    ["a number", 4711, "4711"],
    ["zero", 0, "0"],
    ["a large number", 12_345_678_901_234_567_890n, "12345678901234567890"],
    ["a list with a number", [4711], "4711"]
  ])("that is %s is the reference, and its receipts find the message", async (_, reference, text) => {
    await using acme = await start({ submit: () => reference as string })
    const id = await send(acme)
    await isSent(acme, id)
    expect(await acme.box.receipts.report({ carrier: "acme", reference: text, status: "delivered" })).toBe("applied")
    const said = Array.isArray(reference) ? reference[0] as number : reference as number
    expect(await acme.box.receipts.report({ carrier: "acme", reference: said, status: "read" })).toBe("repeated")
  })

  it.each<readonly [string, unknown, ...ReadonlyArray<string>]>([
    ["true", true],
    ["an object of its own", { id: "abc" }],
    ["a misspelt refusal", { refusd: "invalid_number" }, "refusd is nothing; did you mean refused?"],
    ["a number that was rounded", 2 ** 60],
    ["no number", Number.NaN],
    ["a symbol", Symbol("id")],
    ["a function", () => "id"],
    ["a response", new Response("ok")]
  ])("that is %s is logged as an error, and no other carrier sends the text again", async (_, answer, ...more) => {
    const { acme, again, first } = await startTwo({ submit: () => answer as string })
    await using _box = acme
    const id = await send(acme)
    const ended = await acme.box.as(acme.account).messages.settled(id, longEnough)
    expect(ended).toMatchObject({ status: "FAILED", reason_code: "DELIVERY_011" })
    expect([first, again]).toMatchObject([[{ id }], []])
    const complaints = acme.logged.filter(({ message }) => message === "a carrier's answer cannot be read")
    const fields = { carrier: "acme", attempt: first[0]!.attempt, flaws: [expected, ...more] }
    expect(complaints).toMatchObject([{ level: "error", fields }])
  })

  it("that lists what is no reference is an error, and the message is sent all the same", async () => {
    const { acme, again } = await startTwo({ submit: () => ["a", { id: "b" }] as never })
    await using _box = acme
    const id = await send(acme)
    await isSent(acme, id)
    expect(await acme.box.receipts.report({ carrier: "acme", reference: "a", status: "delivered" })).toBe("applied")
    const flaws = ["a reference is no text and no whole number below 2^53, so no receipt can name it"]
    expect(acme.logged).toContainEqual(
      expect.objectContaining({
        level: "error",
        message: "a carrier's answer cannot be read",
        fields: expect.objectContaining({ carrier: "acme", flaws }) as unknown
      })
    )
    expect(again).toEqual([])
  })

  it("that does not say until when it is busy uses up no attempt", async () => {
    let asked = 0
    await using acme = await start({ submit: () => asked++ === 0 ? { busyUntil: "soon" as never } : "a" })
    const id = await send(acme)
    await isSent(acme, id)
    expect(asked).toBe(2)
  })
})

describe("an answer of a callback", () => {
  const receipts = [{ reference: "r", status: "delivered" }]
  const inbound = { reference: "a", channel: "sms", from: to, to, text: "a" }

  const whole =
    "expected nothing, or an object with receipts (a list), inbound (a list) and response ({ status, headers, body })"

  it.each<readonly [string, unknown, ...ReadonlyArray<string>]>([
    ["misspelt", { receipt: receipts }, whole, "answer.receipt is no option; did you mean answer.receipts?"],
    ["a bare list", receipts, whole, "answer must be an object"],
    ["a response of the runtime", new Response("no", { status: 401 }), whole, "answer must be a plain object"],
    ["a text", "ok", whole, "answer must be an object"],
    ["true", true, whole, "answer must be an object"],
    ["a single receipt", { receipts: receipts[0] }, whole, "answer.receipts must be an array"],
    ["a receipt of nothing", { receipts: [null] }, "receipts[0]: receipt must be an object"],
    [
      "a receipt with a misspelt field",
      { receipts: [{ ...receipts[0], failur: "unknown" }] },
      "receipts[0]: receipt.failur is no option; did you mean receipt.failure?"
    ],
    [
      "a status without a response",
      { status: 200 },
      whole,
      "answer.status is no option; there are receipts, inbound, response"
    ],
    ["a response that is a number", { response: 200 }, "answer.response must be an object"],
    [
      "a response with a misspelt status",
      { response: { statusCode: 200 } },
      "answer.response.statusCode is no option; there are status, headers, body",
      "answer.response.status is required"
    ],
    [
      "an inbound message without a channel",
      { inbound: [{ reference: "a", from: to, to, text: "a" }] },
      "inbound[0]: inbound.channel is required"
    ],
    [
      "an inbound message whose media are misspelt",
      {
        inbound: [{
          ...inbound,
          media: [{ url: "https://a.example/b" }, { url: "https://a.example/c", mimetype: "a" }]
        }]
      },
      "inbound[0]: inbound.media[1].mimetype is no option; did you mean inbound.media[1].mimeType?"
    ],
    [
      "an inbound message whose part is misspelt",
      { inbound: [{ ...inbound, part: { series: "a", index: 1, count: 2, total: 2 } }] },
      "inbound[0]: inbound.part.total is no option; there are series, index, count"
    ],
    [
      "a receipt whose price is misspelt",
      { receipts: [{ ...receipts[0], price: { amount: 1, currency: "USD", amounts: 1 } }] },
      "receipts[0]: receipt.price.amounts is no option; did you mean receipt.price.amount?"
    ]
  ])("that is %s is 500, and the log says what was expected", async (_, answer, ...flaws) => {
    await using acme = await start({ callback: () => answer as never })
    const id = await send(acme)
    await isSent(acme, id)
    expect((await call(acme)).status).toBe(500)
    const complaint = acme.logged.find(({ message }) => message === "a carrier's callback answers what cannot be read")
    expect(complaint?.level).toBe("error")
    expect(complaint?.fields).toMatchObject({ carrier: "acme", flaws })
  })

  it.each<readonly [string, unknown]>([["nothing", undefined], ["null", null], ["an empty object", {}], [
    "what is left out",
    { receipts: undefined, inbound: [], response: undefined }
  ], [
    "what is left out within a message",
    { receipts: [], inbound: [{ ...inbound, media: [{ url: "https://a.example/b", mimetype: undefined }] }] }
  ]])("that is %s is 200", async (_, answer) => {
    await using acme = await start({ callback: () => answer as never })
    expect((await call(acme)).status).toBe(200)
  })

  it("may name messages by numbers, and their recipients besides", async () => {
    await using acme = await start({
      submit: () => 7,
      callback: () => ({ receipts: [{ reference: 7, to, status: "delivered" }] })
    })
    const id = await send(acme)
    await isSent(acme, id)
    expect((await call(acme)).status).toBe(200)
    expect((await acme.box.as(acme.account).messages.get(id)).status).toBe("DELIVERED")
  })
})

describe.each(Stored.all)("a receipt by message and attempt, on %s,", (_, stored) => {
  it("is believed only from the carrier that was handed the attempt", async () => {
    await using place = await stored()
    await using acme = await start({ callback: () => ({ receipts: [] }) }, place.options)
    const id = await send(acme)
    await isSent(acme, id)
    const { attempt } = acme.handed[0]!
    const receipt = { message: id, attempt, status: "failed" } as const
    await expect(acme.box.receipts.report({ ...receipt, carrier: "other" }, { knownWithinMs: 0 })).rejects
      .toMatchObject({
        code: "INTERNAL_005"
      })
    expect((await acme.box.as(acme.account).messages.get(id)).status).toBe("SENT")
    await expect(strange(acme.box.receipts.report)(receipt)).rejects.toThrow("carrier is required")
    expect(await acme.box.receipts.report({ ...receipt, status: "delivered", carrier: "acme" })).toBe("applied")
  })

  it("of another carrier's callback changes nothing", async () => {
    let brought: { readonly message: string; readonly attempt: string } | null = null
    const liar = carrier({
      id: "liar",
      channels: ["whatsapp"],
      submit: () => {},
      callback: () => ({ receipts: [{ ...brought!, status: "delivered" }] })
    })
    const handed: Array<OutgoingMessage> = []
    const honest = carrier({ id: "acme", channels: ["sms"], submit: (message) => void handed.push(message) })
    await using place = await stored()
    await using acme = await start({}, { ...place.options, carriers: [honest, liar] })
    const id = await send(acme)
    await isSent(acme, id)
    brought = { message: id, attempt: handed[0]!.attempt }
    const answer = await acme.box.fetch(new Request("http://localhost/carriers/liar", { method: "POST" }))
    expect(answer.status).toBe(503)
    expect((await acme.box.as(acme.account).messages.get(id)).status).toBe("SENT")
  })
})

describe("a STOP", () => {
  const inbound = (to: string, text = "STOP") =>
    ({ carrier: "acme", reference: `${to}${text}`, channel: "sms", from: "1 (201) 555-0123", to, text }) as const

  const isOptedOut = async ({ account, box }: Acme) =>
    (await box.as(account).contacts.list()).contacts.map(({ opt_out: optOut, phone_number: phone }) => [phone, optOut])

  const withNumber = async (options: Partial<CarrierOptions> = {}) => {
    const acme = await start(options)
    const settings = { name: "Acme", numbers: ["+12015550111"] }
    await acme.box.accounts.ensure(settings)
    return { acme, settings }
  }

  it.each(["12015550111", "+1 201 555 0111", "0012015550111"])("to %s opts out", async (to) => {
    const { acme } = await withNumber()
    await using _box = acme
    await acme.box.inbound.receive(inbound(to))
    expect(await isOptedOut(acme)).toEqual([["+12015550123", true]])
  })

  it("to a number that nobody owns is rejected, and logged without the number", async () => {
    const { acme } = await withNumber()
    await using _box = acme
    for (const to of ["+12015550112", "20155"]) {
      await expect(acme.box.inbound.receive(inbound(to))).rejects.toMatchObject({
        code: "RESOURCE_013",
        status: 404
      })
    }
    const warnings = acme.logged.filter(({ message }) => message === "a recipient wrote to a number that nobody owns")
    expect(warnings).toMatchObject([
      { level: "warn", fields: { carrier: "acme", number: "+12***12" } },
      { level: "warn", fields: { carrier: "acme", number: "***" } }
    ])
    expect(await isOptedOut(acme)).toEqual([])
  })

  it("of nobody that a callback brings is answered as the carrier asks", async () => {
    const { acme } = await withNumber({
      callback: () => ({
        inbound: [
          { reference: 1, channel: "sms", from: "12015550123", to: "+12015550112", text: "STOP" },
          { reference: 2, channel: "sms", from: "12015550123", to: "12015550111", text: "STOP" }
        ],
        response: { status: 202 }
      })
    })
    await using _box = acme
    expect((await call(acme)).status).toBe(202)
    expect(await isOptedOut(acme)).toEqual([["+12015550123", true]])
    expect(acme.logged.filter(({ message }) => message === "a recipient wrote to a number that nobody owns"))
      .toHaveLength(1)
  })

  it("may be another word, where the host switches its list on", async () => {
    const { acme, settings } = await withNumber()
    await using _box = acme
    const { accounts, inbound: { receive } } = acme.box
    await receive(inbound("+12015550111", "STOPALL"))
    expect(await isOptedOut(acme)).toEqual([["+12015550123", false]])
    await accounts.ensure({ ...settings, keywordLists: ["us-carriers"] })
    await receive(inbound("+12015550111", "\u200eStop All\ufeff"))
    expect(await isOptedOut(acme)).toEqual([["+12015550123", true]])
    await expect(strange(accounts.ensure)({ ...settings, keywordLists: ["all"] })).rejects.toThrow("us-carriers")
  })
})

describe("what the host brings by itself", () => {
  it("names its carrier, and an inbound message one that there is", async () => {
    await using acme = await start()
    const inbound = { reference: "in", channel: "sms", from: to, to, text: "STOP" }
    const receive = strange(acme.box.inbound.receive)
    await expect(receive(inbound)).rejects.toMatchObject({
      code: "VALIDATION_001",
      message: expect.stringContaining("carrier is required")
    })
    await expect(receive({ ...inbound, carrier: " " })).rejects.toThrow("carrier must not be blank")
    await expect(receive({ ...inbound, carrier: "acne" })).rejects.toThrow("did you mean acme?")
    await expect(receive({ ...inbound, carrier: "somebody" })).rejects.toThrow("there are acme")
    await expect(receive({ carrier: "acme" })).rejects.toThrow("inbound.channel")
    await expect(strange(acme.box.receipts.report)({ reference: "a", status: "read" })).rejects.toThrow(
      "carrier is required"
    )
    const throwing = {
      carrier: "acme",
      get reference() {
        throw new Error("own affair")
      }
    }
    await expect(strange(acme.box.receipts.report)(throwing)).rejects.toThrow("receipt cannot be read: it throws")
    await expect(receive(throwing)).rejects.toMatchObject({ code: "VALIDATION_001" })
    await expect(strange(acme.box.receipts.report)()).rejects.toThrow("carrier is required")
  })
})
