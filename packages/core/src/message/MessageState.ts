/**
 * The transition table of messages (specification "States and transitions"; joins of receipts from decisions 4.1).
 * Every status of a message changes only through this table.
 */
import type { EventName } from "../catalogue/EventName.ts"
import type { Status } from "../row/Message.ts"

export type Trigger =
  | "accepted"
  | "scheduled"
  | "received"
  | "taken_up"
  | "quiet_hours"
  | "withdrawn"
  | "released"
  | "cancelled"
  | "route_chosen"
  | "next_candidate"
  | "waits_on"
  | "submitted"
  | "delivered"
  | "read"
  | "failed"
  | "filtered"
  | "blocked"
  | "rerouted"
  | "resent"

export type From = Status | "(new)"

export interface Transition {
  readonly from: From
  readonly trigger: Trigger
  readonly to: Status
  readonly event: EventName | null
}

const row = (from: From, trigger: Trigger, to: Status, event: EventName | null): Transition => ({
  from,
  trigger,
  to,
  event
})

export const table: ReadonlyArray<Transition> = [
  row("(new)", "accepted", "QUEUED", "message.queued"),
  row("(new)", "scheduled", "SCHEDULED", "message.scheduled"),
  row("(new)", "received", "RECEIVED", "message.received"),

  row("SCHEDULED", "released", "QUEUED", "message.queued"),
  row("SCHEDULED", "cancelled", "CANCELLED", "message.cancelled"),

  row("QUEUED", "taken_up", "PROCESSED", null),
  row("PROCESSED", "quiet_hours", "SCHEDULED", "message.scheduled"),
  // Quiet hours come before another route is taken, or while the message waits in line.
  row("QUEUED", "quiet_hours", "SCHEDULED", "message.scheduled"),
  row("ROUTED", "quiet_hours", "SCHEDULED", "message.scheduled"),
  // Only what is held is cancelled, so what a deleted account still has on its way is held first.
  row("QUEUED", "withdrawn", "SCHEDULED", "message.scheduled"),
  row("ROUTED", "withdrawn", "SCHEDULED", "message.scheduled"),
  row("PROCESSED", "filtered", "FILTERED", "message.filtered"),
  row("PROCESSED", "blocked", "BLOCKED", "message.blocked"),
  row("PROCESSED", "failed", "FAILED", "message.failed"),
  row("PROCESSED", "route_chosen", "ROUTED", "message.routed"),

  // A rerouted message is QUEUED again and chooses its next route without being dispatched a second time.
  row("QUEUED", "route_chosen", "ROUTED", "message.routed"),
  row("QUEUED", "filtered", "FILTERED", "message.filtered"),
  row("QUEUED", "blocked", "BLOCKED", "message.blocked"),
  row("QUEUED", "failed", "FAILED", "message.failed"),

  row("ROUTED", "submitted", "SENT", "message.sent"),
  row("ROUTED", "next_candidate", "ROUTED", null),
  row("ROUTED", "filtered", "FILTERED", "message.filtered"),
  row("ROUTED", "blocked", "BLOCKED", "message.blocked"),
  row("ROUTED", "failed", "FAILED", "message.failed"),

  // A further route comes to nothing while an attempt that the message has gone on from may still arrive.
  row("PROCESSED", "waits_on", "SENT", "message.sent"),
  row("ROUTED", "waits_on", "SENT", "message.sent"),

  row("SENT", "delivered", "DELIVERED", "message.delivered"),
  row("SENT", "read", "READ", "message.read"),
  row("SENT", "failed", "FAILED", "message.failed"),
  row("SENT", "rerouted", "QUEUED", "message.queued"),

  // A late success overrides a failure, and stops a reroute that is not submitted yet or is held over night.
  row("QUEUED", "delivered", "DELIVERED", "message.delivered"),
  row("QUEUED", "read", "READ", "message.read"),
  row("ROUTED", "delivered", "DELIVERED", "message.delivered"),
  row("ROUTED", "read", "READ", "message.read"),
  row("SCHEDULED", "delivered", "DELIVERED", "message.delivered"),
  row("SCHEDULED", "read", "READ", "message.read"),
  row("FAILED", "delivered", "DELIVERED", "message.delivered"),
  row("FAILED", "read", "READ", "message.read"),
  row("DELIVERED", "read", "READ", "message.read"),
  // A gate may stop a further route before a receipt says that an earlier attempt was delivered.
  row("FILTERED", "delivered", "DELIVERED", "message.delivered"),
  row("FILTERED", "read", "READ", "message.read"),
  row("BLOCKED", "delivered", "DELIVERED", "message.delivered"),
  row("BLOCKED", "read", "READ", "message.read"),

  row("DELIVERED", "resent", "QUEUED", "message.queued"),
  row("READ", "resent", "QUEUED", "message.queued"),
  row("FAILED", "resent", "QUEUED", "message.queued"),
  row("BLOCKED", "resent", "QUEUED", "message.queued")
]

const index = new Map<From, Map<Trigger, Transition>>()
for (const row of table) index.set(row.from, (index.get(row.from) ?? new Map()).set(row.trigger, row))

/** Returns the row for a trigger in a status, or null when the trigger does not apply there. */
export const transition = (from: From, trigger: Trigger): Transition | null => index.get(from)?.get(trigger) ?? null

/** Returns whether a message in this status has reached its end. */
export const isFinal = (status: Status): boolean =>
  ["DELIVERED", "READ", "FAILED", "RECEIVED", "CANCELLED", "FILTERED", "BLOCKED"].includes(status)

/** Returns whether a message in this status shows its scheduled time. */
export const showsSchedule = (status: Status): boolean => status === "SCHEDULED" || status === "CANCELLED"

/** Returns whether a message in this status has `reason_code` and `reason`. */
export const carriesReason = (status: Status): boolean => ["FAILED", "FILTERED", "BLOCKED"].includes(status)
