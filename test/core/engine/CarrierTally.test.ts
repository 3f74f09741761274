/** The counts of carriers that a node keeps, until they are added to those that all nodes share (decisions 18.3). */
import * as Commit from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import type { CarrierOutcome } from "@signalbox/core/internal/commit/CarrierOutcomes"
import * as CarrierTally from "@signalbox/core/internal/engine/CarrierTally"
import * as HealthTerms from "@signalbox/core/internal/engine/HealthTerms"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { Messages } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const outcome = (parts: Partial<CarrierOutcome> = {}): CarrierOutcome => ({
  carrier: Given.carrierId("a"),
  country: "US",
  minute: 1,
  counts: "asked",
  isHeard: false,
  ...parts
})

const none = { asked: 0, failed: 0, taken: 0, timely: 0 }
const place = { carrier: Given.carrierId("a"), country: "US", minute: 1 }

describe("what a node has counted of carriers", () => {
  it("is one sum for each carrier, country and minute, and is taken once", () => {
    const tally = new CarrierTally.Tally()
    tally.count([
      outcome(),
      outcome({ counts: "taken" }),
      outcome({ counts: "failed", isHeard: true }),
      outcome(),
      outcome({ carrier: Given.carrierId("b"), counts: "timely", isHeard: true }),
      outcome({ country: "GB" }),
      outcome({ minute: 2 })
    ])
    expect(tally.take()).toStrictEqual([
      { ...place, isHeard: true, counts: { asked: 2, failed: 1, taken: 1, timely: 0 } },
      { ...place, carrier: "b", isHeard: true, counts: { ...none, timely: 1 } },
      { ...place, country: "GB", isHeard: false, counts: { ...none, asked: 1 } },
      { ...place, minute: 2, isHeard: false, counts: { ...none, asked: 1 } }
    ])
    expect(tally.take()).toStrictEqual([])
  })

  it("is added to what was counted meanwhile when it is given back", () => {
    const tally = new CarrierTally.Tally()
    tally.count([outcome({ isHeard: true }), outcome({ minute: 2 })])
    const taken = tally.take()
    tally.count([outcome({ counts: "failed" })])
    tally.giveBack(taken)
    expect(tally.take()).toStrictEqual([
      { ...place, isHeard: true, counts: { ...none, asked: 1, failed: 1 } },
      { ...place, minute: 2, isHeard: false, counts: { ...none, asked: 1 } }
    ])
  })

  it("is of ten thousand of these at most, and those go on being counted", () => {
    const tally = new CarrierTally.Tally()
    tally.count(Array.from({ length: 10_001 }, (_, minute) => outcome({ minute })))
    tally.count([outcome({ minute: 9_999 }), outcome({ minute: 10_000 })])
    const taken = tally.take()
    expect([taken.length, taken.at(-1)]).toStrictEqual([
      10_000,
      { ...place, minute: 9_999, isHeard: false, counts: { ...none, asked: 2 } }
    ])
  })
})

describe("whoever watches commits for it", () => {
  const terms: HealthTerms.HealthTerms = {
    slowSeconds: 60,
    slowShare: null,
    failedShare: null,
    minimum: 1,
    windowMinutes: 1,
    step: 1,
    slowStepMinutes: 1,
    failedStepMinutes: 1,
    restMinutes: 1,
    probes: 1,
    reportSeconds: 1
  }
  const watching = (terms: HealthTerms.HealthTerms | null, tally: CarrierTally.Tally | null) =>
    CarrierTally.watch.pipe(
      Effect.provideService(HealthTerms.Terms, terms),
      Effect.provideService(CarrierTally.CarrierTally, tally),
      Effect.runSync
    )

  it("is nobody without terms, and outside of a node", () => {
    expect([watching(null, new CarrierTally.Tally()), watching(terms, null)]).toStrictEqual([undefined, undefined])
  })

  it("sees how the carriers of its messages have fared, late ones included, and counts that when it is told to", () => {
    const tally = new CarrierTally.Tally()
    const watch = watching(terms, tally)!
    const attempt = Given.attempt()
    const routed = Given.message({ status: "ROUTED", attempts: [attempt] })
    const sent = Given.message({
      status: "SENT",
      attempts: [{ ...attempt, report: "SENT", charge: "taken" }],
      history: [{
        status: "SENT",
        reached: true,
        at: Given.now,
        description: "",
        from: null,
        price: null,
        activeContactPrice: null,
        code: null,
        scheduledAt: null
      }]
    })
    const delivered = { ...sent, attempts: [{ ...sent.attempts[0]!, report: "DELIVERED" as const }] }
    const minute = Math.floor(Given.now / Instant.minute)
    const seen = (before: typeof sent, after: typeof sent, millis: number) => {
      const facts = new FactStore([Commit.put(Messages, before)]).load(Needs.row(Messages, before.id))
      return watch.see(
        Commit.make({ puts: [Commit.put(Messages, after)] }),
        facts,
        Instant.plus(Given.now, millis)
      )
    }
    const of = { carrier: attempt.carrier, country: "US", minute }
    const asked = [{ ...of, counts: "asked", isHeard: false }, { ...of, counts: "taken", isHeard: false }]
    expect(seen(routed, sent, 0)).toStrictEqual(asked)
    expect(seen(sent, delivered, 59_999)).toStrictEqual([{ ...of, counts: "timely", isHeard: true }])
    expect(seen(sent, delivered, 60_000)).toStrictEqual([])
    const others = Commit.make({ puts: [Commit.put(Contacts, Given.contact())] })
    expect(watch.see(others, new FactStore([]).load(Needs.none), Given.now)).toBeUndefined()
    expect(tally.take()).toStrictEqual([])
    watch.count(seen(routed, sent, 0)!)
    expect(tally.take()).toStrictEqual([{ ...of, isHeard: false, counts: { ...none, asked: 1, taken: 1 } }])
  })
})
