/**
 * The reason codes of channels that are not ACTIVE: the status that each one goes with, and its meaning (specification
 * "Errors", decisions 4.3). A code never changes its meaning; the wording may change.
 */
import * as Schema from "effect/Schema"

export const catalogue = {
  CHANNEL_001: ["ACTION_NEEDED", "Something that the customer owes is missing."],
  CHANNEL_002: ["ACTION_NEEDED", "The reviewer asks for a correction."],
  CHANNEL_003: ["PENDING_REVIEW", "The registration is under review."],
  CHANNEL_004: ["PROVISIONING", "The registration is approved and the sender is being activated."],
  CHANNEL_005: ["ACTION_NEEDED", "The registration was refused."],
  CHANNEL_006: ["ACTION_NEEDED", "No business account is connected."],
  CHANNEL_007: ["ACTION_NEEDED", "The business account has no phone number."],
  CHANNEL_008: ["INACTIVE", "The registration or the campaign has lapsed."],
  CHANNEL_009: ["INACTIVE", "The carrier has withdrawn the sender."],
  CHANNEL_010: ["INACTIVE", "The service has suspended the channel."],
  CHANNEL_011: ["PROVISIONING", "The channel is being set up."]
} as const satisfies Record<string, readonly [status: string, meaning: string]>

export type ChannelCode = keyof typeof catalogue

export const ChannelCode = Schema.Literals(Object.keys(catalogue) as ReadonlyArray<ChannelCode>)

/** The status of a channel with this code. */
export const status = (code: ChannelCode): (typeof catalogue)[ChannelCode][0] => catalogue[code][0]

/** One sentence for a person. */
export const meaning = (code: ChannelCode): string => catalogue[code][1]
