/** When a key ends, and what narrows it down. */
import type { ApiKey } from "@signalbox/core/ApiKey"
import { endOf, isActive, termsOf } from "@signalbox/core/ApiKey"
import * as Instant from "@signalbox/core/Instant"
import type { KeyHash } from "@signalbox/core/Secret"
import { expect, it } from "vitest"
import * as Given from "../Given.ts"

const key = (revoked: number | null, expires?: number): ApiKey => ({
  hash: "hash" as KeyHash,
  account: Given.accountId(1),
  prefix: "abcdefgh",
  createdAt: Given.now,
  revokedAt: revoked === null ? null : Instant.plus(Given.now, revoked),
  ...(expires === undefined ? {} : { expiresAt: Instant.plus(Given.now, expires) })
})

it("a key ends when it was revoked or expires, whichever is sooner", () => {
  const all = [key(null), key(3), key(null, 5), key(3, 5), key(5, 5), key(7, 5)]
  expect(all.map(endOf).map((end) => end === null ? null : end - Given.now)).toStrictEqual([null, 3, 5, 3, 5, 5])
  const active = (millis: number) => all.map((each) => isActive(each, Instant.plus(Given.now, millis)))
  expect(active(2)).toStrictEqual([true, true, true, true, true, true])
  expect(active(3)).toStrictEqual([true, false, true, false, true, true])
  expect(active(4)).toStrictEqual([true, false, true, false, true, true])
  expect(active(5)).toStrictEqual([true, false, false, false, false, false])
})

it("the terms of a key are what narrows it down, and nothing else of it", () => {
  const scopes = ["messages:read"] as const
  const addresses = ["10.0.0.0/8"] as const
  const expiresAt = Given.now
  const terms = [{}, { scopes }, { expiresAt }, { addresses }, { scopes, expiresAt, addresses }] as ReadonlyArray<
    object
  >
  expect(terms.map((each) => termsOf({ ...key(3), ...each }))).toStrictEqual(terms)
})
