/**
 * Whole days of an account with three carriers whose quality changes, by the very functions that judge carriers and order
 * candidates, with health and without it. Each prints what it came to.
 */
import type { HealthTerms } from "@signalbox/core/HealthTerms"
import type { CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as CarrierHealth from "@signalbox/core/internal/dispatch/CarrierHealth"
import * as Rendezvous from "@signalbox/core/internal/dispatch/Rendezvous"
import type { Counted } from "@signalbox/core/internal/engine/CarrierTally"
import { ReviewCarriers } from "@signalbox/core/internal/health/ReviewCarriers"
import type { Counts } from "@signalbox/core/internal/row/CarrierCounts"
import { RestrictionRows, restrictionsKey } from "@signalbox/core/internal/row/Restrictions"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../core/FactStore.ts"
import * as Given from "../core/Given.ts"
import * as Judging from "../core/health/Judging.ts"

/** The way of a carrier with messages: it refuses a share of them, and brings a share of the others in so many seconds. */
interface Quality {
  readonly refuses: number
  readonly arrives: number
  readonly seconds: number
}

const good: Quality = { refuses: 0.01, arrives: 0.97, seconds: 4 }
const slow: Quality = { refuses: 0.01, arrives: 0.95, seconds: 900 }
const silent: Quality = { refuses: 0, arrives: 0, seconds: 0 }
const dead: Quality = { refuses: 1, arrives: 0, seconds: 0 }

interface Role {
  readonly id: CarrierId
  readonly cost: number
  readonly quality: (hour: number) => Quality
}

/** The time that a refusal takes: the carrier's own, and ours until the next one is asked. */
const refusalSeconds = 2

interface Fate {
  /** Seconds after the send; null: it never came. */
  readonly after: number | null
  readonly cost: number
  readonly first: CarrierId
  readonly hour: number
}

const sumOf = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

/** Plays the hours of a day, with so many messages in each. The terms are null where nobody judges. */
const day = (
  roles: ReadonlyArray<Role>,
  perHour: number,
  terms: HealthTerms | null,
  hours = 24
): ReadonlyArray<Fate> => {
  const store = new FactStore([])
  const carriers = roles.map(({ id }) => ({ id, channels: ["sms" as const] }))
  /** The counts that are known from an instant on. */
  const counts: Array<Counted & { readonly at: number }> = []
  const fates: Array<Fate> = []
  const count = (at: number, carrier: CarrierId, minuteAt: number, what: keyof Counts, isHeard = false): void => {
    counts.push({
      at,
      carrier,
      country: "GB",
      minute: Math.floor(minuteAt / Instant.minute),
      counts: { ...Judging.none, [what]: 1 },
      isHeard
    })
  }

  const sent = (index: number): void => {
    const at = Judging.start + index * Instant.hour / perHour
    const message = Given.messageId(index)
    const known = store.get(RestrictionRows, restrictionsKey) ?? {}
    const health = CarrierHealth.of(known, { country: "GB", message }, Instant.make(at))
    const plan = roles.map(({ id: carrier }) => ({ channel: "sms" as const, carrier, fallback: true }))
    const ordered = health === undefined ? plan : CarrierHealth.ordered(plan, health)
    const hour = (at - Judging.start) / Instant.hour
    for (const [tries, { carrier }] of ordered.entries()) {
      const { cost, quality } = roles.find(({ id }) => id === carrier)!
      const { arrives, refuses, seconds } = quality(hour)
      const now = at + tries * refusalSeconds * Instant.second
      count(now, carrier, now, "asked")
      if (Rendezvous.uniform(`refuses ${message} ${carrier}`) < refuses) {
        count(now, carrier, now, "failed")
        continue
      }
      count(now, carrier, now, "taken")
      const isThere = Rendezvous.uniform(`arrives ${message} ${carrier}`) < arrives
      if (isThere && seconds < Judging.terms.slowSeconds) count(now + seconds * 1000, carrier, now, "timely", true)
      const after = isThere ? tries * refusalSeconds + seconds : null
      fates.push({ after, cost, first: ordered[0]!.carrier, hour })
      return
    }
    fates.push({ after: null, cost: 0, first: ordered[0]!.carrier, hour })
  }

  for (let index = 0, minute = 0; minute < hours * 60; minute++) {
    for (; index < (minute + 1) * perHour / 60; index++) sent(index)
    if (terms === null) continue
    const now = Judging.after(minute + 1)
    const due = counts.filter((each) => each.at < now)
    counts.splice(0, counts.length, ...counts.filter((each) => each.at >= now))
    Result.getOrThrow(store.run(ReviewCarriers, { carriers, counted: due, terms }, now, Given.ids(1)))
  }
  return fates
}

const summary = (fates: ReadonlyArray<Fate>) => {
  const times = fates.flatMap(({ after }) => after ?? [])
  return {
    timely: times.filter((each) => each <= 300).length / fates.length,
    delivered: times.length / fates.length,
    seconds: sumOf(times) / times.length,
    cost: sumOf(fates.map(({ cost }) => cost)) / fates.length
  }
}

const told = (name: string, fates: ReadonlyArray<Fate>): void => {
  const { cost, delivered, seconds, timely } = summary(fates)
  console.log(
    `${name}: ${(100 * timely).toFixed(1)} % within five minutes, ${(100 * delivered).toFixed(1)} % in all, ` +
      `${seconds.toFixed(1)} s on average, ${cost.toFixed(4)} a message`
  )
}

/** The share of messages of some hours that went to a carrier first. */
const share = (fates: ReadonlyArray<Fate>, carrier: CarrierId, from: number, to: number): number => {
  const within = fates.filter(({ hour }) => hour >= from && hour < to)
  return within.filter(({ first }) => first === carrier).length / within.length
}

const [cheap, plain, dear] = ["cheap", "plain", "dear"].map(Given.carrierId) as [CarrierId, CarrierId, CarrierId]

const between = (hour: number, from: number, to: number): boolean => hour >= from && hour < to

const perHour = 480

/** The usual terms of the facade. */
const terms: HealthTerms = { ...Judging.terms, minimum: 50 }

describe("a day with three carriers", () => {
  const roles: ReadonlyArray<Role> = [
    {
      id: cheap,
      cost: 0.01,
      quality: (hour) => between(hour, 4, 9) ? slow : between(hour, 14, 18) ? silent : good
    },
    { id: plain, cost: 0.02, quality: (hour) => between(hour, 11, 13) ? dead : good },
    { id: dear, cost: 0.04, quality: () => good }
  ]
  const without = day(roles, perHour, null)
  const healthy = day(roles, perHour, terms)

  it("delivers more in time with health, and costs more, since the better ones do [XRT-056]", () => {
    told("a day without health", without)
    told("a day with health", healthy)
    const [before, after] = [summary(without), summary(healthy)]
    // The first carrier lets nine hours of messages down, and nearly each of them could have gone elsewhere.
    expect(after.timely).toBeGreaterThan(before.timely + 0.1)
    expect(after.delivered).toBeGreaterThan(before.delivered)
    expect(after.seconds).toBeLessThan(before.seconds)
    expect(after.cost).toBeGreaterThan(before.cost)
    expect(after.cost).toBeLessThan(0.04)
  })

  it("is the same again from the same beginning [XRT-053]", () => {
    expect(day(roles, perHour, terms, 6)).toEqual(healthy.slice(0, 6 * perHour))
  })

  it("leaves a carrier its share of probes, and gives it back its place when it is well [XRT-055, XRT-059]", () => {
    expect(share(healthy, cheap, 0, 4)).toBe(1)
    const worst = share(healthy, cheap, 7, 9)
    expect(worst).toBeGreaterThan(0.01)
    expect(worst).toBeLessThan(0.3)
    expect(share(healthy, cheap, 13, 14)).toBeGreaterThan(worst)
  })
})

describe("a carrier that dies and returns", () => {
  it("is left within a quarter of an hour, and is back within half a day [XRT-055, XRT-058]", () => {
    const roles: ReadonlyArray<Role> = [
      { id: cheap, cost: 0.01, quality: (hour) => between(hour, 2, 4) ? dead : good },
      { id: plain, cost: 0.02, quality: () => good }
    ]
    const fates = day(roles, perHour, terms)
    told("a day with a carrier that dies for two hours", fates)
    const shares = [[0, 2], [2, 2.25], [2.5, 4], [6, 7], [9, 10], [14, 24]].map(([from, to]) =>
      share(fates, cheap, from!, to!)
    )
    console.log(`its share of messages meanwhile: ${shares.map((each) => each.toFixed(2)).join(", ")}`)
    const [before, falling, down, rising, further, back] = shares as [number, number, number, number, number, number]
    expect(before).toBe(1)
    expect(falling).toBeLessThan(before)
    expect(down).toBeLessThan(0.12)
    expect(down).toBeGreaterThan(0)
    expect(rising).toBeGreaterThan(down)
    expect(further).toBeGreaterThan(rising)
    // By chance a well carrier may lose a step now and then.
    expect(back).toBeGreaterThan(0.98)
  })
})

describe("carriers that all suffer", () => {
  it("bring as much as without health, and are where the rules want them when it is over [XRT-052, XRT-055]", () => {
    const roles = [cheap, plain, dear].map((id, index): Role => ({
      id,
      cost: 0.01 * (index + 1),
      quality: (hour) => between(hour, 2, 5) ? { ...slow, refuses: 0.3 } : good
    }))
    const [before, after] = [day(roles, perHour, null), day(roles, perHour, terms)]
    told("a day on which all suffer for three hours, without health", before)
    told("a day on which all suffer for three hours, with health", after)
    // The others are found to suffer as well, one after the other, and then no weight falls any more.
    expect(Math.abs(summary(after).timely - summary(before).timely)).toBeLessThan(0.02)
    expect(summary(after).cost).toBeLessThan(0.03)
    expect(share(after, cheap, 16, 24)).toBeGreaterThan(0.98)
  })
})
