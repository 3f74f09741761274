/**
 * Terms that a command reads from a file in JSON, or writes as such.
 */
import * as Decoding from "@signalbox/core/Decoding"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Answer } from "./Answer.ts"
import type { Argument } from "./Command.ts"
import type { CommandError } from "./CommandError.ts"
import { misuse } from "./CommandError.ts"
import * as Files from "./Files.ts"

export const file: Argument = { name: "FILE", says: "the file in JSON; - is the standard input" }

const most = 5

const parsed = (path: string, text: string): Effect.Effect<unknown, CommandError> =>
  Effect.try({
    try: (): unknown => JSON.parse(text.replace(/^\uFEFF/, "")),
    catch: () => misuse(`${path} is no JSON.`)
  })

/** Says what is wrong, by the names of the fields. */
export const flaws = ({ issue }: Schema.SchemaError): string =>
  Decoding.violations(issue).map(({ field, message }) => `${field} ${message}`).slice(0, most).join("; ")

/** Reads a file by its Schema, or says what is wrong with it. A name that is none would be ignored, so it is refused. */
export const read = <A>(path: string, schema: Schema.Codec<A, unknown>): Effect.Effect<A, CommandError> =>
  Effect.gen(function*() {
    const value = yield* parsed(path, yield* Files.read(path))
    const result = Schema.decodeUnknownResult(schema, { errors: "all", onExcessProperty: "error" })(value)
    if (Result.isSuccess(result)) return result.success
    return yield* Effect.fail(misuse(`${path}: ${flaws(result.failure)}`))
  })

/** The same document for people and for machines: what was shown can be changed and read again. */
export const shown = (json: unknown): Answer => ({ json, lines: JSON.stringify(json, null, 2).split("\n") })
