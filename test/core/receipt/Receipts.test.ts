/**
 * A receipt says besides its outcome when it happened, the carrier's own words, and what it charges. Carriers are
 * written by others, so none of it has to be right.
 */
import * as Commit from "@signalbox/core/Commit"
import type { Instant } from "@signalbox/core/Instant"
import { make as instant } from "@signalbox/core/Instant"
import * as CarrierAnswer from "@signalbox/core/internal/carrier/CarrierAnswer"
import * as ReceiptInput from "@signalbox/core/internal/receipt/ReceiptInput"
import type { Reported } from "@signalbox/core/internal/receipt/Report"
import { Report } from "@signalbox/core/internal/receipt/Report"
import { Attempt } from "@signalbox/core/internal/row/Attempt"
import { CarrierReferences } from "@signalbox/core/internal/row/CarrierReference"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { Messages } from "@signalbox/core/Message"
import type { Receipt } from "@signalbox/core/Receipts"
import { propWith } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import * as Junk from "../Junk.ts"

const minute = 60_000
const startedAt = Given.now
/** The receipts of these tests come in at this time. */
const now = instant(Given.now + 10 * minute)

const attempt = Given.attempt({ report: "SENT", charge: "taken", reference: "r-1", startedAt })

const subject = { _tag: "Attempt", message: Given.messageId(1), attempt: attempt.id } as const

const delivered: Reported = { _tag: "Delivered" }
const failed: Reported = { _tag: "Failed", failure: "handset_unreachable" }

/** A message that was sent, and what receipts make of it. */
const world = (parts: Partial<typeof attempt> = {}) => {
  const store = new FactStore([
    Commit.put(Messages, Given.message({ status: "SENT", channel: "sms", attempts: [{ ...attempt, ...parts }] })),
    Commit.put(CarrierReferences, {
      carrier: attempt.carrier,
      reference: "r-1",
      message: Given.messageId(1),
      attempt: attempt.id
    })
  ])
  const message = () => store.get(Messages, Given.messageId(1))!
  return {
    store,
    message,
    attempt: () => message().attempts[0]!,
    hear: (receipt: Partial<Receipt>) => {
      const read = ReceiptInput.read({ subject, reported: delivered, ...receipt })
      return read === null
        ? "unknown"
        : Result.getOrThrow(store.run(Report, read.command, now, Given.ids(9)))
    }
  }
}

describe("a receipt by message and attempt", () => {
  it("is believed from the carrier of the attempt alone", () => {
    const { hear, message } = world()
    expect(hear({ subject: { ...subject, carrier: Given.carrierId("sms-b") }, reported: failed })).toBe("unknown")
    expect(hear({ subject: { ...subject, carrier: "" as typeof attempt.carrier }, reported: failed })).toBe("unknown")
    expect(message().status).toBe("SENT")
    expect(hear({ subject: { ...subject, carrier: attempt.carrier } })).toBe("applied")
    expect(message().status).toBe("DELIVERED")
  })
})

describe("a receipt as it is read", () => {
  const reference = { _tag: "Reference", carrier: "sms-a", reference: "1" }
  const long = "x".repeat(255)

  it.each<readonly [subject: unknown, read: unknown]>([
    [reference, reference],
    [{ ...reference, to: null, more: 1 }, reference],
    [{ ...reference, carrier: "" }, null],
    [{ ...reference, carrier: undefined }, null],
    [{ ...reference, carrier: "a\0" }, null],
    [{ ...reference, carrier: long }, { ...reference, carrier: long }],
    [{ ...reference, carrier: `${long}x` }, null],
    [{ ...reference, reference: undefined }, null],
    [{ ...subject, more: 1 }, subject],
    [{ ...subject, carrier: "sms-a" }, { ...subject, carrier: "sms-a" }],
    [{ ...subject, carrier: null }, null],
    [{ ...subject, message: "1" }, null],
    [{ ...subject, attempt: "1" }, null],
    [{ ...subject, _tag: "Other" }, null],
    [null, null]
  ])("names an attempt, or nothing that can be one: %j", (subject, named) => {
    const receipt = { subject, reported: delivered }
    const nothing = { at: null, detail: null, pricing: null }
    expect(ReceiptInput.read(receipt))
      .toEqual(
        named === null ? null : { command: { subject: named, reported: delivered, detail: nothing }, dropped: [] }
      )
    const carrier = typeof subject === "object" && subject !== null && "carrier" in subject ? subject.carrier : null
    const isCarrier = typeof carrier === "string" && ["sms-a", long].includes(carrier)
    expect(ReceiptInput.origin(receipt)).toEqual({ carrier: isCarrier ? carrier : null })
  })

  it("reports success or failure, of a known class, or nothing", () => {
    const reports = [
      { _tag: "Delivered", failure: "unknown" },
      { _tag: "Read" },
      failed,
      { _tag: "Failed", failure: "bad luck" },
      { _tag: "Failed" },
      { _tag: "Sent" },
      "Delivered"
    ]
    const read = (reported: unknown) => ReceiptInput.read({ subject, reported })?.command.reported ?? null
    const unknown = { _tag: "Failed", failure: "unknown" }
    expect(reports.map(read)).toEqual([delivered, { _tag: "Read" }, failed, unknown, unknown, null, null])
    expect(ReceiptInput.read({ subject, reported: delivered, at: "soon", detail: 7, pricing: 7 })?.dropped)
      .toEqual(["at", "detail", "pricing"])
    expect([ReceiptInput.read("Delivered"), ReceiptInput.origin("Delivered")]).toEqual([null, { carrier: null }])
  })
})

describe("a failure of the recipient's", () => {
  it.each(
    [
      ["whatsapp", "recipient_not_on_channel", true],
      ["whatsapp", "handset_unreachable", false],
      ["rcs", "recipient_not_on_channel", false],
      ["sms", "recipient_not_on_channel", false]
    ] as const
  )("keeps WhatsApp from a contact for a while, and no other does: %s, %s", (channel, failure, isTheirs) => {
    const { hear, store } = world({ channel })
    const contact = Given.contact({ updatedAt: Given.now })
    store.put(Commit.put(Contacts, contact))
    expect(hear({ reported: { _tag: "Failed", failure } })).toBe("applied")
    const until = instant(now + 30 * 24 * 60 * minute)
    expect(store.get(Contacts, contact.id)).toEqual(
      isTheirs ? { ...contact, whatsappUndeliverableUntil: until } : contact
    )
  })
})

describe("what a receipt says besides", () => {
  it("is kept with the attempt that it decides", () => {
    const { attempt, hear } = world()
    const at = instant(Given.now + minute)
    expect(hear({ at, detail: { code: "000", text: "DELIVRD" }, pricing: { amount: 0.0075, currency: "USD" } }))
      .toBe("applied")
    expect(attempt().receipt).toEqual({
      at,
      detail: { code: "000", text: "DELIVRD" },
      pricing: { amount: 0.0075, currency: "USD" }
    })
  })

  it("is nothing when it says nothing", () => {
    const { attempt, hear } = world()
    hear({ at: null, detail: null, pricing: null })
    expect(attempt()).not.toHaveProperty("receipt")
  })

  it.each([
    [{ code: "0x0B", text: "Absent subscriber" }, " (0x0B: Absent subscriber)"],
    [{ code: "27", text: "" }, " (27)"],
    [{ code: "", text: "Absent\nsubscriber\u0000" }, " (Absent subscriber)"]
  ])("names the carrier's words in the history: %j", (detail, words) => {
    const { hear, message } = world()
    hear({ reported: failed, detail })
    const line = message().history.at(-1)!
    expect(line).toMatchObject({ status: "FAILED", code: "DELIVERY_006" })
    expect(line.description.endsWith(words), line.description).toBe(true)
    expect(line.description.length).toBeGreaterThan(words.length)
    const other = world()
    other.hear({ detail })
    expect(other.message().history.at(-1)!.description).toBe(`delivered, reported by sms-a${words}`)
  })

  it("is that of the receipt which decided, whichever came last", () => {
    const { attempt, hear } = world()
    hear({ reported: failed, at: instant(Given.now + minute), detail: { code: "8", text: "Busy" } })
    expect(hear({ at: instant(Given.now + 2 * minute) })).toBe("applied")
    expect(attempt().receipt).toEqual({ at: Given.now + 2 * minute, detail: null, pricing: null })
    expect(hear({ reported: failed, detail: { code: "9", text: "Late" } })).toBe("repeated")
    expect(attempt().receipt).toEqual({ at: Given.now + 2 * minute, detail: null, pricing: null })
  })

  it("may be a price that comes with another receipt, before or after", () => {
    const [price, other] = [{ amount: 1, currency: "EUR" }, { amount: 2, currency: "EUR" }]
    const { attempt, hear, message } = world()
    hear({ at: instant(Given.now + minute) })
    const lines = message().history.length
    expect(hear({ reported: failed, pricing: price })).toBe("applied")
    expect(hear({ pricing: other })).toBe("repeated")
    expect(attempt().receipt).toEqual({ at: Given.now + minute, detail: null, pricing: price })
    expect(message().status).toBe("DELIVERED")
    expect(message().history.length).toBe(lines)
    const early = world()
    early.hear({ reported: failed, pricing: price })
    early.hear({})
    expect(early.attempt().receipt).toEqual({ at: null, detail: null, pricing: price })
  })

  it("says nothing new of the recipient with a price that comes later", () => {
    const unreachable: Reported = { _tag: "Failed", failure: "recipient_not_on_channel" }
    const { hear, store } = world({ channel: "whatsapp" })
    store.put(Commit.put(Contacts, Given.contact()))
    const until = () => store.get(Contacts, Given.contact().id)!.whatsappUndeliverableUntil
    expect(hear({ reported: unreachable })).toBe("applied")
    expect(until()).toBeGreaterThan(now)
    // The recipient has written meanwhile.
    store.put(Commit.put(Contacts, Given.contact()))
    expect(hear({ reported: unreachable, pricing: { amount: 1, currency: "EUR" } })).toBe("applied")
    expect(until()).toBe(undefined)
  })

  propWith({ runs: 300 })(
    "has an instant that is neither before the attempt nor in the future",
    fc.oneof(
      fc.integer({ min: -20 * minute, max: 30 * minute }),
      fc.constantFrom(
        -minute - 1,
        -minute,
        -1,
        0,
        10 * minute,
        10 * minute + 1,
        11 * minute,
        11 * minute + 1,
        -Given.now,
        8_640_000_000_000_000 - Given.now
      )
    ),
    (offset) => {
      const { attempt, hear } = world()
      hear({ at: instant(Given.now + offset) })
      const kept = attempt().receipt?.at ?? null
      // A carrier's clock may be off by a minute, and some name no seconds.
      if (offset < -minute || offset > 11 * minute) expect(kept).toBe(null)
      else expect(kept).toBe(Given.now + Math.min(Math.max(offset, 0), 10 * minute))
    }
  )

  it.each<readonly [pricing: unknown, kept: unknown]>([
    [{ amount: 0, currency: "EUR" }, { amount: 0, currency: "EUR" }],
    [{ amount: -0, currency: "EUR" }, { amount: 0, currency: "EUR" }],
    [{ amount: 1_000_000, currency: "EUR" }, { amount: 1_000_000, currency: "EUR" }],
    [{ amount: 1_000_001, currency: "EUR" }, null],
    [{ amount: -1, currency: "EUR" }, null],
    [{ amount: Number.NaN, currency: "EUR" }, null],
    [{ amount: Infinity, currency: "EUR" }, null],
    [{ amount: "1", currency: "EUR" }, null],
    [{ amount: 1, currency: "eur" }, null],
    [{ amount: 1, currency: "EURO" }, null],
    [{ amount: 1 }, null],
    [7, null]
  ])("is a price only when it can be one: %j", (pricing, kept) => {
    const read = ReceiptInput.read({ subject, reported: delivered, pricing })!
    expect([read.command.detail!.pricing, read.dropped]).toEqual([kept, kept === null ? ["pricing"] : []])
  })

  it("is cut to what is stored", () => {
    const detail = { code: "c".repeat(1000), text: `${"t".repeat(254)}😀` }
    const read = ReceiptInput.read({ subject, reported: delivered, detail })!
    expect(read.command.detail!.detail).toEqual({ code: "c".repeat(255), text: "t".repeat(254) })
  })

  it.each([["+12015550001"], ["12015550001"], ["+1201"], [7], [""]])(
    "names a recipient only by its number: %j",
    (to) => {
      const read = ReceiptInput.read({
        subject: { _tag: "Reference", carrier: "sms-a", reference: "1", to },
        reported: delivered
      })
      expect(read?.command.subject ?? null).toEqual(
        to === "+12015550001" ? { _tag: "Reference", carrier: "sms-a", reference: "1", to } : null
      )
    }
  )
})

const ill = /\0|\p{Surrogate}/u

const textsOf = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string"
    ? [value]
    : typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, each]) => [key, ...textsOf(each)])
    : []

const storable = Schema.encodeUnknownSync(Attempt)

describe("whatever a carrier hands in", () => {
  propWith({ runs: 600 })(
    "as a receipt makes no defect, and no row that a store cannot hold",
    Junk.receipts(subject.message, subject.attempt),
    (receipt) => {
      const { attempt, hear, message } = world()
      expect(["applied", "repeated", "unknown"]).toContain(hear(receipt as Receipt))
      expect(() => storable(attempt())).not.toThrow()
      for (const text of textsOf(message())) {
        expect(ill.test(text)).toBe(false)
        expect(text.length).toBeLessThanOrEqual(1000)
      }
      expect(JSON.parse(JSON.stringify(attempt()))).toEqual(attempt())
    }
  )

  propWith({ runs: 1500 })("as an outcome is one of the port's, within bounds", Junk.outcomes, (outcome) => {
    const { outcome: read } = CarrierAnswer.read(outcome as never, now as Instant)
    expect(["Accepted", "Refused", "Busy", "Unanswered"]).toContain(read._tag)
    for (const text of textsOf(read)) {
      expect(ill.test(text)).toBe(false)
      expect(text.length).toBeLessThanOrEqual(255)
    }
    if (read._tag === "Accepted") {
      expect(read.references.length).toBeLessThanOrEqual(255)
      expect(new Set(read.references).size).toBe(read.references.length)
    }
    if (read._tag === "Busy") {
      expect(read.until).toBeGreaterThan(now)
      expect(read.until).toBeLessThanOrEqual(now + 15 * minute)
      expect(["lane", "recipient"]).toContain(read.holds)
    }
  })
})
