/**
 * The events that this process makes.
 */
import type {
  ChannelEvent,
  ContactEvent,
  InboundMessage,
  MessageFeedback,
  OutboundMessage,
  PreferenceEvent,
  PrefixPausedEvent,
  SpendWarningEvent,
  TemplateEvent,
  VerificationEvent
} from "./calls/EventPayloads.ts"

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
  | "feedback"

export type EventName =
  | `message.${MessageEvents}`
  | `templates.${"pending" | "approved" | "rejected" | "paused" | "archived"}`
  | `contact.${"opt_in" | "opt_out" | "help" | "preference"}`
  | `channel.${"submitted" | "changes_requested" | "approved" | "activated" | "deactivated" | "rejected"}`
  | `verification.${"pending" | "approved" | "expired" | "failed" | "canceled"}`
  | "account.prefix_paused"
  | "account.spend_warning"

/** Each family of events tells of something else. */
interface Families {
  readonly message: OutboundMessage
  readonly templates: TemplateEvent
  readonly contact: ContactEvent
  readonly channel: ChannelEvent
  readonly verification: VerificationEvent
  readonly account: SpendWarningEvent
}

type FieldOf<Name extends EventName> = Name extends `${infer Field extends keyof Families}.${string}` ? Field : never

type PayloadOf<Name extends EventName> = Name extends "message.received" ? InboundMessage
  : Name extends "message.feedback" ? MessageFeedback
  : Name extends "contact.preference" ? PreferenceEvent
  : Name extends "account.prefix_paused" ? PrefixPausedEvent
  : Families[FieldOf<Name>]

interface OneEvent<Name extends EventName> {
  readonly id: string
  readonly account: string
  readonly event: Name
  readonly field: FieldOf<Name>
  readonly timestamp: string
  readonly payload: PayloadOf<Name>
}

/** An event, as a webhook shows it. Its name tells what its payload is. */
export type SignalboxEvent<Name extends EventName = EventName> = { readonly [Each in Name]: OneEvent<Each> }[Name]
