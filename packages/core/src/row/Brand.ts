/**
 * The brand that a profile registers its 10DLC traffic under (decisions 3.8). The API shows it as one flat object on
 * sender profiles and in three parts on the deprecated profiles; it is stored once.
 */
import * as Schema from "effect/Schema"
import { Instant } from "../value/Instant.ts"

export const EntityType = Schema.Literals([
  "PRIVATE_PROFIT",
  "PUBLIC_PROFIT",
  "NON_PROFIT",
  "SOLE_PROPRIETOR",
  "GOVERNMENT"
])

export const Relationship = Schema.Literals([
  "BASIC_ACCOUNT",
  "SMALL_ACCOUNT",
  "MEDIUM_ACCOUNT",
  "LARGE_ACCOUNT",
  "KEY_ACCOUNT"
])

export const Vertical = Schema.Literals([
  "PROFESSIONAL",
  "REAL_ESTATE",
  "HEALTHCARE",
  "HUMAN_RESOURCES",
  "ENERGY",
  "ENTERTAINMENT",
  "RETAIL",
  "TRANSPORTATION",
  "AGRICULTURE",
  "INSURANCE",
  "POSTAL",
  "EDUCATION",
  "HOSPITALITY",
  "FINANCIAL",
  "POLITICAL",
  "GAMBLING",
  "LEGAL",
  "CONSTRUCTION",
  "NGO",
  "MANUFACTURING",
  "GOVERNMENT",
  "TECHNOLOGY",
  "COMMUNICATION"
])

const text = Schema.NullOr(Schema.String)

export const Contact = Schema.Struct({
  name: text,
  businessName: text,
  email: text,
  phone: text,
  phoneCountryCode: text,
  role: text
})

export const Business = Schema.Struct({
  legalName: text,
  taxId: text,
  taxIdType: text,
  entityType: Schema.NullOr(EntityType),
  street: text,
  city: text,
  state: text,
  postalCode: text,
  country: text,
  countryOfRegistration: text,
  url: text
})

export const Destination = Schema.Struct({ id: Schema.String, isMain: Schema.Boolean })

export const Compliance = Schema.Struct({
  brandRelationship: Schema.NullOr(Relationship),
  vertical: Schema.NullOr(Vertical),
  isTcrApplication: Schema.NullOr(Schema.Boolean),
  destinationCountries: Schema.Array(Destination),
  expectedMessagingVolume: text,
  notes: text,
  phoneNumberPrefix: text,
  primaryUseCase: text
})

export const Brand = Schema.Struct({
  id: Schema.String,
  contact: Schema.NullOr(Contact),
  business: Schema.NullOr(Business),
  compliance: Schema.NullOr(Compliance),
  /** When the brand was submitted to the registry, after which it cannot change; null when it was not. */
  submittedAt: Schema.NullOr(Instant),
  createdAt: Instant,
  updatedAt: Schema.NullOr(Instant)
})
export type Brand = typeof Brand.Type

/** The description of a brand that a client gives. */
export type Description = Pick<Brand, "contact" | "business" | "compliance">
