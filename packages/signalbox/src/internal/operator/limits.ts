/**
 * The limits of an account.
 */
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import type { LimitOperations } from "../../Operator.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { ofAccount } from "../operated.ts"
import * as Reading from "./reading.ts"

export const limits = (run: Run): LimitOperations => ({
  get: async (account) =>
    run(Effect.map(
      ofAccount(Reading.account("operator.limits.get", account), (operator, id) => operator.find(id)),
      Terms.writtenLimits
    )),
  set: async (account, limits) => {
    const text = Reading.account("operator.limits.set", account)
    const given = Given.read("operator.limits.set", "limits", Terms.Limits, limits)
    return run(Effect.map(ofAccount(text, (operator, id) => operator.change(id, given)), Terms.writtenLimits))
  }
})
