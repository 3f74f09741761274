/** Tells how much of an account's spend caps is used up, and whether the warning was given (decisions 17.2). */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import * as ReadSpend from "@signalbox/core/internal/account/ReadSpend"
import { make as money } from "@signalbox/core/Money"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account({ spend: { day: money(500), month: money(9000) } })

const caps = (id = account.id) =>
  Result.getOrThrow(
    new FactStore([put(Accounts, account)]).run(ReadSpend.FindCaps, id, Given.now, Given.ids())
  )

it("each cap of the account, in its period", () => {
  const [day, month] = caps() ?? []
  const counters = new Map([[day!.counter, 120], [month!.counter, 4500], [month!.warned, 1]])
  const common = { account: account.id, region: null }
  expect(ReadSpend.used([day!, month!], { ...Facts.empty, counters: new Map([...counters, [day!.warned, 0]]) }))
    .toStrictEqual([
      { ...common, period: "day", startsOn: "2030-01-15", cap: 500, spent: 120, isWarned: false },
      { ...common, period: "month", startsOn: "2030-01-01", cap: 9000, spent: 4500, isWarned: true }
    ])
  expect(caps()).toHaveLength(2)
})

it("nobody's caps are none", () => {
  expect(caps(Given.accountId(9))).toBeNull()
})
