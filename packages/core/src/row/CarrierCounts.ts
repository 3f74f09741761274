/**
 * Counts of the messages that a carrier was asked to send, by minute and country of the recipients. Nodes count for
 * themselves and add to this row in steps; minutes that are over for long are left out.
 */
import * as Schema from "effect/Schema"
import { CarrierId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import * as Kind from "./Kind.ts"

/**
 * `asked` and `failed` count in the minute in which that was known; `taken` and `timely` both in the minute in which the
 * carrier took the message, so that their difference is how many nobody has heard of in time.
 */
export const Counts = Schema.Struct({
  asked: Schema.Int,
  failed: Schema.Int,
  taken: Schema.Int,
  timely: Schema.Int
})
export type Counts = typeof Counts.Type

export const Minute = Schema.Struct({ minute: Schema.Int, countries: Schema.Record(Schema.String, Counts) })
export type Minute = typeof Minute.Type

export const CarrierCounts = Schema.Struct({
  carrier: CarrierId,
  /** When a receipt of it came last; null as long as none has come. */
  heardAt: Schema.NullOr(Instant),
  /** The oldest one first. */
  minutes: Schema.Array(Minute)
})
export type CarrierCounts = typeof CarrierCounts.Type

export const none: Counts = { asked: 0, failed: 0, taken: 0, timely: 0 }

export const sum = (one: Counts, other: Counts): Counts => ({
  asked: one.asked + other.asked,
  failed: one.failed + other.failed,
  taken: one.taken + other.taken,
  timely: one.timely + other.timely
})

export const CarrierCountsRows = Kind.make({
  name: "carrier_counts",
  schema: CarrierCounts,
  key: ({ carrier }: CarrierCounts) => carrier
})
