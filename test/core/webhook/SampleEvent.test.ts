/**
 * A test of a webhook delivers what the event of its name would say (specification "Message events" to
 * "Template and contact events", decisions 7.2 to 7.6): a receiver is written against it.
 */
import type { EventName } from "@signalbox/core/EventName"
import { all } from "@signalbox/core/EventName"
import * as SampleEvent from "@signalbox/core/internal/webhook/SampleEvent"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const at = "2030-01-15T12:34:56Z"
const recipient = "+15550000000"

const uuid = expect.stringMatching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as unknown

const make = (name: EventName) => {
  const event = SampleEvent.make(name, Given.accountId(1), { ids: Given.ids(), now: Given.now })
  return { event, told: JSON.parse(event.body) as Readonly<Record<string, unknown>> }
}

const message = (status: string, more: object = {}) => ({
  updated_at: at,
  account_id: Given.accountId(1),
  message_id: uuid,
  template_id: uuid,
  template_name: "sample_template",
  template_revision: 1,
  outbound_number: recipient,
  message_status: status,
  channel: "sms",
  body: "This is a test.",
  ...more
})

const unrouted = { channel: "auto_detect", body: null }
const stopped = (code: string) => ({ reason_code: code, reason: expect.stringMatching(/^[A-Z].+\.$/) as unknown })

const template = (status: string, more: object = {}) => ({
  account_id: Given.accountId(1),
  template_id: uuid,
  template_name: "sample_template",
  whatsapp_template_id: "",
  status,
  language: "en_US",
  category: "UTILITY",
  ...more
})

const contact = (isOut: boolean, text: string, more: object = {}) => ({
  account_id: Given.accountId(1),
  contact_id: uuid,
  phone_number: recipient,
  channel: "sms",
  opt_out: isOut,
  source: "INBOUND_KEYWORD",
  message_id: uuid,
  text,
  ...more
})

const market = (status: string, code: string | null) => ({
  country: "US",
  account_id: Given.accountId(1),
  channel: "sms",
  number_type: "TEN_DLC",
  // It is null until there is a sender, and a market that is active gives no reason.
  sender_value: code === null ? "+15550000001" : null,
  status,
  ...(code === null ? {} : { reason_code: code, reason: "This is a test." }),
  updated_at: at
})

const verification = (status: string) => ({
  account_id: Given.accountId(1),
  verification_id: uuid,
  phone_number: recipient,
  purpose: "default",
  status,
  message_id: uuid,
  expires_at: at,
  updated_at: at
})

const payloads: Readonly<Record<EventName, object>> = {
  "message.queued": message("QUEUED", unrouted),
  "message.routed": message("ROUTED", unrouted),
  "message.scheduled": message("SCHEDULED", { ...unrouted, scheduled_at: at }),
  "message.cancelled": message("CANCELLED", { scheduled_at: at }),
  "message.sent": message("SENT"),
  "message.delivered": message("DELIVERED"),
  "message.read": message("READ"),
  "message.failed": message("FAILED", stopped("DELIVERY_007")),
  "message.filtered": message("FILTERED", stopped("BUSINESS_004")),
  "message.blocked": message("BLOCKED", stopped("BUSINESS_003")),
  "message.feedback": message("DELIVERED", { outcome: "converted" }),
  "message.received": {
    message_id: uuid,
    updated_at: at,
    account_id: Given.accountId(1),
    inbound_number: recipient,
    outbound_number: "+15550000001",
    text: "This is a test.",
    channel: "sms",
    received_at: at
  },
  "templates.pending": template("PENDING"),
  "templates.approved": template("APPROVED"),
  "templates.rejected": template("REJECTED", { reason: "This is a test." }),
  "templates.paused": template("PAUSED"),
  "templates.archived": template("ARCHIVED"),
  "contact.opt_in": contact(false, "START"),
  "contact.opt_out": contact(true, "STOP"),
  "contact.help": contact(false, "HELP"),
  "contact.preference": contact(false, "STOP NEWS", { purpose: "newsletter", consent: "opt_out" }),
  "channel.submitted": market("PENDING_REVIEW", "CHANNEL_003"),
  "channel.changes_requested": market("ACTION_NEEDED", "CHANNEL_002"),
  "channel.approved": market("PROVISIONING", "CHANNEL_004"),
  "channel.activated": market("ACTIVE", null),
  "channel.deactivated": market("INACTIVE", "CHANNEL_009"),
  "channel.rejected": market("ACTION_NEEDED", "CHANNEL_005"),
  "verification.pending": verification("pending"),
  "verification.approved": verification("approved"),
  "verification.expired": verification("expired"),
  "verification.failed": verification("failed"),
  "verification.canceled": verification("canceled"),
  // Four fifths of the cap of a day.
  "account.spend_warning": {
    account_id: Given.accountId(1),
    region: null,
    period: "day",
    starts_on: "2030-01-15",
    cap: 100,
    spent: 80,
    updated_at: at
  },
  "account.prefix_paused": {
    account_id: Given.accountId(1),
    prefix: "+1201555",
    reason: "unchecked",
    counted: 20,
    failed: 18,
    paused_until: at,
    updated_at: at
  }
}

describe("the sample of a webhook's test", () => {
  it.each(all)("%s says what the event says", (name) => {
    const { event, told } = make(name)
    expect(event).toMatchObject({ account: Given.accountId(1), name, at: Given.now })
    expect(told).toMatchObject({ event: name, field: name.split(".")[0], timestamp: at })
    expect(told["payload"]).toEqual(payloads[name])
  })

  it("has ids that are new each time, and none twice [WHK-074]", () => {
    const ids = Given.ids()
    const texts = [1, 2].map(() => SampleEvent.make("message.sent", Given.accountId(1), { ids, now: Given.now }).body)
    const found = texts.flatMap((text) => {
      const { payload } = JSON.parse(text) as { readonly payload: Readonly<Record<string, unknown>> }
      return [payload["message_id"], payload["template_id"]]
    })
    expect(new Set(found).size).toBe(4)
  })
})
