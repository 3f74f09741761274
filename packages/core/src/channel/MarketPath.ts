/**
 * The path of one SMS market, in any case: `us/10dlc` is US TEN_DLC.
 */
import * as Schema from "effect/Schema"
import * as Country from "../compliance/Country.ts"
import * as Field from "../operation/Field.ts"
import type { ChannelSet } from "../row/ChannelSet.ts"
import * as ChannelSet_ from "../row/ChannelSet.ts"
import type { Market } from "../row/Market.ts"

const word = Field.text((text) => text !== "", { message: "must not be empty" })

export const MarketPath = Schema.Struct({ country: word, type: word })
export type MarketPath = typeof MarketPath.Type

/** Returns the market that a path names, or null: a word that means nothing names no market. */
export const find = (set: ChannelSet, { country, type }: MarketPath): Market | null => {
  const numberType = Country.numberType(type)
  return numberType === null ? null : ChannelSet_.market(set, { country: country.toUpperCase(), numberType })
}
