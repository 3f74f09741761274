/**
 * The database: one connection that has its file to itself, its statements, and its transactions. Calls are synchronous,
 * so nothing comes between the statements of a transaction, or between those of a load.
 */
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import type { SQLInputValue, SQLOutputValue } from "node:sqlite"
import { DatabaseSync } from "node:sqlite"
import * as Backup from "./Backup.ts"
import * as Condition from "./Condition.ts"
import type { DatabaseFiles } from "./OwnFile.ts"
import * as OwnFile_ from "./OwnFile.ts"
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
  /** Returns whether what is written is found by nobody any more, because somebody has deleted or replaced the file. */
  readonly isLost: () => boolean
  /** See `SqliteFile`. */
  readonly backup: (path: string) => Effect.Effect<void, StoreError>
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

const lost = (): StoreError =>
  new StoreError({ reason: "unavailable", message: "the file was deleted or replaced while it was open", cause: null })

/** After how many commits, or so many bytes that the log has grown by, they are moved from the log to the file. */
const checkpointAfter = { commits: 200, bytes: 4 * 1024 * 1024 }

/** Moves commits from the log to the file now and then; to be called after each. */
const checkpointing = (connection: DatabaseSync, files: DatabaseFiles | null): () => void => {
  let commits = 0
  let bytes = OwnFile_.logBytes(files)
  return () => {
    if (files === null) return
    if (++commits < checkpointAfter.commits && OwnFile_.logBytes(files) < bytes + checkpointAfter.bytes) return
    // The commit lasts already, whatever becomes of this; the next one tries again.
    try {
      Condition.checkpoint(connection)
      commits = 0
      bytes = OwnFile_.logBytes(files)
    } catch {
      return
    }
  }
}

const connect = (connection: DatabaseSync, files: DatabaseFiles | null): Database => {
  const own = OwnFile_.make(files)
  const committed = checkpointing(connection, files)
  const statements = new Map<string, ReturnType<DatabaseSync["prepare"]>>()
  const prepared = (sql: string, values: ReadonlyArray<SQLInputValue>) => {
    if (!values.every(isStorable)) throw new TypeError("A text cannot be stored.")
    const found = statements.get(sql) ?? connection.prepare(sql)
    statements.set(sql, found)
    return found
  }
  const turn = Semaphore.makeUnsafe(1)
  const backup = Backup.make(connection, own)
  const self: Omit<Database, "next" | "write"> = {
    isLost: own.isLost,
    backup: (path) => Semaphore.withPermit(turn, backup(path)),
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
      if (own.isLost()) throw lost()
      const before = last
      connection.exec("BEGIN IMMEDIATE")
      try {
        const answer = use()
        if (last !== before) self.run("UPDATE sequence SET last = ?", last)
        connection.exec("COMMIT")
        // Whoever was told that it lasts would look for it in vain.
        if (own.isLost()) throw lost()
        committed()
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

/** SQLite's own words are told; any other error could tell of data, so only its name is. */
const failure = (cause: unknown): StoreError => {
  if (cause instanceof StoreError) return cause
  if (cause instanceof Error && "errcode" in cause && "errstr" in cause) {
    const reason = passing.has(Number(cause.errcode) & 0xff) ? "unavailable" : "failed"
    return new StoreError({ reason, cause: `SQLite: ${String(cause.errstr)}` })
  }
  return new StoreError({ reason: "failed", cause: cause instanceof Error ? cause.name : "unknown" })
}

export const attempt = <A>(use: () => A): Effect.Effect<A, StoreError> => Effect.try({ try: use, catch: failure })

const refused = (reason: StoreError["reason"], message: string): StoreError =>
  new StoreError({ reason, message, cause: null })

/** SQLite says of a file that somebody else has open that the database is locked. */
const isHeld = (cause: unknown): boolean =>
  cause instanceof Error && "errcode" in cause && (Number(cause.errcode) & 0xff) === 5

interface Opened {
  readonly connection: DatabaseSync
  readonly database: Database
}

export interface Opening {
  readonly file: string
  readonly missingLog: "refuse" | "accept"
}

/**
 * The connections of this process. Node.js closes one that nothing refers to any more, as a service that waits for nothing
 * but its end, and then another process could open the file as well.
 */
const connections = new Set<DatabaseSync>()

const start = ({ file, missingLog }: Opening): Opened => {
  const connection = new DatabaseSync(file)
  try {
    const files = OwnFile_.filesOf(connection)
    const hasLog = missingLog === "accept" || OwnFile_.hasLog(files)
    // A second process that opens the file fails here, rather than take work twice.
    connection.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    connection.exec("PRAGMA wal_autocheckpoint = 0")
    connection.exec("BEGIN EXCLUSIVE")
    Condition.checkLog(connection, hasLog)
    Condition.checkPages(connection)
    const known = number(connection.prepare("PRAGMA user_version").get()?.["user_version"])
    if (known > version) throw refused("failed", "a newer version of Signalbox has made the file; start that one")
    if (known === 0) connection.exec(tables)
    connection.exec(`PRAGMA user_version = ${version}; COMMIT`)
    if (files !== null) Condition.checkpoint(connection)
    const database = connect(connection, files)
    connections.add(connection)
    return { connection, database }
  } catch (cause) {
    connection.close()
    if (!isHeld(cause)) throw Condition.unreadable(cause) ?? cause
    throw refused(
      "unavailable",
      "another process has the file open, or this one has opened it before; one may at a time"
    )
  }
}

export const open = (opening: Opening): Effect.Effect<Database, StoreError, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(attempt(() => start(opening)), ({ connection }) =>
      Effect.sync(() => {
        connections.delete(connection)
        connection.close()
      })),
    ({ database }) => database
  )
