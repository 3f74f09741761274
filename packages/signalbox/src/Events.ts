/**
 * The events that this process makes.
 */
import type { Json } from "./calls/Common.ts"

type MessageEvents =
  | "queued"
  | "routed"
  | "scheduled"
  | "cancelled"
  | "sent"
  | "delivered"
  | "read"
  | "failed"
  | "filtered"
  | "blocked"
  | "received"

export type EventName =
  | `message.${MessageEvents}`
  | `templates.${"pending" | "approved" | "rejected" | "paused" | "archived"}`
  | `contact.${"opt_in" | "opt_out" | "help"}`
  | `channel.${"submitted" | "changes_requested" | "approved" | "activated" | "deactivated" | "rejected"}`

/** An event, as a webhook shows it. */
export interface SignalboxEvent {
  readonly id: string
  readonly account: string
  readonly event: EventName
  readonly field: "message" | "templates" | "contact" | "channel"
  readonly timestamp: string
  readonly payload: { readonly [name: string]: Json }
}
