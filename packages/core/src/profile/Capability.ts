/**
 * The capabilities that a sender profile is created with: its channels and its compliance. Each one has data of its
 * own, or is `{"inherit": true}`, or is left out (decisions 5.6).
 */
import * as Schema from "effect/Schema"
import type { Violation } from "../catalogue/Violation.ts"
import * as MarketBody from "../channel/MarketBody.ts"
import type * as NewMarket from "../channel/NewMarket.ts"
import * as BrandBody from "../compliance/BrandBody.ts"
import * as ComplianceBody from "../compliance/ComplianceBody.ts"
import * as Country from "../compliance/Country.ts"
import * as Field from "../operation/Field.ts"
import type { Details } from "../row/Market.ts"
import type { WhatsAppAccount } from "../row/Profile.ts"
import type { Json, JsonObject } from "../value/Json.ts"

const Inherit = Field.optional(Field.onlyTrue)

const Sms = Schema.Struct({
  country: Field.optional(Country.country),
  number_type: MarketBody.fields.number_type,
  sender_value: MarketBody.fields.sender_value,
  area_codes: MarketBody.fields.area_codes,
  inherit: Inherit
})

const WhatsApp = Schema.Struct({
  waba_id: Field.optional(Field.nonBlank(100)),
  phone_number_id: Field.optional(Field.nonBlank(100)),
  inherit: Inherit
})

export const Channels = Schema.Struct({
  sms: Field.optional(Sms),
  whatsapp: Field.optional(WhatsApp),
  rcs: Field.optional(Schema.Struct({ inherit: Inherit }))
})
export type Channels = typeof Channels.Type

export const { Compliance } = ComplianceBody
export type Compliance = ComplianceBody.Compliance

export interface Given {
  readonly channels?: Channels | null
  readonly compliance?: Compliance | null
}

/** The fields that each capability requires unless it is inherited. */
const capabilities: ReadonlyArray<readonly [path: readonly [string, string], required: ReadonlyArray<string>]> = [
  [["channels", "sms"], ["country", "number_type"]],
  [["channels", "whatsapp"], ["waba_id"]],
  [["channels", "rcs"], []],
  [["compliance", "brand"], []],
  [["compliance", "campaign"], []]
]

const objectAt = (value: Json | undefined, key: string): JsonObject | null => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null
  const found = (value as JsonObject)[key]
  return typeof found !== "object" || found === null || Array.isArray(found)
    ? null
    : found as JsonObject
}

const wrong = (field: string, message: string): Violation => ({ field, code: "VALIDATION_001", message })

const isGiven = (value: Json | undefined): boolean => value !== undefined && value !== null

/** Checks that data and inheritance are not mixed, and that own data is complete. */
const wholeness = (raw: Json): ReadonlyArray<Violation> =>
  capabilities.flatMap(([[outer, inner], required]) => {
    const sent = objectAt(objectAt(raw, outer) ?? undefined, inner)
    if (sent === null) return []
    const field = `${outer}.${inner}`
    const own = Object.keys(sent).filter((key) => key !== "inherit" && isGiven(sent[key]))
    if (sent["inherit"] === true) {
      return own.length === 0 ? [] : [wrong(field, "cannot have data of its own beside \"inherit\": true")]
    }
    // RCS agents cannot be ordered through this request.
    if (field === "channels.rcs") return [wrong(field, "is not supported yet; leave it out or inherit it")]
    if (own.length === 0 && required.length === 0) return [wrong(field, "must have data or \"inherit\": true")]
    return required.filter((key) => !isGiven(sent[key])).map((key) => wrong(`${field}.${key}`, "is required"))
  })

/** Checks the rules over several fields, for fields that are valid by themselves. */
export const check = (body: Given, raw: Json): ReadonlyArray<Violation> => [
  ...wholeness(raw),
  ...(body.channels?.sms?.inherit === true ? [] : MarketBody.check(body.channels?.sms ?? null, "channels.sms."))
]

/** Returns the market that is asked for, or null. */
export const market = ({ channels }: Given): MarketBody.Wanted | null => MarketBody.wanted(channels?.sms ?? null)

export const whatsapp = ({ channels }: Given): WhatsAppAccount | null => {
  const account = channels?.whatsapp ?? null
  return account === null || !account.waba_id
    ? null
    : { wabaId: account.waba_id, phoneNumberId: account.phone_number_id ?? null }
}

export const brand = ({ compliance }: Given) => {
  const flat = compliance?.brand ?? null
  return flat === null || flat.inherit === true ? null : BrandBody.fromFlat(flat)
}

export const campaign = ({ compliance }: Given): Details | null => {
  const said = ComplianceBody.registration(compliance?.campaign)
  return said === "inherited" ? null : said
}

/** Returns what was said of the market's brand and campaign. */
export const said = ({ compliance }: Given): NewMarket.Said => ({
  brand: ComplianceBody.registration(compliance?.brand),
  campaign: ComplianceBody.registration(compliance?.campaign)
})

export const inheritsBrand = ({ compliance }: Given): boolean => compliance?.brand?.inherit === true

export const inheritsCampaign = ({ compliance }: Given): boolean => compliance?.campaign?.inherit === true
