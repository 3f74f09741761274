/** A change of a market's compliance: what a body may say, and what is stored of it. */
import { Accounts } from "@signalbox/core/Account"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import * as NewMarket from "@signalbox/core/internal/channel/NewMarket"
import { UpdateMarket } from "@signalbox/core/internal/channel/UpdateMarket"
import { shipped } from "@signalbox/core/internal/compliance/ShippedRequirements"
import type { Json } from "@signalbox/core/Json"
import { find } from "@signalbox/core/RequirementTable"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }
const path = { country: "DE", type: "local" }

const fixed = "cannot be changed here"
const none = "must have brand or campaign"

it.each<readonly [Json, ReadonlyArray<readonly [field: string, message: string]>]>([
  [{ compliance: { brand: null } }, []],
  [{ compliance: { campaign: null }, sandbox: true }, []],
  [{ compliance: { brand: null, campaign: null } }, []],
  [{ compliance: null }, []],
  [{}, [["body", "must have compliance"]]],
  [null, [["body", "must have compliance"]]],
  [[], [["body", "must have compliance"]]],
  [["brand"], [["body", "must have compliance"]]],
  ["compliance", [["body", "must have compliance"]]],
  [{ country: "DE", sandbox: false }, [["country", fixed], ["body", "must have compliance"]]],
  [{ compliance: {} }, [["compliance", none]]],
  [{ compliance: [] }, [["compliance", none]]],
  [{ compliance: ["brand"] }, [["compliance", none]]],
  [{ compliance: "brand" }, [["compliance", none]]],
  [{ compliance: { regime: "none" } }, [["compliance.regime", fixed]]],
  [
    { status: "ACTIVE", compliance: { brand: null, campaign: null, documents: [], regime: "none" } },
    [["status", fixed], ["compliance.documents", fixed], ["compliance.regime", fixed]]
  ]
])("a change is told what it may not say: %j", (raw, told) => {
  const found = UpdateMarket.check({ path, query: {}, body: {} }, caller, raw, Given.now)
  expect(found).toStrictEqual(told.map(([field, message]) => ({ field, code: "VALIDATION_001", message })))
})

it("each change of a market is another revision of it, so that what is reported of an earlier one is known", () => {
  const rule = find(shipped, "DE", "LOCAL")
  const wanted = { country: "DE", numberType: "LOCAL", senderValue: null, areaCodes: [] } as const
  const market = NewMarket.make(wanted, { brand: null, campaign: null }, rule, [], Given.now)
  const store = new FactStore([
    put(Accounts, account),
    put(ChannelSet.ChannelSets, { ...ChannelSet.empty(account.id), markets: [market] })
  ])
  const change = (seconds: number, type = "local") => {
    const slots = { path: { ...path, type }, query: {}, body: { compliance: {} } }
    const now = plus(Given.now, seconds * 1000)
    const answer = store.run(
      UpdateMarket.decides,
      { ...slots, caller, consulted: rule },
      now,
      Given.ids()
    )
    return Result.isSuccess(answer) ? store.get(ChannelSet.ChannelSets, account.id)?.markets : answer.failure
  }
  expect(change(1)).toStrictEqual([{ ...market, revision: 1, updatedAt: plus(Given.now, 1000) }])
  expect(change(2)).toStrictEqual([{ ...market, revision: 2, updatedAt: plus(Given.now, 2000) }])
  expect(change(3, "mobile")).toMatchObject({ _tag: "Refused", code: "RESOURCE_013" })
})
