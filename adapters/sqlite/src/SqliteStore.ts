/**
 * Storage in one SQLite file, for one process: every port of storage as one Layer.
 */
import { ClockOffset } from "@signalbox/core/ClockOffset"
import { Documents } from "@signalbox/core/Documents"
import { Pairs, Room } from "@signalbox/core/Fanout"
import { Idempotency } from "@signalbox/core/Idempotency"
import * as Instant from "@signalbox/core/Instant"
import { Lockout } from "@signalbox/core/Lockout"
import { Pace } from "@signalbox/core/Pace"
import { RateWindow } from "@signalbox/core/RateWindow"
import type { StoreError } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import { Traces } from "@signalbox/core/Traces"
import { Writable } from "@signalbox/core/Writable"
import * as MemoryPace from "@signalbox/memory/MemoryPace"
import * as MemoryRateWindow from "@signalbox/memory/MemoryRateWindow"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Claims from "./internal/Claims.ts"
import * as Commits from "./internal/Commits.ts"
import type { Database } from "./internal/Database.ts"
import { attempt, open } from "./internal/Database.ts"
import * as Files from "./internal/Files.ts"
import * as Lanes from "./internal/Lanes.ts"
import * as Lockouts from "./internal/Lockouts.ts"
import * as Rows from "./internal/Rows.ts"
import * as Tallies from "./internal/Tallies.ts"
import * as Tracing from "./internal/Tracing.ts"
import * as Usages from "./internal/Usages.ts"
import { SqliteFile } from "./SqliteFile.ts"
import { SqliteNodes } from "./SqliteNodes.ts"

export interface Options {
  /** The path of the file, which is made when it is not there. `:memory:` keeps nothing. */
  readonly file: string
  /**
   * Tells what becomes of a file that was in use when it was copied, or when its process died, and whose log is not
   * beside it: with `refuse`, the default, it is not opened; with `accept` it is, without the last commits.
   */
  readonly missingLog?: "refuse" | "accept"
}

export type Services = Store | Idempotency | RateWindow | Lockout | Pace | SqliteNodes | SqliteFile

/** The service's clock without what it is ahead on purpose. */
const now: Effect.Effect<Instant.Instant> = Effect.gen(function*() {
  const ahead = yield* yield* ClockOffset
  return Instant.plus(yield* Instant.now, -ahead)
})

const store = (db: Database): Store["Service"] => ({
  load: (needs) => attempt(() => Rows.load(db, needs)),
  list: (query) => attempt(() => Rows.list(db, query)),
  commit: Effect.fnUntraced(function*(batch) {
    const [at, pairs] = [yield* now, yield* Pairs]
    return yield* attempt(() =>
      db.write(() => {
        const touched: Lanes.Touched = new Set()
        const room = new Room(pairs)
        const outcomes = batch.map((commit) => Commits.apply(db, touched, commit, at, room))
        Lanes.settle(db, touched)
        // More than a batch adds, so that what is old goes at last.
        Tallies.sweep(db, at, 1000 + 2 * batch.length)
        Lanes.sweep(db, at, 10)
        return outcomes
      })
    )
  }),
  claim: (request) =>
    Effect.flatMap(
      now,
      (now) => attempt(() => ({ leases: db.write(() => Lanes.claim(db, request, Instant.plus(now, request.offset))) }))
    ),
  usage: (query) => attempt(() => Usages.of(db, query)),
  nextDue: (offset) =>
    Effect.flatMap(now, (now) => attempt(() => Option.fromNullOr(Lanes.nextDue(db, Instant.plus(now, offset))))),
  backlogs: (query) =>
    Effect.flatMap(now, (now) => attempt(() => Lanes.backlogs(db, query, Instant.plus(now, query.offset)))),
  now
})

const gone = "has lost its file, which somebody has deleted or replaced"

const services = (db: Database) =>
  Context.empty().pipe(
    Context.add(Store, store(db)),
    Context.add(Idempotency, {
      begin: (claim, fingerprint, now) => attempt(() => db.write(() => Claims.begin(db, claim, fingerprint, now))),
      abandon: (claim, token) => attempt(() => Claims.abandon(db, claim, token))
    }),
    Context.add(Traces, {
      find: (query) => attempt(() => Tracing.find(db, query)),
      clear: (query) => attempt(() => db.write(() => Tracing.clear(db, query))),
      forgetUsage: (query) => attempt(() => db.write(() => Usages.forget(db, query)))
    }),
    // These look back a minute or a second, and no other process has a part in them.
    Context.add(RateWindow, MemoryRateWindow.make()),
    Context.add(Pace, MemoryPace.make()),
    Context.add(Lockout, {
      standing: (credential, now) => attempt(() => Lockouts.standing(db, credential, now)),
      fail: (credential, now) => attempt(() => db.write(() => Lockouts.fail(db, credential, now))),
      clear: (credential) => attempt(() => Lockouts.clear(db, credential))
    }),
    Context.add(Documents, {
      put: (documents, until, mostBytes, now) =>
        attempt(() => db.write(() => Files.put(db, documents, until, mostBytes, now))),
      keep: (id) => attempt(() => Files.keep(db, id)),
      remove: (ids) => attempt(() => Files.remove(db, ids)),
      find: (id, now) => attempt(() => Files.find(db, id, now)),
      next: (account, after) => attempt(() => Files.next(db, account, after)),
      restore: (held) => attempt(() => db.write(() => Files.restore(db, held)))
    }),
    Context.add(Writable, { refusal: Effect.sync(() => db.isLost() ? gone : null) }),
    Context.add(SqliteFile, { backup: db.backup }),
    Context.add(SqliteNodes, { forget: (node) => attempt(() => db.write(() => Lanes.forget(db, node))) })
  )

/**
 * Opens the file, and reads it once from end to end. Nobody else has it open, so nobody holds work any more. A file that is
 * damaged, or of which a part is missing, is refused.
 */
export const layer = ({ file, missingLog = "refuse" }: Options): Layer.Layer<Services, StoreError> =>
  Layer.effectContext(Effect.gen(function*() {
    const db = yield* open({ file, missingLog })
    yield* attempt(() => db.write(() => Lanes.forget(db, null)))
    return services(db)
  }))
