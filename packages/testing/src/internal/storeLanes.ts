/**
 * The contract of fairness: lanes with due work take turns, however much work each one has.
 */
import type { AccountId } from "@signalbox/core/Id"
import { DispatchWork } from "@signalbox/core/Jobs"
import type { Lane, Lease } from "@signalbox/core/Work"
import { describe, expect } from "vitest"
import type { Harness } from "../StoreHarness.ts"
import { cases } from "./given.ts"
import { after, due, minutes, one, two } from "./samples.ts"

const lane = (name: number | string): Lane => DispatchWork.lane.of(`account-${name}` as AccountId)

const numbers = (length: number): ReadonlyArray<number> => Array.from({ length }, (_, index) => index)

const perLane = (leases: ReadonlyArray<Lease>): ReadonlyMap<Lane, number> => {
  const counts = new Map<Lane, number>()
  for (const { lane } of leases) counts.set(lane, (counts.get(lane) ?? 0) + 1)
  return counts
}

const some = (lane: Lane, count: number, at = after(0)) =>
  numbers(count).map((number) => due(`${lane}/${number}`, { lane, at }))

export const storeLanes = (harness: Harness): void => {
  describe("lanes", () => {
    const it = cases(harness)

    it("with little work are served beside one with ten thousand older items", function*({ batch, claim }) {
      yield* batch({ due: some(lane("large"), 10_000, after(-1000)) }, { due: some(lane("small"), 2) })
      const leases = yield* claim(one, { limit: 10 })
      expect(leases).toHaveLength(10)
      expect(perLane(leases).get(lane("small"))).toBe(2)
      expect(perLane(leases).get(lane("large"))).toBe(8)
    })

    it("share a claim evenly, and leave nothing that fits", function*({ claim, commit }) {
      yield* commit({ due: [...some(lane("a"), 20), ...some(lane("b"), 20), ...some(lane("c"), 3)] })
      const shares = perLane(yield* claim(one, { limit: 13 }))
      expect(shares.get(lane("a"))).toBe(5)
      expect(shares.get(lane("b"))).toBe(5)
      expect(shares.get(lane("c"))).toBe(3)
      expect(yield* claim(one, { limit: 100, width: { send: 8 } })).toHaveLength(6)
    })

    it("each get a turn when there are more of them than a claim holds", function*({ claim, commit }) {
      const lanes = numbers(20).map(lane)
      yield* commit({ due: lanes.flatMap((lane, index) => some(lane, 30, after(-index))) })
      const served = new Set<Lane>()
      for (let turn = 0; turn < 8; turn++) {
        const leases = yield* claim(one, { limit: 5 })
        expect(leases).toHaveLength(5)
        for (const { lane } of leases) served.add(lane)
        yield* commit({ completes: leases })
      }
      expect(served.size).toBe(20)
    })

    it("that new ones keep joining still get their turn", function*({ claim, commit }) {
      const [old, busy] = [lane("old"), lane("busy")]
      yield* commit({ due: [...some(busy, 20, after(-9)), ...some(old, 1)] })
      const served = new Set<Lane>()
      for (let turn = 0; turn < 10; turn++) {
        yield* commit({ due: numbers(3).flatMap((number) => some(lane(`${turn}-${number}`), 1, after(-5))) })
        const leases = yield* claim(one, { limit: 4 })
        for (const { lane } of leases) served.add(lane)
        yield* commit({ completes: leases })
      }
      expect([...served]).toEqual(expect.arrayContaining([old, busy]))
    })

    it("that another node holds or that are full leave room for the rest", function*({ claim, commit }) {
      yield* commit({ due: numbers(3).flatMap((number) => some(lane(number), 10)) })
      const [theirs] = yield* claim(two, { limit: 1 })
      const first = yield* claim(one, { limit: 4, width: { send: 2 } })
      const mine = new Set(numbers(3).map(lane).filter((lane) => lane !== theirs!.lane))
      expect(perLane(first)).toEqual(new Map([...mine].map((lane) => [lane, 2])))
      expect(yield* claim(one, { width: { send: 2 } })).toEqual([])
      expect(perLane(yield* claim(one, { width: { send: 3 } }))).toEqual(
        new Map([...mine].map((lane) => [lane, 1]))
      )
    })

    it("that a node leaves to others go to them, and stand in nobody's way", function*({ batch, claim, nextDue }) {
      const line = (carrier: string, account: number): Lane => `submission:${carrier}/${account}`
      yield* batch(
        { due: numbers(400).flatMap((number) => some(line("acme", number), 1, after(-1000))) },
        { due: [...some(line("acme-eu", 1), 2), ...some(lane("own"), 1)] }
      )
      const leaves = ["submission:acme/", "submission:nobody/"]
      const mine = yield* claim(one, { leaves, limit: 50 })
      expect(perLane(mine)).toEqual(new Map([[line("acme-eu", 1), 2], [lane("own"), 1]]))
      expect(yield* claim(one, { leaves, limit: 50 })).toEqual([])
      expect(yield* nextDue).toBe(after(-1000))
      expect(yield* claim(two, { limit: 300 })).toHaveLength(300)
      // It takes of them again as soon as it leaves them no more.
      expect(yield* claim(one, { limit: 300 })).toHaveLength(100)
    })

    it("without due work do not stand in the way, however many they are", function*({ claim, commit, nextDue }) {
      yield* commit({
        due: numbers(5000).flatMap((number) => some(lane(`later-${number}`), 1, minutes(60_000 + number)))
      })
      yield* commit({ due: some(lane("now"), 1) })
      expect(yield* claim(one)).toMatchObject([{ lane: lane("now") }])
      expect(yield* nextDue).toBe(minutes(60_000))
      expect(yield* claim(one, { now: minutes(60_001) })).toHaveLength(2)
      expect(yield* nextDue).toBe(minutes(60_002))
    })
  })
}
