/**
 * Copies of the database while it is written to. A copy is checked before it takes the place of an earlier one.
 */
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import { renameSync, rmSync } from "node:fs"
import { backup, DatabaseSync } from "node:sqlite"
import * as Condition from "./Condition.ts"
import type { OwnFile } from "./OwnFile.ts"

/** The number of pages that are copied at a time; the process goes on with its work in between. */
const rate = 100

/** The number of times that a copy begins at most. */
const attempts = 1000

/** A copy cannot begin within a transaction of the process; Node.js says then that there was no error. */
const isInTransaction = (cause: unknown): boolean => cause instanceof Error && "errcode" in cause && cause.errcode === 0

const copy = async (connection: DatabaseSync, path: string): Promise<void> => {
  for (let left = attempts;; left--) {
    try {
      return void await backup(connection, path, { rate })
    } catch (cause) {
      if (left === 0 || !isInTransaction(cause)) throw cause
    }
  }
}

/** Returns what the system or SQLite says; anything else could tell of paths. */
const why = (cause: unknown): string => {
  if (cause instanceof Error && "errstr" in cause) return `SQLite: ${String(cause.errstr)}`
  return cause instanceof Error && "code" in cause ? String(cause.code) : "unknown"
}

const failure = (cause: unknown): StoreError =>
  cause instanceof StoreError
    ? cause
    : new StoreError({ reason: "failed", message: `the backup cannot be written (${why(cause)})`, cause: null })

const check = (file: string): void => {
  const copied = new DatabaseSync(file)
  try {
    Condition.checkPages(copied)
  } finally {
    copied.close()
  }
}

/** To be called once at a time. */
export const make = (connection: DatabaseSync, own: OwnFile) => (path: string): Effect.Effect<void, StoreError> =>
  Effect.uninterruptible(Effect.tryPromise({
    try: async () => {
      if (own.is(path)) {
        throw new StoreError({ reason: "failed", message: "a backup needs a path of its own", cause: null })
      }
      const partial = `${path}.partial`
      try {
        rmSync(partial, { force: true })
        await copy(connection, partial)
        check(partial)
        renameSync(partial, path)
      } finally {
        for (const end of ["", "-wal", "-shm"]) rmSync(`${partial}${end}`, { force: true })
      }
    },
    catch: failure
  }))
