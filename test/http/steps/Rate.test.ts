/**
 * The request pools of the steps, on a window that the test holds (specification "Limits", decisions 9.1): whose pools are
 * asked and in what order, and what a refusal says.
 */
import * as Instant from "@signalbox/core/Instant"
import type { Take, Taken } from "@signalbox/core/RateWindow"
import * as CallerCache from "@signalbox/http/CallerCache"
import * as Rate from "@signalbox/http/steps/Rate"
import type { Requester } from "@signalbox/http/steps/Requester"
import type { Requirements } from "@signalbox/http/steps/Requirements"
import { prop } from "@signalbox/testing/Prop"
import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../../core/Given.ts"
import * as Requested from "../Requested.ts"

/** A request at this instant. */
const at = (now: Instant.Instant) => {
  const { clock } = Requested.make({})
  const still: Clock.Clock = { ...clock, currentTimeMillisUnsafe: () => now }
  return { clock: still }
}

/** A window that refuses the pools that it is told to, and notes what it is asked. */
const window = (refuses: string | null = null, until: Instant.Instant = Given.now) => {
  const asked: Array<Take> = []
  const take = (one: Take): Effect.Effect<Taken> =>
    Effect.sync(() => {
      asked.push(one)
      return one.pool === refuses ? { _tag: "Exhausted", until } : { _tag: "Admitted" }
    })
  return { asked, window: { take } }
}

const account = Given.account({ requestsPerMinute: 77 })
const withKey: Requester = { account, key: null, identity: null }
const withToken: Requester = { account, key: null, identity: "ada" }

const requirements = (tier: Requirements["tier"]): Requirements => ({
  name: "messages.resend",
  role: null,
  scope: "read",
  tier
})

const ofAccount = [`account:${account.id}`, 77, "sliding"] as const
const sensitive = [`sensitive:${account.id}:messages.resend`, 10, "fixed"] as const
const all = [`telemetry:${account.id}`, 3000, "sliding"] as const

describe("the pools of an account", () => {
  it.each<readonly [name: string, Requester, Requirements | null, ReadonlyArray<readonly [string, number, string]>]>([
    ["a path that no operation has", withKey, null, [ofAccount]],
    ["an operation", withKey, requirements("standard"), [ofAccount]],
    ["a sensitive operation", withKey, requirements("sensitive"), [ofAccount, sensitive]],
    ["what a key reports", withKey, requirements("telemetry"), [
      ofAccount,
      [`telemetry:${account.id}:`, 30, "sliding"],
      all
    ]],
    ["what an app reports", withToken, requirements("telemetry"), [
      [`telemetry:${account.id}:ada`, 30, "sliding"],
      all
    ]],
    ["what an app asks besides", withToken, requirements("standard"), []]
  ])("are asked in turn for %s, and a refusal of one asks no other", async (_, requester, asks, pools) => {
    const admitting = window()
    const request = at(Given.now)
    expect(await Requested.outcome(Effect.orDie(Rate.takeAccount(admitting, request, requester, asks)))).toEqual({
      given: undefined
    })
    expect(admitting.asked).toEqual(
      pools.map(([pool, limit, shape]) => ({ pool, limit, shape, millis: 60_000, now: Given.now }))
    )
    for (const [index, [pool, limit]] of pools.entries()) {
      const refusing = window(pool, Instant.plus(Given.now, 1))
      const refused = await Effect.runPromise(Effect.flip(Rate.takeAccount(refusing, request, requester, asks)))
      expect(refused._tag === "Rejection" && refused.headers?.["x-ratelimit-limit"]).toBe(String(limit))
      expect(refusing.asked.map((one) => one.pool)).toEqual(pools.slice(0, index + 1).map(([each]) => each))
    }
  })

  it("have names that no other requester has", () => {
    expect(Rate.poolOf(account, null)).toBe(`account:${account.id}`)
    expect(Rate.poolOf(account, "ada")).toBe(`telemetry:${account.id}:ada`)
  })
})

describe("a refusal", () => {
  prop(
    "says in whole seconds, rounded up, when the pool admits again, and never to come immediately",
    fc.integer({ min: 1_000_000, max: 2_000_000_000_000 }),
    fc.integer({ min: -2000, max: 70_000 }),
    (now, millis) => {
      const { code, headers } = Requested.refusal(Rate.refuseAddress(Instant.make(now + millis), Instant.make(now)))
      const seconds = millis <= 1000 ? 1 : Number((BigInt(millis) + 999n) / 1000n)
      expect({ code, headers }).toEqual({
        code: "BUSINESS_002",
        headers: {
          "retry-after": String(seconds),
          "x-ratelimit-limit": "600",
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": String((BigInt(now + millis) + 999n) / 1000n)
        }
      })
    }
  )
})

describe("the pool of an address", () => {
  it("is asked until it is used up, and again when it admits again", async () => {
    const callers = CallerCache.make()
    const until = Instant.plus(Given.now, 1500)
    const used = window("ip:192.0.2.1", until)
    const take = async (gates: ReturnType<typeof window>, now: Instant.Instant) => {
      const taken = Rate.takeAddress({ ...gates, callers } as never, at(now), "192.0.2.1")
      return Effect.runPromise(Effect.match(taken, {
        onSuccess: () => null,
        onFailure: (failure) => failure._tag === "Rejection" ? failure.headers?.["retry-after"] : failure
      }))
    }
    expect(await take(window(), Given.now)).toBeNull()
    expect(await take(used, Given.now)).toBe("2")
    expect(used.asked).toEqual([
      { pool: "ip:192.0.2.1", limit: 600, shape: "sliding", millis: 60_000, now: Given.now }
    ])
    const later = window()
    expect(await take(later, Instant.plus(until, -1))).toBe("1")
    expect(later.asked).toEqual([])
    expect(await take(later, until)).toBeNull()
    expect(later.asked).toHaveLength(1)
  })
})
