/**
 * The outcome of a Commit, as the store reports it. Stale goes before Taken, and Taken before Insufficient; of several
 * reasons of one sort it names any.
 */
import type { UniqueKey } from "../row/Kind.ts"
import type { Lease } from "../work/Work.ts"

/** The store has applied the commit wholly. */
export interface Done {
  readonly _tag: "Done"
  /** The leases that the commit's own holder gets of its work, and of that of its events. Absent: none. */
  readonly leases?: ReadonlyArray<Lease>
  /** Whether its events have scheduled work, such as deliveries, that no node holds. Absent: they have not. */
  readonly fansOut?: boolean
}

/** Something that the commit expects has changed. Nothing was applied. */
export interface Stale {
  readonly _tag: "Stale"
  /**
   * `row`: a row's version changed, or a unique key is not free any more. `lease`: another node holds the lease.
   * `claim`: another request holds the idempotency claim. `residence`: the account is in another cell, or on its way.
   */
  readonly because: "row" | "lease" | "claim" | "residence"
}

/** Another row has a unique key that a row of the commit would have. Nothing was applied. */
export interface Taken {
  readonly _tag: "Taken"
  readonly key: UniqueKey
}

/** A balance is too low for a debit, or a counter has reached its ceiling. Nothing was applied. */
export interface Insufficient {
  readonly _tag: "Insufficient"
  /** The id of the account, or the counter. */
  readonly of: string
}

export type Outcome = Done | Stale | Taken | Insufficient

export const done: Outcome = { _tag: "Done" }
/**
 * Returns that the commit was applied, which of its work and of its events' its holder holds, and whether the events have
 * scheduled some that nobody holds.
 */
export const applied = (leases: ReadonlyArray<Lease>, fansOut: boolean): Outcome =>
  leases.length === 0 && !fansOut
    ? done
    : { _tag: "Done", ...(leases.length === 0 ? {} : { leases }), ...(fansOut ? { fansOut } : {}) }
/** Returns what this outcome has given to the holder whom the commit named. */
export const leasesOf = (outcome: Outcome): ReadonlyArray<Lease> => outcome._tag === "Done" ? outcome.leases ?? [] : []
/** Returns whether events have scheduled work that nobody holds. */
export const fansOut = (outcome: Outcome): boolean => outcome._tag === "Done" && outcome.fansOut === true
export const stale = (because: Stale["because"]): Outcome => ({ _tag: "Stale", because })
export const taken = (key: UniqueKey): Outcome => ({ _tag: "Taken", key })
export const insufficient = (of: string): Outcome => ({ _tag: "Insufficient", of })
