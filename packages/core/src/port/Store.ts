/**
 * The storage port has eight methods, each one a whole atomic operation. There is no generic query, no transaction and
 * no save. The test suite that every store passes is in `@signalbox/testing`; this is what it asks for.
 *
 * **Commits.** `commit` applies each Commit of a batch wholly or not at all, as if one after the other in their order,
 * and returns the outcome of each. A commit that was answered Done survives a crash. `Commit` says in which order its
 * parts are checked and applied. Its reply finishes a claim of the port `Idempotency` in the same step as its rows, so
 * those two ports are one storage; the reply is Stale unless its token holds the claim, which is unfinished and was begun
 * less than a day before the reply's instant.
 *
 * **Rows.** A store keeps a row by kind and key, as the JSON of `Row.encode`, and never looks inside, but for fan-out.
 * What a kind derives from its rows is always up to date: `Row.unique`, `Row.listings` and `Row.filters` are pure
 * functions of a row, and a store may keep their results beside the row or compute them again.
 *
 * **Versions and tokens.** Each put gives its row a version above all that the row ever had, whether the row was deleted
 * in between or not: a version stands for one state for ever. 0 means that there is no row. The token of a lease is above
 * all tokens that were given out before, for whatever work; that of a claim is another one each time the key is claimed.
 *
 * **Unique keys.** At most one row has a unique key. A Commit whose rows would end up with a key that another row has is
 * Taken, and the outcome names the key; of Commits that take one key at the same time, one wins. A row releases its keys
 * when it is deleted or put without them. A Commit that expects a key to be free is Stale when it is not.
 *
 * **Lists and filters.** A row is in the lists that its listings name, two at most, and moves with them. A filtered query
 * (`ListQuery.condition`) finds the rows of the list whose filters meet the condition (`Filters.matches`): they have all
 * of its terms, and the searched text contains the sought one, compared by code units. A row whose filters are null
 * meets no condition. Its total counts all such rows, however long the list is.
 *
 * **Fan-out.** An event becomes a delivery and its scheduled work in its own commit, for every row of kind `webhook` whose
 * `account` is the event's and whose `subscribes` names it, as these rows stand after the commit's own puts and deletes.
 * Nothing else of a webhook decides, but the delivery carries its `parent`. `Fanout.expandAll` makes the rows and the
 * work; a transaction turns `Fanout.Pairs` pairs of an account into deliveries at most (`Fanout.Room`), and the others are
 * left to one work item of each commit. The subscribers may come in any order. An event that nobody subscribes to is
 * not stored, and its `body` is not read. The outcome tells whether events have scheduled work that nobody holds
 * (`Done.fansOut`), so that workers look for it.
 *
 * **Usage.** A commit adds its tallies to the sums of usage, wholly and once, as it does everything else. Nothing reads
 * them within a commit, so a store may keep a sum in as many parts as it likes.
 *
 * **Lanes.** One node at a time holds a lane that is not shared, and a lease that was lost completes and releases nothing.
 * Within a lane work goes by its instant, and in the order of its scheduling where that is the same; work that is
 * released keeps its place, and work that is scheduled again loses it, together with its lease. A node comes to hold the
 * items of a lane that is not shared in their order, and each with a higher token than the one before. A claim returns as much
 * as its limit, the widths and the holders allow. Lanes share it evenly: as long as a lane waits that could be served, no
 * other one gets two items more than it. When there are more lanes than items they take turns, and a lane that is new
 * stands behind those that have waited. A lane may be paused before it has work. A pause that is over is none, so
 * `nextDue` then names the instant of the work, not that of the pause.
 *
 * **Held from the beginning.** Work may name the node that holds it as soon as it is committed (`Due.holder`). A store may
 * give it to that node, and tells so in the outcome of the commit, or ignore it; then the work waits to be claimed. What it
 * gives is a lease like any other: it has a token, it is freed when its node dies, and it counts towards the width of the
 * lane, which whoever names a holder keeps to. A store gives only what a claim of that node could bring at that moment: it
 * is due, its lane is not paused, nothing in the lane waits in front of it, no other node holds anything of a lane that is
 * not shared (`Holder.isAlone`), and the node has claimed before and was not declared dead since. Of the work of events
 * that a commit fans out nobody knows beforehand, so the store asks who holds it (`Naming`), more than once where it tries
 * more than once. When the outcome was lost, the node names the work with its next claims (`ClaimRequest.doubts`).
 *
 * **Work that lapses.** Most work that names a message with which it lapses (`Due.lapsesWith`) is cancelled days before it
 * is due. So a store may keep it in a way in which an item costs next to nothing: then it need not count it among what waits
 * in a lane, `nextDue` may name an instant although nothing of it is left, and a claim may bring what was cancelled while the
 * message is still in its part, or leave out what was not once the message has left it. Whoever schedules such work makes
 * sure that neither does harm, and never that it lapses before it was due.
 *
 * **Time.** Instants of rows and of work come in as parameters. Work falls due by the store's own clock plus the offset
 * that the caller declares, whatever the clock of a node says. The store's clock is that of the database where nodes
 * share one, otherwise the service's `Clock` less its `ClockOffset`, asked at each call.
 *
 * **Liveness.** No port says that a node has died: how a store finds out is its own affair, and what the dead node held
 * must be free again soon (PostgreSQL: three missed heartbeats; a store of one process: at its next start). The store has
 * a service of its own to declare a node dead, for its tests.
 *
 * **Waiting.** A commit may have to wait for a transaction that somebody else has open in the same database, such as one of
 * the host's. A store that can tell gives a batch up after `Patience`, as `unavailable` and blocked, and nothing of it was
 * applied. The others ignore it.
 *
 * **Failures.** An operation that fails has failed as a whole. One item that cannot be stored (such as a key with U+0000
 * in PostgreSQL) may fail everything beside it in a `load` or in the batch of a `commit`, with `failed`. Nothing of such
 * a batch was applied, so the caller can ask for its items one by one. After `unavailable` a whole batch may have been
 * applied, because only the answer was lost. Every text without U+0000 and lone surrogates can be stored.
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
import type { Usage, UsageQuery } from "../row/Usage.ts"
import type { NodeId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { LaneBacklog, LaneQuery } from "../work/LaneBacklog.ts"
import type { Due, Lane, Lease, WorkRef } from "../work/Work.ts"

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
  /** Whether a batch was given up because others hold what it needs. Nothing of it was applied. */
  readonly isBlocked: boolean
}> {
  constructor({ cause, isBlocked = false, message, reason }: {
    readonly reason: "unavailable" | "failed"
    readonly isBlocked?: boolean
    /** Defaults to the text of the cause. */
    readonly message?: string
    readonly cause: unknown
  }) {
    const what = reason === "unavailable" ? "the store is unavailable" : "the store failed"
    super({ reason, cause, isBlocked, message: message ?? `${what}${told(cause)}` })
  }
}

/** A batch of commits waits for others' transactions so many milliseconds at most; null: as long as the store does. */
export const Patience = Context.Reference<number | null>("@signalbox/core/port/Store/Patience", {
  defaultValue: () => null
})

/** Returns work with the node that would hold it from its beginning on, where there is one. */
export type Naming = (due: Due) => Due

/** A store asks this about the work that it schedules for the events of a batch, before it applies the batch. */
export const Naming = Context.Reference<Naming>("@signalbox/core/port/Store/Naming", {
  defaultValue: () => (due) => due
})

/** On which terms a node takes work from the lanes of one kind. */
export interface LaneTerms {
  /** How many items of one lane this node may hold at the same time with what a claim brings. */
  readonly width: number
  /** How many it may hold with those that commits give to it, about which it knows itself; `width` unless given. */
  readonly given?: number
  /** Whether other nodes may hold items of the lane at the same time. */
  readonly shared: boolean
}

export interface ClaimRequest {
  readonly node: NodeId
  /** How far the service's Clock is ahead of the store's on purpose, in milliseconds (`ClockOffset`). */
  readonly offset: number
  /** The largest number of items to return, over all lanes. */
  readonly limit: number
  /**
   * The lanes of each kind. A node gets no work of kinds that it does not name, such as those that only newer nodes
   * know.
   */
  readonly lanes: Readonly<Record<string, LaneTerms>>
  /**
   * The beginnings of lanes, such as `submission:acme/`, that this node leaves to others for now: it gets no more work of
   * them. Absent means none.
   */
  readonly leaves?: ReadonlyArray<string>
  /**
   * Work of which this node was named as the holder in a commit whose outcome it does not know. What it holds of it since
   * then is returned besides, whatever the limit; a store that gives nothing at the beginning ignores this.
   */
  readonly doubts?: ReadonlyArray<WorkRef>
}

/** The answer to a claim. */
export interface Claimed {
  readonly leases: ReadonlyArray<Lease>
  /**
   * When the next work falls due, as `nextDue` would tell at that moment; null means none does. A claim that brings nothing
   * may tell it, so that nobody has to ask. A store for which that is no cheaper leaves it out.
   */
  readonly next?: Instant | null
  /**
   * The lanes with work for the node that a claim has passed over, although it has brought something, because somebody else
   * was about to change who holds them. Where that was a commit of the node itself, nobody will say that they have work.
   */
  readonly passed?: ReadonlyArray<Lane>
}

export class Store extends Context.Service<Store, {
  /**
   * Loads rows by their own keys and by unique ones, balances and counters, all from one snapshot. The owners of unique
   * keys are among the rows. Everything that was asked for is in the answer once: a row that is not there is null at
   * version 0, a key that no row has is null, and a balance or counter that nothing has changed is 0. `lists` are
   * ignored: whoever loads asks for each of them with `list`.
   */
  readonly load: (needs: Needs) => Effect.Effect<Facts, StoreError>
  /** Applies a batch of commits. The outcomes are in the order of the batch. */
  readonly commit: (batch: ReadonlyArray<Commit>) => Effect.Effect<ReadonlyArray<Outcome>, StoreError>
  /** Leases work that is due: fairly over the lanes, and within a lane in the order of its instants. */
  readonly claim: (request: ClaimRequest) => Effect.Effect<Claimed, StoreError>
  /**
   * Returns a page of a list, newest first, rows of the same instant by key descending, with the true total of the rows
   * that meet the filters.
   */
  readonly list: (query: ListQuery) => Effect.Effect<Page, StoreError>
  /** Returns the sums of usage that are asked for, one for each day, channel, status and country that has any. */
  readonly usage: (query: UsageQuery) => Effect.Effect<ReadonlyArray<Usage>, StoreError>
  /**
   * Returns when the earliest work that no node holds falls due. Work of a paused lane falls due when the pause is over.
   * `offset` is that of claims.
   */
  readonly nextDue: (offset: number) => Effect.Effect<Option.Option<Instant>, StoreError>
  /** Returns what waits in lanes of a kind. It costs no more than the lanes and the items that it may count. */
  readonly backlogs: (query: LaneQuery) => Effect.Effect<ReadonlyArray<LaneBacklog>, StoreError>
  /** The store's clock, without any offset. */
  readonly now: Effect.Effect<Instant, StoreError>
}>()("@signalbox/core/port/Store") {}
