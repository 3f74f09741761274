/**
 * Tells where a message stands with the look-up that rules ask for (decisions 18.7).
 */
import type { Contact } from "../row/Contact.ts"
import type { NumberFacts } from "../row/NumberFacts.ts"
import type { RoutingRule } from "../row/RoutingRule.ts"
import type { Instant } from "../value/Instant.ts"
import type { Plan } from "./Routing.ts"
import type { RoutingSettings } from "./RoutingSettings.ts"
import type * as RuleMatch from "./RuleMatch.ts"

/**
 * `known`: the registry has told, and that counts still. `failed`: it gave no answer a moment ago. `pending`: it is to be
 * asked before the message gets a route. `unavailable`: there is no registry, or nobody with whom to keep what it tells.
 */
export type State = "known" | "failed" | "pending" | "unavailable"

export interface RouteLookUp {
  readonly state: State
  /** Also those that do not count any more. */
  readonly facts: NumberFacts | null
  /** The rules that it decides about. */
  readonly rules: ReadonlyArray<RoutingRule>
  /** The price that the operator pays for a look-up, or null when nobody has said. */
  readonly cost: number | null
}

/**
 * Returns what routing goes by. What does not count any more still does for further routes, which cannot wait, and until
 * the registry is asked again.
 */
export const told = (contact: Contact | null, { lookUp }: RoutingSettings): RuleMatch.KnownNumber | undefined =>
  lookUp === undefined ? undefined : contact?.lookup

const stateOf = (contact: Contact | null, { lookUp }: RoutingSettings, now: Instant): State => {
  if (lookUp === undefined || contact === null) return "unavailable"
  const { lookup } = contact
  if (lookup === undefined || lookup.until <= now) return "pending"
  return lookup.failed === true ? "failed" : "known"
}

/** Returns null when no rule depends on a look-up. */
export const of = (
  { lookedUp }: Pick<Plan, "lookedUp">,
  contact: Contact | null,
  settings: RoutingSettings,
  now: Instant
): RouteLookUp | null =>
  lookedUp.length === 0 ? null : {
    state: stateOf(contact, settings, now),
    facts: contact?.lookup ?? null,
    rules: lookedUp,
    cost: settings.lookUp?.cost ?? null
  }
