/**
 * The file of the database and its write-ahead log beside it, as they were when they were opened. Whoever deletes or
 * replaces one of them leaves the process with a file that nobody finds again, and SQLite does not notice.
 */
import { existsSync, statSync } from "node:fs"
import type { DatabaseSync } from "node:sqlite"

export interface DatabaseFiles {
  readonly file: string
  readonly log: string
}

/** Returns where the database is; null when it is in memory. */
export const filesOf = (connection: DatabaseSync): DatabaseFiles | null => {
  const file = connection.prepare("PRAGMA database_list").get()?.["file"]
  return typeof file === "string" && file !== "" ? { file, log: `${file}-wal` } : null
}

export const hasLog = (files: DatabaseFiles | null): boolean => files === null || existsSync(files.log)

/** Returns the identity of what stands at a path, whatever it is called; null when nothing does. */
const identity = (path: string): string | null => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}

/** Returns how many bytes the log has; 0 when there is none. */
export const logBytes = (files: DatabaseFiles | null): number =>
  files === null ? 0 : statSync(files.log, { throwIfNoEntry: false })?.size ?? 0

export interface OwnFile {
  /** Returns whether what the process writes is found by nobody any more. */
  readonly isLost: () => boolean
  /** Returns whether a path leads to the file or its log. */
  readonly is: (path: string) => boolean
}

/** To be called when the file and its log are there. */
export const make = (files: DatabaseFiles | null): OwnFile => {
  if (files === null) return { isLost: () => false, is: () => false }
  const known = [files.file, files.log].map((path) => ({ path, was: identity(path) }))
  return {
    isLost: () => known.some(({ path, was }) => identity(path) !== was),
    is: (path) => {
      const found = identity(path)
      return found !== null && known.some(({ was }) => was === found)
    }
  }
}
