/**
 * The classes of failure that a carrier can report, and what each one means for the message (decisions 8.3).
 */
import * as Schema from "effect/Schema"
import type { Channel } from "../value/Channel.ts"
import type { OutcomeCode } from "./OutcomeCode.ts"

export const FailureClass = Schema.Literals([
  "undeliverable_by_route",
  "sender_refused",
  "no_route_to_network",
  "provider_unavailable",
  "provider_timeout",
  "transport_error",
  "recipient_not_on_channel",
  "invalid_number",
  "handset_unreachable",
  "temporary_carrier_error",
  "rate_limited",
  "carrier_filtered",
  "content_not_acceptable",
  "unknown"
])
export type FailureClass = typeof FailureClass.Type

type Reroutable = boolean | ReadonlyArray<Channel>

/**
 * The outcome code of each class, and whether a receipt with it sends the message back to routing (on every channel, or
 * on the listed ones).
 */
export const table: Readonly<Record<FailureClass, readonly [code: OutcomeCode, reroutable: Reroutable]>> = {
  undeliverable_by_route: ["DELIVERY_002", true],
  sender_refused: ["DELIVERY_008", true],
  no_route_to_network: ["DELIVERY_009", true],
  provider_unavailable: ["DELIVERY_010", true],
  provider_timeout: ["DELIVERY_011", true],
  transport_error: ["DELIVERY_012", true],
  recipient_not_on_channel: ["DELIVERY_007", ["whatsapp", "rcs"]],
  invalid_number: ["DELIVERY_005", false],
  handset_unreachable: ["DELIVERY_006", false],
  temporary_carrier_error: ["DELIVERY_013", false],
  rate_limited: ["DELIVERY_014", false],
  carrier_filtered: ["DELIVERY_015", false],
  content_not_acceptable: ["DELIVERY_016", false],
  unknown: ["DELIVERY_001", false]
}

export const code = (failure: FailureClass): OutcomeCode => table[failure][0]

/** Returns whether another route might overcome this failure on this channel. */
export const reroutable = (failure: FailureClass, channel: Channel): boolean => {
  const rule = table[failure][1]
  return typeof rule === "boolean" ? rule : rule.includes(channel)
}
