/**
 * The events that a webhook can subscribe to: families and their sub-types (specification "Events", decisions 7, and
 * decisions 14.8 for `message.feedback`, 17.2 for `account.spend_warning` and 17.5 for `contact.preference`).
 */
import * as Schema from "effect/Schema"

export const families = {
  message: [
    "queued",
    "routed",
    "scheduled",
    "cancelled",
    "sent",
    "delivered",
    "read",
    "failed",
    "filtered",
    "blocked",
    "received",
    "feedback"
  ],
  templates: ["pending", "approved", "rejected", "paused", "archived"],
  contact: ["opt_in", "opt_out", "help", "preference"],
  channel: ["submitted", "changes_requested", "approved", "activated", "deactivated", "rejected"],
  verification: ["pending", "approved", "expired", "failed", "canceled"],
  account: ["spend_warning", "prefix_paused"]
} as const

export type Family = keyof typeof families

export const Family = Schema.Literals(Object.keys(families) as ReadonlyArray<Family>)

export type EventName = { [F in Family]: `${F}.${(typeof families)[F][number]}` }[Family]

export const all: ReadonlyArray<EventName> = Object.entries(families).flatMap(([family, subTypes]) =>
  subTypes.map((subType) => `${family}.${subType}` as EventName)
)

export const EventName = Schema.Literals(all)

export const family = (name: EventName): Family => name.slice(0, name.indexOf(".")) as Family

/** Returns whether `suffix` is a sub-type of the family. */
export const isSubType = (of: Family, suffix: string): boolean =>
  (families[of] as ReadonlyArray<string>).includes(suffix)
