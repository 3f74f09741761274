/** Who is a profile of whom, and whose money an account spends. */
import { isProfileOf, payers } from "@signalbox/core/Account"
import type { ProfileDetails } from "@signalbox/core/internal/row/Profile"
import { blank } from "@signalbox/core/internal/row/Profile"
import { unique } from "@signalbox/core/Row"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const [profile, organization, other] = [Given.accountId(1), Given.accountId(2), Given.accountId(3)]

it("a profile of an organization is one of its own that was not deleted", () => {
  const own = Given.account({ type: "profile", organization })
  expect(isProfileOf(own, organization)).toBe(true)
  expect(isProfileOf(own, other)).toBe(false)
  expect(isProfileOf({ ...own, deletedAt: Given.now }, organization)).toBe(false)
  expect(isProfileOf({ ...own, type: "user" }, organization)).toBe(false)
})

it("a profile spends by its model, and whoever is none spends its own", () => {
  const spends = (billingModel: ProfileDetails["billingModel"] | null, of: typeof organization | null) =>
    payers(Given.account({
      organization: of,
      profile: billingModel === null ? null : { ...blank("incomplete"), billingModel }
    }))
  expect(spends("profile", organization)).toStrictEqual([profile])
  expect(spends("organization", organization)).toStrictEqual([organization])
  expect(spends("profile_and_organization", organization)).toStrictEqual([profile, organization])
  expect(spends("organization", null)).toStrictEqual([profile])
  expect(spends(null, organization)).toStrictEqual([profile])
})

it("owns its numbers and, within its organization, its short name, unless others had them first or it was deleted", () => {
  const number = (each: number, isShared?: boolean) => ({
    number: Given.phone(each),
    channels: ["sms"] as const,
    country: "US",
    ...(isShared === undefined ? {} : { isShared })
  })
  const numbers = [number(1), number(2, true), number(3, false), number(1)]
  const own = Given.account({ type: "profile", organization, shortName: "Acme", numbers })
  const keys = (parts: object) => unique({ kind: "account", key: own.id, value: { ...own, ...parts } })
  const ofNumbers = [Given.phone(1), Given.phone(3)].map((key) => ({ index: "own_number", key }))
  const name = { index: "profile_short_name", key: `${organization}/acme` }
  expect(keys({})).toStrictEqual([...ofNumbers, name])
  expect(keys({ sharesShortName: false })).toStrictEqual([...ofNumbers, name])
  for (const parts of [{ sharesShortName: true }, { organization: null }, { shortName: null }]) {
    expect(keys(parts)).toStrictEqual(ofNumbers)
  }
  expect(keys({ deletedAt: Given.now })).toStrictEqual([])
})
