/**
 * The branded ids of every resource. A UUID is accepted in either case and kept in lower case.
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Uuid from "./Uuid.ts"

const Uuid_ = Schema.String.check(
  Schema.makeFilter((text: string) => Uuid.is(text), {
    expected: "a UUID",
    message: "must be a UUID",
    violation: "VALIDATION_003",
    toJsonSchema: () => ({ format: "uuid" })
  })
)

/** The id of any resource. */
export const Canonical = Uuid_.pipe(Schema.decodeTo(Uuid_, SchemaTransformation.toLowerCase()))

export const AccountId = Canonical.pipe(Schema.brand("AccountId"))
export type AccountId = typeof AccountId.Type

export const MessageId = Canonical.pipe(Schema.brand("MessageId"))
export type MessageId = typeof MessageId.Type

export const ContactId = Canonical.pipe(Schema.brand("ContactId"))
export type ContactId = typeof ContactId.Type

export const ConversationId = Canonical.pipe(Schema.brand("ConversationId"))
export type ConversationId = typeof ConversationId.Type

export const ConsentRecordId = Canonical.pipe(Schema.brand("ConsentRecordId"))
export type ConsentRecordId = typeof ConsentRecordId.Type

export const VerificationId = Canonical.pipe(Schema.brand("VerificationId"))
export type VerificationId = typeof VerificationId.Type

export const ErasureId = Canonical.pipe(Schema.brand("ErasureId"))
export type ErasureId = typeof ErasureId.Type

export const TemplateId = Canonical.pipe(Schema.brand("TemplateId"))
export type TemplateId = typeof TemplateId.Type

export const WebhookId = Canonical.pipe(Schema.brand("WebhookId"))
export type WebhookId = typeof WebhookId.Type

export const UserId = Canonical.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

export const KeyId = Canonical.pipe(Schema.brand("KeyId"))
export type KeyId = typeof KeyId.Type

export const AuditEntryId = Canonical.pipe(Schema.brand("AuditEntryId"))
export type AuditEntryId = typeof AuditEntryId.Type

export const EventId = Canonical.pipe(Schema.brand("EventId"))
export type EventId = typeof EventId.Type

export const DeliveryId = Canonical.pipe(Schema.brand("DeliveryId"))
export type DeliveryId = typeof DeliveryId.Type

export const AttemptId = Canonical.pipe(Schema.brand("AttemptId"))
export type AttemptId = typeof AttemptId.Type

/** The id of a carrier, chosen by whoever configures it: `sms-a`. */
export const CarrierId = Schema.NonEmptyString.pipe(Schema.brand("CarrierId"))
export type CarrierId = typeof CarrierId.Type

/** The id of a node: one process that serves and works. */
export const NodeId = Schema.NonEmptyString.pipe(Schema.brand("NodeId"))
export type NodeId = typeof NodeId.Type
