/**
 * The nodes whose claims this process serves, each with its epoch: the number under which it holds work. A node that
 * was declared dead, or whose process was restarted, gets a new epoch, so what it held before is void.
 *
 * A process that starts under an id takes that id over, because a dead process may have had it. A process that has lost
 * its id takes it back only when no other has it: of two processes with one id the later one works, and the claims of
 * the other one fail.
 *
 * A node that has been silent for a while is dead sooner when the session of its last heartbeat is gone: a process that was
 * killed leaves none behind, and one that stands still or is cut off by its network does.
 *
 * Only who has watched for long enough judges the silence of others, since all are silent while the database is away.
 * Nodes hand that watch on (`watched_since`): where each lives for a short time only, the dead are buried nevertheless.
 */
import type { NodeId } from "@signalbox/core/Id"
import type { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { SqlError } from "effect/sql/SqlError"
import type { Database } from "../connection/database.ts"
import { transaction } from "../connection/database.ts"
import { refused } from "../connection/failure.ts"
import { isDueNow } from "../statement/tables.ts"

interface Epoch {
  readonly epoch: string
}

/** A node that was not seen for so many heartbeats is dead. */
const deadAfter = 3

/** One of whose sessions has ended, as those of a process that was killed have, is dead after so many. */
const deadWithoutSession = 1.5

/** After so many heartbeats in a row a process has watched longer than any living node is silent. */
const watchful = deadAfter + 1

/** A node that comes goes on with the watch of one that was seen no more than so many heartbeats ago. */
const relieved = 1.5

/**
 * Frees all work of these epochs. Their nodes are deleted first, in a statement of its own: a claim locks its node, so
 * this waits for the claim, and the second statement sees what it has leased.
 */
const bury = (
  { query, tables: t }: Database,
  which: string,
  params: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<string>, SqlError> =>
  Effect.gen(function*() {
    const dead = (yield* query<Epoch>(
      `delete from ${t.node} where ${which} returning epoch::text as epoch`,
      params
    )).map(({ epoch }) => epoch)
    if (dead.length > 0) {
      yield* query(
        `with freed as (
           update ${t.work} set epoch = null, token = null
           where epoch in (select e::int8 from json_array_elements_text($1::text::json) e) returning lane, due_at
         )
         insert into ${t.lane_ready} (lane, at, turn, was_due)
         select lane, min(due_at), ${t.next}, ${isDueNow("min(due_at)")} from freed group by lane`,
        [JSON.stringify(dead)]
      )
    }
    return dead
  })

export interface Nodes {
  /** The epoch of a node, which is registered when it is not known. It fails when another process has taken the id. */
  readonly epoch: (node: NodeId) => Effect.Effect<string, SqlError | StoreError>
  /** The epoch of a node that is known, as far as this process has heard. */
  readonly known: (node: NodeId) => string | undefined
  /** To be called when an epoch turns out to be over. */
  readonly isOver: (node: NodeId, epoch: string) => Effect.Effect<void>
  readonly forget: (node: NodeId) => Effect.Effect<void, SqlError>
  /** Tells the others that the nodes of this process live, and buries those that have been silent for too long. */
  readonly beat: Effect.Effect<void, SqlError>
  /** Lets go of all that the nodes of this process hold, so that others need not wait until they count as dead. */
  readonly leave: Effect.Effect<void, SqlError>
}

export const make = (db: Database, beatMillis: number): Effect.Effect<Nodes> =>
  Effect.gen(function*() {
    const { query, tables: t } = db
    const epochs = new Map<NodeId, string>()
    /** Nodes that had an epoch, which is over; they may have another one. */
    const lost = new Set<NodeId>()
    const turn = yield* Semaphore.make(1)
    let beats = 0
    let hasFailed = false
    const ago = (heartbeats: number): string => `clock_timestamp() - interval '${heartbeats * beatMillis} milliseconds'`
    // The session by which the node has told last that it lives. Another one may have got the number since.
    const hasSession = `exists (
       select from pg_stat_activity a where a.pid = session and coalesce(a.backend_start <= session_since, true)
     )`
    const isSilent = `(seen_at < ${ago(deadAfter)} or seen_at < ${ago(deadWithoutSession)} and not ${hasSession})`

    const register = (node: NodeId) =>
      transaction(
        db,
        Effect.gen(function*() {
          if (lost.has(node)) {
            const taken = yield* query(`select 1 as taken from ${t.node} where id = $1`, [node])
            if (taken.length > 0) {
              return yield* Effect.fail(
                refused(`another process works as the node "${node}"; give each an id of its own`)
              )
            }
          } else {
            yield* bury(db, "id = $1", [node])
          }
          const [made] = yield* query<Epoch & { readonly watchful: boolean }>(
            `insert into ${t.node} (id, epoch, watched_since) values ($1, ${t.next}, coalesce(
               (select min(watched_since) from ${t.node} where seen_at > ${ago(relieved)}), clock_timestamp()
             )) returning epoch::text as epoch, watched_since < ${ago(watchful)} as watchful`,
            [node]
          )
          if (made!.watchful) yield* bury(db, isSilent, [])
          return made!.epoch
        })
      )

    const tell = (own: ReadonlyArray<string>) =>
      Effect.map(
        query<{ readonly watchful: boolean }>(
          `update ${t.node} set seen_at = clock_timestamp(), session = pg_backend_pid(), session_since = clock_timestamp(),
             watched_since = case when $2::text::bool or seen_at < ${
            ago(relieved)
          } then clock_timestamp() else watched_since end
           where epoch in (select e::int8 from json_array_elements_text($1::text::json) e)
           returning watched_since < ${ago(watchful)} as watchful`,
          [JSON.stringify(own), String(hasFailed)]
        ),
        (told) => told.some(({ watchful }) => watchful)
      )

    const beat = Effect.gen(function*() {
      const isWatchful = epochs.size > 0 && (yield* tell([...epochs.values()]))
      hasFailed = false
      beats++
      // A process that has just come back, or whose database has, must not judge others by a silence of its own.
      if (isWatchful || beats >= watchful) yield* transaction(db, bury(db, isSilent, []))
    }).pipe(Effect.onError(() =>
      Effect.sync(() => {
        beats = 0
        hasFailed = true
      })
    ))

    return {
      epoch: (node) =>
        Semaphore.withPermit(
          turn,
          Effect.suspend(() => {
            const known = epochs.get(node)
            if (known !== undefined) return Effect.succeed(known)
            return Effect.tap(register(node), (epoch) => Effect.sync(() => epochs.set(node, epoch)))
          })
        ),
      known: (node) => epochs.get(node),
      isOver: (node, epoch) =>
        Effect.sync(() => {
          if (epochs.get(node) !== epoch) return
          epochs.delete(node)
          lost.add(node)
        }),
      forget: (node) => Effect.asVoid(transaction(db, bury(db, "id = $1", [node]))),
      beat,
      leave: Effect.suspend(() =>
        Effect.asVoid(transaction(
          db,
          bury(db, "epoch in (select e::int8 from json_array_elements_text($1::text::json) e)", [
            JSON.stringify([...epochs.values()])
          ])
        ))
      )
    }
  })
