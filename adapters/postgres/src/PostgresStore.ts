/**
 * Storage in PostgreSQL, which any number of nodes share. `layer` opens its own pool of connections; `layerClient` uses
 * a client that is already there, and commits within its transaction if one is open.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { StoreHasClock } from "@signalbox/core/ClockOffset"
import { Documents } from "@signalbox/core/Documents"
import { Idempotency } from "@signalbox/core/Idempotency"
import { make as instant } from "@signalbox/core/Instant"
import { LastSeen } from "@signalbox/core/LastSeen"
import { Lockout } from "@signalbox/core/Lockout"
import { Migrations } from "@signalbox/core/Migrations"
import type { Needs } from "@signalbox/core/Needs"
import { Pace } from "@signalbox/core/Pace"
import { RateWindow } from "@signalbox/core/RateWindow"
import { Relocation } from "@signalbox/core/Relocation"
import type { StoreError } from "@signalbox/core/Store"
import { Store } from "@signalbox/core/Store"
import { Traces } from "@signalbox/core/Traces"
import { Writable } from "@signalbox/core/Writable"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { SqlError } from "effect/sql/SqlError"
import * as Net from "node:net"
import type { Duplex } from "node:stream"
import type { Address } from "./ConnectionUrl.ts"
import * as ConnectionUrl from "./ConnectionUrl.ts"
import * as HostClient from "./HostClient.ts"
import { HostTransaction } from "./HostTransaction.ts"
import * as Committing from "./internal/commit/committing.ts"
import type * as OptimisticCommit from "./internal/commit/optimisticCommit.ts"
import * as SumRetention from "./internal/commit/sumRetention.ts"
import type { Database } from "./internal/connection/database.ts"
import * as Database_ from "./internal/connection/database.ts"
import { refused } from "./internal/connection/failure.ts"
import * as Hosts from "./internal/connection/hosts.ts"
import * as Backlogs from "./internal/queue/backlogs.ts"
import * as Claiming from "./internal/queue/claiming.ts"
import * as Foreseeing from "./internal/queue/foreseeing.ts"
import * as Nodes from "./internal/queue/nodes.ts"
import * as Paces from "./internal/rateLimits/paces.ts"
import * as Rates from "./internal/rateLimits/rates.ts"
import * as Relocating from "./internal/relocation/relocating.ts"
import * as Claims from "./internal/requests/claims.ts"
import * as Lockouts from "./internal/requests/lockouts.ts"
import * as Documents_ from "./internal/rows/documents.ts"
import { FullTotals } from "./internal/rows/fullTotals.ts"
import * as Listing from "./internal/rows/listing.ts"
import * as Loading from "./internal/rows/loading.ts"
import { RowCache } from "./internal/rows/rowCache.ts"
import { Subscribers } from "./internal/rows/subscribers.ts"
import * as Tracing from "./internal/rows/tracing.ts"
import * as Usages from "./internal/rows/usages.ts"
import * as Fitness from "./internal/schema/fitness.ts"
import * as Migrate from "./internal/schema/migrate.ts"
import { dataTables, flawOf } from "./internal/statement/tables.ts"
import { PostgresNodes } from "./PostgresNodes.ts"

export interface ClientOptions {
  /** The schema of the tables. It is created when it does not exist. */
  readonly schema?: string
  /**
   * The interval at which a process reports that its nodes are alive, in elapsed milliseconds; 5000 by default. A node
   * that is silent for three times as long is dead, and others take its work over. All nodes must use the same value.
   */
  readonly heartbeatMillis?: number
  /**
   * `auto`, the default, brings the schema up to date at the start. With `check` the start fails when it is not, and
   * names what is missing, for hosts that migrate before they deploy (`migrate`).
   */
  readonly migrate?: "auto" | "check"
  /**
   * About how many bytes of rows this process keeps in memory, so that the database need not send again what has not
   * changed; 24 MiB by default. With 0 it keeps none.
   */
  readonly rowCacheBytes?: number
}

export interface Options extends ClientOptions {
  /**
   * `postgres://user:password@host:5432/database`. With several hosts, `postgres://…@a:5432,b:5432/database`, sessions are
   * opened on the first that takes writes, and on another one after a failover (README, "Several hosts").
   */
  readonly url: string | Redacted.Redacted
  /** The largest number of connections; 10 by default. */
  readonly maxConnections?: number
  /**
   * True when the URL is that of a connection pooler such as PgBouncer, which may run every transaction in another
   * session. Nothing is then kept in sessions, neither prepared statements nor settings; set those for the database
   * user instead (docs/guides/storage-postgres.md, "Behind a pooler").
   */
  readonly pooler?: boolean
  /** Opens each connection, for hosts that want to end them by themselves. */
  readonly stream?: (address: Address) => Duplex
}

type Services = Store | Idempotency | RateWindow | Lockout | Pace | PostgresNodes

/** The interval at which reserves of rate windows are confirmed and idle ones given up, in elapsed milliseconds. */
const tidyMillis = 2000

/** The delay after which keys are free whose claims had no answer, in elapsed milliseconds. */
const settleMillis = 1000

/** The state that a node keeps from one operation to the next. */
interface Kept extends OptimisticCommit.Kept {
  readonly fitness: Fitness.Fitness
  readonly totals: FullTotals
}

/** Within the caller's transaction rows may be such as nobody else will ever see. */
const load = (db: Database, memory: RowCache, needs: Needs) =>
  Effect.flatMap(
    Database_.inTransaction(db),
    (isHosted) => Database_.retrying(db, Loading.load(db, needs, isHosted ? new RowCache(0) : memory))
  )

/** A connection that is lost may be that of a server which others will replace by an older state of it. */
const forgetting =
  (memory: RowCache) => <A, E>(effect: Effect.Effect<A, SqlError | E>): Effect.Effect<A, SqlError | E> =>
    Effect.tapError(
      effect,
      (error) =>
        Effect.sync(() =>
          error instanceof SqlError && error.reason._tag === "ConnectionError" ? memory.clear() : undefined
        )
    )

const store = (db: Database, claim: Claiming.Claiming["claim"], kept: Kept): Store["Service"] => {
  const forgets = forgetting(kept.memory)
  const watched = <A, E>(call: Effect.Effect<A, SqlError | E>) => kept.fitness.watching(forgets(call))
  return {
    // Reads lose no race for rows, but a schema that is being changed can meet them in a deadlock.
    load: (needs) => Database_.operation(watched(load(db, kept.memory, needs))),
    commit: (batch) => Database_.operation(watched(Committing.commit(db, kept, batch))),
    claim: (request) => Database_.operation(kept.fitness.resting(claim(request), { leases: [] })),
    list: (query) => Database_.operation(Database_.retrying(db, Listing.list(db, kept.totals, query))),
    usage: (query) => Database_.operation(Database_.retrying(db, Usages.read(db, query))),
    nextDue: (offset) =>
      Database_.operation(
        Effect.map(Foreseeing.nextDue(db, offset), (at) => Option.map(Option.fromNullOr(at), instant))
      ),
    backlogs: (query) => Database_.operation(Database_.retrying(db, Backlogs.read(db, query))),
    now: Database_.operation(Effect.map(Database_.now(db), instant))
  }
}

/** Repeats an effect for as long as the layer is alive. A failure is logged, and the next run tries again. */
const every = (millis: number, what: string, effect: Effect.Effect<void, SqlError>) =>
  Effect.sleep(millis).pipe(
    Effect.andThen(Database_.operation(effect)),
    Effect.catch((error) => Effect.logWarning(`cannot ${what}`, error)),
    Effect.forever,
    Effect.forkScoped
  )

/** The schema's tables, through the client that is there. */
const open = Effect.fnUntraced(function*(schema: string) {
  const flaw = flawOf(schema)
  if (flaw !== null) return yield* Effect.fail(refused(flaw))
  return Database_.make(yield* PgClient.PgClient, schema)
})

/** Fails when a newer version has changed the schema for itself, and warns when it has only added to it. */
const checkFitness = Effect.fnUntraced(function*(db: Database) {
  const { later } = yield* Database_.failing(Migrate.standing(db))
  const breaking = later.filter(({ stops }) => stops).map(({ name }) => name)
  if (breaking.length > 0) return yield* Effect.fail(refused(`the schema ${Fitness.refusalOf(breaking)}`))
  if (later.length > 0) {
    const steps = later.map(({ name }) => name)
    yield* Effect.logWarning("the schema was changed by a newer version; this one works beside that", { steps })
  }
})

const check = Effect.fnUntraced(function*(db: Database) {
  const missing = yield* Database_.failing(Migrate.pending(db))
  if (missing.length === 0) return
  return yield* Effect.fail(
    refused(
      `the schema is not up to date, it lacks ${missing.map((name) => `"${name}"`).join(", ")}; ` +
        "migrate it first (npx signalbox migrate)"
    )
  )
})

/** Brings the schema up to date, and returns the names of the migrations that it has made. */
export const migrate = (
  { schema = "signalbox" }: Pick<ClientOptions, "schema"> = {}
): Effect.Effect<ReadonlyArray<string>, StoreError, PgClient.PgClient> =>
  Effect.flatMap(open(schema), (db) => Database_.failing(Migrate.migrate(db, schema)))

/** Returns the names of the migrations that the schema lacks, and changes nothing. */
export const pendingMigrations = (
  { schema = "signalbox" }: Pick<ClientOptions, "schema"> = {}
): Effect.Effect<ReadonlyArray<string>, StoreError, PgClient.PgClient> =>
  Effect.flatMap(open(schema), (db) => Database_.failing(Migrate.pending(db)))

/** The services on a client that exists already. */
export const layerClient = (
  { heartbeatMillis = 5000, migrate: mode = "auto", rowCacheBytes = 24 * 1024 * 1024, schema = "signalbox" }:
    ClientOptions = {}
): Layer.Layer<Services, StoreError, PgClient.PgClient> =>
  Layer.effectContext(Effect.gen(function*() {
    const db = yield* open(schema)
    const fitness = Fitness.make(db)
    yield* checkFitness(db)
    if (mode === "check") yield* check(db)
    else yield* Database_.failing(Migrate.migrate(db, schema))
    const nodes = yield* Nodes.make(db, heartbeatMillis)
    const [process] = yield* Database_.failing(
      db.query<{ readonly number: number }>(`select ${db.tables.next}::float8 as number`)
    )
    const rates = yield* Rates.make(db, String(process!.number))
    const shard = Committing.shardOf(process!.number)
    yield* Effect.addFinalizer(() => Effect.ignore(Database_.operation(nodes.leave)))
    yield* Effect.addFinalizer(() => Effect.ignore(Database_.operation(rates.leave)))
    const { claim, tidy } = yield* Claiming.make(db, schema, nodes)
    yield* every(heartbeatMillis, "tell that this node lives", fitness.whileFit(Effect.andThen(nodes.beat, tidy)))
    yield* every(
      2 * heartbeatMillis,
      "clear old keys of debits and counts away",
      fitness.resting(SumRetention.forget(db), undefined)
    )
    yield* every(tidyMillis, "tidy up rate windows", fitness.resting(rates.tidy, undefined))
    const claims = Claims.make(db)
    yield* every(settleMillis, "free keys whose claims had no answer", fitness.resting(claims.settle, undefined))
    const memory = new RowCache(rowCacheBytes)
    return Context.make(
      Store,
      store(db, claim, {
        shard,
        subscribers: new Subscribers(),
        memory,
        epochOf: nodes.known,
        fitness,
        totals: new FullTotals()
      })
    ).pipe(
      Context.add(LastSeen, { of: (needs) => memory.seen(needs) }),
      Context.add(StoreHasClock, true),
      Context.add(Idempotency, claims),
      Context.add(RateWindow, { take: rates.take }),
      Context.add(Lockout, yield* Lockouts.make(db)),
      Context.add(Documents, Documents_.make(db)),
      Context.add(Traces, Tracing.make(db)),
      Context.add(Relocation, Relocating.make(db)),
      Context.add(Migrations, { missing: Database_.operation(Migrate.pending(db)) }),
      Context.add(Writable, {
        refusal: Database_.operation(
          Effect.flatMap(Database_.refusal(db), (why) => why === null ? fitness.refusal : Effect.succeed(why))
        )
      }),
      Context.add(Pace, yield* Paces.make(db, String(process!.number))),
      Context.add(PostgresNodes, { forget: (node) => Database_.operation(nodes.forget(node)) })
    )
  }))

/**
 * The storage within a transaction that the host has begun on a connection of its own: what is committed here, the host
 * commits with its own rows, or not at all. Each operation is a savepoint, so one that fails leaves the transaction usable,
 * unless `HostTransaction` says otherwise. One operation at a time; the schema must be up to date. It holds nothing, and the
 * host ends the transaction.
 */
export const layerTransaction = (
  connection: HostClient.HostConnection,
  { schema = "signalbox" }: Pick<ClientOptions, "schema"> = {}
): Layer.Layer<Store | Idempotency | HostTransaction> =>
  Layer.effectContext(Effect.gen(function*() {
    const { attempt, client, isMissing, isOver } = yield* HostClient.makeWithin(connection)
    const within = <A>(effect: Effect.Effect<A, StoreError>) => Database_.operation(attempt(effect))
    const db = Database_.make(client, schema)
    const none = Effect.fail(refused("no work is taken within a transaction of the host"))
    const whole = store(db, () => none, {
      shard: Committing.hostShard,
      subscribers: new Subscribers(),
      memory: new RowCache(0),
      epochOf: () => undefined,
      fitness: Fitness.make(db),
      totals: new FullTotals()
    })
    return Context.make(Store, {
      ...whole,
      load: (needs) => within(whole.load(needs)),
      commit: (batch) => within(whole.commit(batch)),
      list: (query) => within(whole.list(query)),
      usage: (query) => within(whole.usage(query)),
      nextDue: (offset) => within(whole.nextDue(offset)),
      backlogs: (query) => within(whole.backlogs(query)),
      now: within(whole.now)
    }).pipe(
      Context.add(Idempotency, Claims.make(db, attempt)),
      Context.add(HostTransaction, { isMissing, isOver })
    )
  }))

/**
 * Converts a failure of the client into a StoreError whose message may be logged, for hosts with tables of their own in
 * the same database.
 */
export const storeError: (error: unknown) => StoreError = Database_.storeError

/** Deletes all stored data, for tests and tools. The schema and the registered nodes stay. */
export const wipe = (
  { schema = "signalbox" }: Pick<ClientOptions, "schema"> = {}
): Effect.Effect<void, StoreError, PgClient.PgClient> =>
  Effect.flatMap(PgClient.PgClient, (client) => {
    const { query, tables } = Database_.make(client, schema)
    return Database_.failing(Effect.asVoid(query(`truncate ${dataTables(tables).join(", ")}`)))
  })

/** The settings of each session. */
const sessionSettings = {
  statement_timeout: "10000",
  lock_timeout: "5000",
  // Every statement looks up a few keys by an index. A planner that chooses otherwise was misled by the statistics of a
  // young table, and the plan would be cached.
  jit: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_seqscan: "off",
  idle_in_transaction_session_timeout: "5000"
}

const connect = (address: Address): Duplex => Net.connect("path" in address ? address : { ...address, noDelay: true })

/** The client of `layer`. Timeouts on the server's side bound every wait of its sessions. */
export const client = (
  { maxConnections = 10, pooler = false, stream, url: given }: Options
): Layer.Layer<PgClient.PgClient, StoreError> => {
  const url = typeof given === "string" ? given : Redacted.value(given)
  const parsed = ConnectionUrl.parse(url)
  if (Result.isFailure(parsed)) {
    return Layer.effect(PgClient.PgClient, Effect.fail(refused(`the URL of the database ${parsed.failure}`)))
  }
  const { hosts, session } = parsed.success
  const options = {
    maxConnections,
    applicationName: "signalbox",
    ...(pooler ? { prepare: false } : { startupParameters: sessionSettings })
  }
  const layer = hosts.length === 1 && session === "any"
    ? PgClient.layer({
      ...options,
      url: Redacted.make(url),
      connectTimeout: 5000,
      ...(stream === undefined ? {} : { stream: () => stream(hosts[0].address) })
    })
    : PgClient.layerFrom(Hosts.make(parsed.success, { ...options, stream: stream ?? connect }))
  return Layer.effect(
    PgClient.PgClient,
    Database_.failing(Effect.map(Layer.build(layer), Context.get(PgClient.PgClient)))
  )
}

/** All storage of Signalbox, in the database at `url`. */
export const layer = (options: Options): Layer.Layer<Services, StoreError> =>
  Layer.provide(layerClient(options), client(options))
