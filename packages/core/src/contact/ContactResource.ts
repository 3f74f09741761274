/**
 * The shape in which the API shows a contact (specification "Contact", decisions 3.3).
 */
import * as Schema from "effect/Schema"
import * as Availability from "../dispatch/Availability.ts"
import type { ChosenSenders } from "../dispatch/ChosenSenders.ts"
import * as Format from "../operation/Format.ts"
import type { Account } from "../row/Account.ts"
import type { Contact } from "../row/Contact.ts"
import { DefaultChannel, reachableOn } from "../row/Contact.ts"
import type { Purpose } from "../row/Purpose.ts"
import { PurposeConsent } from "../row/Purpose.ts"
import { toMillis } from "../value/Instant.ts"
import { formats } from "../value/PhoneNumber.ts"
import * as Consent from "./Consent.ts"

export const ContactResource = Schema.Struct({
  id: Format.uuid,
  customer_id: Format.uuid,
  phone_number: Format.phone,
  format_e164: Format.phone,
  format_international: Schema.String,
  format_national: Schema.String,
  format_rfc: Schema.String,
  country_code: Schema.String,
  region_code: Schema.String,
  available_channels: Schema.String,
  default_channel: DefaultChannel,
  language: Schema.optionalKey(Schema.String),
  opt_out: Schema.Boolean,
  preferences: Schema.optionalKey(Schema.Record(Schema.String, Schema.NullOr(PurposeConsent))),
  is_inherited: Schema.Boolean,
  created_at: Format.timestamp,
  updated_at: Schema.NullOr(Format.timestamp)
}).annotate({ identifier: "Contact" })
export type ContactResource = typeof ContactResource.Type

/**
 * @param account the account of the contact, whose channels it can be written on; SMS needs no set-up
 * @param purposes those that count for the account
 */
export const fromContact = (
  contact: Contact,
  account: Account,
  chosen: ChosenSenders,
  purposes: ReadonlyArray<Purpose>
): ContactResource => {
  const preferences = Consent.shown(contact, purposes)
  const { countryCode, e164, international, national, region, rfc } = formats(contact.phone)
  const available = reachableOn(contact).filter((channel) =>
    channel === "sms" || Availability.isAvailable(account, channel, chosen)
  )
  return {
    id: contact.id,
    customer_id: contact.account,
    phone_number: contact.phone,
    format_e164: e164,
    format_international: international,
    format_national: national,
    format_rfc: rfc,
    country_code: countryCode,
    region_code: region,
    available_channels: available.join(","),
    default_channel: contact.defaultChannel ?? "sms",
    ...(contact.language === undefined ? {} : { language: contact.language }),
    opt_out: contact.optOut,
    ...(preferences === null ? {} : { preferences }),
    is_inherited: contact.isInherited === true,
    created_at: toMillis(contact.createdAt),
    updated_at: contact.updatedAt === null ? null : toMillis(contact.updatedAt)
  }
}
