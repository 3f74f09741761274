/**
 * The API shows a brand in three parts on the deprecated profiles (decisions 3.8), and flat on sender profiles and
 * channels (decisions 3.6).
 */
import * as Schema from "effect/Schema"
import type { Making } from "../commit/Grounds.ts"
import * as Format from "../operation/Format.ts"
import * as Brand from "../row/Brand.ts"
import type { Instant } from "../value/Instant.ts"
import { toMillis } from "../value/Instant.ts"

const nullable = Schema.NullOr

/** `brand` in answers of the deprecated profiles. */
export const BrandResource = Schema.Struct({
  id: Format.uuid,
  contact: nullable(Schema.Record(Schema.String, nullable(Schema.String))),
  business: nullable(Schema.Record(Schema.String, nullable(Schema.String))),
  compliance: nullable(Schema.Struct({
    brand_relationship: nullable(Brand.Relationship),
    vertical: nullable(Brand.Vertical),
    is_tcr_application: Schema.Boolean,
    destination_countries: Schema.Array(Schema.Struct({ id: Schema.String, is_main: Schema.Boolean })),
    expected_messaging_volume: nullable(Schema.String),
    notes: nullable(Schema.String),
    phone_number_prefix: nullable(Schema.String),
    primary_use_case: nullable(Schema.String)
  })),
  identity_status: Format.open(["SELF_DECLARED"]),
  status: Format.open(["ACTIVE"]),
  is_inherited: Schema.Boolean,
  csp_id: Schema.Null,
  tcr_brand_id: Schema.Null,
  universal_ein: Schema.Null,
  submitted_to_tcr: Schema.Boolean,
  submitted_at: nullable(Format.timestamp),
  created_at: Format.timestamp,
  updated_at: nullable(Format.timestamp)
}).annotate({ identifier: "Brand" })
export type BrandResource = typeof BrandResource.Type

/** Returns the flat form of a brand, without the fields that are not set. */
export const toFlat = ({ business, compliance, contact }: Brand.Description): Readonly<Record<string, string>> => {
  const flat: Readonly<Record<string, string | null | undefined>> = {
    legal_name: business?.legalName,
    tax_id: business?.taxId,
    tax_id_type: business?.taxIdType,
    entity_type: business?.entityType,
    street: business?.street,
    city: business?.city,
    state: business?.state,
    postal_code: business?.postalCode,
    country: business?.country,
    website: business?.url,
    vertical: compliance?.vertical,
    contact_name: contact?.name,
    contact_email: contact?.email,
    contact_phone: contact?.phone
  }
  return Object.fromEntries(
    Object.entries(flat).flatMap(([key, value]) => value === null || value === undefined ? [] : [[key, value]])
  )
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const snaked = (part: Readonly<Record<string, string | null>>): Readonly<Record<string, string | null>> =>
  Object.fromEntries(Object.entries(part).map(([name, value]) => [snake(name), value]))

const instant = (at: Instant | null): string | null => at === null ? null : toMillis(at)

export const fromBrand = (brand: Brand.Brand): BrandResource => ({
  id: brand.id,
  contact: brand.contact === null ? null : snaked(brand.contact),
  business: brand.business === null ? null : snaked(brand.business),
  compliance: brand.compliance === null ? null : {
    brand_relationship: brand.compliance.brandRelationship,
    vertical: brand.compliance.vertical,
    is_tcr_application: brand.compliance.isTcrApplication ?? false,
    destination_countries: brand.compliance.destinationCountries.map(({ id, isMain }) => ({ id, is_main: isMain })),
    expected_messaging_volume: brand.compliance.expectedMessagingVolume,
    notes: brand.compliance.notes,
    phone_number_prefix: brand.compliance.phoneNumberPrefix,
    primary_use_case: brand.compliance.primaryUseCase
  },
  identity_status: "SELF_DECLARED",
  status: "ACTIVE",
  is_inherited: false,
  csp_id: null,
  tcr_brand_id: null,
  universal_ein: null,
  submitted_to_tcr: brand.submittedAt !== null,
  submitted_at: instant(brand.submittedAt),
  created_at: toMillis(brand.createdAt),
  updated_at: instant(brand.updatedAt)
})

/** Returns the brand of a profile after a client has described it. */
export const described = (
  known: Brand.Brand | null,
  description: Brand.Description,
  { id, now }: Making
): Brand.Brand => ({
  id: known?.id ?? id(),
  ...description,
  submittedAt: known?.submittedAt ?? null,
  createdAt: known?.createdAt ?? now,
  updatedAt: known === null ? null : now
})
