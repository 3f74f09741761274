/**
 * The storage port has seven methods, each one a whole atomic operation. There is no generic query, no transaction and
 * no save. Instants of rows and of work come in as parameters; the store's own clock only says what is due.
 *
 * The contract of every store (its test suite is in `@signalbox/testing`):
 *
 * - `commit` applies each Commit of a batch wholly or not at all, as if one after the other in their order, and returns
 *   the outcome of each. A commit that was answered Done survives a crash.
 * - What a kind derives from its rows (`Kind`) is always up to date: `unique`, `listings` and `filters` of `Row` are
 *   pure functions of a row, and a store may keep their results beside the row or compute them again.
 * - At most one row has a unique key. A Commit whose rows would end up with a key that another row has is Taken, and
 *   the outcome names the key; of Commits that take one key at the same time, one wins. A row releases its keys when it
 *   is deleted or put without them. A Commit that expects a key to be free is Stale when it is not.
 * - A row is in the lists that its listings name, two at most, and moves with them. A filtered query
 *   (`ListQuery.condition`) finds the rows of the list whose filters meet the condition (`Filters.matches`): they have
 *   all of its terms, and the searched text contains the sought one, compared by code units. Its total counts all such
 *   rows, however long the list is.
 * - An event is fanned out in its own commit to every webhook of its account whose `subscribes` names it: each gets one
 *   delivery (`Fanout.delivery`) and its scheduled work.
 * - One node at a time holds a lane that is not shared, and a lease that was lost completes and releases nothing.
 * - Work falls due by the store's own clock plus the offset that the caller declares, whatever the clock of a node says.
 *   A lane that is paused gives nothing out until its pause is over.
 *
 * An operation that fails has failed as a whole. One item that cannot be stored (such as a key with U+0000 in
 * PostgreSQL) may fail everything beside it in a `load` or in the batch of a `commit`, with `failed`. Nothing of such a
 * batch was applied, so the caller can ask for its items one by one. After `unavailable` a whole batch may have been
 * applied, because only the answer was lost.
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
import type { LaneBacklog, LaneQuery } from "../work/LaneBacklog.ts"
import type { Lease } from "../work/Work.ts"

/** Returns the text of a cause, if it has one. */
const told = (cause: unknown): string => {
  if (typeof cause === "string" && cause !== "") return `: ${cause}`
  return cause instanceof Error && cause.message !== "" ? `: ${cause.message}` : ""
}

/**
 * The store could not do what it was asked. `unavailable` may pass by itself; the store may have applied the batch all
 * the same. `failed` does not pass: a setting is wrong, an item cannot be stored, or the adapter has a defect; nothing
 * was applied. The message is for logs, so neither it nor the cause may contain secrets or data of an account.
 */
export class StoreError extends Data.TaggedError("StoreError")<{
  readonly reason: "unavailable" | "failed"
  readonly message: string
  readonly cause: unknown
}> {
  constructor({ cause, message, reason }: {
    readonly reason: "unavailable" | "failed"
    /** Defaults to the text of the cause. */
    readonly message?: string
    readonly cause: unknown
  }) {
    const what = reason === "unavailable" ? "the store is unavailable" : "the store failed"
    super({ reason, cause, message: message ?? `${what}${told(cause)}` })
  }
}

/** On which terms a node takes work from the lanes of one kind. */
export interface LaneTerms {
  /** How many pieces of one lane this node may hold at once. */
  readonly width: number
  /** Whether other nodes may hold pieces of the lane at the same time. */
  readonly shared: boolean
}

export interface ClaimRequest {
  readonly node: NodeId
  /** How far the service's Clock is ahead of the store's on purpose, in milliseconds (`ClockOffset`). */
  readonly offset: number
  /** The largest number of pieces to return, over all lanes. */
  readonly limit: number
  /**
   * The lanes of each kind. A node gets no work of kinds that it does not name, such as those that only newer nodes
   * know.
   */
  readonly lanes: Readonly<Record<string, LaneTerms>>
}

export class Store extends Context.Service<Store, {
  /**
   * Loads rows by their own keys and by unique ones, balances and counters, all from one snapshot. The owners of unique
   * keys are among the rows. Lists are loaded with `list`.
   */
  readonly load: (needs: Needs) => Effect.Effect<Facts, StoreError>
  /** Applies a batch of commits. The outcomes are in the order of the batch. */
  readonly commit: (batch: ReadonlyArray<Commit>) => Effect.Effect<ReadonlyArray<Outcome>, StoreError>
  /** Leases work that is due: fairly over the lanes, and within a lane in the order of its instants. */
  readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<Lease>, StoreError>
  /**
   * Returns a page of a list, newest first, rows of the same instant by key descending, with the true total of the rows
   * that meet the filters.
   */
  readonly list: (query: ListQuery) => Effect.Effect<Page, StoreError>
  /**
   * When the earliest work that no node holds falls due. Work of a paused lane falls due when the pause is over.
   * `offset` is that of claims.
   */
  readonly nextDue: (offset: number) => Effect.Effect<Option.Option<Instant>, StoreError>
  /** Returns what waits in lanes of a kind. It costs no more than the lanes and the pieces that it may count. */
  readonly backlogs: (query: LaneQuery) => Effect.Effect<ReadonlyArray<LaneBacklog>, StoreError>
  /** The store's clock, without any offset. */
  readonly now: Effect.Effect<Instant, StoreError>
}>()("@signalbox/core/port/Store") {}
