/**
 * The transition table of channels (specification "Channel statuses", decisions 4.3): what may happen to a channel in
 * which status, what it then is, and which events tell of it. Every status of a channel changes only through it.
 */
import type { ChannelCode } from "../catalogue/ChannelCode.ts"
import type { ChannelOutcome } from "../catalogue/ChannelOutcome.ts"
import type { EventName } from "../catalogue/EventName.ts"
import type { Subject } from "../row/ChannelSet.ts"
import type { ChannelStatus } from "../row/Market.ts"

/**
 * The steps that the customer and the service take: an order that lacks something, one that must be reviewed, one that
 * has only to be set up, and one that needs nothing more.
 */
export type Order = "order_incomplete" | "submit" | "set_up" | "ready_to_use"

export type Trigger = Order | ChannelOutcome

type From = ChannelStatus | "(new)"
type ChannelName = Subject["channel"]

export interface Transition {
  readonly on: ChannelName
  readonly from: From
  readonly trigger: Trigger
  readonly to: ChannelStatus
  /** Null with ACTIVE only. */
  readonly code: ChannelCode | null
  /** Null where nothing is told. */
  readonly event: EventName | null
}

type Row = readonly [
  on: ChannelName,
  from: From,
  trigger: Trigger,
  to: ChannelStatus,
  code: ChannelCode | null,
  event: EventName | null
]

const rows: ReadonlyArray<Row> = [
  ["sms", "(new)", "order_incomplete", "ACTION_NEEDED", "CHANNEL_001", null],
  ["sms", "(new)", "submit", "PENDING_REVIEW", "CHANNEL_003", "channel.submitted"],
  ["sms", "(new)", "set_up", "PROVISIONING", "CHANNEL_011", null],
  ["sms", "(new)", "ready_to_use", "ACTIVE", null, "channel.activated"],

  ["sms", "ACTION_NEEDED", "order_incomplete", "ACTION_NEEDED", "CHANNEL_001", null],
  ["sms", "PENDING_REVIEW", "order_incomplete", "ACTION_NEEDED", "CHANNEL_001", null],
  ["sms", "PROVISIONING", "order_incomplete", "ACTION_NEEDED", "CHANNEL_001", null],
  ["sms", "INACTIVE", "order_incomplete", "ACTION_NEEDED", "CHANNEL_001", null],
  ["sms", "ACTION_NEEDED", "submit", "PENDING_REVIEW", "CHANNEL_003", "channel.submitted"],
  ["sms", "PENDING_REVIEW", "submit", "PENDING_REVIEW", "CHANNEL_003", "channel.submitted"],
  ["sms", "PROVISIONING", "submit", "PENDING_REVIEW", "CHANNEL_003", "channel.submitted"],
  ["sms", "INACTIVE", "submit", "PENDING_REVIEW", "CHANNEL_003", "channel.submitted"],
  // A market that sends goes on sending while a change of it is under review.
  ["sms", "ACTIVE", "submit", "ACTIVE", null, "channel.submitted"],

  ["sms", "PENDING_REVIEW", "request_changes", "ACTION_NEEDED", "CHANNEL_002", "channel.changes_requested"],
  ["sms", "PENDING_REVIEW", "approve", "PROVISIONING", "CHANNEL_004", "channel.approved"],
  ["sms", "PENDING_REVIEW", "reject", "ACTION_NEEDED", "CHANNEL_005", "channel.rejected"],
  ["sms", "PROVISIONING", "reject", "ACTION_NEEDED", "CHANNEL_005", "channel.rejected"],
  ["sms", "PROVISIONING", "activate", "ACTIVE", null, "channel.activated"],
  ["sms", "ACTIVE", "deactivate", "INACTIVE", "CHANNEL_009", "channel.deactivated"],
  ["sms", "INACTIVE", "activate", "ACTIVE", null, "channel.activated"],

  ["whatsapp", "(new)", "set_up", "PROVISIONING", "CHANNEL_011", null],
  ["whatsapp", "PROVISIONING", "lack_number", "ACTION_NEEDED", "CHANNEL_007", "channel.changes_requested"],
  ["whatsapp", "PROVISIONING", "lack_account", "ACTION_NEEDED", "CHANNEL_006", "channel.changes_requested"],
  ["whatsapp", "PROVISIONING", "activate", "ACTIVE", null, "channel.activated"],
  ["whatsapp", "PROVISIONING", "reject", "ACTION_NEEDED", "CHANNEL_005", "channel.rejected"],
  ["whatsapp", "ACTION_NEEDED", "activate", "ACTIVE", null, "channel.activated"],
  ["whatsapp", "ACTIVE", "lack_account", "ACTION_NEEDED", "CHANNEL_006", "channel.deactivated"],
  ["whatsapp", "ACTIVE", "lack_number", "ACTION_NEEDED", "CHANNEL_007", "channel.deactivated"],
  ["whatsapp", "ACTIVE", "deactivate", "INACTIVE", "CHANNEL_009", "channel.deactivated"],
  ["whatsapp", "INACTIVE", "activate", "ACTIVE", null, "channel.activated"],

  ["rcs", "(new)", "set_up", "PROVISIONING", "CHANNEL_011", "channel.submitted"],
  ["rcs", "PROVISIONING", "request_changes", "ACTION_NEEDED", "CHANNEL_002", "channel.changes_requested"],
  ["rcs", "PROVISIONING", "approve", "ACTIVE", null, "channel.approved"],
  ["rcs", "PROVISIONING", "activate", "ACTIVE", null, "channel.activated"],
  ["rcs", "PROVISIONING", "reject", "ACTION_NEEDED", "CHANNEL_005", "channel.rejected"],
  ["rcs", "ACTION_NEEDED", "approve", "ACTIVE", null, "channel.approved"],
  ["rcs", "ACTIVE", "deactivate", "INACTIVE", "CHANNEL_009", "channel.deactivated"],
  ["rcs", "INACTIVE", "activate", "ACTIVE", null, "channel.activated"]
]

export const table: ReadonlyArray<Transition> = rows.map(([on, from, trigger, to, code, event]) => ({
  on,
  from,
  trigger,
  to,
  code,
  event
}))

const index: ReadonlyMap<string, Transition> = new Map(
  table.map((each) => [`${each.on} ${each.from} ${each.trigger}`, each])
)

/** Returns the row for what happens to a channel, or null when the table has none. */
export const transition = (on: ChannelName, from: From, trigger: Trigger): Transition | null =>
  index.get(`${on} ${from} ${trigger}`) ?? null
