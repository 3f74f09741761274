/**
 * Number look-up: what is known of a phone number (decisions 3.10). The default knows what the numbering plans tell,
 * which is the region and, in most countries, the type of the line. An embedder provides one that asks a registry:
 *
 * ```ts
 * const layer = Layer.succeed(NumberLookup, { find: (phone) => Effect.map(ask(phone), asFinding) })
 * ```
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { NumberType } from "../value/PhoneNumber.ts"
import * as PhoneNumber from "../value/PhoneNumber.ts"

export const LineType = Schema.Literals([
  "mobile",
  "landline",
  "voip",
  "toll_free",
  "premium_rate",
  "shared_cost",
  "pager",
  "unknown"
])
export type LineType = typeof LineType.Type

/** The result of a look-up. A field that it cannot tell is null. */
export const Finding = Schema.Struct({
  /** ISO 3166-1 alpha-2. */
  region: Schema.NullOr(Schema.String.check(Schema.isPattern(/^[A-Z]{2}$/))),
  lineType: Schema.NullOr(LineType),
  carrierName: Schema.NullOr(Schema.String.check(Schema.isMaxLength(255))),
  isPorted: Schema.NullOr(Schema.Boolean),
  mobileCountryCode: Schema.NullOr(Schema.String.check(Schema.isPattern(/^[0-9]{3}$/))),
  mobileNetworkCode: Schema.NullOr(Schema.String.check(Schema.isPattern(/^[0-9]{2,3}$/)))
})
export type Finding = typeof Finding.Type

export interface NumberLookup {
  /**
   * Finds out about a number that can be assigned by its numbering plan. A look-up that fails, takes too long or finds
   * what is no `Finding` counts for nothing: the numbering plan answers instead.
   */
  readonly find: (phone: PhoneNumber.PhoneNumber) => Effect.Effect<Finding>
  /** The price that the operator pays for a look-up, in the currency of the costs of carriers. Absent: nobody has said. */
  readonly cost?: number
  /** For how many hours routing goes by what it has told; `Limit.lookupHours.default` unless given. */
  readonly keepHours?: number
}

const lineTypes: Readonly<Record<NumberType, LineType>> = {
  mobile: "mobile",
  fixed_line: "landline",
  // In North America the plan does not tell one from the other.
  fixed_line_or_mobile: "unknown",
  voip: "voip",
  toll_free: "toll_free",
  premium_rate: "premium_rate",
  shared_cost: "shared_cost",
  pager: "pager",
  personal_number: "unknown",
  uan: "unknown",
  voicemail: "unknown",
  unknown: "unknown"
}

/** Returns what the numbering plan tells of a number. */
export const fromPlan = (phone: PhoneNumber.PhoneNumber): Finding => {
  const region = PhoneNumber.regionOf(phone)
  return {
    region: region === "ZZ" ? null : region,
    lineType: lineTypes[PhoneNumber.numberTypeOf(phone)],
    carrierName: null,
    isPorted: null,
    mobileCountryCode: null,
    mobileNetworkCode: null
  }
}

const ofPlan: NumberLookup = { find: (phone) => Effect.sync(() => fromPlan(phone)) }

export const NumberLookup = Context.Reference<NumberLookup>("@signalbox/core/port/NumberLookup", {
  defaultValue: () => ofPlan
})

/** Returns whether somebody has brought a registry, which may know more than the numbering plans. */
export const isRegistry = (lookup: NumberLookup): boolean => lookup !== ofPlan

/** Returns the network that a number belongs to, such as 26201, or null when it is not known. */
export const networkOf = (
  { mobileCountryCode, mobileNetworkCode }: Pick<Finding, "mobileCountryCode" | "mobileNetworkCode">
): string | null =>
  mobileCountryCode === null || mobileNetworkCode === null ? null : `${mobileCountryCode}${mobileNetworkCode}`
