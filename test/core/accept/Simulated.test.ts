/** The message that sandbox answers show, as a whole (decisions 5.1). */
import { operations } from "@signalbox/core/Catalogue"
import * as Simulated from "@signalbox/core/internal/accept/Simulated"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }
const id = Given.messageId(7)
const moment = { now: Given.now, ids: Given.ids() }

/** A message as neutral as can be, made at this moment. */
const neutral = {
  id,
  account: account.id,
  contact: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  phone: "+15550000000",
  direction: "OUTBOUND",
  requested: "auto_detect",
  template: null,
  send: 1,
  rendered: null,
  code: null,
  price: null,
  activeContactPrice: null,
  attempts: [],
  queuedAt: Given.now,
  createdAt: Given.now
}

const line = (status: string, description: string) => ({
  status,
  reached: true,
  at: Given.now,
  description,
  from: null,
  price: null,
  activeContactPrice: null,
  code: null,
  scheduledAt: null
})

describe("a simulated message", () => {
  it("is held until now", () => {
    const { queuedAt: _, ...held } = neutral
    expect(Simulated.held(id, account.id, moment)).toStrictEqual({
      ...held,
      status: "SCHEDULED",
      channel: "auto_detect",
      scheduledAt: Given.now,
      history: [{ ...line("SCHEDULED", "held until its time"), scheduledAt: Given.now }]
    })
  })

  it("was delivered by SMS, and has gone the whole way", () => {
    expect(Simulated.delivered(id, account.id, moment)).toStrictEqual({
      ...neutral,
      status: "DELIVERED",
      channel: "sms",
      scheduledAt: null,
      history: [
        line("QUEUED", "accepted"),
        line("PROCESSED", "taken up"),
        line("ROUTED", "sms"),
        line("SENT", "accepted"),
        line("DELIVERED", "delivered")
      ]
    })
  })
})

const input = { path: { id }, query: {}, consulted: undefined }
const now = "2030-01-15T12:34:56.789Z"

const shown = {
  id,
  customer_id: account.id,
  contact_id: neutral.contact,
  phone: "+15550000000",
  phone_international: "+1 555 000 0000",
  // No region has the area code 555.
  region_code: "ZZ",
  template_id: null,
  template_name: null,
  template_category: null,
  message_body: null,
  direction: "OUTBOUND",
  created_at: now,
  price: null,
  active_contact_price: null
}

const event = (status: string, description: string) => ({ status, timestamp: now, description })

describe("in the sandbox", () => {
  it("a cancellation shows a held message that is cancelled", () => {
    const { simulate } = operations["messages.cancel"]
    expect(simulate!({ ...input, body: {} }, caller, Given.now, Given.ids())).toStrictEqual({
      ...shown,
      channel: "auto",
      status: "CANCELLED",
      scheduled_at: now,
      events: [event("SCHEDULED", "held until its time")]
    })
  })

  it.each(["converted", "complained"] as const)("feedback shows a delivered message with the outcome %s", (outcome) => {
    const { simulate } = operations["messages.feedback"]
    expect(simulate!({ ...input, body: { outcome } }, caller, Given.now, Given.ids())).toStrictEqual({
      ...shown,
      channel: "sms",
      status: "DELIVERED",
      feedback: [{ outcome, timestamp: now }],
      events: [
        event("QUEUED", "accepted"),
        event("PROCESSED", "taken up"),
        event("ROUTED", "sms"),
        event("SENT", "accepted"),
        event("DELIVERED", "delivered")
      ]
    })
  })

  it("a send shows an entry for each number and channel, with the text but with no template's", () => {
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/) as string
    const [one, two] = [Given.phone(1), Given.phone(2)]
    type Body = Parameters<NonNullable<(typeof operations)["messages.send"]["simulate"]>>[0]["body"]
    const show = (body: Body, of = caller) => {
      const { simulate } = operations["messages.send"]
      return simulate!({ path: {}, query: {}, body, consulted: undefined }, of, Given.now, Given.ids())
    }
    const entry = (to: string, channel: string, parts: object = {}) => ({
      message_id: uuid,
      to,
      channel,
      body: null,
      ...parts
    })
    expect(
      show({ to: [one, { phone_number: two, reference: "r-2" }, one], template: {}, channel: ["sms", "rcs", "sms"] })
    )
      .toStrictEqual({
        status: "QUEUED",
        template_id: uuid,
        template_name: "sandbox",
        recipients: [
          entry(one, "sms"),
          entry(one, "rcs"),
          entry(two, "sms", { reference: "r-2" }),
          entry(two, "rcs", { reference: "r-2" })
        ]
      })
    const template = { id: Given.templateId(3), name: "order_shipped" }
    expect(show({ to: [one], template, reference: "r-1", scheduled_at: "2030-01-15T13:00:00Z", validity_seconds: 60 }))
      .toStrictEqual({
        status: "QUEUED",
        template_id: template.id,
        template_name: "order_shipped",
        scheduled_at: "2030-01-15T13:00:00Z",
        expires_at: "2030-01-15T13:01:00Z",
        recipients: [entry(one, "auto_detect", { reference: "r-1" })]
      })
    const text = "\u201cHi\u201d"
    const smart = { ...caller, account: Given.account({ smartEncoding: true }) }
    const texts = (body: Partial<Body>, of = caller) =>
      show({ to: [one], text, channel: ["sms", "rcs"], ...body }, of).recipients.map(({ body: shown }) => shown)
    expect([texts({}), texts({ smart_encoding: true }), texts({}, smart), texts({ smart_encoding: false }, smart)])
      .toEqual([[text, text], ["\"Hi\"", text], ["\"Hi\"", text], [text, text]])
    expect(show({ to: [one], text })).toMatchObject({ template_id: null, template_name: null })
  })

  it("a resend shows a message of the sandbox's template that is queued", () => {
    const { simulate } = operations["messages.resend"]
    expect(simulate!({ ...input, body: {} }, caller, Given.now, Given.ids())).toStrictEqual({
      status: "QUEUED",
      template_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      template_name: "sandbox",
      recipients: [{ message_id: id, to: "+15550000000", channel: "auto_detect", body: null }]
    })
  })
})
