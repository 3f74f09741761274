/** The deprecated profile body, field by field: what each becomes, what stays, and what cannot be said (decisions 3.7). */
import type { Account } from "@signalbox/core/Account"
import { make as instant } from "@signalbox/core/Instant"
import type * as ProfileBody from "@signalbox/core/internal/profile/ProfileBody"
import * as ProfileEdit from "@signalbox/core/internal/profile/ProfileEdit"
import type { ProfileDetails } from "@signalbox/core/Profile"
import { blank } from "@signalbox/core/Profile"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { business, compliance, contact } from "../BrandParts.ts"
import * as Given from "../Given.ts"

const made = instant(Date.UTC(2029, 0, 1))
const making = { now: Given.now, id: () => "new brand" }

const brand: NonNullable<ProfileDetails["brand"]> = {
  id: "old brand",
  contact: { ...contact, name: "Ada" },
  business: null,
  compliance,
  submittedAt: null,
  createdAt: made,
  updatedAt: null
}

const details: ProfileDetails = {
  status: "rejected",
  billingModel: "profile",
  billingContact: { name: "Ada", email: "ada@acme.example", phone: "1", address: "Here" },
  inheritsBrand: false,
  inheritsCampaign: false,
  brand,
  campaign: { description: "Orders" },
  whatsapp: { wabaId: "old", phoneNumberId: "old number" },
  sendingNumber: Given.phone(1),
  sendingNumberProfile: Given.accountId(11),
  sendingWhatsappNumberProfile: Given.accountId(12),
  whatsappNumber: Given.phone(2),
  allowsNumberChange: true
}

const profile: Account = Given.account({
  id: Given.accountId(2),
  type: "profile",
  organization: Given.accountId(1),
  name: "Sales",
  shortName: "SALES",
  description: "EMEA",
  icon: "https://acme.example/old.png",
  profile: details,
  createdAt: made
})

const parts = {
  contact: { name: "Bob", email: "bob@acme.example" },
  compliance: {
    brandRelationship: "KEY_ACCOUNT",
    vertical: "RETAIL",
    destinationCountries: [{ id: "us", isMain: true }, { id: "DE" }]
  }
} as const

const described = {
  contact: { ...contact, name: "Bob", email: "bob@acme.example" },
  business: null,
  compliance: {
    ...compliance,
    brandRelationship: "KEY_ACCOUNT",
    vertical: "RETAIL",
    destinationCountries: [{ id: "US", isMain: true }, { id: "DE", isMain: false }]
  }
} as const

interface Edit {
  /** The value that a body gives. */
  readonly says: unknown
  readonly account?: Partial<Account>
  readonly details?: Partial<ProfileDetails>
  /** The details that null clears; of the others it says nothing. */
  readonly cleared?: Partial<ProfileDetails>
  readonly clearedAccount?: Partial<Account>
}

const edits: Readonly<Record<string, Edit>> = {
  name: { says: "Support", account: { name: "Support" } },
  short_name: { says: "HELP", account: { shortName: "HELP" } },
  description: { says: "All", account: { description: "All" }, clearedAccount: { description: null } },
  icon: { says: "data:new", account: { icon: "data:new" }, clearedAccount: { icon: null } },
  billing_model: { says: "organization", details: { billingModel: "organization" } },
  billing_contact: {
    says: { name: "Bob", email: "bob@acme.example", address: "There" },
    details: { billingContact: { name: "Bob", email: "bob@acme.example", phone: null, address: "There" } },
    cleared: { billingContact: null }
  },
  inherit_tcr_brand: { says: true, details: { inheritsBrand: true } },
  inherit_tcr_campaign: { says: true, details: { inheritsCampaign: true } },
  brand: {
    says: parts,
    details: { brand: { ...brand, ...described, updatedAt: Given.now } },
    cleared: { brand: null }
  },
  whatsapp_business_account: {
    says: { waba_id: "new", access_token: "secret" },
    details: { whatsapp: { wabaId: "new", phoneNumberId: null } },
    cleared: { whatsapp: null }
  },
  sending_phone_number: {
    says: Given.phone(3),
    details: { sendingNumber: Given.phone(3) },
    cleared: { sendingNumber: null }
  },
  sending_phone_number_profile_id: {
    says: Given.accountId(13),
    details: { sendingNumberProfile: Given.accountId(13) },
    cleared: { sendingNumberProfile: null }
  },
  sending_whatsapp_number_profile_id: {
    says: Given.accountId(14),
    details: { sendingWhatsappNumberProfile: Given.accountId(14) },
    cleared: { sendingWhatsappNumberProfile: null }
  },
  whatsapp_phone_number: {
    says: Given.phone(4),
    details: { whatsappNumber: Given.phone(4) },
    cleared: { whatsappNumber: null }
  },
  allow_number_change_during_onboarding: {
    says: false,
    details: { allowsNumberChange: false },
    cleared: { allowsNumberChange: null }
  },
  // These are taken and have no effect.
  payment_details: { says: { card_number: "4929123456781234" } },
  allow_contact_sharing: { says: true },
  sandbox: { says: true }
}

const fields = Object.keys(edits)

describe("a body", () => {
  const bodies = fc.record(
    Object.fromEntries(fields.map((field) => [field, fc.constantFrom(edits[field]!.says, null)])),
    { requiredKeys: [] }
  )

  prop(
    "changes the fields that it gives, clears by null those that may be empty, and leaves all others",
    bodies,
    (body) => {
      const told = Object.entries(body).map(([field, value]) => ({ edit: edits[field]!, isCleared: value === null }))
      expect(ProfileEdit.apply(profile, body as ProfileBody.Update, making)).toStrictEqual({
        ...profile,
        ...Object.assign(
          {},
          ...told.map(({ edit, isCleared }) => isCleared ? edit.clearedAccount : edit.account)
        ) as object,
        profile: {
          ...details,
          ...Object.assign({}, ...told.map(({ edit, isCleared }) => isCleared ? edit.cleared : edit.details)) as object
        },
        updatedAt: Given.now
      })
    }
  )

  it("changes and clears each field alone, and all of them together", () => {
    const all = Object.fromEntries(fields.map((field) => [field, edits[field]!.says]))
    expect(ProfileEdit.apply(profile, all as ProfileBody.Update, making)).toStrictEqual({
      ...profile,
      name: "Support",
      shortName: "HELP",
      description: "All",
      icon: "data:new",
      profile: {
        status: "rejected",
        billingModel: "organization",
        billingContact: { name: "Bob", email: "bob@acme.example", phone: null, address: "There" },
        inheritsBrand: true,
        inheritsCampaign: true,
        brand: { id: "old brand", ...described, submittedAt: null, createdAt: made, updatedAt: Given.now },
        campaign: { description: "Orders" },
        whatsapp: { wabaId: "new", phoneNumberId: null },
        sendingNumber: Given.phone(3),
        sendingNumberProfile: Given.accountId(13),
        sendingWhatsappNumberProfile: Given.accountId(14),
        whatsappNumber: Given.phone(4),
        allowsNumberChange: false
      },
      updatedAt: Given.now
    })
    const none = Object.fromEntries(fields.map((field) => [field, null]))
    expect(ProfileEdit.apply(profile, none as ProfileBody.Update, making)).toStrictEqual({
      ...profile,
      description: null,
      icon: null,
      profile: {
        ...blank("rejected"),
        campaign: { description: "Orders" }
      },
      updatedAt: Given.now
    })
  })

  it("gives a profile that had nothing what it had not, with a brand that is new", () => {
    const bare = Given.account({ ...profile, profile: null })
    const body = {
      billing_contact: { name: "Bob", email: "bob@acme.example", phone: "2" },
      brand: { ...parts, business: { legalName: "Acme" } },
      whatsapp_business_account: { waba_id: "new", access_token: "secret", phone_number_id: "7" }
    }
    expect(ProfileEdit.apply(bare, body, making).profile).toStrictEqual({
      ...blank("incomplete"),
      billingContact: { name: "Bob", email: "bob@acme.example", phone: "2", address: null },
      brand: {
        id: "new brand",
        ...described,
        business: { ...business, legalName: "Acme" },
        submittedAt: null,
        createdAt: Given.now,
        updatedAt: null
      },
      whatsapp: { wabaId: "new", phoneNumberId: "7" }
    })
  })

  it("leaves when a brand was submitted", () => {
    const submitted = { ...brand, submittedAt: made }
    const before = { ...profile, profile: { ...details, brand: submitted } }
    expect(ProfileEdit.apply(before, { brand: parts }, making).profile?.brand)
      .toStrictEqual({ ...submitted, ...described, updatedAt: Given.now })
  })
})

const card = { card_number: "4929123456781234", expiry: "11/39", cvc: "739", zip_code: "1" }
const billed = { ...details, billingModel: "organization" } as const
const uncontacted = { ...details, billingContact: null }
const brandless = { ...details, brand: null }
const inheriting = { ...brandless, inheritsBrand: true }
const submitted = { ...details, brand: { ...brand, submittedAt: instant(0) } }

const once = ["brand", "cannot be changed once it was submitted"] as const
const needsContact = ["billing_contact", "is required unless the organization is billed"] as const
const noCard = ["payment_details", "cannot be given when the organization is billed"] as const
const ownBrand = ["inherit_tcr_brand", "cannot be true while the profile has a brand of its own"] as const
const noBrand = ["brand", "cannot be given while the brand is inherited"] as const

it.each<
  [
    title: string,
    before: ProfileDetails | null,
    body: ProfileBody.Update,
    refused: ReadonlyArray<readonly [field: string, message: string]>
  ]
>([
  ["nothing of a change of nothing", details, {}, []],
  ["nothing of a brand of whoever had nothing", null, { brand: parts }, []],
  ["nothing of a brand that was not submitted", details, { brand: parts }, []],
  ["nothing of a brand that is taken away", details, { brand: null }, []],
  ["a brand that was submitted, although long ago", submitted, { brand: parts }, [once]],
  ["a brand that was submitted and is taken away", submitted, { brand: null }, [once]],
  ["nothing of other fields of a brand that was submitted", submitted, { name: "Support" }, []],
  ["a brand that is inherited beside one of its own", details, { inherit_tcr_brand: true }, [ownBrand]],
  [
    "nothing of a brand that is inherited in the place of its own",
    details,
    { inherit_tcr_brand: true, brand: null },
    []
  ],
  ["nothing of a brand that is inherited where there is none", brandless, { inherit_tcr_brand: true }, []],
  ["a brand of its own beside one that is inherited", inheriting, { brand: parts }, [noBrand]],
  ["both at a time", details, { brand: parts, inherit_tcr_brand: true }, [noBrand]],
  ["nothing of a brand of its own in the place of an inherited one", inheriting, {
    brand: parts,
    inherit_tcr_brand: false
  }, []],
  ["that nobody is billed", details, { billing_contact: null }, [needsContact]],
  ["that both are billed without a contact", uncontacted, { billing_model: "profile_and_organization" }, [
    needsContact
  ]],
  ["that the profile is billed without a contact", uncontacted, { billing_model: "profile" }, [needsContact]],
  ["nothing of a contact that was lacking before", uncontacted, { name: "Support", billing_model: null }, []],
  ["nothing of no contact where the organization is billed", billed, { billing_contact: null }, []],
  ["nothing of an organization that is billed without a contact", uncontacted, { billing_model: "organization" }, []],
  ["a contact that goes where the profile is billed", billed, { billing_model: "profile", billing_contact: null }, [
    needsContact
  ]],
  ["a card where the organization is billed", billed, { payment_details: card }, [noCard]],
  ["a card of whom the organization is billed for", details, { billing_model: "organization", payment_details: card }, [
    noCard
  ]],
  ["nothing of no card", billed, { payment_details: null }, []],
  ["nothing of a card where the profile is billed", details, { payment_details: card }, []],
  ["nothing of a card where both are billed", { ...details, billingModel: "profile_and_organization" }, {
    payment_details: card
  }, []],
  ["all that is wrong", { ...submitted, billingModel: "organization", billingContact: null }, {
    brand: parts,
    inherit_tcr_brand: true,
    billing_model: "profile"
  }, [once, noBrand, needsContact]]
])("a stored profile refuses %s", (_, stored, body, refused) => {
  const before = { ...profile, profile: stored }
  const after = ProfileEdit.apply(before, body, making)
  expect(ProfileEdit.refusals(before, body, after)).toStrictEqual(
    refused.map(([field, message]) => ({ field, code: "VALIDATION_001", message }))
  )
})
