/**
 * Arbitraries of sender profiles: what their rows hold, and what clients may say of them.
 */
import * as Brand from "@signalbox/core/Brand"
import type * as Id from "@signalbox/core/Id"
import type { Json, JsonObject } from "@signalbox/core/Json"
import type { ProfileDetails } from "@signalbox/core/Profile"
import { BillingModel, ProfileStatus } from "@signalbox/core/Profile"
import * as fc from "fast-check"
import { instant, phone, text, uuid } from "./Values.ts"

const one = <A>({ literals }: { readonly literals: ReadonlyArray<A> }): fc.Arbitrary<A> => fc.constantFrom(...literals)
const maybe = <A>(each: fc.Arbitrary<A>): fc.Arbitrary<A | null> => fc.option(each)
const told = maybe(text)

/** 3 to 11 letters, digits and spaces, with a letter. */
export const shortName: fc.Arbitrary<string> = fc.tuple(
  fc.string({
    unit: fc.constantFrom(..."abcXYZ0123456789 "),
    minLength: 2,
    maxLength: 10
  }),
  fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"),
  fc.nat({ max: 10 })
).map(([rest, letter, at]) => `${rest.slice(0, at)}${letter}${rest.slice(at)}`)

export const brand: fc.Arbitrary<Brand.Brand> = fc.record({
  id: uuid(),
  contact: maybe(fc.record({
    name: told,
    businessName: told,
    email: told,
    phone: told,
    phoneCountryCode: told,
    role: told
  })),
  business: maybe(fc.record({
    legalName: told,
    taxId: told,
    taxIdType: told,
    entityType: maybe(one(Brand.EntityType)),
    street: told,
    city: told,
    state: told,
    postalCode: told,
    country: told,
    countryOfRegistration: told,
    url: told
  })),
  compliance: maybe(fc.record({
    brandRelationship: maybe(one(Brand.Relationship)),
    vertical: maybe(one(Brand.Vertical)),
    isTcrApplication: maybe(fc.boolean()),
    destinationCountries: fc.array(fc.record({ id: fc.constantFrom("US", "DE"), isMain: fc.boolean() }), {
      maxLength: 2
    }),
    expectedMessagingVolume: told,
    notes: told,
    phoneNumberPrefix: told,
    primaryUseCase: told
  })),
  submittedAt: maybe(instant),
  createdAt: instant,
  updatedAt: maybe(instant)
})

export const details: fc.Arbitrary<ProfileDetails> = fc.record({
  status: one(ProfileStatus),
  billingModel: one(BillingModel),
  billingContact: maybe(fc.record({ name: text, email: text, phone: told, address: told })),
  inheritsBrand: fc.boolean(),
  inheritsCampaign: fc.boolean(),
  brand: maybe(brand),
  campaign: maybe(fc.record({ description: text, sample_messages: fc.array(text, { maxLength: 2 }) })),
  whatsapp: maybe(fc.record({ wabaId: text, phoneNumberId: told })),
  sendingNumber: maybe(phone),
  sendingNumberProfile: maybe(uuid<Id.AccountId>()),
  sendingWhatsappNumberProfile: maybe(uuid<Id.AccountId>()),
  whatsappNumber: maybe(phone),
  allowsNumberChange: maybe(fc.boolean())
})

const made = (fields: { readonly [name: string]: fc.Arbitrary<Json | undefined> }): fc.Arbitrary<JsonObject> =>
  fc.record(fields, { noNullPrototype: true }).map((record) =>
    Object.fromEntries(Object.entries(record).filter((entry): entry is [string, Json] => entry[1] !== undefined))
  )

/** Left out, null, or there. */
const optional = (each: fc.Arbitrary<Json>): fc.Arbitrary<Json | undefined> =>
  fc.oneof({ weight: 4, arbitrary: each }, fc.constantFrom(null, undefined))

/** Left out, or there. */
const given = (each: fc.Arbitrary<Json>): fc.Arbitrary<Json | undefined> =>
  fc.oneof({ weight: 3, arbitrary: each }, fc.constant(undefined))

const line = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 20 }).map((each) => `x${each}`)
const inherit = fc.constant<Json>({ inherit: true })

const capability = (own: fc.Arbitrary<Json>): fc.Arbitrary<Json | undefined> => optional(fc.oneof(own, inherit))

const sms = fc.oneof<fc.Arbitrary<Json>[]>(
  made({ country: fc.constantFrom("US", "de"), number_type: fc.constant("ALPHANUMERIC"), sender_value: shortName }),
  made({
    country: fc.constantFrom("US", "gb"),
    number_type: fc.constantFrom("TEN_DLC", "10DLC", "LOCAL"),
    area_codes: given(fc.array(fc.constantFrom("212", "415"), { maxLength: 2 }))
  }),
  made({ country: fc.constant("US"), number_type: fc.constant("SHORT_CODE"), sender_value: fc.constant("12345") })
)

/** The body of POST /v3/sender-profiles. */
export const senderProfile: fc.Arbitrary<JsonObject> = made({
  name: line,
  short_name: shortName,
  description: optional(line),
  billing: optional(inherit),
  channels: optional(made({
    sms: capability(sms),
    whatsapp: capability(made({ waba_id: line, phone_number_id: optional(line) })),
    rcs: optional(inherit)
  })),
  compliance: optional(made({
    brand: capability(
      made({ legal_name: line, vertical: optional(one(Brand.Vertical)), contact_email: optional(line) })
    ),
    campaign: capability(made({
      description: line,
      use_case: given(fc.constantFrom("MARKETING", "MIXED")),
      sample_messages: given(fc.array(line, { minLength: 1, maxLength: 5 }))
    }))
  })),
  unknown_to_us: optional(line)
})

/** The body of PATCH /v3/sender-profiles/{id}. */
export const senderProfileChange: fc.Arbitrary<JsonObject> = fc.oneof(
  made({ name: line, short_name: given(shortName), description: optional(line) }),
  made({ short_name: shortName, description: optional(line) }),
  made({ description: fc.oneof(line, fc.constant(null)) })
)

const brandParts: fc.Arbitrary<JsonObject> = made({
  contact: made({ name: line, email: optional(line), phoneCountryCode: optional(line) }),
  business: optional(made({ legalName: optional(line), entityType: optional(one(Brand.EntityType)) })),
  compliance: made({
    brandRelationship: one(Brand.Relationship),
    vertical: one(Brand.Vertical),
    isTcrApplication: optional(fc.boolean()),
    destinationCountries: optional(fc.constant<Json>([{ id: "us", isMain: true }, { id: "DE" }])),
    notes: optional(line)
  })
})

const common = {
  short_name: given(shortName),
  description: optional(line),
  icon: optional(line),
  allow_contact_sharing: given(fc.boolean()),
  inherit_templates: given(fc.boolean()),
  inherit_tcr_campaign: given(fc.boolean()),
  brand: optional(brandParts),
  whatsapp_business_account: optional(made({ waba_id: line, access_token: line }))
}

const billingContact = made({ name: line, email: fc.constant("ada@example.com"), phone: optional(line) })

const card: Json = { card_number: "4242424242424242", expiry: "12/34", cvc: "123", zip_code: "10115" }

/** The body of POST /v3/profiles. */
export const profile: fc.Arbitrary<JsonObject> = fc.oneof(
  made({
    name: line,
    ...common,
    billing_model: fc.constant("organization"),
    billing_contact: optional(billingContact)
  }),
  made({
    name: line,
    ...common,
    billing_model: given(fc.constantFrom("profile", "profile_and_organization")),
    billing_contact: billingContact,
    payment_details: optional(fc.constant(card))
  })
)

/** The body of PATCH /v3/profiles/{profileId}. */
export const profileChange: fc.Arbitrary<JsonObject> = made({
  name: given(line),
  ...common,
  sending_phone_number: optional(phone),
  whatsapp_phone_number: optional(phone),
  allow_number_change_during_onboarding: optional(fc.boolean())
})
