/**
 * A command reads a file, or its standard input.
 */
import * as Effect from "effect/Effect"
import { readFile } from "node:fs/promises"
import { text } from "node:stream/consumers"
import { CommandError } from "./CommandError.ts"

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "no reason"

/** `-` is the standard input. */
export const read = (path: string): Effect.Effect<string, CommandError> =>
  Effect.tryPromise({
    try: () => path === "-" ? text(process.stdin) : readFile(path, "utf8"),
    catch: (error) => new CommandError({ reason: "failed", message: `${path} cannot be read (${codeOf(error)}).` })
  })

/** A secret from the command line, or from the standard input when it is `-`, where no list of processes shows it. */
export const secret = (given: string): Effect.Effect<string, CommandError> =>
  given === "-" ? Effect.map(read(given), (text) => text.trim()) : Effect.succeed(given)
