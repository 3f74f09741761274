/**
 * The bodies of the deprecated profile operations: their fields, and the rules over several of them (decisions 3.7).
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as BrandBody from "../compliance/BrandBody.ts"
import * as Field from "../operation/Field.ts"
import { BillingModel } from "../row/Profile.ts"
import * as Email from "../value/Email.ts"
import { AccountId } from "../value/Id.ts"
import type { Json } from "../value/Json.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as ProfileFields from "./ProfileFields.ts"

const email = Field.text((text) => Email.is(text) && text.trim().length <= Limit.emailLength, {
  message: "must be an e-mail address"
})

const BillingContact = Schema.Struct({
  name: Field.nonBlank(255),
  email,
  phone: Field.optional(Field.upTo(50)),
  address: Field.optional(Field.upTo(1000))
})

/** Payment details are validated and never stored. */
const PaymentDetails = Schema.Struct({
  card_number: Field.text((text) => /^[0-9]{13,19}$/.test(text), { message: "must have 13 to 19 digits" }),
  expiry: Field.text((text) => /^(0[1-9]|1[0-2])\/[0-9]{2}$/.test(text), { message: "must be of the form MM/YY" }),
  cvc: Field.text((text) => /^[0-9]{3,4}$/.test(text), { message: "must have 3 or 4 digits" }),
  zip_code: Field.nonBlank(20)
})

/** The token is validated and never stored: the service finds its own (specification "Channels"). */
const WhatsAppAccount = Schema.Struct({
  waba_id: Field.nonBlank(100),
  access_token: Field.nonBlank(2048),
  phone_number_id: Field.optional(Field.nonBlank(100))
})

const flag = Field.optional(Schema.Boolean)

/** The fields of both create and update. Null clears a field that may be empty, and has no effect on others. */
const shared = {
  short_name: Field.optional(ProfileFields.shortName),
  description: Field.optional(ProfileFields.description),
  icon: Field.optional(Field.upTo(Limit.iconLength)),
  allow_contact_sharing: flag,
  allow_template_sharing: flag,
  inherit_contacts: flag,
  inherit_templates: flag,
  inherit_tcr_brand: flag,
  inherit_tcr_campaign: flag,
  billing_model: Field.optional(Field.oneOf(BillingModel.literals)),
  billing_contact: Field.optional(BillingContact),
  payment_details: Field.optional(PaymentDetails),
  brand: Field.optional(BrandBody.Parts),
  whatsapp_business_account: Field.optional(WhatsAppAccount),
  sandbox: ProfileFields.sandbox
}

export const Create = Schema.Struct({ name: ProfileFields.name, ...shared })
export type Create = typeof Create.Type

export const Update = Schema.Struct({
  name: Field.optional(ProfileFields.name),
  ...shared,
  sending_phone_number: Field.optional(PhoneNumber),
  sending_phone_number_profile_id: Field.optional(AccountId),
  sending_whatsapp_number_profile_id: Field.optional(AccountId),
  whatsapp_phone_number: Field.optional(PhoneNumber),
  allow_number_change_during_onboarding: Field.optional(Schema.Boolean)
})
export type Update = typeof Update.Type

const isSent = (raw: Json, key: string): boolean =>
  raw !== null && typeof raw === "object" && !Array.isArray(raw) && key in raw &&
  (raw as { readonly [key: string]: Json })[key] !== null

const wrong = (field: string, message: string): Violation => ({ field, code: "VALIDATION_001", message })

/** Checks the rules that need only the body. */
export const check = (body: Partial<Update>, raw: Json): ReadonlyArray<Violation> => [
  ...(body.inherit_tcr_brand === true && isSent(raw, "brand")
    ? [wrong("brand", "cannot be given together with inherit_tcr_brand")]
    : []),
  ...(body.billing_model === "organization" && isSent(raw, "payment_details")
    ? [wrong("payment_details", "cannot be given when the organization is billed")]
    : [])
]

/** A profile that is billed itself must name a billing contact. The Schema reports an invalid billing model. */
export const checkCreate = (body: Partial<Create>, raw: Json): ReadonlyArray<Violation> => {
  const model = body.billing_model ?? (isSent(raw, "billing_model") ? null : "profile")
  return [
    ...check(body, raw),
    ...(model === null || model === "organization" || isSent(raw, "billing_contact")
      ? []
      : [wrong("billing_contact", "is required unless the organization is billed")])
  ]
}
