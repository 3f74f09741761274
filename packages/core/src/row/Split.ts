/**
 * The carriers among which a routing rule splits its messages (decisions 18.5).
 */
import * as Schema from "effect/Schema"
import { CarrierId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"

export const Share = Schema.Struct({
  carrier: CarrierId,
  /** Its share is this of the sum of all weights. A carrier of weight 0 gets what all others refuse. */
  weight: Schema.Int,
  /** Before this instant it weighs nothing. */
  from: Schema.optionalKey(Instant),
  /** Between `from` and this instant its weight grows evenly. Absent: it is there wholly from `from` on. */
  until: Schema.optionalKey(Instant)
})
export type Share = typeof Share.Type

export const Split = Schema.Array(Share)
export type Split = typeof Split.Type
