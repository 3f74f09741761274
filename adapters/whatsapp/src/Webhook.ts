/**
 * The webhook by which Meta brings statuses of messages, messages, wishes of recipients, and news of templates. Pure. One
 * request brings any number of them, again and again until it is answered, and in any order. What is unknown in one of them is
 * left aside, and the others count.
 */
import { Category } from "@signalbox/core/Category"
import type { CarrierConsent } from "@signalbox/core/ConsentSignals"
import type { CarrierId } from "@signalbox/core/Id"
import type { Addressee, InboundMessage } from "@signalbox/core/Inbound"
import * as Instant from "@signalbox/core/Instant"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import type { Receipt, Reported } from "@signalbox/core/Receipts"
import type { LaterVerdict } from "@signalbox/core/Verdicts"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as CallbackData from "./CallbackData.ts"
import * as ErrorCode from "./ErrorCode.ts"
import { detailOf, GraphError, isOptOut } from "./GraphAnswer.ts"
import * as InboundContent from "./InboundContent.ts"
import type { Settings } from "./Options.ts"
import * as TemplateName from "./TemplateName.ts"
import * as TemplateStatus from "./TemplateStatus.ts"

/** All that one request has brought. */
export interface WebhookContent {
  readonly receipts: ReadonlyArray<Receipt>
  readonly inbound: ReadonlyArray<InboundMessage>
  readonly consents: ReadonlyArray<CarrierConsent>
  readonly verdicts: ReadonlyArray<LaterVerdict>
  /** The messages that can be marked as read, and the number of Meta's that each came to. */
  readonly unread: ReadonlyArray<{ readonly number: string; readonly reference: string }>
  /** How many of them could not be read, or name a template of somebody else's. */
  readonly strange: number
}

type Place = Pick<Settings, "accounts" | "api" | "id" | "reviews">

const optional = Schema.optional

const Payload = Schema.decodeUnknownOption(Schema.Struct({
  object: Schema.String,
  entry: Schema.Array(Schema.Struct({
    changes: Schema.Array(Schema.Struct({ field: Schema.String, value: Schema.Record(Schema.String, Schema.Unknown) }))
  }))
}))

/** The number that a change is about. */
const Metadata = Schema.Struct({ display_phone_number: Schema.String, phone_number_id: Schema.String })
type Metadata = typeof Metadata.Type

const Messages = Schema.decodeUnknownOption(Schema.Struct({
  metadata: Metadata,
  messages: optional(Schema.Array(Schema.Unknown)),
  statuses: optional(Schema.Array(Schema.Unknown)),
  user_preferences: optional(Schema.Array(Schema.Unknown))
}))

const Status = Schema.decodeUnknownOption(Schema.Struct({
  id: Schema.NonEmptyString,
  status: Schema.String,
  timestamp: optional(Schema.Union([Schema.String, Schema.Finite])),
  recipient_id: optional(Schema.String),
  biz_opaque_callback_data: optional(Schema.String),
  errors: optional(Schema.Array(GraphError))
}))

const Message = Schema.decodeUnknownOption(InboundContent.InboundMessage)

const Preference = Schema.decodeUnknownOption(Schema.Struct({
  wa_id: Schema.NonEmptyString,
  category: optional(Schema.String),
  value: Schema.Literals(["stop", "resume"])
}))

const TemplateNews = Schema.decodeUnknownOption(Schema.Struct({
  message_template_name: Schema.String,
  event: optional(Schema.String),
  reason: optional(Schema.String),
  other_info: optional(Schema.Struct({ title: optional(Schema.String), description: optional(Schema.String) })),
  rejection_info: optional(
    Schema.Struct({ reason: optional(Schema.String), recommendation: optional(Schema.String) })
  ),
  message_template_category: optional(Schema.String),
  new_category: optional(Schema.String)
}))

/** Returns the body as JSON without nulls, which Meta writes for what is absent; undefined when it is none. */
const parsed = (body: Uint8Array): unknown => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body)
    return JSON.parse(text, (_, value: unknown) => value === null ? undefined : value)
  } catch {
    return undefined
  }
}

const nothing: WebhookContent = { receipts: [], inbound: [], consents: [], verdicts: [], unread: [], strange: 0 }

const merged = (all: ReadonlyArray<Partial<WebhookContent>>): WebhookContent => ({
  receipts: all.flatMap(({ receipts = [] }) => receipts),
  inbound: all.flatMap(({ inbound = [] }) => inbound),
  consents: all.flatMap(({ consents = [] }) => consents),
  verdicts: all.flatMap(({ verdicts = [] }) => verdicts),
  unread: all.flatMap(({ unread = [] }) => unread),
  strange: all.reduce((sum, { strange = 0 }) => sum + strange, 0)
})

/** Numbers come without their plus. */
const number = (digits: string): PhoneNumber => `+${digits.replaceAll(/\D/g, "")}` as PhoneNumber

const addressee = ({ display_phone_number: shown, phone_number_id: id }: Metadata, { accounts }: Place): Addressee =>
  Object.hasOwn(accounts, id)
    ? { _tag: "Account", account: accounts[id]! as CallbackData.CallbackData["account"], sender: number(shown) }
    : { _tag: "Number", number: number(shown) }

const consent = (
  phone: string,
  to: Addressee,
  given: CarrierConsent["consent"],
  { id }: Place
): CarrierConsent => ({ carrier: id as CarrierId, to, phone: number(phone), channel: "whatsapp", consent: given })

/** Times are whole seconds since 1970. */
const instant = (seconds: string | number | undefined): Instant.Instant | null => {
  const millis = Number(seconds) * 1000
  return Number.isSafeInteger(millis) && millis >= 0 ? Instant.make(millis) : null
}

const reported = (status: string, error: GraphError | undefined): Reported | null => {
  switch (status) {
    case "delivered":
      return { _tag: "Delivered" }
    case "read":
    case "played":
      return { _tag: "Read" }
    case "failed":
      return {
        _tag: "Failed",
        failure: (error === undefined ? null : ErrorCode.meaning(error.code)?.failure) ?? "unknown"
      }
    default:
      return null
  }
}

const status = (given: unknown, metadata: Metadata, place: Place): Partial<WebhookContent> => {
  const read = Option.getOrNull(Status(given))
  if (read === null) return { strange: 1 }
  const error = read.errors?.[0]
  const news = reported(read.status, error)
  if (news === null) return {}
  const data = CallbackData.read(read.biz_opaque_callback_data)
  const carrier = place.id as CarrierId
  const to = data === null
    ? addressee(metadata, place)
    : { _tag: "Account", account: data.account, sender: number(metadata.display_phone_number) } as const
  return {
    receipts: [{
      subject: data === null
        ? { _tag: "Reference", carrier, reference: read.id }
        : { _tag: "Attempt", message: data.message, attempt: data.attempt, carrier },
      reported: news,
      at: instant(read.timestamp),
      detail: error === undefined ? null : detailOf(error)
    }],
    consents: error !== undefined && isOptOut(error) && read.recipient_id !== undefined
      ? [consent(read.recipient_id, to, "opt_out", place)]
      : []
  }
}

const message = (given: unknown, metadata: Metadata, place: Place): Partial<WebhookContent> => {
  const read = Option.getOrNull(Message(given))
  if (read === null) return { strange: 1 }
  const content = InboundContent.of(read, place.api)
  if (content === null) return {}
  return {
    inbound: [{
      carrier: place.id as CarrierId,
      reference: read.id,
      from: number(read.from),
      to: addressee(metadata, place),
      channel: "whatsapp",
      ...content
    }],
    unread: [{ number: metadata.phone_number_id, reference: read.id }]
  }
}

const preference = (given: unknown, metadata: Metadata, place: Place): Partial<WebhookContent> => {
  const read = Option.getOrNull(Preference(given))
  if (read === null) return { strange: 1 }
  if ((read.category ?? "marketing_messages") !== "marketing_messages") return {}
  return {
    consents: [consent(read.wa_id, addressee(metadata, place), read.value === "stop" ? "opt_out" : "opt_in", place)]
  }
}

const categoryOf = Schema.decodeUnknownOption(Category)

const template = (field: string, value: unknown, { reviews }: Place): Partial<WebhookContent> => {
  const read = Option.getOrNull(TemplateNews(value))
  const named = read === null ? null : TemplateName.read(read.message_template_name)
  if (read === null || named === null) return { strange: 1 }
  const standing = field === "message_template_status_update" ? TemplateStatus.of(read.event ?? "") : null
  const category = Option.getOrNull(
    categoryOf(field === "template_category_update" ? read.new_category : read.message_template_category)
  )
  const { other_info: other, reason, rejection_info: rejection } = read
  const verdict: LaterVerdict = {
    ...named,
    channel: reviews === "whatsapp" ? "whatsapp" : null,
    reason: standing === "rejected"
      ? TemplateStatus.reasonOf(reason, [rejection?.reason ?? other?.description, rejection?.recommendation])
      : null,
    ...(standing === null || standing === "pending" ? {} : { standing }),
    ...(category === null ? {} : { category })
  }
  return verdict.standing === undefined && category === null ? {} : { verdicts: [verdict] }
}

const templateFields: ReadonlyArray<string> = ["message_template_status_update", "template_category_update"]

const change = (field: string, value: unknown, place: Place): ReadonlyArray<Partial<WebhookContent>> => {
  if (templateFields.includes(field)) return [template(field, value, place)]
  if (field !== "messages" && field !== "user_preferences") return []
  const read = Option.getOrNull(Messages(value))
  if (read === null) return [{ strange: 1 }]
  const { messages = [], metadata, statuses = [], user_preferences: preferences = [] } = read
  return [
    ...statuses.map((each) => status(each, metadata, place)),
    ...messages.map((each) => message(each, metadata, place)),
    ...preferences.map((each) => preference(each, metadata, place))
  ]
}

/** Returns null for a body that is no webhook of Meta's. */
export const read = (body: Uint8Array, place: Place): WebhookContent | null => {
  const payload = Option.getOrNull(Payload(parsed(body)))
  if (payload === null) return null
  if (payload.object !== "whatsapp_business_account") return nothing
  return merged(
    payload.entry.flatMap(({ changes }) => changes.flatMap(({ field, value }) => change(field, value, place)))
  )
}
