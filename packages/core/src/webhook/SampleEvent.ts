/**
 * The sample that a test delivery carries: an event as it would be, with ids that nothing has (specification "Webhooks").
 */
import type { EventName } from "../catalogue/EventName.ts"
import { family } from "../catalogue/EventName.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import type { Moment } from "../commit/Grounds.ts"
import { envelope } from "../delivery/EventEnvelope.ts"
import type { Event } from "../row/Delivery.ts"
import type { AccountId, EventId } from "../value/Id.ts"
import { toSeconds } from "../value/Instant.ts"
import type { JsonObject } from "../value/Json.ts"

interface Sample {
  readonly account: AccountId
  /** The sub-type that follows the family: `delivered`. */
  readonly suffix: string
  readonly at: string
  readonly id: () => string
}

const recipient = "+15550000000"
const ownNumber = "+15550000001"

/** The events that show the requested channel: no body is rendered yet. */
const early: ReadonlySet<string> = new Set(["queued", "routed", "scheduled"])
const reasons: Readonly<Record<string, OutcomeCode.OutcomeCode>> = {
  failed: "DELIVERY_007",
  filtered: "BUSINESS_004",
  blocked: "BUSINESS_003"
}

const message = ({ account, at, id, suffix }: Sample): JsonObject => {
  const code = reasons[suffix]
  return {
    updated_at: at,
    account_id: account,
    message_id: id(),
    template_id: id(),
    template_name: "sample_template",
    template_revision: 1,
    outbound_number: recipient,
    message_status: suffix === "feedback" ? "DELIVERED" : suffix.toUpperCase(),
    channel: early.has(suffix) ? "auto_detect" : "sms",
    body: early.has(suffix) ? null : "This is a test.",
    ...(code === undefined ? {} : { reason_code: code, reason: OutcomeCode.reason(code) }),
    ...(suffix === "feedback" ? { outcome: "converted" } : {}),
    ...(suffix === "scheduled" || suffix === "cancelled" ? { scheduled_at: at } : {})
  }
}

const received = ({ account, at, id }: Sample): JsonObject => ({
  message_id: id(),
  updated_at: at,
  account_id: account,
  inbound_number: recipient,
  outbound_number: ownNumber,
  text: "This is a test.",
  channel: "sms",
  received_at: at
})

const template = ({ account, id, suffix }: Sample): JsonObject => ({
  account_id: account,
  template_id: id(),
  template_name: "sample_template",
  whatsapp_template_id: "",
  status: suffix.toUpperCase(),
  language: "en_US",
  category: "UTILITY",
  ...(suffix === "rejected" ? { reason: "This is a test." } : {})
})

const keywords: Readonly<Record<string, string>> = {
  opt_in: "START",
  opt_out: "STOP",
  help: "HELP",
  preference: "STOP NEWS"
}

const contact = ({ account, id, suffix }: Sample): JsonObject => ({
  account_id: account,
  contact_id: id(),
  phone_number: recipient,
  channel: "sms",
  opt_out: suffix === "opt_out",
  ...(suffix === "preference" ? { purpose: "newsletter", consent: "opt_out" } : {}),
  source: "INBOUND_KEYWORD",
  message_id: id(),
  text: keywords[suffix] ?? null
})

/** The status that a market has after each event, and why. */
const markets: Readonly<Record<string, readonly [status: string, code: string | null]>> = {
  submitted: ["PENDING_REVIEW", "CHANNEL_003"],
  changes_requested: ["ACTION_NEEDED", "CHANNEL_002"],
  approved: ["PROVISIONING", "CHANNEL_004"],
  activated: ["ACTIVE", null],
  deactivated: ["INACTIVE", "CHANNEL_009"],
  rejected: ["ACTION_NEEDED", "CHANNEL_005"]
}

const channel = ({ account, at, suffix }: Sample): JsonObject => {
  const [status, code] = markets[suffix] ?? ["PENDING_REVIEW", "CHANNEL_003"]
  return {
    country: "US",
    account_id: account,
    channel: "sms",
    number_type: "TEN_DLC",
    sender_value: code === null ? ownNumber : null,
    status,
    ...(code === null ? {} : { reason_code: code, reason: "This is a test." }),
    updated_at: at
  }
}

const verification = ({ account, at, id, suffix }: Sample): JsonObject => ({
  account_id: account,
  verification_id: id(),
  phone_number: recipient,
  purpose: "default",
  status: suffix,
  message_id: id(),
  expires_at: at,
  updated_at: at
})

const pausedPrefix = ({ account, at }: Sample): JsonObject => ({
  account_id: account,
  prefix: "+1201555",
  reason: "unchecked",
  counted: 20,
  failed: 18,
  paused_until: at,
  updated_at: at
})

const spendWarning = ({ account, at }: Sample): JsonObject => ({
  account_id: account,
  region: null,
  period: "day",
  starts_on: at.slice(0, "2030-01-15".length),
  cap: 100,
  spent: 80,
  updated_at: at
})

const payload = (name: EventName, sample: Sample): JsonObject => {
  switch (family(name)) {
    case "message":
      return name === "message.received" ? received(sample) : message(sample)
    case "templates":
      return template(sample)
    case "contact":
      return contact(sample)
    case "channel":
      return channel(sample)
    case "verification":
      return verification(sample)
    case "account":
      return name === "account.prefix_paused" ? pausedPrefix(sample) : spendWarning(sample)
  }
}

export const make = (name: EventName, account: AccountId, { ids, now }: Moment): Event => {
  const suffix = name.slice(name.indexOf(".") + 1)
  const sample: Sample = { account, suffix, at: toSeconds(now), id: ids.uuid }
  return { id: ids.id(now) as EventId, account, name, at: now, body: envelope(name, now, payload(name, sample)) }
}
