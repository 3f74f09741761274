/**
 * `signalbox prefixes`: the prefixes of numbers to which an account sends nothing for now.
 */
import * as Instant from "@signalbox/core/Instant"
import { Operator } from "@signalbox/core/Operator"
import * as PausedPrefixes from "@signalbox/core/PausedPrefix"
import * as Effect from "effect/Effect"
import * as Answer from "../Answer.ts"
import type { Argument, Command } from "../Command.ts"
import { fromExecution, misuse, refused, unknownAccount } from "../CommandError.ts"
import * as OfAccount from "../OfAccount.ts"
import * as Value from "../Value.ts"

const most = 1000

const list: Command = {
  path: ["prefixes", "list"],
  says: "Lists the paused prefixes of an account, and those of the last day",
  takes: [OfAccount.argument],
  options: ["limit"],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const limit = yield* Value.count("limit", input.options.get("limit")?.toString() ?? "100", most)
    const { id } = yield* OfAccount.find(input)
    const { prefixes, total } = yield* Effect.mapError(operator.pausedPrefixes(id, limit, null), fromExecution)
    const now = yield* Instant.now
    return {
      json: {
        prefixes: prefixes.map((row) => ({
          prefix: row.prefix,
          is_paused: PausedPrefixes.isPaused(row, now),
          reason: row.reason,
          counted: row.evidence?.counted ?? null,
          failed: row.evidence?.failed ?? null,
          paused_at: Answer.instant(row.since),
          paused_until: Answer.instant(row.until)
        })),
        total
      },
      lines: prefixes.length === 0 ? ["No prefix is paused."] : Answer.table(
        ["PREFIX", "REASON", "FAILED", "OF", "SINCE", "UNTIL"],
        prefixes.map(({ evidence, prefix, reason, since, until }) => [
          prefix,
          reason,
          String(evidence?.failed ?? ""),
          String(evidence?.counted ?? ""),
          Instant.toMillis(since),
          Answer.instant(until) ?? "it is lifted"
        ])
      ),
      notes: total > prefixes.length ? [`${total - prefixes.length} more; --limit says how many to show.`] : []
    }
  })
}

const argument: Argument = { name: "PREFIX", says: "the prefix as the list has it, such as +447700" }

const sentences = {
  pin: { says: "Pauses a prefix of an account until it is lifted", done: "paused until it is lifted" },
  lift: { says: "Lets an account send to a prefix again", done: "no longer paused" }
} as const

const change = (path: "pin" | "lift"): Command => ({
  path: ["prefixes", path],
  says: sentences[path].says,
  takes: [OfAccount.argument, argument],
  on: "operator",
  run: Effect.fnUntraced(function*(input) {
    const operator = yield* Operator
    const [given, prefix] = input.arguments as [string, string]
    if (!PausedPrefixes.isPrefix(prefix)) {
      return yield* Effect.fail(misuse(`${Answer.plain(prefix)} is no prefix, such as +447700.`))
    }
    const id = yield* Value.account(given)
    const call = path === "pin" ? operator.pinPrefix(id, prefix) : operator.liftPrefix(id, prefix)
    const answer = yield* Effect.mapError(call, fromExecution)
    if (answer === "UnknownAccount") return yield* Effect.fail(unknownAccount(id))
    if (answer === "NotWatched") {
      return yield* Effect.fail(refused("The account has no limit `pumping`, so no prefix of it can be paused."))
    }
    const changed = answer === "Changed"
    return { json: { changed }, lines: [`${prefix} is ${changed ? sentences[path].done : "as it was"}.`] }
  })
})

export const commands: ReadonlyArray<Command> = [list, change("pin"), change("lift")]
