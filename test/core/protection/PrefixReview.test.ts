/**
 * The review of a prefix: when it pauses, for how long, and what it tells (decisions 17.3).
 */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import type { Counted } from "@signalbox/core/internal/commit/PrefixCounters"
import { PrefixMemoryWork } from "@signalbox/core/internal/commit/PrefixWork"
import { PrefixMemory } from "@signalbox/core/internal/protection/PrefixReview"
import { LiftPrefix, PinPrefix } from "@signalbox/core/internal/protection/SetPause"
import { PausedPrefixes } from "@signalbox/core/PausedPrefix"
import { prop } from "@signalbox/testing/Prop"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import * as Prefixes from "./Prefixes.ts"

const { account, prefix } = Prefixes

/** Enough for a pause, in the first minute that is looked at. */
const fraud = (store: FactStore, ago = 4): void => Prefixes.count(store, "started", ago, 20)

const pinned = (store: FactStore, now = Prefixes.at) =>
  Result.getOrThrow(store.run(PinPrefix, { account, prefix }, now, Given.ids(5)))

const lifted = (store: FactStore, now = Prefixes.at) =>
  Result.getOrThrow(store.run(LiftPrefix, { account, prefix }, now, Given.ids(6)))

const counts = fc.array(
  fc.record({
    counted: fc.constantFrom<Counted>("started", "checked", "delivered", "undelivered"),
    ago: fc.integer({ min: 0, max: 40 }),
    by: fc.integer({ min: 1, max: 12 })
  }),
  { maxLength: 30 }
)

describe("the review of a prefix", () => {
  prop(
    "pauses it when as many as were said, and so large a share of them, came to nothing in the window [XPR-190, XPR-191]",
    counts,
    fc.record({
      minimum: fc.integer({ min: 5, max: 30 }),
      windowMinutes: fc.integer({ min: 5, max: 35 }),
      unchecked: fc.constantFrom(0.3, 0.5, 1, null),
      undelivered: fc.constantFrom(0.3, 0.5, 1, null)
    }),
    (added, pumping) => {
      const store = Prefixes.store({ pumping })
      for (const { ago, by, counted } of added) Prefixes.count(store, counted, ago, by)
      const sum = (counted: Counted, from: number) =>
        added.filter((each) => each.counted === counted && each.ago >= from && each.ago <= pumping.windowMinutes)
          .reduce((total, { by }) => total + by, 0)
      const started = sum("started", 4)
      const ignored = Math.max(0, started - sum("checked", 4))
      const failed = sum("undelivered", 1)
      const known = failed + sum("delivered", 1)
      const isOver = (share: number | null, part: number, whole: number) =>
        share !== null && whole >= pumping.minimum && part >= share * whole
      const reason = isOver(pumping.unchecked, ignored, started)
        ? "unchecked"
        : isOver(pumping.undelivered, failed, known)
        ? "undelivered"
        : null
      const row = Prefixes.review(store)
      expect(row?.reason ?? null).toBe(reason)
      if (row === null) return
      expect(row.evidence).toEqual(
        reason === "unchecked" ? { counted: started, failed: ignored } : { counted: known, failed }
      )
      expect(store.events).toHaveLength(1)
    }
  )

  it("tells the account what was counted, and until when [XPR-195]", () => {
    const store = Prefixes.store()
    fraud(store)
    Prefixes.review(store)
    const [event] = store.events
    expect(event).toMatchObject({ account, name: "account.prefix_paused" })
    expect(JSON.parse(event!.body)).toMatchObject({
      field: "account",
      event: "account.prefix_paused",
      payload: {
        account_id: account,
        prefix,
        reason: "unchecked",
        counted: 20,
        failed: 20,
        paused_until: Instant.toSeconds(Instant.plus(Prefixes.at, Instant.hour))
      }
    })
  })

  it("doubles each further pause, up to a day, and begins anew after a calm day [XPR-194]", () => {
    const store = Prefixes.store({ pumping: { pauseMinutes: 100 } })
    const lengths: Array<number> = []
    let later = 0
    for (let pause = 0; pause < 6; pause++) {
      fraud(store, 4 - later)
      const { since, until } = Prefixes.review(store, later)!
      lengths.push((until! - since) / Instant.minute)
      // What is counted while it is paused, and was counted before, pauses it no more.
      fraud(store, 4 - later)
      later += lengths.at(-1)! + 1
      expect(Prefixes.review(store, later)!.since).toBe(since)
      later += 10
    }
    expect(lengths).toEqual([100, 200, 400, 800, 1440, 1440])
    later += 24 * 60
    fraud(store, 4 - later)
    const { since, times, until } = Prefixes.review(store, later)!
    expect([times, (until! - since) / Instant.minute]).toEqual([1, 100])
  })

  it("leaves a prefix alone whose account is not watched, is gone, or has none for it [XPR-197]", () => {
    const organization = Given.account({ id: Given.accountId(2), pumping: {} })
    for (const parts of [{}, { pumping: "off" as const }, { pumping: {}, deletedAt: Given.now }]) {
      const store = Prefixes.store(parts)
      fraud(store)
      expect(Prefixes.review(store)).toBeNull()
    }
    for (const [pumping, isPaused] of [[undefined, true], ["off", false], [{ minimum: 21 }, false]] as const) {
      const own = pumping === undefined ? {} : { pumping }
      const store = Prefixes.store({ type: "profile", organization: organization.id, ...own })
      store.put(put(Accounts, organization))
      fraud(store)
      expect(Prefixes.review(store) !== null).toBe(isPaused)
    }
  })

  it("forgets a prefix a day after its last pause, and not before [XPR-194]", () => {
    const store = Prefixes.store()
    fraud(store)
    const end = Prefixes.review(store)!.until!
    const due = store.work.get(`prefix_memory:${account}/${prefix}`)!
    expect(due.at).toBe(end + Instant.day)
    const forget = (now: Instant.Instant) =>
      store.run(
        PrefixMemory,
        { lease: store.hold(PrefixMemoryWork.due({ account, prefix }, account, now)) },
        now,
        Given.ids()
      )
    forget(Instant.make(due.at - 1))
    expect(Prefixes.paused(store)).not.toBeNull()
    expect(store.work.get(`prefix_memory:${account}/${prefix}`)!.at).toBe(due.at)
    pinned(store)
    forget(due.at)
    expect(Prefixes.paused(store)).not.toBeNull()
    store.put(put(PausedPrefixes, { ...Prefixes.paused(store)!, until: end }))
    forget(due.at)
    expect(Prefixes.paused(store)).toBeNull()
  })
})

describe("the operator", () => {
  it("lifts a pause, so that the same messages cause no other one, and the next is a first one [XPR-196]", () => {
    const store = Prefixes.store()
    expect(lifted(store)).toBe("Unchanged")
    fraud(store)
    expect(Prefixes.review(store)!.times).toBe(1)
    expect(lifted(store, Instant.plus(Prefixes.at, 1))).toBe("Changed")
    expect(lifted(store, Instant.plus(Prefixes.at, 1))).toBe("Unchanged")
    expect(Prefixes.review(store, 1)!.until).toBe(Prefixes.at + 1)
    fraud(store, -1)
    const again = Prefixes.review(store, 5)!
    expect([again.times, again.since]).toEqual([1, Prefixes.at + 5 * Instant.minute])
  })

  it("pins a prefix until it is lifted, whether it is paused or not, and tells the account once [XPR-196]", () => {
    const store = Prefixes.store()
    expect(pinned(store)).toBe("Changed")
    expect(pinned(store)).toBe("Unchanged")
    expect(Prefixes.paused(store)).toMatchObject({ reason: "operator", evidence: null, until: null })
    fraud(store)
    expect(Prefixes.review(store)!.until).toBeNull()
    expect(store.events.map(({ name }) => name)).toEqual(["account.prefix_paused"])
    expect(lifted(store)).toBe("Changed")

    const suspected = Prefixes.store()
    fraud(suspected)
    Prefixes.review(suspected)
    expect(pinned(suspected, Instant.plus(Prefixes.at, 1))).toBe("Changed")
    expect(Prefixes.paused(suspected)).toMatchObject({ reason: "unchecked", since: Prefixes.at, until: null })
    expect(suspected.events).toHaveLength(1)
  })

  it("pins nothing for an account that is not watched, and neither pins nor lifts for none [XPR-196]", () => {
    expect(pinned(Prefixes.store({}))).toBe("NotWatched")
    expect(pinned(Prefixes.store({ pumping: {}, deletedAt: Given.now }))).toBe("UnknownAccount")
    const store = Prefixes.store()
    store.remove(Accounts, account)
    expect([pinned(store), lifted(store)]).toEqual(["UnknownAccount", "UnknownAccount"])
  })
})
