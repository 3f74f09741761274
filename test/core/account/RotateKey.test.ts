/** A key that is replaced ends after its grace period, and never later than it would have (decisions 17.8). */
import { Accounts } from "@signalbox/core/Account"
import { ApiKeys } from "@signalbox/core/ApiKey"
import { put } from "@signalbox/core/Commit"
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import { RotateKey } from "@signalbox/core/internal/account/RotateKey"
import { hashKey } from "@signalbox/core/Secret"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const [first, second, third] = ["one", "two", "three"].map((name) =>
  `${name.padEnd(8, "0")}-0000-4000-8000-000000000001`
)

it("a second rotation gives the old key no more time", () => {
  const old = {
    hash: hashKey(first!),
    account: Given.accountId(1),
    prefix: "one00000",
    createdAt: Given.now,
    revokedAt: null
  }
  const store = new FactStore([put(Accounts, Given.account()), put(ApiKeys, old)])
  const rotate = (text: string, graceMillis: number) => {
    const answer = store.run(RotateKey, { hash: old.hash, text, graceMillis }, Given.now, Given.ids())
    return [Result.getOrThrow(answer), store.get(ApiKeys, old.hash)?.revokedAt]
  }
  expect(rotate(second!, 10_000)).toEqual(["Rotated", plus(Given.now, 10_000)])
  expect(rotate(third!, 60_000)).toEqual(["Rotated", plus(Given.now, 10_000)])
  expect(rotate(third!, 5000)).toEqual(["KeyTaken", plus(Given.now, 10_000)])
  expect(rotate("four0000-0000-4000-8000-000000000001", 5000)).toEqual(["Rotated", plus(Given.now, 5000)])
  // A year at the most: a longer one would replace nothing.
  const year = 365 * 24 * 60 * 60 * 1000
  for (const wrong of [-1, 0.5, year + 1]) expect(rotate("five", wrong)[0]).toBe("BadGrace")
  expect(rotate("five0000-0000-4000-8000-000000000001", year)).toEqual(["Rotated", plus(Given.now, 5000)])
  expect(rotate("six00000-0000-4000-8000-000000000001", 0)).toEqual(["Rotated", Given.now])
  expect(rotate("seven000-0000-4000-8000-000000000001", 0)).toEqual(["AlreadyRevoked", Given.now])
})

it("the new key ends when that is said, else when the old one would have", () => {
  const expiresAt = plus(Given.now, 90_000)
  const old = {
    hash: hashKey(first!),
    account: Given.accountId(1),
    prefix: "one00000",
    createdAt: Given.now,
    expiresAt,
    revokedAt: null
  }
  const rotated = (given: { readonly expiresAt?: Instant }) => {
    const store = new FactStore([put(Accounts, Given.account()), put(ApiKeys, old)])
    const command = { hash: old.hash, text: second!, graceMillis: 0, ...given }
    const answer = Result.getOrThrow(store.run(RotateKey, command, Given.now, Given.ids()))
    return [answer, store.get(ApiKeys, hashKey(second!))?.expiresAt]
  }
  expect(rotated({})).toEqual(["Rotated", expiresAt])
  expect(rotated({ expiresAt: plus(Given.now, 1) })).toEqual(["Rotated", plus(Given.now, 1)])
  for (const wrong of [0, -1, 0.5, 1e300, Number.NaN]) {
    expect(rotated({ expiresAt: plus(Given.now, wrong) })).toEqual(["BadExpiry", undefined])
  }
})
