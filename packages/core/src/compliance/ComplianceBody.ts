/**
 * `compliance` in request bodies: a brand and a campaign, each with details of its own or `{"inherit": true}`, which uses
 * the organization's (decisions 3.6).
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as Field from "../operation/Field.ts"
import { useCases } from "../row/CampaignUse.ts"
import type { Details, Registration } from "../row/Market.ts"
import type { Json, JsonObject } from "../value/Json.ts"
import * as BrandBody from "./BrandBody.ts"

const inherit = Field.optional(Field.onlyTrue)

const text = Field.optional(Field.upTo(2048))

const sampleCount = `must hold 1 to ${Limit.sampleMessages} messages`

/** One to five messages. */
export const sampleMessages = Field.array(Field.nonBlank(1024), Limit.sampleMessages, sampleCount).check(
  Schema.makeFilter((samples: ReadonlyArray<string>) => samples.length >= 1, { message: sampleCount })
)

export const Brand = Schema.Struct({ ...BrandBody.Flat.fields, inherit })

export const Campaign = Schema.Struct({
  use_case: Field.optional(Field.oneOf(useCases)),
  description: text,
  message_flow: text,
  volume: text,
  sample_messages: Field.optional(sampleMessages),
  optin_keywords: text,
  optin_message: text,
  optout_keywords: text,
  optout_message: text,
  help_keywords: text,
  help_message: text,
  privacy_policy_link: text,
  terms_and_conditions_link: text,
  inherit
})

export const Compliance = Schema.Struct({
  brand: Field.optional(Brand),
  campaign: Field.optional(Campaign)
})
export type Compliance = typeof Compliance.Type

type Part = { readonly inherit?: true | boolean | null | undefined; readonly [key: string]: unknown }

/** Returns what was said of a brand or a campaign. */
export const registration = (part: Part | null | undefined): Registration => {
  if (part === null || part === undefined) return null
  if (part.inherit === true) return "inherited"
  const { inherit: _, ...fields } = part
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => value === null || value === undefined ? [] : [[key, value]])
  ) as Details
}

/** Returns how the API shows what was said. */
export const show = (registration: Registration): Details | null =>
  registration === "inherited" ? { inherit: true } : registration

const objectAt = (value: Json | undefined, key: string): JsonObject | null => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null
  const found = (value as JsonObject)[key]
  return typeof found !== "object" || found === null || Array.isArray(found)
    ? null
    : found as JsonObject
}

const wrong = (field: string, message: string): Violation => ({ field, code: "VALIDATION_001", message })

/**
 * Checks that details and inheritance are not mixed, and that only a profile inherits.
 *
 * @param mayInherit whether there is an organization to inherit from
 */
export const check = (raw: Json, mayInherit: boolean): ReadonlyArray<Violation> =>
  ["brand", "campaign"].flatMap((name) => {
    const sent = objectAt(objectAt(raw, "compliance") ?? undefined, name)
    if (sent === null) return []
    const field = `compliance.${name}`
    const own = Object.entries(sent).filter(([key, value]) => key !== "inherit" && value !== null)
    if (sent["inherit"] === true) {
      if (own.length > 0) return [wrong(field, "cannot have data of its own beside \"inherit\": true")]
      return mayInherit ? [] : [wrong(field, "can be inherited by a profile only")]
    }
    return own.length === 0 ? [wrong(field, "must have data or \"inherit\": true")] : []
  })
