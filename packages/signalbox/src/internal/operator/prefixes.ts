/**
 * The prefixes of numbers to which an account sends nothing for now.
 */
import * as Instant from "@signalbox/core/Instant"
import { isPaused, isPrefix } from "@signalbox/core/PausedPrefix"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { PrefixOperations } from "../../Operator.ts"
import * as Errors from "../errors.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { id, ofAccount, operated, unknown } from "../operated.ts"
import * as Reading from "./reading.ts"

const Named = Schema.Struct({
  account: Schema.String,
  prefix: Schema.String.check(Reading.check(isPrefix, "must be a prefix as the list has it, such as \"+447700\""))
})

const date = (at: Instant.Instant | null): Date | null => at === null ? null : new Date(at)

export const prefixes = (run: Run): PrefixOperations => ({
  list: async (account, page) => {
    const text = Reading.account("operator.prefixes.list", account)
    const { behind, limit } = Reading.page("operator.prefixes.list", page)
    return run(Effect.gen(function*() {
      yield* ofAccount(text, (operator, id) => operator.find(id))
      const found = yield* operated((operator) => operator.pausedPrefixes(id(text), limit, behind))
      const now = yield* Instant.now
      return {
        prefixes: found.prefixes.map((row) => ({
          prefix: row.prefix,
          isPaused: isPaused(row, now),
          reason: row.reason,
          counted: row.evidence?.counted ?? null,
          failed: row.evidence?.failed ?? null,
          pausedAt: new Date(row.since),
          pausedUntil: date(row.until)
        })),
        total: found.total,
        after: Reading.cursor(found.after)
      }
    }))
  },
  pin: async (account, prefix) => {
    const given = Given.read("operator.prefixes.pin", "", Named, { account, prefix })
    return run(Effect.gen(function*() {
      const answer = yield* operated((operator) => operator.pinPrefix(id(given.account), given.prefix))
      if (answer === "UnknownAccount") return yield* Effect.fail(unknown(given.account))
      if (answer === "NotWatched") {
        return yield* Effect.fail(Errors.wrong("operator.prefixes.pin", ["account has no limit `pumping`"]))
      }
      return answer === "Changed"
    }))
  },
  lift: async (account, prefix) => {
    const given = Given.read("operator.prefixes.lift", "", Named, { account, prefix })
    return run(Effect.gen(function*() {
      const answer = yield* operated((operator) => operator.liftPrefix(id(given.account), given.prefix))
      if (answer === "UnknownAccount") return yield* Effect.fail(unknown(given.account))
      return answer === "Changed"
    }))
  }
})
