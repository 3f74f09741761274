/** The API shows a message and its activities (specification "Message", decisions 3.2, 5.2). */
import * as DropReason from "@signalbox/core/DropReason"
import { plus } from "@signalbox/core/Instant"
import * as MessageResource from "@signalbox/core/internal/message/MessageResource"
import type { Activity, Message } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import * as OutcomeCode from "@signalbox/core/OutcomeCode"
import * as Rendered from "@signalbox/core/Rendered"
import { message as anyMessage } from "@signalbox/testing/generate/Messages"
import { prop } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const always = [
  "id",
  "customer_id",
  "contact_id",
  "phone",
  "phone_international",
  "region_code",
  "template_id",
  "template_name",
  "template_category",
  "channel",
  "message_body",
  "status",
  "direction",
  "created_at",
  "price",
  "active_contact_price",
  "events"
]
/** These fields are there only where they have something to tell. */
const omitted = [
  "reason_code",
  "reason",
  "scheduled_at",
  "reference",
  "metadata",
  "expires_at",
  "feedback",
  "template_revision"
]
const withReason = (status: string): boolean => ["FAILED", "FILTERED", "BLOCKED"].includes(status)

const line = (parts: Partial<Activity>): Activity => ({
  status: "QUEUED",
  reached: true,
  at: Given.now,
  description: "something",
  from: null,
  price: null,
  activeContactPrice: null,
  code: null,
  scheduledAt: null,
  ...parts
})

describe("MessageResource.fromMessage", () => {
  prop("has every key of decisions 3.2, nulls written, and fits its own Schema", anyMessage, (message) => {
    const shown = MessageResource.fromMessage(message)
    const keys = Object.keys(shown).filter((key) => !omitted.includes(key))
    expect("template_revision" in shown).toBe(message.template !== null)
    expect(keys.toSorted()).toEqual(always.toSorted())
    expect(shown.feedback?.length).toBe(message.feedback?.length)
    expect(Schema.is(MessageResource.MessageResource)(shown)).toBe(true)
    expect(JSON.parse(JSON.stringify(shown))).toEqual(shown)
  })

  prop("says why while FAILED, FILTERED or BLOCKED only, code and sentence [MSG-022, MSG-023, MSG-024]", anyMessage, (
    message
  ) => {
    const shown = MessageResource.fromMessage({ ...message, code: "DELIVERY_006" })
    expect(shown).toEqual(expect.objectContaining(
      withReason(message.status)
        ? { reason_code: "DELIVERY_006", reason: OutcomeCode.reason("DELIVERY_006") }
        : {}
    ))
    expect("reason_code" in shown).toBe(withReason(message.status))
    expect("reason" in shown).toBe(withReason(message.status))
  })

  it("shows these values [MSG-004, MSG-005, MSG-006, MSG-007, MSG-008, MSG-017, MSG-018]", () => {
    const message = Given.message({
      status: "SENT",
      channel: "sms",
      price: money(158),
      activeContactPrice: money(10),
      rendered: Rendered.fromText("Hi")
    })
    expect(MessageResource.fromMessage(message)).toEqual({
      id: message.id,
      customer_id: message.account,
      contact_id: message.contact,
      phone: "+12015550001",
      phone_international: "+1 201-555-0001",
      region_code: "US",
      template_id: Given.templateId(1),
      template_name: "order_shipped",
      template_category: "UTILITY",
      template_revision: 1,
      channel: "sms",
      message_body: {
        header: null,
        content: "Hi",
        footer: null,
        buttons: null,
        headerMedia: null,
        media: null,
        subject: null
      },
      status: "SENT",
      direction: "OUTBOUND",
      created_at: "2030-01-15T12:34:56.789Z",
      price: 0.0158,
      active_contact_price: 0.001,
      events: []
    })
  })

  it("shows what the account has told of it, in the order in which it did", () => {
    const feedback = [
      { outcome: "converted" as const, at: Given.now, attempt: Given.attemptId(1) },
      { outcome: "complained" as const, at: plus(Given.now, 1500), attempt: Given.attemptId(1) }
    ]
    expect(MessageResource.fromMessage(Given.message({ feedback })).feedback).toEqual([
      { outcome: "converted", timestamp: "2030-01-15T12:34:56.789Z" },
      { outcome: "complained", timestamp: "2030-01-15T12:34:58.289Z" }
    ])
  })

  it("has nulls for the template of a message without one, and for what is not known yet [MSG-009, MSG-014]", () => {
    const shown = MessageResource.fromMessage(Given.message({ template: null }))
    expect(shown).toMatchObject({
      template_id: null,
      template_name: null,
      template_category: null,
      message_body: null,
      price: null,
      active_contact_price: null
    })
  })

  prop("has one event for each status reached, oldest first [MSG-020]", anyMessage, (message: Message) => {
    const { events } = MessageResource.fromMessage(message)
    const reached = message.history.filter((entry) => entry.reached)
    expect(events!.map(({ description, status }) => [status, description])).toEqual(
      reached.map(({ description, status }) => [status, description])
    )
    for (const event of events!) expect("reason_code" in event ? withReason(event.status) : true).toBe(true)
  })
})

describe("MessageResource.body", () => {
  const rendered: Rendered.Rendered = {
    ...Rendered.fromText("Look"),
    header: "Header",
    footer: "Footer",
    buttons: [{ type: "url", value: "https://a.example/b", text: "Open", postbackData: null }],
    headerMedia: { type: "image", url: "https://a.example/head" },
    media: ["https://a.example/c", "https://a.example/d"],
    subject: "Subject"
  }
  const parts = {
    header: "Header",
    content: "Look",
    footer: "Footer",
    buttons: [{ type: "url", value: "https://a.example/b", text: "Open", postbackData: null }],
    headerMedia: { type: "image", url: "https://a.example/head" },
    subject: "Subject"
  }

  it("shows each part in its place, and of media that were sent their addresses alone", () => {
    const unknown = { mediaType: null, mimeType: null, sizeBytes: null, sourceHashSha256: null }
    expect(MessageResource.body(rendered, undefined)).toEqual({
      ...parts,
      media: ["https://a.example/c", "https://a.example/d"].map((url) => ({ url, ...unknown }))
    })
  })

  it.each<readonly [mimeType: string | null, mediaType: string | null]>([
    ["image/jpeg", "image"],
    ["VIDEO/MP4", "video"],
    ["audio/ogg; codecs=opus", "audio"],
    ["text/vcard", "contact"],
    ["text/x-vcard ; charset=utf-8", "contact"],
    ["text/plain", "document"],
    ["application/pdf", "document"],
    ["image", "image"],
    ["", "document"],
    [null, null]
  ])("shows media that were received as their carrier told of them: %j is %j", (mimeType, mediaType) => {
    const [url, hash] = ["https://a.example/e", "ab".repeat(32)]
    const received = [{ url, mimeType, sizeBytes: 7, hashSha256: hash }]
    expect(MessageResource.body(rendered, received)).toEqual({
      ...parts,
      media: [{ url, mediaType, mimeType, sizeBytes: 7, sourceHashSha256: hash }]
    })
    expect(MessageResource.body(rendered, []).media).toEqual([])
  })
})

describe("MessageResource.activities", () => {
  prop("is every line of the history, newest first, on one page [MSG-061]", anyMessage, (message) => {
    const { activities, message_id, pagination } = MessageResource.activities(message)
    expect(message_id).toBe(message.id)
    for (const [index, entry] of message.history.toReversed().entries()) {
      const shown = activities[index]!.description
      expect(shown.startsWith(entry.description)).toBe(true)
      for (const { carrier, channel, reason } of entry.leftOut ?? []) {
        expect(shown).toContain(`not ${channel} through ${carrier}: ${DropReason.sentence(reason)}`)
      }
      if (entry.leftOut === undefined) expect(shown).toBe(entry.description)
    }
    const total = message.history.length
    // A message has at least the line of its first status.
    if (total === 0) return
    expect(pagination).toEqual({
      page: 1,
      page_size: total,
      total_count: total,
      total_pages: 1,
      has_more: false,
      cursors: null
    })
    expect(Schema.is(MessageResource.ActivitiesResource)(MessageResource.activities(message))).toBe(true)
  })

  it("shows each activity at its own instant, the newest first", () => {
    const history = [0, 1500, 3_600_000].map((later) => line({ at: plus(Given.now, later) }))
    const message = Given.message({ createdAt: plus(Given.now, -1000), history })
    expect(MessageResource.activities(message).activities.map(({ timestamp }) => timestamp)).toEqual([
      "2030-01-15T13:34:56.789Z",
      "2030-01-15T12:34:58.289Z",
      "2030-01-15T12:34:56.789Z"
    ])
  })

  it("shows prices with four decimals, as text, and the reason where there is one [MSG-062]", () => {
    const history = [
      line({ status: "SENT", price: money(79), activeContactPrice: money(10), from: "+12015559000" }),
      line({ status: "FAILED", code: "DELIVERY_006" })
    ]
    expect(MessageResource.activities(Given.message({ status: "FAILED", history })).activities).toEqual([
      {
        status: "FAILED",
        description: "something",
        timestamp: "2030-01-15T12:34:56.789Z",
        from: null,
        price: null,
        active_contact_price: null,
        reason_code: "DELIVERY_006",
        reason: OutcomeCode.reason("DELIVERY_006")
      },
      {
        status: "SENT",
        description: "something",
        timestamp: "2030-01-15T12:34:56.789Z",
        from: "+12015559000",
        price: "0.0079",
        active_contact_price: "0.0010"
      }
    ])
  })
})
