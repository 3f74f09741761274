/**
 * The destinations that messages of an account may have (decisions 17.1): regions, and the first digits of numbers.
 */
import * as Schema from "effect/Schema"

/** A region, as ISO 3166-1 alpha-2, or the first digits of numbers in E.164 form. */
export const Destination = Schema.String.check(
  Schema.makeFilter((text: string) => /^(?:[A-Z]{2}|\+[1-9]\d{0,14})$/.test(text), {
    message: "must be a region such as \"CH\", or the first digits of numbers such as \"+4179\""
  })
)

/** `no-premium`: neither numbers at a premium rate nor those of satellite networks. */
export const Preset = Schema.Literals(["no-premium"])

export const Destinations = Schema.Struct({
  /** Messages go to these alone; absent means everywhere. */
  allow: Schema.optionalKey(Schema.Array(Destination)),
  /** Messages never go to these, whatever is allowed. */
  forbid: Schema.optionalKey(Schema.Array(Destination)),
  preset: Schema.optionalKey(Preset)
})
export type Destinations = typeof Destinations.Type
