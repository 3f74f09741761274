/**
 * Profiles in tests: how the API shows them, right bodies, and what is asked about them.
 */
import { randomUUID } from "node:crypto"
import { expect } from "vitest"
import type { HttpClient } from "../HttpClient.ts"
import type { Reply } from "../Reply.ts"
import { anInstant, aText, aUuid, success } from "./answers.ts"

export interface SenderProfile {
  readonly id: string
  readonly organization_id: string
  readonly name: string
  readonly short_name: string
  readonly description: string | null
  readonly api_key?: string
  readonly updated_at: string | null
}

export interface Profile {
  readonly id: string
  readonly name: string
  readonly short_name: string | null
  readonly status: string
  readonly [field: string]: unknown
}

/** Of eleven characters, and nobody else's. */
export const shortName = (): string => `P${randomUUID().replaceAll("-", "").slice(0, 10)}`

export const senderProfile = (more: object = {}): Readonly<Record<string, unknown>> => ({
  name: "Sales",
  short_name: shortName(),
  ...more
})

export const profile = (more: object = {}): Readonly<Record<string, unknown>> => ({
  name: "Sales",
  billing_model: "organization",
  ...more
})

/** A sender profile of which nothing but its names is told, as GET shows it. */
export const aSenderProfile = {
  id: aUuid,
  organization_id: aUuid,
  name: aText,
  short_name: aText,
  description: null as unknown,
  billing: { inherit: true },
  channels: { sms: [] as unknown, whatsapp: null as unknown, rcs: null },
  created_at: anInstant,
  updated_at: null as unknown
}

/** A deprecated profile of which nothing but its name is told. */
export const aProfile = {
  id: aUuid,
  organization_id: aUuid,
  name: aText,
  email: null,
  icon: null as unknown,
  description: null as unknown,
  short_name: null as unknown,
  status: "incomplete",
  created_at: anInstant,
  updated_at: null as unknown,
  allow_contact_sharing: false,
  allow_template_sharing: false,
  inherit_contacts: false,
  inherit_templates: false,
  inherit_tcr_brand: false,
  inherit_tcr_campaign: false,
  billing_model: "organization",
  billing_contact: null as unknown,
  sending_phone_number: null as unknown,
  sending_phone_number_profile_id: null as unknown,
  sending_whatsapp_number_profile_id: null as unknown,
  whatsapp_phone_number: null as unknown,
  allow_number_change_during_onboarding: null as unknown,
  waba_id: null as unknown,
  brand: null as unknown
}

export const aKey: unknown = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
)

type Headers = Readonly<Record<string, string>>

/** Sends a JSON body with any method. */
export const write = (
  client: HttpClient,
  method: string,
  path: string,
  body: unknown,
  headers: Headers = {}
): Promise<Reply> =>
  client.send(method, path, {
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })

export const patch = (client: HttpClient, path: string, body: unknown, headers: Headers = {}): Promise<Reply> =>
  write(client, "PATCH", path, body, headers)

export const remove = (client: HttpClient, path: string): Promise<Reply> => client.send("DELETE", path)

export const createSender = async (
  client: HttpClient,
  more: object = {}
): Promise<SenderProfile & { readonly api_key: string }> =>
  success(await client.post("/v3/sender-profiles", senderProfile(more)), 201)

export const sender = async (client: HttpClient, id: string): Promise<SenderProfile> =>
  success(await client.get(`/v3/sender-profiles/${id}`), 200)

export const createProfile = async (client: HttpClient, more: object = {}): Promise<Profile> =>
  success(await client.post("/v3/profiles", profile(more)), 201)

export const read = async (client: HttpClient, id: string): Promise<Profile> =>
  success(await client.get(`/v3/profiles/${id}`), 200)

/** A description of a brand that the deprecated endpoints take, and how they show it. */
export const brand = {
  contact: { name: "Ada Lovelace", businessName: "Engines", phoneCountryCode: "44" },
  business: { legalName: "Engines Ltd", taxIdType: "uk", entityType: "PRIVATE_PROFIT", postalCode: "SW1" },
  compliance: {
    brandRelationship: "BASIC_ACCOUNT",
    vertical: "TECHNOLOGY",
    isTcrApplication: true,
    destinationCountries: [{ id: "us", isMain: true }]
  }
}

export const aBrand = {
  id: aUuid,
  contact: {
    name: "Ada Lovelace",
    business_name: "Engines",
    email: null,
    phone: null,
    phone_country_code: "44",
    role: null
  },
  business: {
    legal_name: "Engines Ltd",
    tax_id: null,
    tax_id_type: "uk",
    entity_type: "PRIVATE_PROFIT",
    street: null,
    city: null,
    state: null,
    postal_code: "SW1",
    country: null,
    country_of_registration: null,
    url: null
  },
  compliance: {
    brand_relationship: "BASIC_ACCOUNT",
    vertical: "TECHNOLOGY",
    is_tcr_application: true,
    destination_countries: [{ id: "US", is_main: true }],
    expected_messaging_volume: null,
    notes: null,
    phone_number_prefix: null,
    primary_use_case: null
  },
  identity_status: "SELF_DECLARED",
  status: "ACTIVE",
  is_inherited: false,
  csp_id: null,
  tcr_brand_id: null,
  universal_ein: null,
  submitted_to_tcr: false,
  submitted_at: null,
  created_at: anInstant,
  updated_at: null as unknown
}

/** Every answer of a deprecated endpoint says that there is something newer. */
export const isDeprecated = (reply: Reply): void => {
  expect(reply.headers.get("deprecation")).toBe("true")
  expect(reply.headers.get("link")).toBe("</v3/sender-profiles>; rel=\"successor-version\"")
}
