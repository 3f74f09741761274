/**
 * The outcomes that a registry, a carrier or a provider may report of a channel (specification "Channel events",
 * decisions 4.3).
 */
import * as Schema from "effect/Schema"

export const ChannelOutcome = Schema.Literals([
  "approve",
  "activate",
  "request_changes",
  "reject",
  "deactivate",
  "lack_account",
  "lack_number"
])
export type ChannelOutcome = typeof ChannelOutcome.Type
