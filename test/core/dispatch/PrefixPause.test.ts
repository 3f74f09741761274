/** Whether the prefix of a number is paused for an account, and for whom that is looked at (decisions 17.3). */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import { plus } from "@signalbox/core/Instant"
import * as PrefixPause from "@signalbox/core/internal/dispatch/PrefixPause"
import { PausedPrefixes, prefixKey } from "@signalbox/core/internal/row/PausedPrefix"
import * as Needs from "@signalbox/core/Needs"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const message = Given.message()
// Four digits after the calling code.
const prefix = "+12015"
const key = prefixKey(message.account, prefix)
const watched = Needs.row(PausedPrefixes, key)

const organization = Given.account({ id: Given.accountId(2), pumping: {} })
const profile = Given.account({ organization: organization.id })

it("the pause of a prefix is loaded where the account is watched, or the organization is and the account says nothing", () => {
  const needs = (loaded: ReadonlyArray<Account>) => {
    const store = new FactStore(loaded.map((each) => put(Accounts, each)))
    return PrefixPause.needs(message, store.load(Needs.rows(Accounts, loaded.map(({ id }) => id))))
  }
  expect(PrefixPause.needs(message, Facts.empty)).toStrictEqual(Needs.none)
  expect(needs([Given.account()])).toStrictEqual(Needs.none)
  expect(needs([Given.account({ pumping: {} })])).toStrictEqual(watched)
  expect(needs([profile])).toStrictEqual(Needs.none)
  expect(needs([profile, organization])).toStrictEqual(watched)
  expect(needs([{ ...profile, pumping: "off" }, organization])).toStrictEqual(Needs.none)
  expect(needs([{ ...profile, pumping: {} }])).toStrictEqual(watched)
  expect(needs([organization])).toStrictEqual(Needs.none)
})

it("a prefix is paused until the end of its pause, for who is watched", () => {
  const isPaused = (until: typeof Given.now | null, accounts = [profile, organization]) => {
    const row = {
      account: message.account,
      prefix,
      reason: "operator",
      evidence: null,
      since: Given.now,
      until,
      times: 1
    } as const
    const facts = new FactStore([put(PausedPrefixes, row)]).load(watched)
    return PrefixPause.isPaused(message, accounts, facts, Given.now)
  }
  expect([isPaused(null), isPaused(plus(Given.now, 1)), isPaused(Given.now)]).toEqual([true, true, false])
  expect([isPaused(null, [profile]), isPaused(null, [])]).toEqual([false, false])
  expect(PrefixPause.isPaused(message, [profile, organization], new FactStore([]).load(watched), Given.now)).toBe(false)
  // Who is watched has loaded it, and for everybody else nothing is.
  expect(() => PrefixPause.isPaused(message, [organization], Facts.empty, Given.now)).toThrow("not loaded")
  expect(PrefixPause.isPaused(message, [profile], Facts.empty, Given.now)).toBe(false)
  expect([[profile], [profile, organization], []].map(PrefixPause.isWatched)).toEqual([false, true, false])
})
