/**
 * A node adds what it has counted of carriers to what all share, once in so many seconds, and shows their weights to the
 * operator (decisions 18.3).
 */
import { Carriers } from "@signalbox/core/Carrier"
import { put } from "@signalbox/core/Commit"
import type { Executed } from "@signalbox/core/Executor"
import { Executor } from "@signalbox/core/Executor"
import * as Facts from "@signalbox/core/Facts"
import * as Instant from "@signalbox/core/Instant"
import { CarrierTally, Tally } from "@signalbox/core/internal/engine/CarrierTally"
import type { HealthTerms } from "@signalbox/core/internal/engine/HealthTerms"
import { Terms } from "@signalbox/core/internal/engine/HealthTerms"
import * as HealthReports from "@signalbox/core/internal/health/HealthReports"
import { CarrierCountsRows } from "@signalbox/core/internal/row/CarrierCounts"
import type { CarrierMark } from "@signalbox/core/internal/row/CarrierMark"
import { RestrictionRows, restrictionsKey } from "@signalbox/core/internal/row/Restrictions"
import { StoreError } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import { measured } from "../Measured.ts"
import * as Judging from "./Judging.ts"

const { none, start, terms } = Judging
const [a, b] = [Given.carrierId("a"), Given.carrierId("b")]
const seconds = (count: number) => TestClock.adjust(count * Instant.second)

/** A node on a store that can be away, by a clock that begins at `start`. */
const node = (own: HealthTerms | null = terms) => {
  const store = new FactStore([])
  const tally = new Tally()
  const state = { isAway: false }
  const asked = <A>(ask: (now: Instant.Instant) => A) =>
    Effect.flatMap(Instant.now, (now) =>
      state.isAway
        ? Effect.fail(new StoreError({ reason: "unavailable", cause: null }))
        : Effect.sync(() => ask(now)))
  const executor: Partial<Executor["Service"]> = {
    run: (use, command) =>
      asked((now) => ({ answer: Result.getOrThrow(store.run(use, command, now, Given.ids())) }) as Executed<never>),
    read: (needs) => asked(() => store.load(needs(Facts.empty)))
  }
  const layer = HealthReports.layer.pipe(
    Layer.provide(Layer.mock(Executor, executor)),
    Layer.provide(Layer.succeed(
      Carriers,
      [a, b].map((id) => ({ id, channels: ["sms" as const], submit: () => Effect.void }))
    )),
    Layer.provide(Layer.succeed(Terms, own)),
    Layer.provide(Layer.succeed(CarrierTally, tally))
  )
  return {
    store,
    state,
    fail: (count: number) =>
      tally.giveBack([{
        carrier: a,
        country: "GB",
        minute: start / Instant.minute,
        counts: { ...none, asked: count, failed: count },
        isHeard: false
      }]),
    shows: (program: Effect.Effect<void>) =>
      measured(Effect.scoped(Effect.gen(function*() {
        yield* TestClock.setTime(start)
        yield* Layer.build(layer)
        yield* program
      })))
  }
}

const gauge = (carrier: string, country: string, value: number) => ({
  id: "signalbox_carrier_weight",
  type: "Gauge",
  description: "The share of messages, in hundredths, to which a carrier keeps its place; country is all or one.",
  attributes: { carrier, country },
  state: { value }
})

/** Of one carrier, so that the order in which they were set does not matter. */
const byPlace = (all: ReadonlyArray<{ readonly attributes: unknown }>) =>
  all.toSorted((one, other) => JSON.stringify(one.attributes) < JSON.stringify(other.attributes) ? -1 : 1)

const failedAt = (store: FactStore) =>
  store.get(CarrierCountsRows, a)?.minutes.map(({ countries }) => countries["GB"]?.failed)

it("what a node has counted is added once in so many seconds, also what it could not add before", async () => {
  const { fail, shows, state, store } = node()
  const shown = await shows(Effect.gen(function*() {
    fail(12)
    yield* seconds(9.999)
    expect(failedAt(store)).toBe(undefined)
    yield* seconds(0.001)
    expect(failedAt(store)).toEqual([12])
    state.isAway = true
    fail(17)
    yield* seconds(10)
    fail(1)
    yield* seconds(10)
    state.isAway = false
    expect(failedAt(store)).toEqual([12])
    yield* seconds(10)
    expect(failedAt(store)).toEqual([30])
    yield* seconds(10)
    expect(failedAt(store)).toEqual([30])
  }))
  expect(store.get(RestrictionRows, restrictionsKey)?.marks).toMatchObject([{ carrier: a, country: "GB", weight: 90 }])
  expect(byPlace(shown)).toEqual([gauge("a", "GB", 90), gauge("a", "all", 100), gauge("b", "all", 100)])
})

it("a weight is shown as it is now, and whole again when its mark has gone", async () => {
  const mark = (carrier: CarrierMark["carrier"], country: string | null, weight: number): CarrierMark => ({
    carrier,
    country,
    weight,
    since: start,
    step: 10,
    restMinutes: 60,
    trouble: "slow",
    counted: 30,
    troubled: 20
  })
  const { shows, store } = node()
  const marked = (...marks: ReadonlyArray<CarrierMark>) => store.put(put(RestrictionRows, { all: [], marks }))
  const first = await shows(Effect.gen(function*() {
    marked(mark(b, null, 40), mark(a, "GB", 30), mark(a, "CH", 20))
    yield* TestClock.adjust(60 * Instant.minute)
  }))
  expect(byPlace(first)).toEqual([
    gauge("a", "CH", 30),
    gauge("a", "GB", 40),
    gauge("a", "all", 100),
    gauge("b", "all", 50)
  ])
  const then = await shows(Effect.gen(function*() {
    marked(mark(b, null, 40), mark(a, "GB", 30), mark(a, "CH", 20))
    yield* seconds(10)
    marked(mark(a, "CH", 20))
    yield* seconds(10)
  }))
  expect(byPlace(then)).toEqual([
    gauge("a", "CH", 20),
    gauge("a", "GB", 100),
    gauge("a", "all", 100),
    gauge("b", "all", 100)
  ])
})

it("a node that judges no carriers adds and shows nothing", async () => {
  const { fail, shows, store } = node(null)
  const shown = await shows(Effect.suspend(() => {
    fail(30)
    return seconds(60)
  }))
  expect([shown, failedAt(store)]).toEqual([[], undefined])
})
