/**
 * The form in which messages have been stored so far. Databases are full of them, so it is read for good: a name or a place
 * that changes makes stored messages say something else.
 */
import { VerificationId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import type { Attempt } from "@signalbox/core/internal/row/Attempt"
import type { Json } from "@signalbox/core/Json"
import type { Activity, Message } from "@signalbox/core/Message"
import { Messages, Status } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import { fromText } from "@signalbox/core/Rendered"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const later = (millis: number) => plus(Given.now, millis)

const activity = (parts: Partial<Activity>): Activity => ({
  status: "SENT",
  reached: true,
  at: Given.now,
  description: "accepted",
  from: null,
  price: null,
  activeContactPrice: null,
  code: null,
  scheduledAt: null,
  ...parts
})

/** A message that has each field, and none with its usual value. */
const whole: Message = Given.message({
  text: "the text",
  subject: "the subject",
  mediaUrls: ["https://example.com/asked.png"],
  clientReference: "client-1",
  metadata: { order: "A-1" },
  purpose: "newsletter",
  smartEncoding: true,
  fallback: { channels: ["rcs", "sms"], afterSeconds: 60 },
  expiry: { at: later(90_000), seconds: 90 },
  opens: true,
  autoReply: { inbound: Given.messageId(2), from: "12345" },
  verification: { id: VerificationId.make("00000000-0000-7000-8000-0000000000f1"), isWatched: true },
  isWatched: true,
  inboundMedia: [{ url: "https://example.com/in.png", mimeType: "image/png", sizeBytes: 7, hashSha256: "00ff" }],
  reference: { carrier: Given.carrierId("sms-a"), text: "in-1", parts: ["in-2"] },
  missingParts: 3,
  redacted: { aspects: ["media"], country: "US" },
  feedback: [{ outcome: "converted", at: later(70_000), attempt: Given.attemptId(1) }],
  direction: "INBOUND",
  send: 2,
  status: "DELIVERED",
  channel: "sms",
  code: "DELIVERY_003",
  price: money(158),
  activeContactPrice: money(20),
  queuedAt: later(5),
  scheduledAt: later(6),
  rendered: {
    header: "the header",
    headerMedia: { type: "image", url: "https://example.com/header.png" },
    content: "the content",
    footer: "the footer",
    buttons: [{ type: "url", value: "https://example.com", text: "Open", postbackData: "opened" }],
    media: ["https://example.com/shown.png"],
    subject: "the shown subject",
    plain: "the whole content"
  },
  attempts: [
    Given.attempt({
      send: 2,
      carrier: Given.carrierId("talk"),
      channel: "whatsapp",
      from: null,
      segments: 2,
      fallback: false,
      payer: Given.accountId(2),
      charge: "returned",
      startedAt: later(1000),
      deadline: null,
      spendCounters: ["counter"],
      receiptSeconds: 45,
      leftLine: false,
      heldBack: true,
      overdue: true,
      refusal: { code: "E1", text: "no such recipient" },
      failure: "recipient_not_on_channel"
    }),
    Given.attempt({
      id: Given.attemptId(2),
      charge: "taken",
      startedAt: later(2000),
      deadline: later(32_000),
      handedOver: { token: 4, times: 1, withDispatch: true },
      reference: "ref-1",
      parts: [{ reference: "ref-1", report: "DELIVERED" }],
      receipt: {
        at: later(2500),
        detail: { code: "0", text: "on the handset" },
        pricing: { amount: 0.5, currency: "EUR" }
      },
      report: "DELIVERED"
    })
  ],
  history: [
    activity({ at: later(10), description: "held for the night", scheduledAt: later(6) }),
    activity({
      status: "FAILED",
      reached: false,
      at: later(1500),
      description: "refused by talk",
      from: "other",
      code: "DELIVERY_003",
      leftOut: [{ channel: "rcs", carrier: Given.carrierId("talk"), reason: "no_rate" }]
    }),
    activity({
      status: "DELIVERED",
      at: later(2600),
      description: "delivered, reported by sms-a",
      from: Given.phone(9000),
      price: money(79),
      activeContactPrice: money(10)
    }),
    activity({ status: "READ", at: later(2601), description: "read, reported by sms-a", from: Given.phone(9000) })
  ]
})

/** Texts are compared, since the order of what is stored matters to a database that logs the part that has changed. */
const check = (value: Message, form: Json): void => {
  const text = JSON.stringify(form)
  expect(JSON.stringify(Messages.stored.encode(value))).toBe(text)
  expect(Messages.stored.decode(JSON.parse(text) as Json, value.id)).toEqual(value)
}

const millis: number = Given.now

describe("the stored form of a message", () => {
  it("is stored under short names and without what is usual", () => {
    check(Given.message({ queuedAt: Given.now, template: null }), {
      s: 0,
      c: "auto_detect",
      g: [],
      l: [],
      t: [],
      r: "auto_detect",
      n: "+12015550001",
      k: Given.contact().id,
      w: millis,
      u: Given.accountId(1)
    })
  })

  it("is stored as never queued where it is held", () => {
    check(Given.message({ status: "SCHEDULED", requested: "rcs", channel: "rcs" }), {
      s: 8,
      c: "rcs",
      g: [],
      l: [],
      t: [],
      queuedAt: null,
      m: { i: Given.templateId(1), v: 1, n: "order_shipped", c: "UTILITY", p: { order: "A-1" } },
      r: "rcs",
      n: "+12015550001",
      k: Given.contact().id,
      w: millis,
      u: Given.accountId(1)
    })
  })

  it("is stored with each of its fields, its state before its content and the newest line first", () => {
    check(whole, {
      s: 4,
      c: "sms",
      o: "DELIVERY_003",
      p: 158,
      a: 20,
      g: [
        {
          c: 2,
          failure: "recipient_not_on_channel",
          refusal: { code: "E1", text: "no such recipient" },
          heldBack: true,
          leftLine: false,
          overdue: true
        },
        {
          c: 1,
          r: 4,
          receipt: {
            at: millis + 2500,
            detail: { code: "0", text: "on the handset" },
            pricing: { amount: 0.5, currency: "EUR" }
          },
          h: [4, 1, true],
          d: 30_000,
          n: "ref-1",
          parts: [{ reference: "ref-1", report: "DELIVERED" }]
        }
      ],
      l: [
        [5, 1, 5],
        [4, 1100, 4, { f: true, p: 79, a: 10 }],
        [6, 1490, "refused by talk", {
          r: false,
          f: "other",
          o: "DELIVERY_003",
          l: [{ channel: "rcs", carrier: "talk", reason: "no_rate" }]
        }],
        [3, 10, "held for the night", { s: millis + 6 }]
      ],
      t: [
        {
          i: Given.attemptId(1),
          send: 2,
          c: "talk",
          h: "whatsapp",
          segments: 2,
          b: false,
          payer: Given.accountId(2),
          p: 79,
          a: 10,
          receiptSeconds: 45,
          spendCounters: ["counter"],
          s: 1000
        },
        { i: Given.attemptId(2), c: "sms-a", f: "+12015559000", p: 79, a: 10, s: 2000 }
      ],
      d: {
        c: "the content",
        plain: "the whole content",
        header: "the header",
        headerMedia: { type: "image", url: "https://example.com/header.png" },
        footer: "the footer",
        buttons: [{ type: "url", value: "https://example.com", text: "Open", postbackData: "opened" }],
        subject: "the shown subject",
        media: ["https://example.com/shown.png"]
      },
      send: 2,
      queuedAt: millis + 5,
      feedback: [{ outcome: "converted", at: millis + 70_000, attempt: Given.attemptId(1) }],
      scheduledAt: millis + 6,
      m: { i: Given.templateId(1), v: 1, n: "order_shipped", c: "UTILITY", p: { order: "A-1" } },
      text: "the text",
      subject: "the subject",
      mediaUrls: ["https://example.com/asked.png"],
      clientReference: "client-1",
      metadata: { order: "A-1" },
      purpose: "newsletter",
      smartEncoding: true,
      fallback: { channels: ["rcs", "sms"], afterSeconds: 60 },
      expiry: { at: millis + 90_000, seconds: 90 },
      x: true,
      autoReply: { inbound: Given.messageId(2), from: "12345" },
      verification: { id: "00000000-0000-7000-8000-0000000000f1", isWatched: true },
      isWatched: true,
      inboundMedia: [{ url: "https://example.com/in.png", mimeType: "image/png", sizeBytes: 7, hashSha256: "00ff" }],
      reference: { carrier: "sms-a", text: "in-1", parts: ["in-2"] },
      missingParts: 3,
      redacted: { aspects: ["media"], country: "US" },
      direction: "INBOUND",
      r: "auto_detect",
      n: "+12015550001",
      k: Given.contact().id,
      w: millis,
      u: Given.accountId(1)
    })
  })

  it("has a rendered text that is shown as it is once", () => {
    const encoded = Messages.stored.encode(Given.message({ rendered: fromText("Hello.") }))
    expect(JSON.stringify(encoded)).toContain(`"d":{"c":"Hello."}`)
  })

  it("says that a line is from nobody again, whether the last attempt is or not", () => {
    const history = [activity({ from: "other" }), activity({})]
    for (const attempts of [[], [Given.attempt({ from: null })], [Given.attempt()]]) {
      const value = Given.message({ attempts, history })
      expect(Messages.stored.encode(value)).toMatchObject({ l: [[3, 0, 0, { f: null }], [3, 0, 0, { f: "other" }]] })
    }
  })

  it("has statuses, charges and texts at the places at which they have always been", () => {
    const attempt = (charge: Attempt["charge"]) => Given.attempt({ charge, from: null })
    const descriptions = [
      "accepted",
      "taken up",
      "sms through sms-a",
      "accepted by sms-a",
      "delivered, reported by sms-a",
      "read, reported by sms-a",
      "sms through sms-b"
    ]
    const value = Given.message({
      attempts: [attempt("reserved"), attempt("taken"), attempt("returned")],
      history: [
        ...Status.literals.map((status) => activity({ status })),
        ...descriptions.map((description) => activity({ description }))
      ]
    })
    expect(Messages.stored.encode(value)).toMatchObject({
      g: [{ c: 0 }, { c: 1 }, { c: 2 }],
      l: [
        ...["sms through sms-b", 5, 4, 3, 2, 1, 0].map((said) => [3, 0, said]),
        ...[11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((status) => [status, 0, 0])
      ]
    })
    expect(Status.literals).toEqual([
      "QUEUED",
      "PROCESSED",
      "ROUTED",
      "SENT",
      "DELIVERED",
      "READ",
      "FAILED",
      "RECEIVED",
      "SCHEDULED",
      "CANCELLED",
      "FILTERED",
      "BLOCKED"
    ])
  })
})
