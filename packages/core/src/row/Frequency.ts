/**
 * How often an account may write to one recipient: its rules, and what a contact remembers for them (decisions 17.4).
 */
import * as Schema from "effect/Schema"
import { Category } from "../definition/Category.ts"

/** The hour is that of UTC; the day, and the week from Monday on, are those of the recipient. */
export const Period = Schema.Literals(["hour", "day", "week"])
export type Period = typeof Period.Type

export const FrequencyRule = Schema.Struct({
  /** The category of the template. Absent: every message but those of AUTHENTICATION. */
  category: Schema.optionalKey(Category),
  per: Period,
  most: Schema.Int
})
export type FrequencyRule = typeof FrequencyRule.Type

/** How many messages went to a recipient in the last period in which one did. */
export const FrequencyCount = Schema.Struct({
  category: Schema.optionalKey(Category),
  per: Period,
  /** The beginning of the period, such as `2030-01-15`. Later periods have greater texts. */
  period: Schema.String,
  count: Schema.Int
})
export type FrequencyCount = typeof FrequencyCount.Type
