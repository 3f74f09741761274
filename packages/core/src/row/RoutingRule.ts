/**
 * A rule that allows or denies a route to the messages that meet its criteria (decisions 4.1 "Routing"). Every message
 * meets a criterion that is null or absent.
 */
import * as Schema from "effect/Schema"
import { Category } from "../definition/Category.ts"
import { Channel } from "../value/Channel.ts"
import { CarrierId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { NumberType, PhoneNumber } from "../value/PhoneNumber.ts"
import { Split } from "./Split.ts"

export const RoutingRule = Schema.Struct({
  /** The channel of the route. Null means every channel, in the default order. */
  channel: Schema.NullOr(Channel),
  /** The carrier of the route. Null means every carrier of the channel. */
  carrier: Schema.NullOr(CarrierId),
  action: Schema.Literals(["ALLOW", "DENY"]),
  /**
   * On ALLOW: whether another route may be tried when the carrier refuses. On DENY: whether a message that it stops may
   * use another route.
   */
  fallback: Schema.Boolean,
  /** The recipient's country as ISO 3166-1 alpha-2. */
  country: Schema.NullOr(Schema.String),
  /** Lower numbers go first. */
  priority: Schema.Int,
  /** The first digits of the recipient's number in E.164 form, such as `+4179`. */
  prefix: Schema.optionalKey(Schema.String),
  /** The recipient's number. Such a rule goes before every other one. */
  number: Schema.optionalKey(PhoneNumber),
  numberType: Schema.optionalKey(NumberType),
  /** The category of the template. A free-form message does not meet this criterion. */
  category: Schema.optionalKey(Category),
  language: Schema.optionalKey(Schema.String),
  /** Whether the recipient is in another country than the number that the message leaves from. */
  international: Schema.optionalKey(Schema.Boolean),
  /** Whether the recipient's number was taken to another network. It takes a look-up to know. */
  ported: Schema.optionalKey(Schema.Boolean),
  /** The networks, of which the recipient's number belongs to one: the codes of country and network. Needs a look-up. */
  network: Schema.optionalKey(Schema.Array(Schema.String)),
  /** How many seconds a message waits for a receipt of this route before it goes on to the next one. */
  receiptSeconds: Schema.optionalKey(Schema.Int),
  active: Schema.optionalKey(Schema.Boolean),
  /** From this instant on the rule has no effect. */
  expiresAt: Schema.optionalKey(Instant),
  /** The carriers of the route, in an order that is drawn by their weights. `carrier` is null then. */
  split: Schema.optionalKey(Split),
  /** `cheapest`: every carrier of the channel, in the order of what they charge. `carrier` is null then. */
  select: Schema.optionalKey(Schema.Literal("cheapest"))
})
export type RoutingRule = typeof RoutingRule.Type
