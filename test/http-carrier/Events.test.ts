/**
 * Callbacks bring events by the tables of a description, which are compared whole.
 */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import type { Description } from "@signalbox/http-carrier/Description"
import { describe, expect, it } from "vitest"
import { callBack, now } from "./Described.ts"

const encoded = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

describe("a callback", () => {
  const read = async (given: Partial<Description>, body: unknown) => {
    const { kept } = await callBack(given, { body: encoded(body) })
    return { receipts: kept.receipts, consents: kept.consents, inbound: kept.messages }
  }

  /** Reads events that come together. */
  const receiptsOf = async (given: Partial<Description>, events: ReadonlyArray<object>) =>
    (await read(given, events)).receipts

  const receipts: NonNullable<Description["receipts"]> = {
    when: { type: ["receipt", "final"] },
    id: "id",
    state: "state",
    states: { ok: "delivered", seen: "read", bad: "failed" },
    code: "code",
    text: "text",
    codes: { 7: "invalid_number" },
    at: "at",
    price: { amount: "price.amount", currency: "price.currency" },
    optOuts: { codes: ["9"], own: "from", recipient: "to" }
  }

  const event = { type: "receipt", id: "p-1", state: "bad" }

  it("is a receipt with all that it tells", async () => {
    const price = { amount: "0.5", currency: "USD" }
    expect(await read({ receipts }, { ...event, code: 7, text: "Wrong", at: "2026-11-25T12:00:00Z", price })).toEqual({
      receipts: [{
        subject: { _tag: "Reference", carrier: "acme", reference: "p-1" },
        reported: { _tag: "Failed", failure: "invalid_number" },
        at: now,
        detail: { code: "7", text: "Wrong" },
        pricing: { amount: 0.5, currency: "USD" }
      }],
      consents: [],
      inbound: []
    })
  })

  it("is a receipt without what it does not tell", async () => {
    const told = (...more: ReadonlyArray<object>) =>
      receiptsOf({ receipts }, more.map((each) => ({ ...event, ...each })))
    const subject = { _tag: "Reference", carrier: "acme", reference: "p-1" }
    const bare = { subject, at: null, detail: null, pricing: null }
    expect(await told({ state: "ok", code: 7, text: "fine" }, { state: "seen" })).toEqual([
      { ...bare, reported: { _tag: "Delivered" } },
      { ...bare, reported: { _tag: "Read" } }
    ])
    const failed = { ...bare, reported: { _tag: "Failed", failure: "unknown" } }
    expect(await told({}, { code: 8 }, { text: "Lost" })).toEqual([
      { ...failed, detail: { code: "bad", text: "bad" } },
      { ...failed, detail: { code: "8", text: "bad" } },
      { ...failed, detail: { code: "bad", text: "Lost" } }
    ])
    const prices = [{ amount: 1 }, { currency: "USD" }, { amount: "dear", currency: "USD" }]
    const priced = await told(...prices.map((price) => ({ price })))
    expect(priced.map(({ pricing }) => pricing)).toEqual([null, null, null])
  })

  it("is no receipt of another kind, of another state, or of nothing", async () => {
    const wrong = [{ type: "other" }, { type: null }, { state: "new" }, { state: "toString" }, { id: "" }]
    const all = [...wrong, { type: "final" }].map((each) => ({ ...event, ...each }))
    expect((await receiptsOf({ receipts }, all)).length).toBe(1)
  })

  it("is about the attempt that it brings back whole, and else about the provider's name", async () => {
    const both = { ...receipts, message: "m", attempt: "a" }
    const all = [{ m: "m-1", a: "a-1" }, { m: "m-1" }, { a: "a-1" }].map((each) => ({ ...event, ...each }))
    expect((await receiptsOf({ receipts: both }, all)).map(({ subject }) => subject)).toEqual([
      { _tag: "Attempt", carrier: "acme", message: "m-1", attempt: "a-1" },
      { _tag: "Reference", carrier: "acme", reference: "p-1" },
      { _tag: "Reference", carrier: "acme", reference: "p-1" }
    ])
  })

  it("is dated in seconds or in milliseconds, and not beyond what a date can be", async () => {
    const said = [0, 99_999_999_999, 100_000_000_000, "1764072000.5", 8.64e15, -8.64e15, 8.64e15 + 1, "x", ""]
    const dates = (await receiptsOf({ receipts }, said.map((at) => ({ ...event, at })))).map(({ at }) => at)
    expect(dates).toEqual([
      0,
      99_999_999_999_000,
      100_000_000_000,
      1_764_072_000_500,
      8.64e15,
      null,
      null,
      null,
      null
    ])
  })

  it("is an opt-out by its code, with both numbers", async () => {
    const told = async (...more: ReadonlyArray<object>) => {
      const events = more.map((each) => ({ ...event, code: 9, from: "+1", to: "+2", ...each }))
      return (await read({ receipts }, events)).consents
    }
    const consent = {
      carrier: "acme",
      to: { _tag: "Number", number: "+1" },
      phone: "+2",
      channel: "sms",
      consent: "opt_out"
    }
    expect(await told({}, { code: 8 }, { code: null }, { from: null }, { to: "" }, { type: "other" })).toEqual([
      consent
    ])
  })

  const inbound: NonNullable<Description["inbound"]> = {
    when: { type: ["message"] },
    id: "id",
    from: "from",
    to: "to",
    text: "text",
    media: { list: "files", url: "url", mimeType: "type", sizeBytes: "size" }
  }

  const message = { type: "message", id: "in-1", from: "+1", to: "+2", text: "Hi" }

  it("is a message with its files, an MMS where the carrier has that channel", async () => {
    const plain = {
      carrier: "acme",
      reference: "in-1",
      from: "+1",
      to: { _tag: "Number", number: "+2" },
      channel: "sms",
      text: "Hi",
      media: []
    }
    const told = async (given: Partial<Description>, ...more: ReadonlyArray<object>) =>
      (await read({ inbound, ...given }, more.map((each) => ({ ...message, ...each })))).inbound
    const wrong = [{ from: null }, { to: "" }, { type: "receipt" }]
    expect(await told({}, {}, { id: null, text: "" }, ...wrong)).toEqual([plain, {
      ...plain,
      reference: null,
      text: null
    }])
    const files = [{ url: "https://a.example/1", type: "image/png", size: "12" }, { type: "x" }, {
      url: "https://a.example/2"
    }]
    const media = [
      { url: "https://a.example/1", mimeType: "image/png", sizeBytes: 12, hashSha256: null },
      { url: "https://a.example/2", mimeType: null, sizeBytes: null, hashSha256: null }
    ]
    expect(await told({}, { files })).toEqual([{ ...plain, channel: "mms", media }])
    expect(await told({}, { files: files.slice(0, 1) })).toEqual([
      { ...plain, channel: "mms", media: media.slice(0, 1) }
    ])
    expect(await told({ channels: ["sms"] }, { files })).toEqual([{ ...plain, media }])
    expect(await told({ inbound: { ...inbound, channel: "rcs" } }, {})).toEqual([{ ...plain, channel: "rcs" }])
  })

  it("is read as its form says, with no more than ten thousand events", async () => {
    const ids = async (given: Partial<Description>, request: Partial<CarrierRequest>) => {
      const { when: _, ...plain } = receipts
      const { kept, status } = await callBack({ receipts: plain, ...given }, request)
      const found = kept.receipts.map(({ subject }) => subject._tag === "Reference" ? subject.reference : "")
      return status === 200 ? found : status
    }
    const form = "id=p-1&state=ok"
    const inBody = { body: Buffer.from(form), url: "/acme?id=p-2&state=ok" }
    expect(await ids({ callbacks: { format: "form" } }, inBody)).toEqual(["p-1"])
    expect(await ids({ callbacks: { format: "query" } }, inBody)).toEqual(["p-2"])
    expect(await ids({ callbacks: { format: "query" } }, { url: "/acme&id=p-2&state=ok" })).toEqual([])
    expect(await ids({ callbacks: {} }, inBody)).toBe(400)
    expect(await ids({ callbacks: { format: "form", events: "id" } }, { body: Buffer.from("id=1&id=2") })).toEqual([])
    // A field that comes several times is a list.
    const second = { id: "id.1", state: "state", states: receipts.states }
    const several = { body: Buffer.from("id=1&id=2&state=ok") }
    expect(await ids({ callbacks: { format: "form" }, receipts: second }, several)).toEqual(["2"])
    const many = Array.from({ length: 10_001 }, (_, id) => ({ id, state: "ok" }))
    expect(await ids({ callbacks: { events: "all" } }, { body: encoded({ all: many }) })).toEqual(
      many.slice(0, 10_000).map(({ id }) => String(id))
    )
    expect(await ids({}, { body: encoded({ id: 1, state: "ok" }) })).toEqual(["1"])
  })
})
