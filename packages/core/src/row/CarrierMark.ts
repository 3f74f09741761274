/**
 * The health of a carrier, everywhere or in one country (decisions 18.3). A carrier of which nothing is known is as well
 * as can be: its weight is 100.
 */
import * as Schema from "effect/Schema"
import { CarrierId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"

/** The share of messages, in hundredths, to which the carrier keeps its place among the others. */
const Weight = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))

/** The country of the recipients as ISO 3166-1 alpha-2. Null: every country that has no entry of its own. */
const Country = Schema.NullOr(Schema.String)

/** Refused or failed submissions, or receipts that came late or never. */
export const Trouble = Schema.Literals(["failing", "slow"])
export type Trouble = typeof Trouble.Type

/** A carrier whose weight has fallen. It rises again by itself from `since` on, whoever looks at it. */
export const CarrierMark = Schema.Struct({
  carrier: CarrierId,
  country: Country,
  /** The weight at `since`, when it fell last. */
  weight: Weight,
  since: Instant,
  /** It rises by so much, in hundredths, in each so many minutes. */
  step: Schema.Int,
  restMinutes: Schema.Int,
  trouble: Trouble,
  /** How many messages were counted then, and how many of them were in trouble. */
  counted: Schema.Int,
  troubled: Schema.Int
})
export type CarrierMark = typeof CarrierMark.Type

/** The operator's word on a weight, which holds in place of what was counted, until its end. */
export const CarrierPin = Schema.Struct({
  carrier: CarrierId,
  country: Country,
  weight: Weight,
  since: Instant,
  until: Instant
})
export type CarrierPin = typeof CarrierPin.Type
