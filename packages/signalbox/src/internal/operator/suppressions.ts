/**
 * The numbers to which an account sends nothing.
 */
import { PhoneNumber } from "@signalbox/core/PhoneNumber"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SuppressionOperations } from "../../Operator.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { id, ofAccount, operated, unknown } from "../operated.ts"
import * as Reading from "./reading.ts"

/** How many numbers one call may name. */
const most = 10_000

const few = Reading.check(
  (phones: ReadonlyArray<string>) => phones.length <= most,
  `must have at most ${most} numbers`
)

const Added = Schema.Struct({ account: Schema.String, phones: Schema.Array(Schema.String).check(few) })

const Removed = Schema.Struct({ account: Schema.String, phones: Schema.Array(PhoneNumber).check(few) })

export const suppressions = (run: Run): SuppressionOperations => ({
  list: async (account, page) => {
    const text = Reading.account("operator.suppressions.list", account)
    const { behind, limit } = Reading.page("operator.suppressions.list", page)
    return run(Effect.gen(function*() {
      yield* ofAccount(text, (operator, id) => operator.find(id))
      const found = yield* operated((operator) => operator.suppressions(id(text), 0, limit, behind))
      return {
        suppressions: found.entries.map(({ phone, suppressedAt }) => ({ phone, suppressedAt: new Date(suppressedAt) })),
        total: found.total,
        after: Reading.cursor(found.after)
      }
    }))
  },
  add: async (account, phones) => {
    const given = Given.read("operator.suppressions.add", "", Added, { account, phones })
    return run(ofAccount(given.account, (operator, id) => operator.importSuppressions(id, given.phones)))
  },
  remove: async (account, phones) => {
    const given = Given.read("operator.suppressions.remove", "", Removed, { account, phones })
    return run(Effect.gen(function*() {
      yield* ofAccount(given.account, (operator, id) => operator.find(id))
      let removed = 0
      for (const phone of given.phones) {
        const answer = yield* operated((operator) => operator.unsuppress(id(given.account), phone))
        if (answer === "UnknownAccount") return yield* Effect.fail(unknown(given.account))
        if (answer === "Changed") removed++
      }
      return removed
    }))
  }
})
