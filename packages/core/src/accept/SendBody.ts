/**
 * The request body of a send: its fields, the rules that span several fields, and readers for its defaults (decisions
 * 5.2).
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import type * as Renderer from "../definition/Renderer.ts"
import * as WebAddress from "../definition/WebAddress.ts"
import * as ClientReference from "../message/ClientReference.ts"
import * as Validity from "../message/Validity.ts"
import * as Field from "../operation/Field.ts"
import * as TemplateBody from "../template/TemplateBody.ts"
import { Requested } from "../value/Channel.ts"
import { TemplateId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Json } from "../value/Json.ts"
import * as Text from "../value/Text.ts"
import * as Timestamp from "../value/Timestamp.ts"
import * as FallbackBody from "./FallbackBody.ts"
import * as Parameters from "./Parameters.ts"
import * as Recipient from "./Recipient.ts"

export const SendBody = Schema.Struct({
  to: Recipient.To,
  template: Field.optional(Schema.Struct({
    id: Field.optional(TemplateId),
    name: Field.optional(Schema.String),
    language: TemplateBody.language,
    parameters: Parameters.Parameters
  })),
  text: Field.optional(Schema.String),
  channel: Field.optional(Field.array(Field.oneOf(Requested.literals), Limit.channelsPerSend)),
  media_urls: Field.optional(
    Field.array(Schema.String, Limit.mediaUrlsPerSend, `must contain at most ${Limit.mmsMediaItems} item`).check(
      Schema.makeFilter((urls: ReadonlyArray<string>) => urls.length <= Limit.mmsMediaItems, {
        message: `must contain at most ${Limit.mmsMediaItems} item`,
        toJsonSchema: () => ({ maxItems: Limit.mmsMediaItems })
      })
    )
  ),
  subject: Field.optional(Schema.String),
  scheduled_at: Field.optional(Field.text((text) => Timestamp.parse(text) !== null, {
    message: "must be a timestamp with a UTC offset, such as 2030-01-31T09:00:00Z",
    toJsonSchema: () => ({ format: "date-time" })
  })),
  ...Validity.fields,
  reference: Field.optional(ClientReference.Reference),
  metadata: Field.optional(ClientReference.Metadata),
  fallback: Field.optional(FallbackBody.FallbackBody),
  smart_encoding: Field.optional(Schema.Boolean),
  purpose: Field.optional(Field.nonBlank(Limit.purposeNameLength)),
  sandbox: Field.optional(Schema.Boolean)
})
export type SendBody = typeof SendBody.Type

const wrong = (field: string, message: string): Violation => ({ field, code: "VALIDATION_001", message })

const given = (value: unknown): boolean => value !== undefined && value !== null

const nameless = wrong("template", "must have id or name")
const contentless = wrong("template", "must have id or name, unless there is a text")

const sentOf = (raw: Json): Readonly<Record<string, Json>> =>
  raw !== null && typeof raw === "object" && !Array.isArray(raw) ? raw as Readonly<Record<string, Json>> : {}

/** A send carries a template or a text. When it carries both, the template is sent and the text is not validated. */
const checkContent = (body: Partial<SendBody>, raw: Json): ReadonlyArray<Violation> => {
  const sent = sentOf(raw)
  const { template, text } = body
  const isNameless = given(template) && !given(template?.id) && !given(template?.name)
  // The Schema has already reported what is wrong with a field by itself.
  if (given(sent["template"])) return isNameless ? [nameless] : []
  if (!given(sent["text"])) return [contentless]
  const isSendable = typeof text !== "string" || (text.trim() !== "" && text.length <= Limit.textLength)
  return isSendable
    ? []
    : [wrong("text", `must not be blank and must have at most ${Limit.textLength} characters`)]
}

const checkMedia = (body: Partial<SendBody>): ReadonlyArray<Violation> =>
  (body.media_urls ?? []).flatMap((url, index) => {
    const flaw = WebAddress.attachmentFlaw(url)
    return flaw === null ? [] : [wrong(`media_urls[${index}]`, flaw)]
  })

const checkSchedule = (body: Partial<SendBody>, now: Instant): ReadonlyArray<Violation> => {
  const at = scheduledAt(body)
  return at === null || (at - now >= Limit.schedule.earliest && at - now <= Limit.schedule.latest)
    ? []
    : [wrong("scheduled_at", "must be at least 1 minute and at most 30 days ahead")]
}

const checkRecipients = (body: Partial<SendBody>, raw: Json): ReadonlyArray<Violation> =>
  body.to === undefined ? [] : Recipient.check(body.to, {
    parameters: parameters(body),
    reference: body.reference ?? null,
    isText: !given(sentOf(raw)["template"]) && given(sentOf(raw)["text"])
  })

/** Checks the rules that span several fields. `body` holds only the fields that are valid by themselves. */
export const check = (body: Partial<SendBody>, raw: Json, now: Instant): ReadonlyArray<Violation> => [
  ...checkContent(body, raw),
  ...checkRecipients(body, raw),
  ...checkMedia(body),
  ...checkSchedule(body, now),
  ...FallbackBody.check(body.fallback, body.channel ?? []),
  ...Validity.check(body, scheduledAt(body) ?? now)
]

/** The template that the send names, or null when it sends a text. */
export const template = (body: SendBody): NonNullable<SendBody["template"]> | null => body.template ?? null

/** The text of a send without a template, or null. */
export const text = (body: SendBody): string | null => template(body) === null ? body.text ?? null : null

export const channels = (body: SendBody): ReadonlyArray<Requested> =>
  body.channel === undefined || body.channel === null || body.channel.length === 0 ? ["auto_detect"] : body.channel

/** The parameters of all its recipients. */
export const parameters = (body: Partial<SendBody>): Renderer.Parameters => Parameters.texts(body.template?.parameters)

/**
 * The requested MMS subject, or null. It is cut to the text limit, because every message of the send stores it;
 * rendering cuts it much shorter.
 */
export const subject = ({ subject }: SendBody): string | null =>
  subject === undefined || subject === null ? null : Text.truncate(subject, Limit.textLength)

/** The attachments that replace the template's own media. */
export const mediaUrls = (body: SendBody): ReadonlyArray<string> => body.media_urls ?? []

/** Returns whether its SMS are sent with plain forms of typographic characters; null: as the account says. */
export const smartEncoding = ({ smart_encoding: wanted }: SendBody): boolean | null => wanted ?? null

/** The instant that a send is scheduled for, or null. */
export const scheduledAt = ({ scheduled_at: at }: Partial<SendBody>): Instant | null =>
  at === undefined || at === null ? null : Timestamp.parse(at)

/** Until when the messages are worth handing over, or null when the send does not say. */
export const validity = (body: SendBody, now: Instant): Validity.Validity | null =>
  Validity.of(body, scheduledAt(body) ?? now)
