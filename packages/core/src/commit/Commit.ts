/**
 * A Commit: all that one decision changes, as plain data. A store applies it wholly or not at all.
 *
 * Its parts have one order, whoever stores them: every guard is asked first (Stale goes before Taken, and Taken before
 * Insufficient); then deletes, puts, debits and counts; then settled and withdrawn work goes, and due work comes; then the
 * events are fanned out. So a row that is both deleted and put is put, a unique key can pass from one row of a commit to
 * another, and work that is both settled and due is due. Of several puts of one row, and of several dues of one piece of
 * work, the last one holds.
 */
import type { Event } from "../row/Delivery.ts"
import type { Kind, Ref, UniqueKey } from "../row/Kind.ts"
import type { KindName, Row } from "../row/Row.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Money } from "../value/Money.ts"
import type { Due, LeaseToken, WorkRef } from "../work/Work.ts"
import type { Reply } from "./Reply.ts"

/** A row at a version that the decision rests on. Version 0: the row does not exist. */
export interface ExpectedRow {
  readonly ref: Ref
  readonly version: number
}

/**
 * A unique key that nobody has. Whoever puts a row that has the key need not say so: no commit takes a key that another
 * row has.
 */
export interface ExpectedFree {
  readonly free: UniqueKey
}

export type Expected = ExpectedRow | ExpectedFree

/**
 * Money taken from a balance (or given back, when negative), unless the balance would fall below the floor. The debits
 * of one account in one commit are one sum; a sum that takes nothing is never Insufficient.
 */
export interface Debit {
  readonly account: AccountId
  readonly amount: Money
  readonly floor: Money
  /** A spend of the account with this key happens once: a second one changes nothing, and is never Insufficient. */
  readonly once: string
}

/** A counter raised, unless it would pass the ceiling. Sums and keys are as with debits. */
export interface Count {
  readonly counter: string
  readonly by: number
  readonly ceiling: number | null
  readonly once: string
}

/** The end of a piece of leased work. It holds only while the lease does: this is the fence. */
export interface Completed {
  readonly work: WorkRef
  readonly token: LeaseToken
}

export interface Commit {
  readonly expects: ReadonlyArray<Expected>
  readonly puts: ReadonlyArray<Row>
  readonly deletes: ReadonlyArray<Ref>
  readonly debits: ReadonlyArray<Debit>
  readonly counts: ReadonlyArray<Count>
  readonly events: ReadonlyArray<Event>
  /** Work that falls due. Work of the same kind and key is replaced. */
  readonly due: ReadonlyArray<Due>
  readonly completes: ReadonlyArray<Completed>
  /** Work that is not wanted any more, whether someone holds it or not. */
  readonly cancels: ReadonlyArray<WorkRef>
  readonly reply: Reply | null
}

export const empty: Commit = {
  expects: [],
  puts: [],
  deletes: [],
  debits: [],
  counts: [],
  events: [],
  due: [],
  completes: [],
  cancels: [],
  reply: null
}

export const make = (parts: Partial<Commit>): Commit => ({ ...empty, ...parts })

/** One commit of several parts. */
export const all = (...parts: ReadonlyArray<Partial<Commit>>): Commit => ({
  expects: parts.flatMap((part) => part.expects ?? []),
  puts: parts.flatMap((part) => part.puts ?? []),
  deletes: parts.flatMap((part) => part.deletes ?? []),
  debits: parts.flatMap((part) => part.debits ?? []),
  counts: parts.flatMap((part) => part.counts ?? []),
  events: parts.flatMap((part) => part.events ?? []),
  due: parts.flatMap((part) => part.due ?? []),
  completes: parts.flatMap((part) => part.completes ?? []),
  cancels: parts.flatMap((part) => part.cancels ?? []),
  reply: parts.findLast((part) => part.reply !== undefined && part.reply !== null)?.reply ?? null
})

/** The row to keep for a value of a kind. */
export const put = <Value>(kind: Kind<KindName, Value>, value: Value): Row =>
  ({ kind: kind.name, key: kind.key(value), value }) as Row

/** Whether nothing would change: then no store needs to be asked. */
export const isEmpty = (self: Commit): boolean =>
  self.puts.length === 0 && self.deletes.length === 0 && self.debits.length === 0 && self.counts.length === 0 &&
  self.events.length === 0 && self.due.length === 0 && self.completes.length === 0 && self.cancels.length === 0 &&
  self.reply === null

/** When the earliest work of this commit falls due. */
export const earliestDue = (self: Commit): Instant | null =>
  self.due.reduce<Instant | null>((earliest, { at }) => earliest === null || at < earliest ? at : earliest, null)
