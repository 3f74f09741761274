/**
 * The payloads of events, for the contract (specification "Events", decisions 7).
 */
import { Category } from "@signalbox/core/Category"
import * as Channel from "@signalbox/core/Channel"
import { ChannelCode } from "@signalbox/core/ChannelCode"
import type { EventName } from "@signalbox/core/EventName"
import { ChannelStatus, NumberType } from "@signalbox/core/Market"
import { FeedbackOutcome } from "@signalbox/core/Message"
import { OutcomeCode } from "@signalbox/core/OutcomeCode"
import { PauseReason } from "@signalbox/core/PausedPrefix"
import { VerificationStatus } from "@signalbox/core/Verification"
import * as Schema from "effect/Schema"

const optional = Schema.optionalKey
const nullable = Schema.NullOr
const text = Schema.String
const uuid = text.annotate({ format: "uuid" })
const time = text.annotate({ format: "date-time" })
const number = text.annotate({ format: "e164" })

/** A later version may add values to a catalogue of codes. */
const codeOf = (catalogue: Schema.Literals<ReadonlyArray<string>>) => Schema.Union([catalogue, text])

const outbound = {
  updated_at: time,
  account_id: uuid,
  message_id: uuid,
  template_id: nullable(uuid),
  template_name: optional(text),
  template_revision: optional(Schema.Int),
  outbound_number: number,
  message_status: Schema.Literals([
    "QUEUED",
    "ROUTED",
    "SCHEDULED",
    "CANCELLED",
    "SENT",
    "DELIVERED",
    "READ",
    "FAILED",
    "FILTERED",
    "BLOCKED"
  ]),
  channel: Channel.Shown,
  body: nullable(text)
}

const ofSend = {
  reference: optional(text),
  metadata: optional(Schema.Record(Schema.String, Schema.String))
}

const OutboundMessage = Schema.Struct({
  ...outbound,
  reason_code: optional(codeOf(OutcomeCode)),
  reason: optional(text),
  scheduled_at: optional(time),
  ...ofSend
}).annotate({ identifier: "OutboundMessage" })

const MessageFeedback = Schema.Struct({ ...outbound, outcome: codeOf(FeedbackOutcome), ...ofSend })
  .annotate({ identifier: "MessageFeedback" })

const InboundMessage = Schema.Struct({
  message_id: uuid,
  updated_at: time,
  account_id: uuid,
  inbound_number: number,
  outbound_number: text,
  text: nullable(text),
  channel: Channel.Channel,
  received_at: time,
  media: optional(Schema.Array(Schema.Struct({
    url: text,
    mime_type: optional(text),
    size_bytes: optional(Schema.Int),
    hash_sha256: optional(text)
  })))
}).annotate({ identifier: "InboundMessage" })

const Template = Schema.Struct({
  account_id: uuid,
  template_id: uuid,
  template_name: text,
  whatsapp_template_id: text,
  status: Schema.Literals(["PENDING", "APPROVED", "REJECTED", "PAUSED", "ARCHIVED"]),
  language: text,
  category: Category,
  channel: optional(Channel.Channel),
  reason: optional(text),
  auto_reply_action: optional(Schema.Literals(["OPT_IN", "OPT_OUT", "HELP", "OTHER"]))
}).annotate({ identifier: "TemplateEvent" })

const Contact = Schema.Struct({
  account_id: uuid,
  contact_id: uuid,
  phone_number: number,
  channel: Channel.Channel,
  opt_out: Schema.Boolean,
  source: Schema.Literals(["INBOUND_KEYWORD", "PROVIDER_SIGNAL"]),
  message_id: nullable(uuid),
  text: nullable(text)
}).annotate({ identifier: "ContactEvent" })

const Preference = Schema.Struct({
  ...Contact.fields,
  purpose: text,
  consent: Schema.Literals(["opt_in", "opt_out"])
}).annotate({ identifier: "PreferenceEvent" })

const Market = Schema.Struct({
  country: text,
  account_id: uuid,
  channel: Schema.Literals(["sms", "whatsapp", "rcs"]),
  number_type: optional(NumberType),
  sender_value: nullable(text),
  status: ChannelStatus,
  reason_code: optional(codeOf(ChannelCode)),
  reason: optional(text),
  updated_at: time
}).annotate({ identifier: "ChannelEvent" })

const Verification = Schema.Struct({
  account_id: uuid,
  verification_id: uuid,
  phone_number: number,
  purpose: text,
  status: VerificationStatus,
  message_id: nullable(uuid),
  expires_at: time,
  updated_at: time
}).annotate({ identifier: "VerificationEvent" })

const PausedPrefix = Schema.Struct({
  account_id: uuid,
  prefix: text,
  reason: PauseReason,
  counted: nullable(Schema.Int),
  failed: nullable(Schema.Int),
  paused_until: nullable(time),
  updated_at: time
}).annotate({ identifier: "PrefixPausedEvent" })

const SpendWarning = Schema.Struct({
  account_id: uuid,
  region: nullable(text),
  period: Schema.Literals(["day", "month"]),
  starts_on: text,
  cap: Schema.Finite,
  spent: Schema.Finite,
  updated_at: time
}).annotate({ identifier: "SpendWarningEvent" })

export const all = [
  OutboundMessage,
  InboundMessage,
  MessageFeedback,
  Template,
  Contact,
  Preference,
  Market,
  Verification,
  PausedPrefix,
  SpendWarning
]

const families = {
  templates: "TemplateEvent",
  contact: "ContactEvent",
  channel: "ChannelEvent",
  verification: "VerificationEvent",
  account: "SpendWarningEvent"
} as const

/** Returns the name of the component that an event carries. */
export const nameOf = (event: EventName): string => {
  if (event === "message.received") return "InboundMessage"
  if (event === "message.feedback") return "MessageFeedback"
  if (event === "contact.preference") return "PreferenceEvent"
  if (event === "account.prefix_paused") return "PrefixPausedEvent"
  const family = event.slice(0, event.indexOf("."))
  return family in families ? families[family as keyof typeof families] : "OutboundMessage"
}
