/**
 * The parts of a long inbound message, which carriers deliver one by one, in any order and to any node. The row is kept
 * until its deadline, also when the message is complete: then it tells that a part came again.
 */
import * as Schema from "effect/Schema"
import { Channel } from "../value/Channel.ts"
import * as Digest from "../value/Digest.ts"
import { AccountId, CarrierId, MessageId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import { PhoneNumber } from "../value/PhoneNumber.ts"
import * as Kind from "./Kind.ts"
import { InboundMedia } from "./Message.ts"

export const InboundPart = Schema.Struct({
  /** From 1 on. */
  index: Schema.Int,
  text: Schema.String,
  /**
   * The second and the first half of characters that the parts before and after this one have begun and end. The first half
   * is a surrogate, or the escape of GSM 03.38.
   */
  lead: Schema.optionalKey(Schema.Int),
  trail: Schema.optionalKey(Schema.Int),
  media: Schema.Array(InboundMedia),
  /** The carrier's reference of the part. */
  reference: Schema.NullOr(Schema.String)
})
export type InboundPart = typeof InboundPart.Type

export const InboundParts = Schema.Struct({
  /** A digest of all that the parts of one message have in common. */
  key: Schema.String,
  account: AccountId,
  carrier: CarrierId,
  from: PhoneNumber,
  /** The number or sender id that was written to. */
  to: Schema.String,
  channel: Channel,
  count: Schema.Int,
  /** In the order in which they came. */
  parts: Schema.Array(InboundPart),
  /** The message consists of the parts that have come by then. */
  deadline: Instant,
  /** The message that the parts have become; null while some are missing. */
  message: Schema.NullOr(MessageId)
})
export type InboundParts = typeof InboundParts.Type

type Common = Pick<InboundParts, "account" | "carrier" | "channel" | "count" | "from" | "to">

/** @param series what the sender's handset calls the message, by which its parts belong together */
export const partsKey = ({ account, carrier, channel, count, from, to }: Common, series: string): string =>
  Digest.sha256(JSON.stringify([account, carrier, channel, from, to, count, series]))

export const InboundPartsRows = Kind.make({
  name: "inbound_parts",
  schema: InboundParts,
  key: (row: InboundParts) => row.key
})
