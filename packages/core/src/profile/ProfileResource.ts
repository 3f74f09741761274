/**
 * The shape in which the deprecated part of the API shows a profile (decisions 3.7).
 */
import * as Schema from "effect/Schema"
import * as Format from "../operation/Format.ts"
import type { Account } from "../row/Account.ts"
import type { ProfileDetails } from "../row/Profile.ts"
import { BillingModel, blank, ProfileStatus } from "../row/Profile.ts"
import { toMillis } from "../value/Instant.ts"
import * as BrandResource from "./BrandResource.ts"

const nullable = Schema.NullOr

/** The settings of a profile, which GET /v3/me shows too. */
export const Settings = Schema.Struct({
  allow_contact_sharing: Schema.Boolean,
  allow_template_sharing: Schema.Boolean,
  inherit_contacts: Schema.Boolean,
  inherit_templates: Schema.Boolean,
  inherit_tcr_brand: Schema.Boolean,
  inherit_tcr_campaign: Schema.Boolean,
  billing_model: BillingModel
})

/** The sharing flags are accepted and always off. */
export const settings = (details: ProfileDetails): typeof Settings.Type => ({
  allow_contact_sharing: false,
  allow_template_sharing: false,
  inherit_contacts: false,
  inherit_templates: false,
  inherit_tcr_brand: details.inheritsBrand,
  inherit_tcr_campaign: details.inheritsCampaign,
  billing_model: details.billingModel
})

export const ProfileResource = Schema.Struct({
  id: Format.uuid,
  organization_id: Format.uuid,
  name: Schema.String,
  email: nullable(Schema.String),
  icon: nullable(Schema.String),
  description: nullable(Schema.String),
  short_name: nullable(Schema.String),
  status: ProfileStatus,
  created_at: Format.timestamp,
  updated_at: nullable(Format.timestamp),
  ...Settings.fields,
  billing_contact: nullable(Schema.Struct({
    name: Schema.String,
    email: Schema.String,
    phone: nullable(Schema.String),
    address: nullable(Schema.String)
  })),
  sending_phone_number: nullable(Schema.String),
  sending_phone_number_profile_id: nullable(Format.uuid),
  sending_whatsapp_number_profile_id: nullable(Format.uuid),
  whatsapp_phone_number: nullable(Schema.String),
  allow_number_change_during_onboarding: nullable(Schema.Boolean),
  waba_id: nullable(Schema.String),
  brand: nullable(BrandResource.BrandResource)
}).annotate({ identifier: "Profile" })
export type ProfileResource = typeof ProfileResource.Type

export const fromAccount = (profile: Account): ProfileResource => {
  const details = profile.profile ?? blank("incomplete")
  return {
    id: profile.id,
    organization_id: profile.organization ?? profile.id,
    name: profile.name,
    email: profile.email,
    icon: profile.icon,
    description: profile.description,
    short_name: profile.shortName,
    status: details.status,
    created_at: toMillis(profile.createdAt),
    updated_at: profile.updatedAt === null ? null : toMillis(profile.updatedAt),
    ...settings(details),
    billing_contact: details.billingContact,
    sending_phone_number: details.sendingNumber,
    sending_phone_number_profile_id: details.sendingNumberProfile,
    sending_whatsapp_number_profile_id: details.sendingWhatsappNumberProfile,
    whatsapp_phone_number: details.whatsappNumber,
    allow_number_change_during_onboarding: details.allowsNumberChange,
    waba_id: details.whatsapp?.wabaId ?? null,
    brand: details.brand === null ? null : BrandResource.fromBrand(details.brand)
  }
}
