/**
 * The storage port: five methods, each one whole atomic operation. There is no generic query, no transaction and no
 * save. Times come in as parameters; a store never asks a clock for an instant.
 *
 * What a store owes (its contract suite is in `@signalbox/testing`):
 *
 * - `commit` applies each Commit of a batch wholly or not at all, as if one after the other in their order, and says
 *   which. What it said Done to survives a crash.
 * - What a kind declares of its rows (`Kind`) is in step with them at any moment: `unique`, `listings` and `filters` of
 *   `Row` are pure functions of a row, and a store may keep what they say beside it, or ask them again.
 * - One row at most has a unique key. A Commit whose rows, as it leaves them, would have a key that another row has is
 *   Taken, and the outcome names the key; among Commits that take one key at the same time, one wins. A row gives its
 *   keys up when it is deleted or put without them. A Commit that relies on a key's being free is Stale when it is not.
 * - A row stands in the lists that its listings name, two at most, and moves with them. A query that is narrowed down
 *   (`ListQuery.condition`) finds those of the list whose filters meet the condition (`Filters.matches`): all of its
 *   terms, and the sought text somewhere in what is searched, code unit by code unit. Its total counts all that do,
 *   however many rows the list has.
 * - An event is fanned out, in the same commit, to every webhook of its account whose `subscribes` names it: one
 *   delivery each (`Fanout.delivery`) and its due work.
 * - A lane is held by one node at a time, and a lease that was lost completes nothing.
 *
 * An operation that fails has failed as a whole. One item that cannot be stored (a key with U+0000, in PostgreSQL) may
 * fail all that stands beside it in a `load` or in the batch of a `commit`, with `failed`; of such a batch nothing was
 * applied, so whoever put it together can ask for its items one by one. After `unavailable` a batch may have been
 * applied, all of it: its answer was lost.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Commit } from "../commit/Commit.ts"
import type { Facts, Page } from "../commit/Facts.ts"
import type { ListQuery } from "../commit/ListQuery.ts"
import type { Needs } from "../commit/Needs.ts"
import type { Outcome } from "../commit/Outcome.ts"
import type { NodeId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { Lease } from "../work/Work.ts"

/** What a cause says in words, if it says anything. */
const told = (cause: unknown): string => {
  if (typeof cause === "string" && cause !== "") return `: ${cause}`
  return cause instanceof Error && cause.message !== "" ? `: ${cause.message}` : ""
}

/**
 * The store could not do it. `unavailable` may pass by itself, and what it was asked to keep may have been kept all
 * the same. `failed` does not pass: a setting is wrong, something cannot be stored, or the adapter has a defect; nothing
 * was kept. The message says what and why, and is for logs, so neither it nor the cause may hold secrets or the data of
 * an account.
 */
export class StoreError extends Data.TaggedError("StoreError")<{
  readonly reason: "unavailable" | "failed"
  readonly message: string
  readonly cause: unknown
}> {
  constructor({ cause, message, reason }: {
    readonly reason: "unavailable" | "failed"
    /** What the cause says, unless told otherwise. */
    readonly message?: string
    readonly cause: unknown
  }) {
    const what = reason === "unavailable" ? "the store is unavailable" : "the store failed"
    super({ reason, cause, message: message ?? `${what}${told(cause)}` })
  }
}

export interface ClaimRequest {
  readonly node: NodeId
  readonly now: Instant
  /** How many pieces of work at most, over all lanes. */
  readonly limit: number
  /**
   * How many pieces of one lane this node may hold at once, by the kind of the lane. What a node does not name, such
   * as a kind that only newer nodes know, it does not get.
   */
  readonly width: Readonly<Record<string, number>>
}

export class Store extends Context.Service<Store, {
  /**
   * Rows by their own keys and by unique ones, balances, counters: all at once, as one moment saw them. Whoever has a
   * unique key is among the rows. Lists are asked with `list`.
   */
  readonly load: (needs: Needs) => Effect.Effect<Facts, StoreError>
  /** The verdicts are in the order of the batch. */
  readonly commit: (batch: ReadonlyArray<Commit>) => Effect.Effect<ReadonlyArray<Outcome>, StoreError>
  /** Work that is due, fairly over the lanes, each lane's in the order of its instants. */
  readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<Lease>, StoreError>
  /** A page of a list or of what it is narrowed down to, newest first, ties by key descending, with the true total. */
  readonly list: (query: ListQuery) => Effect.Effect<Page, StoreError>
  /** When the earliest work that nobody holds falls due. */
  readonly nextDue: Effect.Effect<Option.Option<Instant>, StoreError>
}>()("@signalbox/core/port/Store") {}
