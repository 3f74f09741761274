/**
 * The database: one connection that has its file to itself, its statements, and its transactions. Calls are synchronous,
 * so nothing comes between the statements of a transaction, or between those of a load.
 */
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { SQLInputValue, SQLOutputValue } from "node:sqlite"
import { DatabaseSync } from "node:sqlite"
import { tables, version } from "./Tables.ts"

export type Found = Readonly<Record<string, SQLOutputValue>>

export interface Database {
  readonly all: (sql: string, ...values: ReadonlyArray<SQLInputValue>) => ReadonlyArray<Found>
  readonly get: (sql: string, ...values: ReadonlyArray<SQLInputValue>) => Found | undefined
  /** Returns the first column of the first row. */
  readonly value: (sql: string, ...values: ReadonlyArray<SQLInputValue>) => SQLOutputValue | undefined
  readonly run: (sql: string, ...values: ReadonlyArray<SQLInputValue>) => void
  /** Puts a row with these columns, in place of one with the same primary key. */
  readonly put: (table: string, ...columns: ReadonlyArray<SQLInputValue>) => void
  /** Returns a number that was never given out before: versions, tokens, and places in line are such numbers. */
  readonly next: () => number
  /** Applies all that `use` does, or nothing. It lasts when this returns. */
  readonly write: <A>(use: () => A) => A
}

export const text = (value: SQLOutputValue | undefined): string => {
  if (typeof value !== "string") throw new TypeError("The database has no text where one should be.")
  return value
}

export const number = (value: SQLOutputValue | undefined): number => {
  if (typeof value !== "number") throw new TypeError("The database has no number where one should be.")
  return value
}

/** SQLite ends texts at U+0000 and replaces lone surrogates, so that two keys could become one. */
const isStorable = (value: SQLInputValue): boolean => typeof value !== "string" || !/[\0\p{Surrogate}]/u.test(value)

const connect = (connection: DatabaseSync): Database => {
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>()
  const prepared = (sql: string, values: ReadonlyArray<SQLInputValue>) => {
    if (!values.every(isStorable)) throw new TypeError("A text cannot be stored.")
    const found = statements.get(sql) ?? connection.prepare(sql)
    statements.set(sql, found)
    return found
  }
  const self: Omit<Database, "next" | "write"> = {
    all: (sql, ...values) => prepared(sql, values).all(...values),
    get: (sql, ...values) => prepared(sql, values).get(...values),
    value: (sql, ...values) => Object.values(self.get(sql, ...values) ?? {})[0],
    run: (sql, ...values) => void prepared(sql, values).run(...values),
    put: (table, ...columns) => self.run(`REPLACE INTO ${table} VALUES (${columns.map(() => "?").join()})`, ...columns)
  }
  let last = number(self.value("SELECT last FROM sequence"))
  return {
    ...self,
    next: () => ++last,
    write: (use) => {
      const before = last
      connection.exec("BEGIN IMMEDIATE")
      try {
        const answer = use()
        if (last !== before) self.run("UPDATE sequence SET last = ?", last)
        connection.exec("COMMIT")
        return answer
      } catch (cause) {
        if (connection.isTransaction) connection.exec("ROLLBACK")
        throw cause
      }
    }
  }
}

/** Busy, locked, broken input or output, full: what may pass by itself. */
const passing = new Set([5, 6, 10, 13])

/** What SQLite says is in its own words; anything else could tell of data, so only its name is told. */
const failure = (cause: unknown): StoreError => {
  if (cause instanceof Error && "errcode" in cause && "errstr" in cause) {
    const reason = passing.has(Number(cause.errcode) & 0xff) ? "unavailable" : "failed"
    return new StoreError({ reason, cause: `SQLite: ${String(cause.errstr)}` })
  }
  return new StoreError({ reason: "failed", cause: cause instanceof Error ? cause.name : "unknown" })
}

export const attempt = <A>(use: () => A): Effect.Effect<A, StoreError> => Effect.try({ try: use, catch: failure })

const start = (file: string): { readonly connection: DatabaseSync; readonly database: Database } => {
  const connection = new DatabaseSync(file)
  try {
    // A second process that opens the file fails here, rather than take work twice.
    connection.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    connection.exec("BEGIN EXCLUSIVE")
    const known = number(connection.prepare("PRAGMA user_version").get()?.["user_version"])
    if (known > version) throw new Error("A newer version has made the file.")
    if (known === 0) connection.exec(tables)
    connection.exec(`PRAGMA user_version = ${version}; COMMIT`)
    return { connection, database: connect(connection) }
  } catch (cause) {
    connection.close()
    throw cause
  }
}

export const open = (file: string): Effect.Effect<Database, StoreError, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(attempt(() => start(file)), ({ connection }) => Effect.sync(() => connection.close())),
    ({ database }) => database
  )
