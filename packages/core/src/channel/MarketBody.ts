/**
 * The fields of an SMS market in request bodies, and the rules over them (decisions 5.7).
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import type { Violation } from "../catalogue/Violation.ts"
import * as Country from "../compliance/Country.ts"
import * as Field from "../operation/Field.ts"
import type { Market } from "../row/Market.ts"

export const fields = {
  number_type: Field.optional(Field.oneOf(Country.words)),
  sender_value: Field.optional(Schema.String),
  area_codes: Field.optional(Field.array(
    Field.text((value) => /^[0-9]{1,8}$/.test(value), { message: "must have 1 to 8 digits" }),
    Limit.areaCodes
  ))
}

/** The fields of a market, as far as they are valid by themselves. */
export interface Fields {
  readonly country?: string | null | undefined
  readonly number_type?: string | null | undefined
  readonly sender_value?: string | null | undefined
  readonly area_codes?: ReadonlyArray<string> | null | undefined
}

const wrong = (field: string, message: string): Violation => ({ field, code: "VALIDATION_001", message })

/**
 * Checks the sender. The form of an alphanumeric one depends on the market.
 *
 * @param path what the names of the fields begin with
 */
export const check = (sms: Fields | null, path: string): ReadonlyArray<Violation> => {
  if (sms === null) return []
  const field = `${path}sender_value`
  const value = sms.sender_value ?? null
  if (sms.number_type === "ALPHANUMERIC") {
    if (value === null || value.trim() === "") return [wrong(field, "is required for ALPHANUMERIC")]
    return value.length > Limit.marketSenderLength
      ? [wrong(field, `must have at most ${Limit.marketSenderLength} characters`)]
      : []
  }
  if (value === null || sms.number_type === null || sms.number_type === undefined) return []
  return [
    ...(/^\+?[0-9]{3,15}$/.test(value) ? [] : [wrong(field, "must have digits only, or be left out")]),
    ...((sms.area_codes ?? []).length === 0
      ? []
      : [wrong(`${path}area_codes`, "cannot be given together with sender_value")])
  ]
}

/** A market that a client asks for. */
export type Wanted = Pick<Market, "country" | "numberType" | "senderValue" | "areaCodes">

/** Returns the market that the fields ask for, or null when they are not whole. */
export const wanted = (sms: Fields | null): Wanted | null => {
  const type = sms?.number_type ? Country.numberType(sms.number_type) : null
  return sms === null || !sms.country || type === null ? null : {
    country: sms.country.toUpperCase(),
    numberType: type,
    senderValue: sms.sender_value ?? null,
    areaCodes: sms.area_codes ?? []
  }
}

/** The place of a market among the channels. */
export const placeOf = ({ country, numberType }: Pick<Market, "country" | "numberType">) => ({ country, numberType })
