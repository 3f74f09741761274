/**
 * A purpose that an account writes for, such as a newsletter: a recipient consents to it by itself (decisions 17.5).
 */
import * as Schema from "effect/Schema"
import { Category } from "../definition/Category.ts"

export const Purpose = Schema.Struct({
  name: Schema.String,
  /** The templates of these categories are for this purpose, unless a send says another one. */
  categories: Schema.optionalKey(Schema.Array(Category)),
  /** Whether nothing is sent for it to those who have not opted in. */
  requiresOptIn: Schema.optionalKey(Schema.Boolean),
  /** The words by which a recipient opts out of this purpose alone, and in again. */
  optOutKeyword: Schema.optionalKey(Schema.String),
  optInKeyword: Schema.optionalKey(Schema.String),
  /** The answers to them: the name of a template, or a text. Absent: none. */
  optOutReply: Schema.optionalKey(Schema.String),
  optInReply: Schema.optionalKey(Schema.String)
})
export type Purpose = typeof Purpose.Type

/** The word of a recipient about one purpose. */
export const PurposeConsent = Schema.Literals(["opt_in", "opt_out"])
export type PurposeConsent = typeof PurposeConsent.Type
