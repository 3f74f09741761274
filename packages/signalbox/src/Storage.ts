/**
 * The service keeps its data in one of these places.
 */

/** All data is lost when the process ends. For tests and for trying out. */
export interface MemoryStorage {
  readonly kind: "memory"
}

/** A pool of connections as `pg` has it. */
export interface Pool {
  readonly connect: () => Promise<PoolConnection>
}

export interface PoolConnection extends Transaction {
  readonly release: (error?: Error | boolean) => void
}

/**
 * A connection with an open transaction of the host, such as a client of `pg` after `begin`. Parameters are numbered:
 * `$1`. `fromPostgresJs` makes one of a transaction of postgres.js, and the guide to transactions those of Kysely, Drizzle and Prisma.
 */
export interface Transaction {
  readonly query: (text: string, values?: Array<unknown>) => Promise<{ readonly rows: ReadonlyArray<object> }>
}

export interface PostgresOptions {
  /** The schema of the tables: `signalbox` unless given. Several services may share a database by different schemas. */
  readonly schema?: string
  /**
   * `auto` brings the schema up to date at the start. `check` changes nothing, and `ready` rejects when the schema is
   * not up to date: for services whose database user must not change tables.
   */
  readonly migrate?: "auto" | "check"
  /** True when the connections go through a pooler such as PgBouncer in transaction mode. */
  readonly pooler?: boolean
  /** The largest number of connections that a URL opens: 10 unless given. */
  readonly maxConnections?: number
}

export interface PostgresStorage extends PostgresOptions {
  readonly kind: "postgres"
  readonly database: string | Pool
}

export interface SqliteOptions {
  /**
   * Tells what becomes of a file that was in use when it was copied, or when its process died, and whose log
   * (`signalbox.db-wal`) is not beside it: `refuse`, unless given, does not open it; `accept` does, without the last
   * commits.
   */
  readonly missingLog?: "refuse" | "accept"
}

export interface SqliteStorage extends SqliteOptions {
  readonly kind: "sqlite"
  readonly file: string
}

/** A new organization or person. Its profiles go where it goes. */
export interface NewAccount {
  readonly id: string
  readonly type: "organization" | "user"
}

export interface CellsOptions {
  /** Returns the name of the cell of a new account. It is asked once for each, so that it may answer otherwise later. */
  readonly place: (account: NewAccount) => string
  /** The cell whose database has the directory of all accounts; the first one unless given. */
  readonly directory?: string
}

export interface CellsStorage extends CellsOptions {
  readonly kind: "cells"
  readonly cells: Readonly<Record<string, MemoryStorage | PostgresStorage>>
}

export type Storage = MemoryStorage | PostgresStorage | SqliteStorage | CellsStorage

/** Storage in memory, empty at each start. */
export const memory = (): MemoryStorage => ({ kind: "memory" })

/**
 * Storage in PostgreSQL, which any number of nodes share.
 *
 * @param database `postgres://user:password@host:5432/database`, or a pool of the host's own
 */
export const postgres = (database: string | Pool, options: PostgresOptions = {}): PostgresStorage => ({
  ...options,
  kind: "postgres",
  database
})

/**
 * Storage in one SQLite file, which this process has to itself while it runs. It needs nothing but what Node and Bun bring.
 *
 * @param file the path of the file, which is made when it is not there
 */
export const sqlite = (file: string, options: SqliteOptions = {}): SqliteStorage => ({
  ...options,
  kind: "sqlite",
  file
})

/**
 * Several databases, of which each has the accounts that are placed there, with all that belongs to them. Any node serves
 * the accounts of all (docs/decisions/20-cells.md).
 *
 * @param all by the names of the cells: small letters, digits, - and _, at most 32
 */
export const cells = (
  all: Readonly<Record<string, MemoryStorage | PostgresStorage>>,
  options: CellsOptions
): CellsStorage => ({ ...options, kind: "cells", cells: all })
