/**
 * Commits a batch: in one statement that takes for granted what nearly always holds, or else the long way, in a transaction
 * that locks and reads what the batch touches.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Fanout from "@signalbox/core/Fanout"
import type { StoreError } from "@signalbox/core/Store"
import { Naming, Patience } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import * as Database_ from "../connection/database.ts"
import { blocked } from "../connection/failure.ts"
import { decide } from "./decide.ts"
import type { Kept } from "./optimisticCommit.ts"
import { tryOptimistic } from "./optimisticCommit.ts"
import { read, readEntries } from "./reading.ts"
import { write } from "./writing.ts"

/** The total of a list is spread over so many rows, so that nodes do not wait for each other's locks. */
const shards = 32

/** Returns which of them a process adds to, as an expression. */
export const shardOf = (process: number): string => String(process % shards)

/** Counters of its own for each session of a host, since it may hold them for long. */
export const hostShard = `${shards} + pg_backend_pid() % ${shards}`

/** Whoever has bounded how long a batch waits decides what becomes of it then, so that it is not tried again here. */
const blockedWhen = (isBounded: boolean) => (error: SqlError): SqlError | StoreError =>
  isBounded && Database_.isBlocked(error) ? blocked(error) : error

/**
 * Locks and reads the rows, decides and writes. This finds the outcome of each commit when not all of them are Done.
 */
const commitRead = (
  db: Database,
  { shard, subscribers }: Kept,
  batch: ReadonlyArray<Commit>,
  patience: number | null
) =>
  Database_.transaction(
    db,
    Effect.gen(function*() {
      const reading = yield* read(db, batch, patience)
      const pairs = yield* Fanout.Pairs
      subscribers.learn(batch, reading.subscriptions ?? [])
      const first = decide(batch, reading, pairs)
      // A debit that seems Insufficient may be one that another node has just made with the same key.
      const { changes, outcomes } = first.outcomes.some(({ _tag }) => _tag === "Insufficient")
        ? decide(batch, yield* readEntries(db, batch, reading), pairs)
        : first
      const version = changes === null ? null : yield* write(db, changes, shard)
      return { outcomes, changes, version }
    }).pipe(Effect.mapError(blockedWhen(patience !== null)))
  )

export const commit = Effect.fnUntraced(function*(db: Database, kept: Kept, batch: ReadonlyArray<Commit>) {
  if (batch.length === 0) return []
  const { memory } = kept
  // Within the caller's transaction a failing statement would abort that transaction, so nothing is tried there.
  const isHosted = yield* Database_.inTransaction(db)
  // There its own bounds hold, and nobody else's batches wait behind it.
  const patience = isHosted ? null : yield* Patience
  if (!isHosted) {
    const pairs = yield* Fanout.Pairs
    const outcomes = yield* Effect.mapError(
      tryOptimistic(db, kept, batch, { pairs, patience, name: yield* Naming }),
      blockedWhen(patience !== null)
    )
    if (outcomes !== null) return outcomes
  }
  const own = isHosted ? { ...kept, shard: hostShard } : kept
  const { changes, outcomes, version } = yield* commitRead(db, own, batch, patience)
  // The caller's transaction may still be rolled back.
  if (!isHosted && changes !== null) memory.wrote(changes, version)
  return outcomes
})
