/**
 * Webhooks of Meta bring what they tell, compared whole, and nothing of what they leave out.
 */
import * as TemplateName from "@signalbox/whatsapp/TemplateName"
import * as Webhook from "@signalbox/whatsapp/Webhook"
import { describe, expect, it } from "vitest"
import type { Json } from "./Meta.ts"
import * as Meta from "./Meta.ts"

const account = "aaaaaaaa-0000-7000-8000-000000000001"
const message = "00000003-0000-7000-8000-000000000001"
const attempt = "a77e0000-0000-7000-8000-000000000001"
const template = "0190f3c2-aaaa-7000-8000-00000000cafe"
const name = TemplateName.write({ id: template, name: "order", revision: 3 }, "own")

type Place = Parameters<typeof Webhook.read>[1]

const place: Place = { id: "meta", api: "https://graph.example/v1.2", accounts: {}, reviews: "whatsapp" }

const bytes = (payload: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(payload))

const read = (changes: ReadonlyArray<Meta.Change>, given: Partial<Place> = {}) =>
  Webhook.read(bytes(Meta.webhook(...changes)), { ...place, ...given })

const nothing = { receipts: [], inbound: [], consents: [], verdicts: [], unread: [], strange: 0 }

const strange = (count: number) => ({ ...nothing, strange: count })

/** A change about a number that Meta writes for people. */
const about = (list: string, ...all: ReadonlyArray<unknown>): Meta.Change => ({
  field: "messages",
  value: { metadata: { display_phone_number: "+1 (555) 078-3881", phone_number_id: "77" }, [list]: all }
})

const ourNumber = { _tag: "Number", number: "+15550783881" }

describe("a status", () => {
  const status = (more: Json = {}): Json => ({ id: "wamid.1", status: "read", recipient_id: "16505551234", ...more })
  const reference = { _tag: "Reference", carrier: "meta", reference: "wamid.1" }

  it("is a receipt with Meta's words for the first of its errors, and without what it does not say", () => {
    const errors = [
      { code: 131_026, title: "Title", error_data: { details: "Details" } },
      { code: 131_050, title: "Another" }
    ]
    const data = `${message}/${attempt}/${account}`
    const told = read([
      about("statuses", status({ status: "failed", timestamp: "1764100000", errors, biz_opaque_callback_data: data })),
      about("statuses", status({ status: "failed", errors: [] }), status({ status: "delivered", errors }))
    ])
    expect(told).toStrictEqual({
      ...nothing,
      receipts: [
        {
          subject: { _tag: "Attempt", message, attempt, carrier: "meta" },
          reported: { _tag: "Failed", failure: "recipient_not_on_channel" },
          at: 1_764_100_000_000,
          detail: { code: "131026", text: "Details" }
        },
        { subject: reference, reported: { _tag: "Failed", failure: "unknown" }, at: null, detail: null },
        { subject: reference, reported: { _tag: "Delivered" }, at: null, detail: { code: "131026", text: "Details" } }
      ]
    })
  })

  it("has the failure unknown where nobody knows its code", () => {
    const told = read([about("statuses", status({ status: "failed", errors: [{ code: 9, message: "said" }] }))])
    expect(told?.receipts).toStrictEqual([
      {
        subject: reference,
        reported: { _tag: "Failed", failure: "unknown" },
        at: null,
        detail: { code: "9", text: "said" }
      }
    ])
  })

  it("is dated by whole milliseconds since 1970, as far as a number is exact", () => {
    const said = [
      0,
      "0",
      "1764100000",
      1_764_100_000,
      "1.5",
      -0.001,
      "1.0005",
      "soon",
      "9007199254740",
      "9007199254741"
    ]
    const told = read([about("statuses", ...said.map((timestamp) => status({ timestamp })))])
    expect(told?.receipts.map(({ at }) => at)).toStrictEqual([
      0,
      0,
      1_764_100_000_000,
      1_764_100_000_000,
      1500,
      null,
      null,
      null,
      9_007_199_254_740_000,
      null
    ])
  })

  it("opts its recipient out of the account that sent, of the account that has the number, or else of the number", () => {
    const stopped = (more: Json = {}) => status({ status: "failed", errors: [{ code: 131_050 }], ...more })
    const data = { biz_opaque_callback_data: `${message}/${attempt}/${account}` }
    const consents = (more: Json, accounts = {}) => read([about("statuses", stopped(more))], { accounts })?.consents
    const consent = (to: object) => [
      { carrier: "meta", to, phone: "+16505551234", channel: "whatsapp", consent: "opt_out" }
    ]
    const ofAccount = (id: string) => ({ _tag: "Account", account: id, sender: "+15550783881" })
    expect([consents(data, { 77: "other" }), consents({}, { 77: "other" }), consents({}, { 78: "other" })])
      .toStrictEqual([consent(ofAccount(account)), consent(ofAccount("other")), consent(ourNumber)])
    expect(consents({ ...data, recipient_id: undefined })).toStrictEqual([])
    expect(consents({ ...data, errors: [{ code: 131_026 }] })).toStrictEqual([])
  })
})

describe("a message", () => {
  it("comes to the number that it names, and can be marked as read by Meta's id of that number", () => {
    const written = { ...Meta.text("wamid.9", "Hi", "1 (650) 555-1234"), image: { id: "a/b" } }
    expect(read([about("messages", written)])).toStrictEqual({
      ...nothing,
      inbound: [{
        carrier: "meta",
        reference: "wamid.9",
        from: "+16505551234",
        to: ourNumber,
        channel: "whatsapp",
        text: "Hi",
        media: [{ url: "https://graph.example/v1.2/a%2Fb", mimeType: null, sizeBytes: null, hashSha256: null }]
      }],
      unread: [{ number: "77", reference: "wamid.9" }]
    })
  })

  it("of Meta's own is nothing, and cannot be marked either", () => {
    expect(read([about("messages", { ...Meta.text("wamid.9", "Hi"), type: "system" })])).toStrictEqual(nothing)
  })

  it("without a name or a sender is counted with all else that cannot be read", () => {
    const odd = [{ ...Meta.text("", "Hi") }, Meta.text("wamid.1", "Hi", ""), { id: "wamid.2" }, null, 7]
    expect(read([about("messages", ...odd)])).toStrictEqual(strange(5))
    expect(read([about("statuses", { id: "", status: "read" }, { id: "wamid.1" })])).toStrictEqual(strange(2))
    expect(read([about("user_preferences", { wa_id: "", value: "stop" }, { wa_id: "1", value: "perhaps" })]))
      .toStrictEqual(strange(2))
    expect(read([{ field: "messages", value: { messages: [] } }, { field: "user_preferences", value: {} }]))
      .toStrictEqual(strange(2))
  })
})

describe("a wish", () => {
  it("counts about marketing alone, which it is about unless it says more, whichever field brings it", () => {
    const wishes = [
      { wa_id: "1650", value: "stop" },
      { wa_id: "1651", value: "resume", category: "marketing_messages" },
      { wa_id: "1652", value: "stop", category: "utility_messages" }
    ]
    const consent = (phone: string, given: string) => ({
      carrier: "meta",
      to: ourNumber,
      phone,
      channel: "whatsapp",
      consent: given
    })
    const consents = [consent("+1650", "opt_out"), consent("+1651", "opt_in")]
    const change = about("user_preferences", ...wishes)
    expect(read([change])).toStrictEqual({ ...nothing, consents })
    expect(read([{ ...change, field: "user_preferences" }])).toStrictEqual({ ...nothing, consents })
    expect(read([{ ...change, field: "account_alerts" }])).toStrictEqual(nothing)
  })
})

describe("news of a template", () => {
  const own = { template, revision: 3 }

  it("are a verdict on WhatsApp, or on all channels, with what Meta says of it", () => {
    const more = {
      reason: "SCAM",
      other_info: { title: "Title", description: "Described." },
      message_template_category: "MARKETING",
      new_category: "UTILITY"
    }
    const verdict = { ...own, channel: "whatsapp", standing: "rejected", category: "MARKETING" }
    const reason = "Meta takes the content for a scam (SCAM): "
    const rejected = read([Meta.templateStatus(name, "REJECTED", more)])
    expect(rejected).toStrictEqual({ ...nothing, verdicts: [{ ...verdict, reason: `${reason}Described.` }] })
    const both = { ...more, rejection_info: { reason: "Why.", recommendation: "How." } }
    expect(read([Meta.templateStatus(name, "REJECTED", both)], { reviews: "template" })?.verdicts)
      .toStrictEqual([{ ...verdict, channel: null, reason: `${reason}Why.: How.` }])
    expect(
      read([Meta.templateStatus(name, "REJECTED", { ...more, rejection_info: { recommendation: "How." } })])
        ?.verdicts
    ).toStrictEqual([{ ...verdict, reason: `${reason}Described.: How.` }])
    // Words are for the author of what was rejected, and of no other template.
    expect(read([Meta.templateStatus(name, "APPROVED", { reason: "SCAM" })])?.verdicts)
      .toStrictEqual([{ ...own, channel: "whatsapp", reason: null, standing: "approved" }])
  })

  it("are none while Meta has not decided, but for another category", () => {
    const category = { message_template_category: "UTILITY" }
    expect(read([Meta.templateStatus(name, "PENDING"), Meta.templateStatus(name, "FLAGGED")])).toStrictEqual(nothing)
    expect(read([Meta.templateStatus(name, "PENDING", { message_template_category: "ODD" })])).toStrictEqual(nothing)
    expect(read([Meta.templateStatus(name, "PENDING", category)])?.verdicts)
      .toStrictEqual([{ ...own, channel: "whatsapp", reason: null, category: "UTILITY" }])
  })

  it("of a category are about that alone", () => {
    const value = { message_template_name: name, event: "REJECTED", message_template_category: "UTILITY" }
    const told = (more: Json) => read([{ field: "template_category_update", value: { ...value, ...more } }])
    expect(told({ new_category: "MARKETING" })?.verdicts)
      .toStrictEqual([{ ...own, channel: "whatsapp", reason: null, category: "MARKETING" }])
    expect(told({})).toStrictEqual(nothing)
    expect(told({ message_template_name: "order" })).toStrictEqual(strange(1))
    expect(told({ message_template_name: 7 })).toStrictEqual(strange(1))
  })
})

describe("a webhook", () => {
  it("brings the statuses of a change first, then the messages, and then the wishes", () => {
    const metadata = { display_phone_number: "1", phone_number_id: "2" }
    const value = {
      metadata,
      user_preferences: [{ wa_id: "3", value: "stop" }],
      messages: [Meta.text("wamid.2", "Hi")],
      statuses: [{ id: "wamid.1", status: "failed", recipient_id: "4", errors: [{ code: 131_050 }] }]
    }
    const told = read([{ field: "messages", value }])
    expect([told?.consents.map(({ phone }) => phone), told?.receipts.length, told?.inbound.length, told?.strange])
      .toStrictEqual([["+4", "+3"], 1, 1, 0])
  })

  it("may have nulls for what is absent, and is none in another encoding", () => {
    const absent = { id: "wamid.1", status: "read", timestamp: null, recipient_id: null, errors: null }
    expect(read([about("statuses", absent)])?.receipts.length).toBe(1)
    const text = JSON.stringify(Meta.webhook(about("messages", Meta.text("wamid.1", "\u{fc}"))))
    expect(Webhook.read(Buffer.from(text, "utf8"), place)?.inbound.length).toBe(1)
    expect(Webhook.read(Buffer.from(text, "latin1"), place)).toBeNull()
    expect(Webhook.read(bytes({ object: "whatsapp_business_account" }), place)).toBeNull()
    expect(Webhook.read(bytes({ ...Meta.webhook(about("messages", {})), object: "page" }), place)).toStrictEqual(
      nothing
    )
  })
})
