/** A profile is shown with each value under its own name, on sender profiles and on the deprecated profiles. */
import type { Brand } from "@signalbox/core/Brand"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { plus } from "@signalbox/core/Instant"
import * as ProfileResource from "@signalbox/core/internal/profile/ProfileResource"
import * as SenderProfileResource from "@signalbox/core/internal/profile/SenderProfileResource"
import type { ProfileDetails } from "@signalbox/core/Profile"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const brand: Brand = {
  id: "brand-id",
  contact: {
    name: "Ada",
    businessName: "Shop",
    email: "ada@example.com",
    phone: "+12015550100",
    phoneCountryCode: "1",
    role: "CTO"
  },
  business: null,
  compliance: {
    brandRelationship: "KEY_ACCOUNT",
    vertical: "RETAIL",
    isTcrApplication: null,
    destinationCountries: [{ id: "US", isMain: true }, { id: "CA", isMain: false }],
    expectedMessagingVolume: "1000",
    notes: "none",
    phoneNumberPrefix: "+1",
    primaryUseCase: "alerts"
  },
  submittedAt: null,
  createdAt: plus(Given.now, 1),
  updatedAt: null
}

const details: ProfileDetails = {
  status: "approved",
  billingModel: "organization",
  billingContact: { name: "Grace", email: "grace@example.com", phone: "+12015550101", address: "2 Main Street" },
  inheritsBrand: false,
  inheritsCampaign: true,
  brand,
  campaign: { use_case: "MARKETING" },
  whatsapp: { wabaId: "waba", phoneNumberId: "number" },
  sendingNumber: Given.phone(1),
  sendingNumberProfile: Given.accountId(3),
  sendingWhatsappNumberProfile: Given.accountId(4),
  whatsappNumber: Given.phone(2),
  allowsNumberChange: false
}

const profile = Given.account({
  id: Given.accountId(2),
  type: "profile",
  name: "Shop",
  email: "shop@example.com",
  icon: "https://shop.example/icon.png",
  description: "A shop",
  shortName: "SHOP",
  organization: Given.accountId(1),
  channels: ["sms"],
  profile: details,
  updatedAt: plus(Given.now, 1000)
})

const alone = Given.account({ channels: ["sms"], profile: null })

const created = "2030-01-15T12:34:56.789Z"

it("the deprecated profiles show it in parts", () => {
  expect(ProfileResource.fromAccount(profile)).toStrictEqual({
    id: Given.accountId(2),
    organization_id: Given.accountId(1),
    name: "Shop",
    email: "shop@example.com",
    icon: "https://shop.example/icon.png",
    description: "A shop",
    short_name: "SHOP",
    status: "approved",
    created_at: created,
    updated_at: "2030-01-15T12:34:57.789Z",
    allow_contact_sharing: false,
    allow_template_sharing: false,
    inherit_contacts: false,
    inherit_templates: false,
    inherit_tcr_brand: false,
    inherit_tcr_campaign: true,
    billing_model: "organization",
    billing_contact: details.billingContact,
    sending_phone_number: Given.phone(1),
    sending_phone_number_profile_id: Given.accountId(3),
    sending_whatsapp_number_profile_id: Given.accountId(4),
    whatsapp_phone_number: Given.phone(2),
    allow_number_change_during_onboarding: false,
    waba_id: "waba",
    brand: {
      id: "brand-id",
      contact: {
        name: "Ada",
        business_name: "Shop",
        email: "ada@example.com",
        phone: "+12015550100",
        phone_country_code: "1",
        role: "CTO"
      },
      business: null,
      compliance: {
        brand_relationship: "KEY_ACCOUNT",
        vertical: "RETAIL",
        is_tcr_application: false,
        destination_countries: [{ id: "US", is_main: true }, { id: "CA", is_main: false }],
        expected_messaging_volume: "1000",
        notes: "none",
        phone_number_prefix: "+1",
        primary_use_case: "alerts"
      },
      identity_status: "SELF_DECLARED",
      status: "ACTIVE",
      is_inherited: false,
      csp_id: null,
      tcr_brand_id: null,
      universal_ein: null,
      submitted_to_tcr: false,
      submitted_at: null,
      created_at: "2030-01-15T12:34:56.790Z",
      updated_at: null
    }
  })
  expect(ProfileResource.fromAccount(alone)).toMatchObject({
    organization_id: alone.id,
    status: "incomplete",
    inherit_tcr_campaign: false,
    billing_model: "profile",
    billing_contact: null,
    allow_number_change_during_onboarding: null,
    waba_id: null,
    brand: null,
    updated_at: null
  })
})

it("sender profiles show what they have and what they inherit, and a key to whoever has just made it", () => {
  const shown = (parts: Partial<ProfileDetails>, apiKey?: string) =>
    SenderProfileResource.fromAccount(
      { ...profile, profile: { ...details, ...parts } },
      ChannelSet.empty(profile.id),
      new Set(),
      apiKey
    )
  const whole = {
    id: Given.accountId(2),
    organization_id: Given.accountId(1),
    name: "Shop",
    short_name: "SHOP",
    description: "A shop",
    billing: { inherit: true },
    channels: { sms: [], whatsapp: null, rcs: null },
    created_at: created,
    updated_at: "2030-01-15T12:34:57.789Z"
  }
  const flat = {
    vertical: "RETAIL",
    contact_name: "Ada",
    contact_email: "ada@example.com",
    contact_phone: "+12015550100"
  }
  expect(shown({})).toStrictEqual({ ...whole, compliance: { brand: flat, campaign: { inherit: true } } })
  expect(shown({ inheritsBrand: true, inheritsCampaign: false, billingModel: "profile" }, "key")).toStrictEqual({
    ...whole,
    api_key: "key",
    billing: { inherit: false },
    compliance: { brand: { inherit: true }, campaign: { use_case: "MARKETING" } }
  })
  const { compliance, ...none } = shown({ brand: null, inheritsCampaign: false, campaign: null })
  expect([compliance, none]).toStrictEqual([undefined, whole])
  expect(shown({ brand: null })).toMatchObject({ compliance: { brand: null, campaign: { inherit: true } } })
  expect(shown({ inheritsCampaign: false, campaign: null })).toMatchObject({ compliance: { campaign: null } })
  expect(shown({ billingModel: "profile_and_organization" })).toMatchObject({ billing: { inherit: true } })
  expect(SenderProfileResource.fromAccount(alone, ChannelSet.empty(alone.id), new Set())).toStrictEqual({
    id: alone.id,
    organization_id: alone.id,
    name: "Acme",
    short_name: null,
    description: null,
    billing: { inherit: false },
    channels: { sms: [], whatsapp: null, rcs: null },
    created_at: created,
    updated_at: null
  })
})
