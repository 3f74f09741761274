/**
 * The record of one opt-in or opt-out: when it was given, how, and through which message. It is deleted with its
 * contact.
 */
import * as Schema from "effect/Schema"
import { Channel } from "../value/Channel.ts"
import { AccountId, ConsentRecordId, ContactId, MessageId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Kind from "./Kind.ts"
import { PurposeConsent } from "./Purpose.ts"

/** The source of a change of consent: a message of the recipient, a carrier's report, a client's request, or the operator. */
export const ConsentSource = Schema.Literals(["INBOUND_KEYWORD", "PROVIDER_SIGNAL", "API", "OPERATOR"])
export type ConsentSource = typeof ConsentSource.Type

export const ConsentRecord = Schema.Struct({
  id: ConsentRecordId,
  account: AccountId,
  contact: ContactId,
  phone: PhoneNumber,
  /** Null: what was said about a purpose was taken back. */
  consent: Schema.NullOr(PurposeConsent),
  /** The purpose that it is about; absent: all messages. */
  purpose: Schema.optionalKey(Schema.String),
  source: ConsentSource,
  /** The channel of the keyword or the signal; null for a request. */
  channel: Schema.NullOr(Channel),
  /** The inbound message and its text; null for a signal and a request. */
  message: Schema.NullOr(MessageId),
  text: Schema.NullOr(Schema.String),
  at: Instant
})
export type ConsentRecord = typeof ConsentRecord.Type

/** The scope of the records of one contact. */
export const consentScope = (account: AccountId, contact: ContactId): string => `${account}/${contact}`

export const ConsentRecords = Kind.make({
  name: "consent_record",
  schema: ConsentRecord,
  key: (record: ConsentRecord) => record.id,
  listings: ({ account, at, contact }) => [
    { list: "consent_records", scope: consentScope(account, contact), at },
    { list: "consent_records", scope: account, at }
  ]
})
