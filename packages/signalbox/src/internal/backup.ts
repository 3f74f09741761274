/**
 * Copies of the database that a process has to itself.
 */
import { SqliteFile } from "@signalbox/sqlite/SqliteFile"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Signalbox } from "../Signalbox.ts"
import type { SignalboxError } from "../SignalboxError.ts"
import * as Errors from "./errors.ts"

export type Run = <A>(effect: Effect.Effect<A, SignalboxError>) => Promise<A>

const isPath = (path: unknown): path is string => typeof path === "string" && path !== "" && !path.includes("\0")

/** Only SQLite has a file. Whoever has PostgreSQL has its tools. */
export const make = (run: Run): Signalbox["backup"] => async (path) => {
  if (!isPath(path)) throw Errors.wrong("backup", ["path must be the path of a file"])
  return run(Effect.gen(function*() {
    const file = Option.getOrNull(yield* Effect.serviceOption(SqliteFile))
    if (file === null) return yield* Effect.fail(Errors.wrong("backup", ["it needs storage: sqlite(file)"]))
    return yield* Effect.mapError(
      file.backup(path),
      (error) => Errors.error("INTERNAL_002", `backup: ${error.message}`, { cause: error })
    )
  }))
}
