/**
 * Webhooks of Meta are read as far as they can be.
 */
import { prop } from "@signalbox/testing/Prop"
import * as ErrorCode from "@signalbox/whatsapp/ErrorCode"
import * as TemplateName from "@signalbox/whatsapp/TemplateName"
import * as Webhook from "@signalbox/whatsapp/Webhook"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Json } from "./Meta.ts"
import * as Meta from "./Meta.ts"

const account = "aaaaaaaa-0000-7000-8000-000000000001"
const message = "00000003-0000-7000-8000-000000000001"
const attempt = "a77e0000-0000-7000-8000-000000000001"
const template = "0190f3c2-aaaa-7000-8000-00000000cafe"
const name = TemplateName.write({ id: template, name: "order", revision: 3 }, "own")

const place = { id: "whatsapp", api: "https://graph.facebook.com/v23.0", accounts: {}, reviews: "whatsapp" } as const

const bytes = (payload: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(payload))

const read = (...changes: ReadonlyArray<Meta.Change>) => Webhook.read(bytes(Meta.webhook(...changes)), place)!

const sent = {
  id: "wamid.1",
  number: Meta.numberId,
  message: { to: "+16505551234", type: "text", biz_opaque_callback_data: `${message}/${attempt}/${account}` }
}

const subject = { _tag: "Attempt", message, attempt, carrier: "whatsapp" }

describe("statuses", () => {
  it.each([
    ["delivered", { _tag: "Delivered" }],
    ["read", { _tag: "Read" }],
    ["played", { _tag: "Read" }],
    ["failed", { _tag: "Failed", failure: "unknown" }]
  ])("%s is reported about the attempt", (status, reported) => {
    expect(read(Meta.statuses(Meta.statusOf(sent, status))).receipts).toEqual([
      { subject, reported, at: 1_764_100_000_000, detail: null }
    ])
  })

  it.each(["sent", "warning", "toString"])("%s reports nothing", (status) => {
    expect(read(Meta.statuses(Meta.statusOf(sent, status)))).toMatchObject({ receipts: [], strange: 0 })
  })

  it.each([...ErrorCode.table])("with the code %i has its class of failure", (code, { failure }) => {
    const errors = [{ code, title: "Title", message: "Message", error_data: { details: "Details" }, href: "https://h" }]
    const [receipt] = read(Meta.statuses(Meta.statusOf(sent, "failed", { errors }))).receipts
    expect(receipt).toMatchObject({ reported: { _tag: "Failed", failure }, detail: { code: String(code) } })
  })

  it("of messages of other applications name them by Meta's id", () => {
    for (const data of [undefined, "theirs", `${message}/${attempt}`, `${message}/${attempt}/${account}/4`]) {
      const { receipts } = read(Meta.statuses(Meta.statusOf(sent, "read", { biz_opaque_callback_data: data })))
      expect(receipts[0]?.subject).toEqual({ _tag: "Reference", carrier: "whatsapp", reference: "wamid.1" })
    }
  })

  it("that say that the recipient wants no marketing opt it out of the account", () => {
    const news = read(Meta.statuses(Meta.statusOf(sent, "failed", { errors: [{ code: 131050, title: "stopped" }] })))
    expect(news.receipts).toMatchObject([{ reported: { _tag: "Failed", failure: "carrier_filtered" } }])
    expect(news.consents).toEqual([{
      carrier: "whatsapp",
      to: { _tag: "Account", account, sender: "+15550783881" },
      phone: "+16505551234",
      channel: "whatsapp",
      consent: "opt_out"
    }])
  })
})

const from = "16505551234"
const file = { id: "1003383421387256", mime_type: "image/jpeg", sha256: Buffer.alloc(32, 7).toString("base64") }

describe("messages", () => {
  it.each<readonly [string, Json, string | null]>([
    ["text", { text: { body: "Does it come in another color?" } }, "Does it come in another color?"],
    ["button", { button: { payload: "P", text: "Unsubscribe" } }, "Unsubscribe"],
    ["button", { button: { payload: "P" } }, "P"],
    ["interactive", { interactive: { type: "button_reply", button_reply: { id: "0:No", title: "No" } } }, "No"],
    ["interactive", { interactive: { type: "list_reply", list_reply: { id: "x", title: "Express" } } }, "Express"],
    ["interactive", { interactive: { type: "nfm_reply", nfm_reply: { response_json: "{\"a\":1}" } } }, "{\"a\":1}"],
    [
      "location",
      { location: { latitude: 37.4, longitude: -122.1, name: "Coffee", address: "101 Forest Ave" } },
      "Coffee\n101 Forest Ave\ngeo:37.4,-122.1"
    ],
    [
      "contacts",
      { contacts: [{ name: { formatted_name: "Lucía Gómez" }, phones: [{ phone: "+1 (983) 555-2319" }] }] },
      "Lucía Gómez +1 (983) 555-2319"
    ],
    ["reaction", { reaction: { message_id: "wamid.0", emoji: "👍" } }, "👍"],
    ["order", { order: { text: "", product_items: [{ product_retailer_id: "di9", quantity: 2 }] } }, "2 × di9"],
    ["unsupported", { errors: [{ code: 131051, title: "Message type unknown" }] }, null]
  ])("of the type %s have their words", (type, fields, text) => {
    expect(read(Meta.messages({ from, id: "wamid.9", timestamp: "1764100000", type, ...fields }))).toMatchObject({
      strange: 0,
      inbound: [{
        carrier: "whatsapp",
        reference: "wamid.9",
        from: "+16505551234",
        to: { _tag: "Number", number: "+15550783881" },
        channel: "whatsapp",
        text,
        media: []
      }]
    })
  })

  it.each(["image", "video", "audio", "document", "sticker"])("of the type %s have a file", (type) => {
    const given = { from, id: "wamid.9", timestamp: "1764100000", type, [type]: { ...file, caption: "Look" } }
    expect(read(Meta.messages(given)).inbound).toMatchObject([{
      text: "Look",
      media: [{
        url: "https://graph.facebook.com/v23.0/1003383421387256",
        mimeType: "image/jpeg",
        hashSha256: "07".repeat(32),
        sizeBytes: null
      }]
    }])
  })

  it.each<readonly [string, Json]>([
    ["system", { system: { body: "User A changed from 1 to 2", type: "user_changed_number" } }],
    ["request_welcome", {}],
    ["reaction", { reaction: { message_id: "wamid.0" } }]
  ])("of the type %s that nobody has written are left aside", (type, fields) => {
    expect(read(Meta.messages({ from, id: "wamid.9", timestamp: "1", type, ...fields }))).toMatchObject({
      inbound: [],
      strange: 0
    })
  })

  it("to a number that is said to be an account's come to it", () => {
    const accounts = { [Meta.numberId]: account }
    const news = Webhook.read(bytes(Meta.webhook(Meta.messages(Meta.text("wamid.9", "Hi")))), { ...place, accounts })
    expect(news?.inbound[0]?.to).toEqual({ _tag: "Account", account, sender: "+15550783881" })
  })
})

describe("wishes", () => {
  it.each([["stop", "opt_out"], ["resume", "opt_in"]])("to %s are consents", (value, consent) => {
    const wish = { wa_id: from, detail: "", category: "marketing_messages", value, timestamp: 1 }
    expect(read(Meta.preferences(wish)).consents).toMatchObject([{ phone: "+16505551234", consent }])
  })
})

describe("news of templates", () => {
  it.each<readonly [string, string | undefined]>([
    ["APPROVED", "approved"],
    ["REINSTATED", "approved"],
    ["REJECTED", "rejected"],
    ["PAUSED", "paused"],
    ["DISABLED", "paused"],
    ["PENDING_DELETION", "paused"],
    ["DELETED", "paused"],
    ["PENDING", undefined],
    ["FLAGGED", undefined]
  ])("%s is a verdict on the revision that its name tells", (event, standing) => {
    const { verdicts } = read(Meta.templateStatus(name, event, { reason: null, message_template_category: "UTILITY" }))
    expect(verdicts).toMatchObject([{ template, revision: 3, channel: "whatsapp", category: "UTILITY" }])
    expect(verdicts[0]?.standing).toBe(standing)
  })

  it("tell why one was rejected", () => {
    const more = {
      reason: "INVALID_FORMAT",
      rejection_info: { reason: "Dangling places.", recommendation: "Number them." }
    }
    expect(read(Meta.templateStatus(name, "REJECTED", more)).verdicts[0]?.reason).toBe(
      "Meta finds the format wrong (INVALID_FORMAT): Dangling places.: Number them."
    )
  })

  it("tell of another category", () => {
    const value = {
      message_template_id: 1,
      message_template_name: name,
      previous_category: "UTILITY",
      new_category: "MARKETING"
    }
    expect(read({ field: "template_category_update", value }).verdicts).toEqual([
      { template, revision: 3, channel: "whatsapp", reason: null, category: "MARKETING" }
    ])
  })

  it("about a template of somebody else are counted", () => {
    expect(read(Meta.templateStatus("order_update", "PAUSED"))).toMatchObject({ verdicts: [], strange: 1 })
  })
})

/** Changes that are right, as Meta might put them together. */
const change = fc.oneof(
  fc.constantFrom("sent", "delivered", "read", "failed").map((status) => Meta.statuses(Meta.statusOf(sent, status))),
  fc.string({ minLength: 1 }).map((body) => Meta.messages(Meta.text(`wamid.${body.length}`, body))),
  fc.constantFrom("APPROVED", "PAUSED").map((event) => Meta.templateStatus(name, event)),
  fc.constant(Meta.preferences({ wa_id: from, value: "stop" }))
)

const sizes = ({ consents, inbound, receipts, strange, verdicts }: Webhook.WebhookContent) => [
  receipts.length,
  inbound.length,
  consents.length,
  verdicts.length,
  strange
]

describe("a webhook", () => {
  prop(
    "says as much as its parts, whichever way they are put together",
    fc.array(change, { maxLength: 8 }),
    (all) => {
      const together = read(...all)
      const alone = all.map((each) => read(each))
      expect(together.receipts).toEqual(alone.flatMap(({ receipts }) => receipts))
      expect(together.inbound).toEqual(alone.flatMap(({ inbound }) => inbound))
      expect(together.verdicts).toEqual(alone.flatMap(({ verdicts }) => verdicts))
      expect(together.consents).toEqual(alone.flatMap(({ consents }) => consents))
      const entries = { object: "whatsapp_business_account", entry: all.map((each) => Meta.webhook(each).entry[0]) }
      expect(sizes(Webhook.read(bytes(entries), place)!)).toEqual(sizes(together))
    }
  )

  prop(
    "is read as far as it goes when parts of it are anything",
    fc.array(change, { maxLength: 4 }),
    fc.jsonValue(),
    fc.constantFrom("messages", "statuses", "user_preferences"),
    (all, junk, list) => {
      const value = {
        messaging_product: "whatsapp",
        metadata: { display_phone_number: "1", phone_number_id: "2" },
        [list]: [junk]
      }
      const news = read({ field: "messages", value }, ...all)
      const others = read(...all)
      expect(news.receipts).toEqual(others.receipts)
      expect(news.inbound.length).toBeGreaterThanOrEqual(others.inbound.length)
      expect(news.verdicts).toEqual(others.verdicts)
    }
  )

  prop("that is none is nothing, and never fails", fc.oneof(fc.uint8Array(), fc.jsonValue().map(bytes)), (body) => {
    const news = Webhook.read(body, place)
    expect(news === null ? [0, 0, 0, 0, 0] : sizes(news)).toEqual([0, 0, 0, 0, 0])
  })

  it("of another object says nothing to us", () => {
    expect(Webhook.read(bytes({ object: "page", entry: [] }), place)).toMatchObject({ receipts: [], strange: 0 })
  })
})
