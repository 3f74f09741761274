/**
 * The spend caps of an account: its own, those of its organization, and what is used up of them.
 */
import type { Account } from "@signalbox/core/Account"
import * as Money from "@signalbox/core/Money"
import * as Terms from "@signalbox/core/Terms"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SpendOperations } from "../../Operator.ts"
import type { SpendCaps } from "../../Terms.ts"
import * as Given from "../given.ts"
import type { Run } from "../operated.ts"
import { ofAccount, withOrganization } from "../operated.ts"
import * as Reading from "./reading.ts"

const Change = Schema.Struct({ spend: Schema.NullOr(Terms.SpendCaps) })

const capsOf = (account: Account | null): SpendCaps | null =>
  account?.spend === undefined ? null : Terms.writtenSpendCaps(account.spend)

export const spend = (run: Run): SpendOperations => ({
  get: async (account) =>
    run(Effect.map(
      withOrganization(Reading.account("operator.spend.get", account)),
      ([own, organization]) => ({ own: capsOf(own), organization: capsOf(organization) })
    )),
  set: async (account, caps) => {
    const text = Reading.account("operator.spend.set", account)
    const { spend: given } = Given.read("operator.spend.set", "", Change, { spend: caps })
    const change = { spend: given === null ? null : Terms.spendCaps(given) }
    await run(ofAccount(text, (operator, id) => operator.change(id, change)))
  },
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
})
