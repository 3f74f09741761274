/**
 * The parts of a brand of which nothing has been said.
 */
export const contact = {
  name: null,
  businessName: null,
  email: null,
  phone: null,
  phoneCountryCode: null,
  role: null
} as const

export const business = {
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
} as const

export const compliance = {
  brandRelationship: null,
  vertical: null,
  isTcrApplication: null,
  destinationCountries: [],
  expectedMessagingVolume: null,
  notes: null,
  phoneNumberPrefix: null,
  primaryUseCase: null
} as const
