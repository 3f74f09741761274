/**
 * How much the messages of an account may cost in one day and in one month of UTC, in all and to single regions
 * (decisions 17.2).
 */
import * as Schema from "effect/Schema"
import { Money } from "../value/Money.ts"

export const SpendCap = Schema.Struct({
  day: Schema.optionalKey(Money),
  month: Schema.optionalKey(Money)
})
export type SpendCap = typeof SpendCap.Type

export const SpendCaps = Schema.Struct({
  ...SpendCap.fields,
  /** By the region of the recipient, as ISO 3166-1 alpha-2. They hold besides those of all messages. */
  regions: Schema.optionalKey(Schema.Record(Schema.String, SpendCap))
})
export type SpendCaps = typeof SpendCaps.Type
