/**
 * GET /v3/webhooks/event-types: the events that there are (decisions 3.1).
 */
import * as Schema from "effect/Schema"
import type { Family } from "../catalogue/EventName.ts"
import { EventName, families, family } from "../catalogue/EventName.ts"
import * as Needs from "../commit/Needs.ts"
import * as Format from "../operation/Format.ts"
import * as Operation from "../operation/Operation.ts"
import * as Paging from "../operation/Paging.ts"
import * as Reading from "../operation/Reading.ts"

const shown = {
  name: Schema.String,
  display_name: Schema.String,
  description: Schema.NullOr(Schema.String),
  is_active: Schema.Boolean,
  event_type: Schema.NullOr(Format.open(EventName.literals))
}

const SubType = Schema.Struct({ ...shown, sub_types: Schema.Null })
type SubType = typeof SubType.Type

const EventType = Schema.Struct({ ...shown, sub_types: Schema.Array(SubType) })
type EventType = typeof EventType.Type

const titles: Readonly<Record<Family, readonly [name: string, description: string]>> = {
  message: ["Messages", "What becomes of messages, and messages that come in."],
  templates: ["Templates", "Outcomes of the review of templates."],
  contact: ["Contacts", "Consent that contacts give and take back."],
  channel: ["Channels", "What becomes of the markets in which an account sends."],
  verification: ["Verifications", "Signalbox, beyond v3: what becomes of codes that are sent to verify a number."],
  account: ["Account", "Signalbox, beyond v3: what the account itself has to look at."]
}

/** The occasion on which each event is emitted (specification "Events"). */
const descriptions = {
  message: {
    queued: "A send was accepted, or a message goes another way.",
    routed: "A route was chosen.",
    scheduled: "The message is held for a future instant or for quiet hours.",
    cancelled: "The message was cancelled.",
    sent: "The provider accepted the message.",
    delivered: "The message reached the handset.",
    read: "The recipient read the message.",
    failed: "The message failed for good.",
    filtered: "A policy stopped the message.",
    blocked: "The account's state stopped the message.",
    received: "A message came in.",
    feedback: "Signalbox, beyond v3: the account told what came of a message."
  },
  templates: {
    pending: "The template is in review.",
    approved: "The template was approved.",
    rejected: "The template was rejected.",
    paused: "The template was paused.",
    archived: "The template was archived."
  },
  contact: {
    opt_in: "A contact gave consent.",
    opt_out: "A contact took consent back.",
    help: "A contact asked for help.",
    preference: "Signalbox, beyond v3: a contact gave or took back consent to one purpose."
  },
  channel: {
    submitted: "A market was submitted for review.",
    changes_requested: "The review asks for changes.",
    approved: "A market was approved.",
    activated: "A market can send.",
    deactivated: "A market can no longer send.",
    rejected: "A market was turned down before going live."
  },
  verification: {
    pending: "A code was sent to a number.",
    approved: "The right code came back.",
    expired: "The code expired before it came back.",
    failed: "Too many wrong codes were tried.",
    canceled: "The verification was called off."
  },
  account: {
    spend_warning: "Four fifths of a spend cap are used up."
  }
} as const satisfies { readonly [F in Family]: Readonly<Record<(typeof families)[F][number], string>> }

/** Returns when an event is emitted. */
export const description = (name: EventName): string => {
  const described: Readonly<Record<string, string>> = descriptions[family(name)]
  return described[name.slice(name.indexOf(".") + 1)] ?? name
}

/** `changes_requested` -> `Changes requested`. */
const titled = (suffix: string): string => `${suffix.charAt(0).toUpperCase()}${suffix.slice(1)}`.replaceAll("_", " ")

const subTypes = (of: Family): ReadonlyArray<SubType> => {
  const described: Readonly<Record<string, string>> = descriptions[of]
  return families[of].map((suffix) => ({
    name: suffix,
    display_name: titled(suffix),
    description: described[suffix] ?? null,
    is_active: true,
    event_type: `${of}.${suffix}`,
    sub_types: null
  }))
}

const eventTypes: ReadonlyArray<EventType> =
  (["message", "templates", "contact", "channel", "verification", "account"] as const)
    .map((family) => {
      const [display_name, description] = titles[family]
      return { name: family, display_name, description, is_active: true, event_type: null, sub_types: subTypes(family) }
    })

export const ListEventTypes = Operation.make({
  ...Reading.operation,
  scope: "webhooks",
  name: "webhooks.event_types",
  summary: "List the events that a webhook can subscribe to",
  description: "Lists the families of events and the events of each.",
  path: Schema.Struct({}),
  data: Schema.Struct({ event_types: Schema.Array(EventType), pagination: Paging.Pagination }),
  decides: {
    name: "webhooks.event_types",
    needs: () => Needs.none,
    decide: () => Reading.answer({ event_types: eventTypes, pagination: Paging.pagination({}, eventTypes.length) })
  }
})
