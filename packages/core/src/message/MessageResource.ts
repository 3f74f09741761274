/**
 * The shapes in which the API shows a message, a send and the activities of a message (specification "Message",
 * decisions 3.2, 5.2).
 */
import * as Schema from "effect/Schema"
import * as DropReason from "../catalogue/DropReason.ts"
import * as OutcomeCode from "../catalogue/OutcomeCode.ts"
import { Category } from "../definition/Category.ts"
import { ButtonType, HeaderType } from "../definition/Definition.ts"
import type { Rendered } from "../definition/Rendered.ts"
import * as Format from "../operation/Format.ts"
import * as Paging from "../operation/Paging.ts"
import { FeedbackOutcome } from "../row/Feedback.ts"
import type { Activity, InboundMedia, Message } from "../row/Message.ts"
import { Direction, Status } from "../row/Message.ts"
import * as Channel from "../value/Channel.ts"
import { toMillis } from "../value/Instant.ts"
import * as Money from "../value/Money.ts"
import { display } from "../value/PhoneNumber.ts"
import * as Timestamp from "../value/Timestamp.ts"
import * as ClientReference from "./ClientReference.ts"
import * as MessageState from "./MessageState.ts"
import * as Validity from "./Validity.ts"

const nullable = Schema.NullOr
const omitted = Schema.optionalKey

const ReasonCode = Format.open(OutcomeCode.OutcomeCode.literals)

const Button = Schema.Struct({
  type: Format.open(ButtonType.literals),
  value: Schema.String,
  text: nullable(Schema.String),
  postbackData: nullable(Schema.String)
})

const MediaType = Schema.Literals(["image", "video", "audio", "contact", "document"])

const Media = Schema.Struct({
  url: Schema.String,
  mediaType: nullable(MediaType),
  mimeType: nullable(Schema.String),
  sizeBytes: nullable(Schema.Int),
  sourceHashSha256: nullable(Schema.String)
})

export const MessageBody = Schema.Struct({
  header: nullable(Schema.String),
  content: Schema.String,
  footer: nullable(Schema.String),
  buttons: nullable(Schema.Array(Button)),
  headerMedia: nullable(Schema.Struct({ type: Format.open(HeaderType.literals), url: Schema.String })),
  media: nullable(Schema.Array(Media)),
  subject: nullable(Schema.String)
})

const StatusEvent = Schema.Struct({
  status: Status,
  timestamp: Format.timestamp,
  description: nullable(Schema.String),
  reason_code: omitted(ReasonCode),
  reason: omitted(Schema.String)
})

export const MessageResource = Schema.Struct({
  id: Format.uuid,
  customer_id: Format.uuid,
  contact_id: Format.uuid,
  phone: Format.phone,
  phone_international: Schema.String,
  region_code: Schema.String,
  template_id: nullable(Format.uuid),
  template_name: nullable(Schema.String),
  template_category: nullable(Category),
  template_revision: omitted(Schema.Int),
  channel: Channel.Shown,
  message_body: nullable(MessageBody),
  status: Status,
  direction: Direction,
  created_at: Format.timestamp,
  price: nullable(Schema.Finite),
  active_contact_price: nullable(Schema.Finite),
  reason_code: omitted(ReasonCode),
  reason: omitted(Schema.String),
  scheduled_at: omitted(Format.timestamp),
  expires_at: omitted(Format.timestamp),
  reference: omitted(Schema.String),
  metadata: omitted(Schema.Record(Schema.String, Schema.String)),
  feedback: omitted(Schema.Array(Schema.Struct({
    outcome: Format.open(FeedbackOutcome.literals),
    timestamp: Format.timestamp
  }))),
  events: nullable(Schema.Array(StatusEvent))
}).annotate({ identifier: "Message" })
export type MessageResource = typeof MessageResource.Type

const reasons = (entry: Pick<Message | Activity, "status" | "code">) =>
  entry.code === null || !MessageState.carriesReason(entry.status)
    ? {}
    : { reason_code: entry.code, reason: OutcomeCode.reason(entry.code) }

const held = ({ scheduledAt }: Pick<Message | Activity, "scheduledAt">) =>
  scheduledAt === null ? {} : { scheduled_at: Timestamp.show(scheduledAt) }

/** Maps a MIME type to the API's media types. A type that names no other family is a document. */
const mediaType = (mimeType: string): typeof MediaType.Type => {
  const [type = ""] = mimeType.toLowerCase().split(";")
  const [family = ""] = type.split("/")
  if (family === "image" || family === "video" || family === "audio") return family
  return ["text/vcard", "text/x-vcard"].includes(type.trim()) ? "contact" : "document"
}

const attached = ({ hashSha256, mimeType, sizeBytes, url }: InboundMedia): typeof Media.Type => ({
  url,
  mediaType: mimeType === null ? null : mediaType(mimeType),
  mimeType,
  sizeBytes,
  sourceHashSha256: hashSha256
})

const sent = (url: string): typeof Media.Type => ({
  url,
  mediaType: null,
  mimeType: null,
  sizeBytes: null,
  sourceHashSha256: null
})

/** Shows the parts of a message as its channel does. */
export const body = (rendered: Rendered, media: ReadonlyArray<InboundMedia> | undefined): typeof MessageBody.Type => ({
  header: rendered.header,
  content: rendered.content,
  footer: rendered.footer,
  buttons: rendered.buttons,
  headerMedia: rendered.headerMedia,
  media: media?.map(attached) ?? (rendered.media.length === 0 ? null : rendered.media.map(sent)),
  subject: rendered.subject
})

export const fromMessage = (message: Message): MessageResource => {
  const { international, region } = display(message.phone)
  return {
    id: message.id,
    customer_id: message.account,
    contact_id: message.contact,
    phone: message.phone,
    phone_international: international,
    region_code: region,
    template_id: message.template?.id ?? null,
    template_name: message.template?.name ?? null,
    template_category: message.template?.category ?? null,
    ...(message.template === null ? {} : { template_revision: message.template.revision }),
    channel: message.channel,
    message_body: message.rendered === null ? null : body(message.rendered, message.inboundMedia),
    status: message.status,
    direction: message.direction,
    created_at: toMillis(message.createdAt),
    price: message.price === null ? null : Money.toNumber(message.price),
    active_contact_price: message.activeContactPrice === null ? null : Money.toNumber(message.activeContactPrice),
    ...reasons(message),
    ...held(message),
    ...Validity.shown(message),
    ...ClientReference.shown(message),
    ...(message.feedback === undefined
      ? {}
      : { feedback: message.feedback.map(({ at, outcome }) => ({ outcome, timestamp: toMillis(at) })) }),
    events: message.history.filter((entry) => entry.reached).map((entry) => ({
      status: entry.status,
      timestamp: toMillis(entry.at),
      description: entry.description,
      ...reasons(entry)
    }))
  }
}

export const Recipient = Schema.Struct({
  message_id: Format.uuid,
  to: Format.phone,
  channel: Channel.Shown,
  body: nullable(Schema.String),
  reference: omitted(Schema.String)
})

export const SendResource = Schema.Struct({
  status: Schema.Literals(["QUEUED", "SCHEDULED"]),
  template_id: nullable(Format.uuid),
  template_name: nullable(Schema.String),
  scheduled_at: omitted(Format.timestamp),
  expires_at: omitted(Format.timestamp),
  recipients: Schema.Array(Recipient)
}).annotate({ identifier: "AcceptedSend" })
export type SendResource = typeof SendResource.Type

const LeftOut = Schema.Struct({
  channel: Channel.Channel,
  carrier: Schema.String,
  reason: Format.open(DropReason.DropReason.literals),
  sentence: Schema.String
}).annotate({ identifier: "LeftOutRoute" })

const ActivityResource = Schema.Struct({
  status: Status,
  description: Schema.String,
  timestamp: Format.timestamp,
  from: nullable(Schema.String),
  price: nullable(Schema.String),
  active_contact_price: nullable(Schema.String),
  reason_code: omitted(ReasonCode),
  reason: omitted(Schema.String),
  scheduled_at: omitted(Format.timestamp),
  left_out: omitted(Schema.Array(LeftOut))
}).annotate({ identifier: "Activity" })

export const ActivitiesResource = Schema.Struct({
  message_id: Format.uuid,
  activities: Schema.Array(ActivityResource),
  pagination: Paging.Pagination
})
export type ActivitiesResource = typeof ActivitiesResource.Type

const leftOut = ({ leftOut = [] }: Activity) =>
  leftOut.length === 0 ? {} : {
    left_out: leftOut.map(({ carrier, channel, reason }) => ({
      channel,
      carrier,
      reason,
      sentence: DropReason.sentence(reason)
    }))
  }

/** Describes an activity. A choice of a route also says why the other routes were not taken. */
const described = ({ description, leftOut = [] }: Activity): string =>
  [
    description,
    ...leftOut.map(({ carrier, channel, reason }) =>
      `not ${channel} through ${carrier}: ${DropReason.sentence(reason)}`
    )
  ].join("; ")

/** Describes the last thing that happened to a message. */
export const describedLast = ({ history }: Message): string => {
  const last = history.at(-1)
  return last === undefined ? "" : described(last)
}

/** Newest first, on a single page. */
export const activities = (message: Message): ActivitiesResource => {
  const total = message.history.length
  return {
    message_id: message.id,
    activities: message.history.toReversed().map((entry) => ({
      status: entry.status,
      description: described(entry),
      timestamp: toMillis(entry.at),
      from: entry.from,
      price: entry.price === null ? null : Money.toText(entry.price),
      active_contact_price: entry.activeContactPrice === null ? null : Money.toText(entry.activeContactPrice),
      ...(entry.code === null ? {} : { reason_code: entry.code, reason: OutcomeCode.reason(entry.code) }),
      ...held(entry),
      ...leftOut(entry)
    })),
    pagination: { page: 1, page_size: total, total_count: total, total_pages: 1, has_more: false, cursors: null }
  }
}
