/**
 * Relocation reads all that belongs to an account, writes it into the store of another cell, and removes it (decisions
 * 20.6), as far as `Store` cannot. Only stores that may be cells have it.
 *
 * Nothing here is one step with anything else: an account is moved while nobody serves it, so that between two calls
 * nothing of it changes. Each call reads or removes a bounded part, and whatever it does may be done again. A place is a
 * text that the store has made; it holds for the same question only.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ExpectedRow } from "../commit/Commit.ts"
import type { Reply } from "../commit/Reply.ts"
import type { KindName } from "../row/Row.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Due, Lane } from "../work/Work.ts"
import { StoreError } from "./Store.ts"

/** Asks for the keys of rows of a kind, in their order. */
export interface KeyQuery {
  /** A kind of which there are few rows: no messages, events or deliveries. */
  readonly kind: KindName
  /**
   * The rows whose keys begin so, up to a slash, which a store finds by its index; or those whose stored JSON has one of these texts in a
   * field, for which it looks through all rows of the kind.
   */
  readonly by: { readonly prefix: string } | { readonly field: string; readonly values: ReadonlyArray<string> }
  /** The key behind which it goes on; "" at the beginning. */
  readonly after: string
  /** How many rows are looked at, and how many are found, at most. */
  readonly looked: number
  readonly found: number
}

export interface Keys {
  readonly keys: ReadonlyArray<string>
  /** Where it goes on; null at the end. */
  readonly next: string | null
}

export interface WaitingQuery {
  readonly lanes: ReadonlyArray<Lane>
  readonly after: string | null
  readonly limit: number
}

/** Work of some lanes, held or not, with its failures: in the order of the lanes' names, and in a lane as it comes in turn. */
export interface Waiting {
  readonly due: ReadonlyArray<Due>
  readonly next: string | null
}

export interface SettleQuery {
  /** Those whom the lanes belong to, as their names say it. */
  readonly owners: ReadonlyArray<string>
  readonly after: string | null
  readonly looked: number
}

export interface LaneNameQuery {
  readonly kind: string
  readonly after: Lane | null
  readonly limit: number
}

/** Balances, whose names are the ids of accounts, and counters. */
export type Book = "balance" | "counter"

export interface SumQuery {
  readonly book: Book
  /** A name that ends with a slash stands for all that begin so. */
  readonly names: ReadonlyArray<string>
  readonly after: string | null
  readonly limit: number
}

/** The value of a balance or of a counter, as whoever loads it sees it. */
export interface Sum {
  readonly name: string
  readonly amount: number
}

/** A key with which a debit or a count was made, so that it changes nothing a second time. */
export interface Once {
  readonly _tag: "Once"
  readonly book: Book
  readonly name: string
  readonly once: string
  /** When it was made, by the clock of the store: it is known for as long as it would have been there. */
  readonly at: Instant
}

/** The answer of a request with an Idempotency-Key, as it is kept for replays. */
export interface Answered {
  readonly _tag: "Answered"
  readonly fingerprint: string
  readonly reply: Reply
}

export interface OfAccount {
  readonly account: AccountId
  readonly after: string | null
  readonly limit: number
}

export interface ForgetQuery {
  readonly account: AccountId
  /** Names of counters, as in `SumQuery`. */
  readonly counters: ReadonlyArray<string>
  /** How much is removed at most, of each kind of thing. */
  readonly most: number
  /** Nothing is removed, and nothing counts as left, unless this row stands at this version. Absent: whatever stands there. */
  readonly whileAt?: ExpectedRow
}

export interface Relocation {
  readonly keys: (query: KeyQuery) => Effect.Effect<Keys, StoreError>
  /** Reads work. What is kept apart (`Due.lapsesWith`) is not there until it is settled. */
  readonly waiting: (query: WaitingQuery) => Effect.Effect<Waiting, StoreError>
  /**
   * Puts work that a store keeps in another way, since it mostly lapses, into its lanes, as far as it has not lapsed.
   * Returns where it goes on; null at the end.
   */
  readonly settle: (query: SettleQuery) => Effect.Effect<string | null, StoreError>
  /** Returns how many items of these lanes nodes hold, those of nodes included that have died a moment ago. */
  readonly held: (lanes: ReadonlyArray<Lane>) => Effect.Effect<number, StoreError>
  /** Returns the lanes of a kind that have work or are paused, in the order of their names. */
  readonly lanes: (query: LaneNameQuery) => Effect.Effect<ReadonlyArray<Lane>, StoreError>
  /** Returns sums in the order of their names, those of 0 too, if the store knows them. */
  readonly sums: (query: SumQuery) => Effect.Effect<
    { readonly sums: ReadonlyArray<Sum>; readonly next: string | null },
    StoreError
  >
  readonly onces: (query: SumQuery) => Effect.Effect<
    { readonly onces: ReadonlyArray<Once>; readonly next: string | null },
    StoreError
  >
  /** Returns answers in the order of their keys. A request that has none yet is not there: it is made again elsewhere. */
  readonly answered: (query: OfAccount) => Effect.Effect<
    { readonly answered: ReadonlyArray<Answered>; readonly next: string | null },
    StoreError
  >
  /** Returns the days of which an account has sums of usage, in their order, such as 2030-01-15. */
  readonly days: (query: OfAccount) => Effect.Effect<ReadonlyArray<string>, StoreError>
  /** Writes what no commit can. What is there already stays as it is. */
  readonly keep: (kept: ReadonlyArray<Once | Answered>) => Effect.Effect<void, StoreError>
  /**
   * Removes what no commit can: the balance and the counters of an account with their keys, its answers and unanswered
   * claims, and its sums of usage. Returns whether something is left.
   */
  readonly forget: (query: ForgetQuery) => Effect.Effect<boolean, StoreError>
}

const none = Effect.fail(new StoreError({ reason: "failed", cause: "the store cannot give accounts away" }))

/** From a store without this port no account can be moved. */
export const Relocation = Context.Reference<Relocation>("@signalbox/core/port/Relocation", {
  defaultValue: () => ({
    keys: () => none,
    waiting: () => none,
    settle: () => none,
    held: () => none,
    lanes: () => none,
    sums: () => none,
    onces: () => none,
    answered: () => none,
    days: () => none,
    keep: () => none,
    forget: () => none
  })
})
