/**
 * Applies a body of the deprecated profile operations to a profile.
 */
import type { Violation } from "../catalogue/Violation.ts"
import type { Making } from "../commit/Grounds.ts"
import * as BrandBody from "../compliance/BrandBody.ts"
import type { Account } from "../row/Account.ts"
import type { ProfileDetails } from "../row/Profile.ts"
import { blank } from "../row/Profile.ts"
import * as BrandResource from "./BrandResource.ts"
import type * as ProfileBody from "./ProfileBody.ts"

/** A field that is left out keeps its value; null clears what may be empty. */
const given = <Value>(value: Value | undefined, before: Value): Value => value === undefined ? before : value

const details = (
  before: ProfileDetails,
  body: Partial<ProfileBody.Update>,
  making: Making
): ProfileDetails => {
  const { billing_contact: contact, brand, whatsapp_business_account: whatsapp } = body
  return {
    ...before,
    billingModel: body.billing_model ?? before.billingModel,
    billingContact: contact === undefined || contact === null ? given(contact, before.billingContact) : {
      name: contact.name,
      email: contact.email,
      phone: contact.phone ?? null,
      address: contact.address ?? null
    },
    inheritsBrand: body.inherit_tcr_brand ?? before.inheritsBrand,
    inheritsCampaign: body.inherit_tcr_campaign ?? before.inheritsCampaign,
    brand: brand === undefined || brand === null
      ? given(brand, before.brand)
      : BrandResource.described(before.brand, BrandBody.fromParts(brand), making),
    whatsapp: whatsapp === undefined || whatsapp === null
      ? given(whatsapp, before.whatsapp)
      : { wabaId: whatsapp.waba_id, phoneNumberId: whatsapp.phone_number_id ?? null },
    sendingNumber: given(body.sending_phone_number, before.sendingNumber),
    sendingNumberProfile: given(body.sending_phone_number_profile_id, before.sendingNumberProfile),
    sendingWhatsappNumberProfile: given(body.sending_whatsapp_number_profile_id, before.sendingWhatsappNumberProfile),
    whatsappNumber: given(body.whatsapp_phone_number, before.whatsappNumber),
    allowsNumberChange: given(body.allow_number_change_during_onboarding, before.allowsNumberChange)
  }
}

/** Returns the profile with the changes of the body. */
export const apply = (
  profile: Account,
  body: Partial<ProfileBody.Update>,
  making: Making
): Account => ({
  ...profile,
  name: body.name ?? profile.name,
  shortName: body.short_name ?? profile.shortName,
  description: given(body.description, profile.description),
  icon: given(body.icon, profile.icon),
  profile: details(profile.profile ?? blank("incomplete"), body, making),
  updatedAt: making.now
})

const wrong = (field: string, message: string): Violation => ({ field, code: "VALIDATION_001", message })

/** Returns why the stored profile does not allow this change. */
export const refusals = (before: Account, body: ProfileBody.Update, after: Account): ReadonlyArray<Violation> => [
  ...(body.brand !== undefined && typeof before.profile?.brand?.submittedAt === "number"
    ? [wrong("brand", "cannot be changed once it was submitted")]
    : []),
  ...(after.profile !== null && after.profile.inheritsBrand && after.profile.brand !== null
    ? [
      body.brand === undefined
        ? wrong("inherit_tcr_brand", "cannot be true while the profile has a brand of its own")
        : wrong("brand", "cannot be given while the brand is inherited")
    ]
    : []),
  ...(after.profile !== null && after.profile.billingModel !== "organization" &&
      after.profile.billingContact === null &&
      (body.billing_contact === null || typeof body.billing_model === "string")
    ? [wrong("billing_contact", "is required unless the organization is billed")]
    : []),
  ...(after.profile?.billingModel === "organization" && body.payment_details
    ? [wrong("payment_details", "cannot be given when the organization is billed")]
    : [])
]
