/**
 * The tables of the specification that the code has, by the names of their markers.
 */
import * as Catalogues from "./Catalogues.ts"
import * as Endpoints from "./Endpoints.ts"
import { limits } from "./Limits.ts"
import * as Markets from "./Markets.ts"
import type { Table } from "./Table.ts"
import * as Transitions from "./Transitions.ts"

/** The families of endpoints by their marker, with what their paths begin with after `/v3/`. */
export const families: Readonly<Record<string, ReadonlyArray<string>>> = {
  "message-endpoints": ["messages", "conversations", "usage"],
  "contact-endpoints": ["contacts", "consent"],
  "verification-endpoints": ["verifications"],
  "audit-log-endpoints": ["audit-log"],
  "privacy-endpoints": ["privacy"],
  "template-endpoints": ["templates"],
  "webhook-endpoints": ["webhooks"],
  "profile-endpoints": ["sender-profiles", "profiles"],
  "channel-endpoints": ["channels", "compliance"],
  "user-endpoints": ["users", "me"],
  "other-endpoints": ["numbers", "calls", "voice", "paused-prefixes"]
}

export const tables: ReadonlyMap<string, Table> = new Map(Object.entries<Table>({
  "message-transitions": Transitions.messages,
  "attempt-transitions": Transitions.attempts,
  "template-transitions": Transitions.templates,
  "channel-transitions": Transitions.channels,
  "user-transitions": Transitions.users,
  "error-codes": Catalogues.errors,
  "outcome-codes": Catalogues.outcomes,
  "channel-codes": Catalogues.channels,
  "drop-reasons": Catalogues.drops,
  events: Catalogues.events,
  gates: Catalogues.gates,
  "consent-keywords": Catalogues.keywords,
  "delivery-retries": Catalogues.retries,
  limits,
  markets: Markets.markets,
  requirements: Markets.requirements,
  ...Object.fromEntries(Object.entries(families).map(([name, starts]) => [name, Endpoints.under(...starts)]))
}))
