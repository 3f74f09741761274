/**
 * A rule about which routes may take a message (decisions 4.1 "Routing"): criteria that the message must meet, and the
 * route that it then may or may not take. A criterion that is null or absent is met by every message.
 */
import * as Schema from "effect/Schema"
import { Category } from "../definition/Category.ts"
import { Channel } from "../value/Channel.ts"
import { CarrierId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { NumberType, PhoneNumber } from "../value/PhoneNumber.ts"

export const RoutingRule = Schema.Struct({
  /** The channel of the route; null: every channel, in the order of default routing. */
  channel: Schema.NullOr(Channel),
  /** The carrier of the route; null: every carrier of the channel. */
  carrier: Schema.NullOr(CarrierId),
  action: Schema.Literals(["ALLOW", "DENY"]),
  /**
   * ALLOW: whether another route may be tried when the carrier refuses. DENY: whether a message that it stops may
   * travel on another route.
   */
  fallback: Schema.Boolean,
  /** ISO 3166-1 alpha-2 of the recipient. */
  country: Schema.NullOr(Schema.String),
  /** Lower goes first. */
  priority: Schema.Int,
  /** The first digits of the recipient, in E.164 form: `+4179`. */
  prefix: Schema.optionalKey(Schema.String),
  /** The recipient itself. Such a rule goes before every other one. */
  number: Schema.optionalKey(PhoneNumber),
  numberType: Schema.optionalKey(NumberType),
  /** Of the template; a free-form message meets none. */
  category: Schema.optionalKey(Category),
  language: Schema.optionalKey(Schema.String),
  /** Whether the recipient is in another country than the number that the message leaves from. */
  international: Schema.optionalKey(Schema.Boolean),
  active: Schema.optionalKey(Schema.Boolean),
  /** From then on the rule is as if it were not there. */
  expiresAt: Schema.optionalKey(Instant)
})
export type RoutingRule = typeof RoutingRule.Type
