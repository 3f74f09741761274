/** The table tells for each reason of a failure what becomes of the message. */
import type { Channel } from "@signalbox/core/Channel"
import type { FailureClass } from "@signalbox/core/FailureClass"

/** Decisions 8.3: the code, and the channels on which a receipt with it looks for another route. */
const all: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]
export const table: Readonly<Record<FailureClass, readonly [code: string, reroutes: ReadonlyArray<Channel>]>> = {
  unknown: ["DELIVERY_001", []],
  undeliverable_by_route: ["DELIVERY_002", all],
  invalid_number: ["DELIVERY_005", []],
  handset_unreachable: ["DELIVERY_006", []],
  recipient_not_on_channel: ["DELIVERY_007", ["whatsapp", "rcs"]],
  sender_refused: ["DELIVERY_008", all],
  no_route_to_network: ["DELIVERY_009", all],
  provider_unavailable: ["DELIVERY_010", all],
  provider_timeout: ["DELIVERY_011", all],
  transport_error: ["DELIVERY_012", all],
  temporary_carrier_error: ["DELIVERY_013", []],
  rate_limited: ["DELIVERY_014", []],
  carrier_filtered: ["DELIVERY_015", []],
  content_not_acceptable: ["DELIVERY_016", []]
}
