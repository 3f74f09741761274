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
 * `$1`.
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

export type Storage = MemoryStorage | PostgresStorage

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
