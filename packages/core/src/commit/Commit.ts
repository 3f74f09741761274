/**
 * A Commit holds everything that one decision changes, as plain data. A store applies it wholly or not at all.
 *
 * Every store applies the parts in the same order. First it checks every guard: Stale goes before Taken, and Taken
 * before Insufficient. Then it applies deletes, puts, debits, counts and tallies; then it frees released work, removes completed
 * and cancelled work, adds the work that falls due, and pauses lanes; last it fans the events out. So a row that is both deleted and put exists
 * afterwards, a unique key can pass from one row of the commit to another, and work that is both completed and due is
 * due again. Of several puts of one row, or several dues of one work item, the last one wins.
 */
import type { Event } from "../row/Delivery.ts"
import type { Kind, Ref, UniqueKey } from "../row/Kind.ts"
import type { KindName, Row } from "../row/Row.ts"
import type { Usage } from "../row/Usage.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Money } from "../value/Money.ts"
import type { Due, Lane, LeaseToken, WorkRef } from "../work/Work.ts"
import { join } from "./Parts.ts"
import type { Reply } from "./Reply.ts"

/** A row at the version that the decision was based on. Version 0 means that the row does not exist. */
export interface ExpectedRow {
  readonly ref: Ref
  readonly version: number
}

/**
 * A unique key that no row may have. A commit that puts a row with the key need not list it here: no commit takes a key
 * that another row has.
 */
export interface ExpectedFree {
  readonly free: UniqueKey
}

export type Expected = ExpectedRow | ExpectedFree

/**
 * Takes money from a balance, or returns it when the amount is negative. The commit is Insufficient when the balance
 * would fall below the floor. Debits of one account in one commit are summed; a sum of zero or less is never
 * Insufficient.
 */
export interface Debit {
  readonly account: AccountId
  readonly amount: Money
  readonly floor: Money
  /**
   * The account's idempotency key for this debit: a second debit with the same key changes nothing and is never
   * Insufficient. The store knows the key for 31 days at least, by its own clock (`Limit.debitMemory`), which is longer
   * than anything may repeat a debit by itself; after that it clears it away, a bounded number of keys at a time.
   *
   * Null: what else the commit expects keeps it from being applied twice, such as the version of a row that it puts. The
   * store keeps no key then.
   */
  readonly once: string | null
}

/**
 * Raises a counter, or lowers it when `by` is negative; the commit is Insufficient when the counter would pass the ceiling.
 * Sums and `once` work as for debits, but the store knows the key for 2 days (`Limit.countMemory`): what has a key counts
 * what happens in a day, and the store forgets it with the last of its keys.
 */
export interface Count {
  readonly counter: string
  readonly by: number
  readonly ceiling: number | null
  readonly once: string | null
}

/** Names a lease: a commit that does anything with leased work applies only while the token is that of its lease. */
export interface Fence {
  readonly work: WorkRef
  readonly token: LeaseToken
}

/**
 * Closes a lane until this instant: claims take nothing from it before. Null opens the lane again. What nodes hold of
 * the lane already is not affected.
 */
export interface Pause {
  readonly lane: Lane
  readonly until: Instant | null
}

export interface Commit {
  readonly expects: ReadonlyArray<Expected>
  readonly puts: ReadonlyArray<Row>
  readonly deletes: ReadonlyArray<Ref>
  readonly debits: ReadonlyArray<Debit>
  readonly counts: ReadonlyArray<Count>
  /** The sums of usage are raised by these. Stores keep them in parts, so that commits do not wait for each other. */
  readonly tallies: ReadonlyArray<Usage>
  readonly events: ReadonlyArray<Event>
  /** Work that is scheduled. It replaces work of the same kind and key. */
  readonly due: ReadonlyArray<Due>
  /** Leased work that ends. */
  readonly completes: ReadonlyArray<Fence>
  /** Leases that must still be held, and go on. */
  readonly holds: ReadonlyArray<Fence>
  /** Leases that end although their work does not: it is free again, at its instant and at its place in line. */
  readonly releases: ReadonlyArray<Fence>
  readonly pauses: ReadonlyArray<Pause>
  /** Work that is removed, whether a worker has leased it or not. */
  readonly cancels: ReadonlyArray<WorkRef>
  readonly reply: Reply | null
}

export const empty: Commit = {
  expects: [],
  puts: [],
  deletes: [],
  debits: [],
  counts: [],
  tallies: [],
  events: [],
  due: [],
  completes: [],
  holds: [],
  releases: [],
  pauses: [],
  cancels: [],
  reply: null
}

export const make = (parts: Partial<Commit>): Commit => ({ ...empty, ...parts })

/** One commit of several parts. */
export const all = (...parts: ReadonlyArray<Partial<Commit>>): Commit => join(empty, parts)

/** Returns the row that stores a value of this kind. */
export const put = <Value>(kind: Kind<KindName, Value>, value: Value): Row =>
  ({ kind: kind.name, key: kind.key(value), value }) as Row

/**
 * Returns whether the commit changes nothing, so that the store need not be called. What it expects and holds is then not
 * checked either.
 */
export const isEmpty = (self: Commit): boolean =>
  self.puts.length === 0 && self.deletes.length === 0 && self.debits.length === 0 && self.counts.length === 0 &&
  self.tallies.length === 0 &&
  self.events.length === 0 && self.due.length === 0 && self.completes.length === 0 &&
  self.releases.length === 0 && self.pauses.length === 0 && self.cancels.length === 0 && self.reply === null
