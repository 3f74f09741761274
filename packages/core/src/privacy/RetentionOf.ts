/**
 * The retention that holds for an account: its own, or else that of its organization, or else that of the service.
 */
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Account } from "../row/Account.ts"
import { Accounts } from "../row/Account.ts"
import type { Retention } from "../row/Retention.ts"
import * as Retention_ from "../row/Retention.ts"
import { serviceSettingsKey, ServiceSettingsRows } from "../row/ServiceSettings.ts"
import type { AccountId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"

/** Who has set the retention that holds. */
export type Setter = "account" | "organization" | "service"

export interface Held {
  readonly retention: Retention
  readonly by: Setter
}

/** Needs the account, its organization, and the settings of the service. */
export const needs = (account: AccountId, facts: Facts.Facts): Needs.Needs => {
  const organization = Facts.peek(facts, Accounts, account)?.organization ?? null
  return Needs.all(
    Needs.rows(Accounts, organization === null ? [account] : [account, organization]),
    Needs.row(ServiceSettingsRows, serviceSettingsKey)
  )
}

/** Null: there is none, or what is needed is not loaded yet. */
export const held = ({ organization, retention: own }: Account, facts: Facts.Facts): Held | null => {
  if (own !== undefined) return { retention: own, by: "account" }
  const above = organization === null ? null : Facts.peek(facts, Accounts, organization)
  if (above === undefined) return null
  if (above?.retention !== undefined) return { retention: above.retention, by: "organization" }
  const retention = Facts.peek(facts, ServiceSettingsRows, serviceSettingsKey)?.retention
  return retention === undefined ? null : { retention, by: "service" }
}

const heldBy = (account: AccountId, facts: Facts.Facts): Retention | undefined => {
  const row = Facts.peek(facts, Accounts, account)
  return row === null || row === undefined ? undefined : held(row, facts)?.retention
}

const wherever = (holds: (retention: Retention) => boolean) => (account: AccountId, facts: Facts.Facts) => {
  const found = heldBy(account, facts)
  return found !== undefined && holds(found) ? found : undefined
}

/** Returns the retention where it redacts something. Undefined as well: what is needed is not loaded yet. */
export const of: (account: AccountId, facts: Facts.Facts) => Retention | undefined = wherever(Retention_.redacts)

/** Returns the retention where it removes something. */
export const removing: (account: AccountId, facts: Facts.Facts) => Retention | undefined = wherever(Retention_.removes)

/** Everything that is older has been kept for so many days. */
export const cutoff = (days: number, at: Instant.Instant): Instant.Instant => Instant.plus(at, -days * Instant.day)
