/**
 * GET /v2/messages/{id} (decisions part 10).
 */
import * as Schema from "effect/Schema"
import { Category } from "../definition/Category.ts"
import { GetMessage } from "../message/GetMessage.ts"
import type { MessageResource } from "../message/MessageResource.ts"
import * as OwnMessage from "../message/OwnMessage.ts"
import * as Operation from "../operation/Operation.ts"
import { Status } from "../row/Message.ts"
import * as Channel from "../value/Channel.ts"
import * as Translation from "./Translation.ts"

const nullable = Schema.NullOr

const Body = Schema.Struct({
  header: nullable(Schema.String),
  content: Schema.String,
  footer: nullable(Schema.String),
  buttons: nullable(Schema.Array(Schema.Struct({ type: Schema.String, value: Schema.String })))
})

const LegacyMessage = Schema.Struct({
  id: Schema.String,
  customerId: Schema.String,
  contactId: Schema.String,
  phoneNumber: Schema.String,
  phoneNumberInternational: Schema.String,
  regionCode: Schema.String,
  templateId: Schema.optionalKey(Schema.String),
  templateName: nullable(Schema.String),
  templateCategory: nullable(Category),
  channel: Channel.Shown,
  messageBody: nullable(Body),
  status: Status,
  createdAt: Schema.String,
  events: Schema.Array(
    Schema.Struct({ status: Status, timestamp: Schema.String, description: nullable(Schema.String) })
  )
})
type LegacyMessage = typeof LegacyMessage.Type

const showBody = (body: MessageResource["message_body"]): LegacyMessage["messageBody"] =>
  body === null ? null : {
    header: body.header,
    content: body.content,
    footer: body.footer,
    buttons: body.buttons?.map(({ type, value }) => ({ type, value })) ?? null
  }

const show = (message: MessageResource): LegacyMessage => ({
  id: message.id,
  customerId: message.customer_id,
  contactId: message.contact_id,
  phoneNumber: message.phone,
  phoneNumberInternational: message.phone_international,
  regionCode: message.region_code,
  ...(message.template_id === null ? {} : { templateId: message.template_id }),
  templateName: message.template_name,
  templateCategory: message.template_category,
  channel: message.channel,
  messageBody: showBody(message.message_body),
  status: message.status,
  createdAt: message.created_at,
  events: (message.events ?? []).map(({ description, status, timestamp }) => ({ status, timestamp, description }))
})

export const GetLegacyMessage = Operation.make({
  ...Translation.reading,
  name: "v2.messages.get",
  summary: "Read a message",
  description: "Answers a message in the form of v2, with its status.",
  path: OwnMessage.Path,
  query: Schema.Struct({}),
  body: Schema.Struct({}),
  data: LegacyMessage,
  decides: Translation.make({
    name: "v2.messages.get",
    to: GetMessage.decides,
    command: (asked: OwnMessage.Asked) => ({ ...asked, query: {}, body: {} }),
    show
  })
})
