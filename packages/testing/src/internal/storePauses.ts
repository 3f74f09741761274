/**
 * The contract of time: work falls due by the store's clock and the declared offset, and a paused lane gives nothing out
 * until its pause is over.
 */
import { DispatchWork } from "@signalbox/core/Jobs"
import { done, stale } from "@signalbox/core/Outcome"
import type { Lane, Lease } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { describe, expect } from "vitest"
import type { Harness } from "../StoreHarness.ts"
import { cases } from "./given.ts"
import { account, alice, bob, contactRef, due, event, minutes, now, one, terms, two, webhook } from "./samples.ts"

const keys = (leases: ReadonlyArray<Lease>): ReadonlyArray<string> => leases.map(({ work }) => work.key)

const fence = ({ token, work }: Lease) => ({ token, work })

const [lane, other] = [DispatchWork.lane.of(alice), DispatchWork.lane.of(bob)]

const paused = (harness: Harness): void => {
  const it = cases(harness)

  it("gives nothing out until then, and everything in its order after that", function*({ claim, commit, nextDueAt }) {
    yield* commit({ due: [due("b"), due("c"), due("z", { lane: other })] })
    expect(yield* commit({ pauses: [{ lane, until: minutes(5) }], due: [due("a", { at: minutes(-1) })] })).toEqual(done)
    expect(keys(yield* claim(one))).toEqual(["z"])
    expect(yield* nextDueAt(now)).toBe(minutes(5))
    expect(yield* claim(two, { now: minutes(4) })).toEqual([])
    expect(keys(yield* claim(two, { now: minutes(5) }))).toEqual(["a", "b", "c"])
  })

  it(
    "falls due with its work when that comes later than the end of the pause",
    function*({ claim, commit, nextDueAt }) {
      yield* commit({ due: [due("a", { at: minutes(9) })], pauses: [{ lane, until: minutes(5) }] })
      expect(yield* nextDueAt(now)).toBe(minutes(9))
      expect(yield* claim(one, { now: minutes(8) })).toEqual([])
      expect(keys(yield* claim(one, { now: minutes(9) }))).toEqual(["a"])
    }
  )

  it("is not in the way of work that falls due elsewhere", function*({ claim, commit, nextDueAt }) {
    yield* commit({
      due: [due("a"), due("b", { lane: other, at: minutes(3) }), due("c", { lane: other, at: minutes(4) })],
      pauses: [{ lane, until: minutes(5) }]
    })
    expect(yield* nextDueAt(now)).toBe(minutes(3))
    expect(keys(yield* claim(one, { now: minutes(3), limit: 1 }))).toEqual(["b"])
    expect(yield* nextDueAt(minutes(3))).toBe(minutes(4))
    expect(keys(yield* claim(one, { now: minutes(4) }))).toEqual(["c"])
    expect(yield* nextDueAt(minutes(4))).toBe(minutes(5))
    expect(yield* nextDueAt(minutes(6))).toBe(now)
  })

  it("opens immediately when it is told to", function*({ claim, commit, nextDueAt }) {
    yield* commit({ due: [due("a"), due("b", { at: minutes(2) })], pauses: [{ lane, until: minutes(5) }] })
    expect(yield* claim(one)).toEqual([])
    yield* commit({ pauses: [{ lane, until: null }] })
    expect(yield* nextDueAt(now)).toBe(now)
    expect(keys(yield* claim(one))).toEqual(["a"])
    expect(yield* nextDueAt(now)).toBe(minutes(2))
    expect(yield* commit({ pauses: [{ lane: other, until: null }] })).toEqual(done)
  })

  it("is closed until what was said last", function*({ batch, claim, commit, nextDueAt }) {
    yield* commit({ due: [due("a"), due("b", { lane: other })] })
    const pause = (until: number) => ({ pauses: [{ lane, until: minutes(until) }] })
    yield* batch(pause(5), pause(9), pause(7))
    expect(keys(yield* claim(one, { now: minutes(5) }))).toEqual(["b"])
    expect(yield* nextDueAt(minutes(5))).toBe(minutes(7))
    yield* commit({ pauses: [{ lane, until: minutes(20) }, { lane, until: minutes(30) }] })
    expect(yield* claim(one, { now: minutes(7) })).toEqual([])
    yield* commit(pause(12))
    expect(yield* nextDueAt(minutes(7))).toBe(minutes(12))
    expect(keys(yield* claim(one, { now: minutes(12) }))).toEqual(["a"])
  })

  it("may be paused anew when a pause is over", function*({ claim, commit, nextDueAt }) {
    yield* commit({ due: [due("a")], pauses: [{ lane, until: minutes(1) }] })
    const [lease] = yield* claim(one, { now: minutes(2) })
    yield* commit({ releases: [fence(lease!)], pauses: [{ lane, until: minutes(4) }] })
    expect(yield* claim(one, { now: minutes(3) })).toEqual([])
    expect(yield* nextDueAt(minutes(3))).toBe(minutes(4))
    expect(keys(yield* claim(two, { now: minutes(4) }))).toEqual(["a"])
  })

  it("leaves what nodes hold of it alone", function*({ claim, commit }) {
    yield* commit({ due: [due("a"), due("b"), due("c")] })
    const [a, b] = yield* claim(one, { limit: 2 })
    yield* commit({ pauses: [{ lane, until: minutes(5) }] })
    expect(yield* commit({ holds: [fence(a!)] })).toEqual(done)
    expect(yield* commit({ completes: [fence(a!)], releases: [fence(b!)] })).toEqual(done)
    expect(yield* claim(one)).toEqual([])
    expect(keys(yield* claim(two, { now: minutes(5) }))).toEqual(["b", "c"])
  })

  it("may be paused before it has work", function*({ claim, commit, nextDueAt }) {
    yield* commit({ pauses: [{ lane, until: minutes(5) }, { lane: "delivery:none", until: minutes(1) }] })
    expect(yield* nextDueAt(now)).toBe(null)
    yield* commit({ due: [due("a")] })
    expect(yield* claim(one)).toEqual([])
    expect(yield* nextDueAt(now)).toBe(minutes(5))
    expect(keys(yield* claim(one, { now: minutes(5) }))).toEqual(["a"])
  })

  it("holds deliveries of new events back as well", function*({ claim, commit, nextDueAt }) {
    const hook = webhook(1)
    yield* commit({ puts: [hook], pauses: [{ lane: `delivery:${hook.key}`, until: minutes(5) }] })
    yield* commit({ events: [event(1), event(2)] })
    expect(yield* claim(one)).toEqual([])
    expect(yield* nextDueAt(now)).toBe(minutes(5))
    expect(yield* claim(one, { now: minutes(5) })).toHaveLength(2)
  })

  it("is not paused by a commit that is not applied", function*({ claim, commit }) {
    yield* commit({ due: [due("a")] })
    const gone = { ref: contactRef(1), version: 1 }
    expect(yield* commit({ expects: [gone], pauses: [{ lane, until: minutes(5) }] })).toEqual(stale("row"))
    expect(keys(yield* claim(one))).toEqual(["a"])
  })

  it("with a hundred thousand items costs as little as any other", function*({ batch, claim, commit, nextDueAt }) {
    for (let part = 0; part < 20; part++) {
      yield* batch({ due: Array.from({ length: 5000 }, (_, number) => due(`${part}/${number}`)) })
    }
    yield* commit({ pauses: [{ lane, until: minutes(50) }], due: [due("z", { lane: other, at: minutes(40) })] })
    for (let turn = 0; turn < 200; turn++) {
      expect(yield* nextDueAt(now)).toBe(minutes(40))
      expect(yield* claim(one)).toEqual([])
    }
    yield* commit({ pauses: [{ lane, until: null }] })
    expect(yield* nextDueAt(now)).toBe(now)
    expect(keys(yield* claim(one, { limit: 1 }))).toEqual(["0/0"])
  })

  it("may be one of ten thousand", function*({ claim, commit, nextDueAt }) {
    const lanes: ReadonlyArray<Lane> = Array.from(
      { length: 10_000 },
      (_, number) => DispatchWork.lane.of(account(number))
    )
    // A thousand at a time, so that no commit comes near the time that a store may take for one.
    for (let first = 0; first < lanes.length; first += 1000) {
      const some = lanes.slice(first, first + 1000)
      yield* commit({ due: some.map((lane) => due(lane, { lane })) })
      yield* commit({
        pauses: some.flatMap((lane, number) =>
          first + number === 0 ? [] : [{ lane, until: minutes(99 + first + number) }]
        )
      })
    }
    yield* commit({ due: [due("z", { lane: lanes[0]!, at: minutes(-1) })] })
    expect(keys(yield* claim(one))).toEqual(["z", lanes[0]!])
    for (let turn = 0; turn < 20; turn++) {
      expect(yield* nextDueAt(now)).toBe(minutes(100))
      expect(yield* claim(one)).toEqual([])
    }
    expect(yield* claim(one, { now: minutes(105) })).toHaveLength(6)
  })
}

const clocks = (harness: Harness): void => {
  const it = cases(harness)

  it("goes on", function*({ store }) {
    const before = yield* store.now
    // The clock of a store is its own, such as that of a database: no test sets it.
    yield* Effect.sleep(20)
    const passed = (yield* store.now) - before
    expect(passed).toBeGreaterThanOrEqual(15)
    expect(passed).toBeLessThan(60_000)
  })

  it("says with the declared offset what is due, whatever the clocks of nodes say", function*({ commit, store }) {
    const at = yield* store.now
    const minute = 60_000
    yield* commit({
      due: [due("past", { at: (at - minute) as typeof at }), due("future", { at: (at + 60 * minute) as typeof at })]
    })
    const request = { node: one, limit: 9, lanes: terms }
    expect((yield* store.claim({ ...request, offset: -10 * minute })).leases).toEqual([])
    expect(keys((yield* store.claim({ ...request, offset: 0 })).leases)).toEqual(["past"])
    expect(yield* store.nextDue(0)).toEqual(Option.some(at + 60 * minute))
    expect(keys((yield* store.claim({ ...request, offset: 61 * minute })).leases)).toEqual(["future"])
  })
}

export const storePauses = (harness: Harness): void => {
  describe("a paused lane", () => paused(harness))
  describe("the store's clock", () => clocks(harness))
}
