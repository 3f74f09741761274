/**
 * The spend caps of an account: its own, those of its organization, and what is used up of them.
 */
import * as Money from "@signalbox/core/Money"
import * as Effect from "effect/Effect"
import type { SpendOperations } from "../../Operator.ts"
import type { Run } from "../operated.ts"
import { ofAccount } from "../operated.ts"
import * as OwnSetting from "./ownSetting.ts"
import * as Reading from "./reading.ts"

export const spend = (run: Run): SpendOperations => {
  const { both, set } = OwnSetting.ofIts(run, "spend")
  return {
    get: both,
    set,
    used: async (account) =>
      run(Effect.map(
        ofAccount(Reading.account("operator.spend.used", account), (operator, id) => operator.usedCaps(id)),
        (caps) =>
          caps.map(({ cap, isWarned, spent, ...used }) => ({
            ...used,
            cap: Money.toText(cap),
            spent: Money.toText(spent),
            warned: isWarned
          }))
      ))
  }
}
