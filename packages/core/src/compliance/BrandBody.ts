/**
 * The brand in request bodies: in three camelCase parts on the deprecated profiles (decisions 3.8); flat and in
 * snake_case on sender profiles and channels (decisions 3.6).
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Field from "../operation/Field.ts"
import * as Brand from "../row/Brand.ts"

const text = Field.optional(Field.upTo(255))
const longText = Field.optional(Field.upTo(2000))

const isCountry = (value: string): boolean => /^[A-Za-z]{2}$/.test(value)

const country = Field.text(isCountry, { message: "must be a country code of two letters" })

/** `brand` of the deprecated profiles. */
export const Parts = Schema.Struct({
  contact: Schema.Struct({
    name: Field.nonBlank(255),
    businessName: text,
    email: text,
    phone: text,
    phoneCountryCode: text,
    role: text
  }),
  business: Field.optional(Schema.Struct({
    legalName: text,
    taxId: text,
    taxIdType: text,
    entityType: Field.optional(Field.oneOf(Brand.EntityType.literals)),
    street: text,
    city: text,
    state: text,
    postalCode: text,
    country: text,
    countryOfRegistration: text,
    url: text
  })),
  compliance: Schema.Struct({
    brandRelationship: Field.oneOf(Brand.Relationship.literals),
    vertical: Field.oneOf(Brand.Vertical.literals),
    isTcrApplication: Field.optional(Schema.Boolean),
    destinationCountries: Field.optional(Field.array(
      Schema.Struct({ id: country, isMain: Field.optional(Schema.Boolean) }),
      Limit.destinationCountries
    )),
    expectedMessagingVolume: text,
    notes: longText,
    phoneNumberPrefix: text,
    primaryUseCase: longText
  })
})
export type Parts = typeof Parts.Type

/** `compliance.brand` of sender profiles. */
export const Flat = Schema.Struct({
  legal_name: text,
  tax_id: text,
  tax_id_type: text,
  entity_type: Field.optional(Field.oneOf(Brand.EntityType.literals)),
  street: text,
  city: text,
  state: text,
  postal_code: text,
  country: text,
  website: text,
  vertical: Field.optional(Field.oneOf(Brand.Vertical.literals)),
  contact_name: text,
  contact_email: text,
  contact_phone: text
})
export type Flat = typeof Flat.Type

const noContact = {
  name: null,
  businessName: null,
  email: null,
  phone: null,
  phoneCountryCode: null,
  role: null
}

const noBusiness = {
  legalName: null,
  taxId: null,
  taxIdType: null,
  entityType: null,
  street: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
  countryOfRegistration: null,
  url: null
}

const noCompliance = {
  brandRelationship: null,
  vertical: null,
  isTcrApplication: null,
  destinationCountries: [],
  expectedMessagingVolume: null,
  notes: null,
  phoneNumberPrefix: null,
  primaryUseCase: null
}

export const fromParts = ({ business, compliance, contact }: Parts): Brand.Description => ({
  contact: { ...noContact, ...contact },
  business: business === undefined || business === null ? null : { ...noBusiness, ...business },
  compliance: {
    ...noCompliance,
    ...compliance,
    destinationCountries: (compliance.destinationCountries ?? []).map(({ id, isMain }) => ({
      id: id.toUpperCase(),
      isMain: isMain ?? false
    }))
  }
})

const holdsSomething = (part: Readonly<Record<string, unknown>>): boolean =>
  Object.values(part).some((value) => value !== null)

export const fromFlat = (flat: Flat): Brand.Description => {
  const contact = {
    ...noContact,
    name: flat.contact_name ?? null,
    email: flat.contact_email ?? null,
    phone: flat.contact_phone ?? null
  }
  const business = {
    ...noBusiness,
    legalName: flat.legal_name ?? null,
    taxId: flat.tax_id ?? null,
    taxIdType: flat.tax_id_type ?? null,
    entityType: flat.entity_type ?? null,
    street: flat.street ?? null,
    city: flat.city ?? null,
    state: flat.state ?? null,
    postalCode: flat.postal_code ?? null,
    country: flat.country ?? null,
    url: flat.website ?? null
  }
  return {
    contact: holdsSomething(contact) ? contact : null,
    business: holdsSomething(business) ? business : null,
    compliance: flat.vertical === undefined || flat.vertical === null
      ? null
      : { ...noCompliance, vertical: flat.vertical }
  }
}
