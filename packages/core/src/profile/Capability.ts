/**
 * The capabilities that a sender profile is created with: its channels and its compliance. Each one has data of its
 * own, or is `{"inherit": true}`, or is left out (decisions 5.6).
 */
import * as Schema from "effect/Schema"
import { isSupportedCountry } from "libphonenumber-js/max"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as Field from "../operation/Field.ts"
import type { Campaign, Market, WhatsAppAccount } from "../row/Profile.ts"
import { NumberType } from "../row/Profile.ts"
import type { Json, JsonObject } from "../value/Json.ts"
import * as ShortName from "../value/ShortName.ts"
import * as BrandBody from "./BrandBody.ts"

const Inherit = Field.optional(Field.onlyTrue)

const country = Field.text((value) => isSupportedCountry(value.toUpperCase()), {
  message: "must be a country code of two letters, for example US"
})

const numberTypes = [...NumberType.literals, "10DLC"] as const

/** Translates the client's number type; `10DLC` is another word for TEN_DLC. */
const numberType = (given: typeof numberTypes[number]): NumberType => given === "10DLC" ? "TEN_DLC" : given

const Sms = Schema.Struct({
  country: Field.optional(country),
  number_type: Field.optional(Field.oneOf(numberTypes)),
  sender_value: Field.optional(Schema.String),
  area_codes: Field.optional(Field.array(
    Field.text((value) => /^[0-9]{1,8}$/.test(value), { message: "must have 1 to 8 digits" }),
    Limit.areaCodes
  )),
  inherit: Inherit
})
type Sms = typeof Sms.Type

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

const useCases = [
  "MARKETING",
  "ACCOUNT_NOTIFICATION",
  "CUSTOMER_CARE",
  "FRAUD_ALERT",
  "TWO_FA",
  "DELIVERY_NOTIFICATION",
  "SECURITY_ALERT",
  "M2M",
  "MIXED",
  "HIGHER_EDUCATION",
  "POLLING_VOTING",
  "PUBLIC_SERVICE_ANNOUNCEMENT",
  "LOW_VOLUME"
] as const

const text = Field.optional(Field.upTo(2048))

const sampleCount = `must hold 1 to ${Limit.sampleMessages} messages`

const CampaignBody = Schema.Struct({
  use_case: Field.optional(Field.oneOf(useCases)),
  description: text,
  message_flow: text,
  volume: text,
  sample_messages: Field.optional(
    Field.array(Field.nonBlank(1024), Limit.sampleMessages, sampleCount).check(
      Schema.makeFilter((samples: ReadonlyArray<string>) => samples.length >= 1, { message: sampleCount })
    )
  ),
  optin_keywords: text,
  optin_message: text,
  optout_keywords: text,
  optout_message: text,
  help_keywords: text,
  help_message: text,
  privacy_policy_link: text,
  terms_and_conditions_link: text,
  inherit: Inherit
})

export const Compliance = Schema.Struct({
  brand: Field.optional(Schema.Struct({ ...BrandBody.Flat.fields, inherit: Inherit })),
  campaign: Field.optional(CampaignBody)
})
export type Compliance = typeof Compliance.Type

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
  if (value === undefined || value === null || typeof value !== "object" || Array.isArray(value)) return null
  const found = (value as JsonObject)[key]
  return found === undefined || found === null || typeof found !== "object" || Array.isArray(found)
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

/** Checks the sender of a market (decisions 5.7). */
const sender = (sms: Partial<Sms> | null | undefined): ReadonlyArray<Violation> => {
  if (sms === null || sms === undefined || sms.inherit === true) return []
  const field = "channels.sms.sender_value"
  const value = sms.sender_value ?? null
  if (sms.number_type === "ALPHANUMERIC") {
    if (value === null || value.trim() === "") return [wrong(field, "is required for ALPHANUMERIC")]
    return ShortName.is(value) ? [] : [wrong(field, ShortName.rule)]
  }
  if (value === null) return []
  if (!isGiven(sms.number_type ?? null)) return []
  return [
    ...(/^\+?[0-9]{3,15}$/.test(value) ? [] : [wrong(field, "must have digits only, or be left out")]),
    ...((sms.area_codes ?? []).length === 0 ? [] : [
      wrong("channels.sms.area_codes", "cannot be given together with sender_value")
    ])
  ]
}

/** Checks the rules over several fields, for fields that are valid by themselves. */
export const check = (body: Given, raw: Json): ReadonlyArray<Violation> => [
  ...wholeness(raw),
  ...sender(body.channels?.sms)
]

export const market = ({ channels }: Given): Market | null => {
  const sms = channels?.sms ?? null
  return sms === null || sms.country === undefined || sms.country === null || !sms.number_type ? null : {
    country: sms.country.toUpperCase(),
    numberType: numberType(sms.number_type),
    senderValue: sms.sender_value ?? null,
    areaCodes: sms.area_codes ?? []
  }
}

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

export const campaign = ({ compliance }: Given): Campaign | null => {
  const given = compliance?.campaign ?? null
  if (given === null || given.inherit === true) return null
  const { inherit: _, ...fields } = given
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => value === null || value === undefined ? [] : [[key, value]])
  )
}

export const inheritsBrand = ({ compliance }: Given): boolean => compliance?.brand?.inherit === true

export const inheritsCampaign = ({ compliance }: Given): boolean => compliance?.campaign?.inherit === true
