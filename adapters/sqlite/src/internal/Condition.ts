/**
 * In which condition a file is: whether its pages fit together, and whether all of it is there. While a process has it
 * open, and after one that has died, the last commits stand in the log beside it. Then the file says "in use" by itself,
 * and "whole" together with its log: whatever brings both together, such as closing it, makes it whole.
 */
import { StoreError } from "@signalbox/core/Store"
import type { DatabaseSync } from "node:sqlite"

/** "Sbx" and a number, in the field that SQLite keeps for the kind of a file. A file that is being made has neither yet. */
const whole = 0x53627800
const inUse = 0x53627801

const refused = (message: string): StoreError => new StoreError({ reason: "failed", message, cause: null })

const say = (connection: DatabaseSync, id: number): void => connection.exec(`PRAGMA application_id = ${id}`)

/** Moves the commits from the log to the file, which stays "in use", and begins the log anew with "whole". */
export const checkpoint = (connection: DatabaseSync): void => {
  try {
    say(connection, inUse)
    connection.exec("PRAGMA wal_checkpoint(RESTART)")
  } finally {
    say(connection, whole)
  }
}

const damaged = (how: string): StoreError => refused(`the file is damaged (${how}); put a backup in its place`)

/** @throws StoreError when pages of the file are spoiled */
export const checkPages = (connection: DatabaseSync): void => {
  const found = connection.prepare("PRAGMA quick_check(1)").get()?.["quick_check"]
  if (found !== "ok") throw damaged(String(found).replaceAll(/\s+/g, " "))
}

/** Returns the refusal of a file that is too damaged to be checked, or null when its failure is another one. */
export const unreadable = (cause: unknown): StoreError | null => {
  if (!(cause instanceof Error && "errcode" in cause && "errstr" in cause)) return null
  switch (Number(cause.errcode) & 0xff) {
    case 11:
      return damaged(String(cause.errstr))
    case 26:
      return refused("the file is no database of SQLite, or its beginning is damaged; put a backup in its place")
    default:
      return null
  }
}

/** @throws StoreError when the file was in use and its log is gone */
export const checkLog = (connection: DatabaseSync, hasLog: boolean): void => {
  if (hasLog || connection.prepare("PRAGMA application_id").get()?.["application_id"] !== inUse) return
  throw refused(
    "the file was in use when it was copied or its process died, and its log is missing, which holds the last commits: " +
      "put the file ending in -wal beside it, or a backup in its place, or open it without them (missingLog: \"accept\")"
  )
}
