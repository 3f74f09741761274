/**
 * The cursor over the profiles of an organization attends to each that stays, while profiles come and go between its
 * pages (decisions 9.4).
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import * as ProfileCursor from "@signalbox/core/internal/webhook/ProfileCursor"
import { propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const profile = (number: number, at: number): Account =>
  Given.account({
    id: Given.accountId(number),
    type: "profile",
    organization: Given.accountId(1),
    createdAt: plus(Given.now, at)
  })

const newestFirst = (a: Account, b: Account): number => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)

const batch = 3

/** Between two pages so many profiles come, and these go, by their places. */
const meanwhile = fc.array(
  fc.record({ come: fc.nat({ max: 4 }), go: fc.array(fc.nat({ max: 30 }), { maxLength: 6 }) }),
  { maxLength: 12 }
)

propWith({ runs: 500 })(
  "attends to every profile that stays, newest first, and comes to an end",
  fc.array(fc.nat({ max: 5 }), { maxLength: 20 }),
  meanwhile,
  (instants, happenings) => {
    let number = 10
    let there = instants.map((at) => profile(number++, at)).toSorted(newestFirst)
    const staying = new Set(there.map(({ id }) => id))
    const attended: Array<string> = []
    let walk: ProfileCursor.ProfileCursor | null = {
      organization: Given.accountId(1),
      webhook: Given.webhookId(1),
      edition: 0,
      seen: 0,
      last: null
    }
    for (let turn = 0; walk !== null; turn++) {
      expect(turn, "it comes to an end").toBeLessThan(200)
      const { limit, offset } = ProfileCursor.pageOf(walk, batch)
      const rows = there.slice(offset, offset + limit).map((account) => put(Accounts, account))
      const { next, profiles }: ProfileCursor.Step = ProfileCursor.step(walk, { rows, total: there.length }, batch)
      expect(profiles.length).toBeLessThanOrEqual(batch + 1)
      attended.push(...profiles.map(({ id }) => id))
      walk = next
      const { come = 0, go = [] } = happenings[turn] ?? {}
      there = there.filter(({ id }, place) => {
        if (go.includes(place)) staying.delete(id)
        return !go.includes(place)
      })
      for (let more = 0; more < come; more++) there.push(profile(number++, 6 + turn))
      there.sort(newestFirst)
    }
    expect(attended).toEqual([...new Set(attended)])
    expect([...staying].filter((id) => !attended.includes(id))).toEqual([])
  }
)

it("goes back as soon as the page begins behind the last profile, however near the beginning that is", () => {
  const [newest, next, last] = [3, 2, 1].map((at) => profile(at, at)) as [Account, Account, Account]
  const cursor = {
    organization: Given.accountId(1),
    webhook: Given.webhookId(1),
    edition: 0,
    seen: 2,
    last: { at: next.createdAt, profile: next.id }
  }
  const step = (rows: ReadonlyArray<Account>, total: number) =>
    ProfileCursor.step(cursor, { rows: rows.map((account) => put(Accounts, account)), total }, 1)
  expect(ProfileCursor.pageOf(cursor, 1)).toStrictEqual({
    list: "profiles",
    scope: Given.accountId(1),
    offset: 1,
    limit: 2
  })
  // Both that came before have gone, and the last one has moved to the beginning.
  expect(step([], 1)).toStrictEqual({ profiles: [], next: { ...cursor, seen: 1 } })
  expect(step([last], 2)).toStrictEqual({ profiles: [], next: { ...cursor, seen: 1 } })
  expect(step([next, last], 3)).toStrictEqual({ profiles: [last], next: null })
  expect(step([newest, next], 4)).toStrictEqual({ profiles: [], next: { ...cursor, seen: 3 } })
})
