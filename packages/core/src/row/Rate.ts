/**
 * The price of messages on one channel to one destination. Rates are a setting of the service, and an account may have its
 * own.
 */
import * as Schema from "effect/Schema"
import { Channel } from "../value/Channel.ts"
import { Money } from "../value/Money.ts"

export const Rate = Schema.Struct({
  channel: Channel,
  /** The destination as ISO 3166-1 alpha-2, or null for every destination without a rate of its own. */
  region: Schema.NullOr(Schema.String),
  /** The carrier's price per message; on SMS per segment. */
  price: Money,
  /** The markup on top, per message. */
  activeContactPrice: Money
})
export type Rate = typeof Rate.Type
