/**
 * One line of an export: what it is, whose it is, and the row as the API shows it or as far as it concerns people.
 */
import * as Schema from "effect/Schema"
import * as MessageResource from "../message/MessageResource.ts"
import * as Format from "../operation/Format.ts"
import type { Contact } from "../row/Contact.ts"
import type { KindName, Row } from "../row/Row.ts"
import * as TemplateResource from "../template/TemplateResource.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Json, JsonObject } from "../value/Json.ts"
import * as Timestamp from "../value/Timestamp.ts"
import * as VerificationResource from "../verification/VerificationResource.ts"

export const ExportType = Schema.Literals(["contact", "consent", "message", "verification", "template"])

export const ExportRecord = Schema.Struct({
  type: ExportType,
  account_id: Format.uuid,
  data: Schema.Record(Schema.String, Schema.Json)
}).annotate({ identifier: "ExportRecord" })
export type ExportRecord = typeof ExportRecord.Type

const shown = (at: Instant | null | undefined): string | null =>
  at === undefined || at === null ? null : Timestamp.show(at)

const contact = (contact: Contact): JsonObject => ({
  id: contact.id,
  phone_number: contact.phone,
  opt_out: contact.optOut,
  purposes: contact.purposes ?? {},
  suppressed_at: shown(contact.suppressedAt),
  default_channel: contact.defaultChannel ?? null,
  language: contact.language ?? null,
  last_inbound_at: shown(contact.lastInboundAt),
  created_at: shown(contact.createdAt),
  updated_at: shown(contact.updatedAt)
})

/** The kinds of rows that tell of a recipient. */
export const personal = ["contact", "consent_record", "message", "verification"] as const satisfies ReadonlyArray<
  KindName
>

/** Returns the account that a row belongs to, and its line; null where the row is none of an export. */
export const fromRow = (
  row: Row,
  now: Instant
): { readonly account: AccountId; readonly phone: string | null; readonly record: ExportRecord } | null => {
  const line = (type: ExportRecord["type"], account: AccountId, phone: string | null, data: object) => ({
    account,
    phone,
    record: { type, account_id: account, data: data as { readonly [key: string]: Json } }
  })
  switch (row.kind) {
    case "contact":
      return line("contact", row.value.account, row.value.phone, contact(row.value))
    case "consent_record": {
      const { account, at, channel, consent, contact, message, phone, purpose, source, text } = row.value
      return line("consent", account, phone, {
        contact_id: contact,
        phone_number: phone,
        consent,
        purpose: purpose ?? null,
        source,
        channel,
        message_id: message,
        text,
        timestamp: Timestamp.show(at)
      })
    }
    case "message":
      return line("message", row.value.account, row.value.phone, MessageResource.fromMessage(row.value))
    case "verification":
      return line(
        "verification",
        row.value.account,
        row.value.phone,
        VerificationResource.fromVerification(row.value, now)
      )
    case "template":
      return line("template", row.value.account, null, TemplateResource.fromTemplate(row.value))
    default:
      return null
  }
}
