/**
 * The contract of work that its node holds from the beginning on. A store may leave all of it to claims, so each case asks
 * only that every item comes once, to whoever may have it, and that what is given is what a claim could have brought.
 */
import { make } from "@signalbox/core/Commit"
import { deliveryId } from "@signalbox/core/Fanout"
import type { NodeId } from "@signalbox/core/Id"
import * as Outcome from "@signalbox/core/Outcome"
import { done, stale } from "@signalbox/core/Outcome"
import { Naming } from "@signalbox/core/Store"
import type { Due, Lease } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import { describe, expect } from "vitest"
import type { Harness } from "../StoreHarness.ts"
import type { Given } from "./given.ts"
import { cases } from "./given.ts"
import { after, due, event, minutes, now, one, two, webhook, webhookId } from "./samples.ts"

const lane = "submission:sms-a/aaaaaaaa-0000-7000-8000-000000000001"

const keys = (leases: ReadonlyArray<Lease>): ReadonlyArray<string> => leases.map(({ work }) => work.key)

const fence = ({ token, work }: Lease) => ({ token, work })

/** Work that this node holds from the beginning on, as soon as it is due by a service whose clock says `now`. */
const born = (key: number | string, node: NodeId, offset: number, parts: Partial<Due> = {}): Due => ({
  ...due(key, { lane, kind: "submission", ...parts }),
  holder: { node, offset }
})

/** The same of a lane that nodes do not share. */
const bornAlone = (key: number | string, node: NodeId, offset: number): Due => ({
  ...due(key),
  holder: { node, offset, isAlone: true }
})

/** Claims everything, and returns it with what was given before. */
const alsoClaimed = function*(given: Given, node: NodeId, leases: ReadonlyArray<Lease>) {
  return [...leases, ...(yield* given.claim(node))]
}

export const storeHolders = (harness: Harness): void => {
  describe("work with a holder", () => {
    const it = cases(harness)

    it("is held by it, or comes with its next claim, and is ended by that lease", function*(given) {
      const { claim, commit, nextDue, offset } = given
      yield* claim(one)
      const outcome = yield* commit({ due: [born("a", one, yield* offset(now), { failures: 2 })] })
      const [lease, ...others] = yield* alsoClaimed(given, one, Outcome.leasesOf(outcome))
      expect(others).toEqual([])
      expect(lease).toEqual({ ...due("a", { lane, kind: "submission" }), token: lease!.token, failures: 2 })
      expect(yield* nextDue).toBe(null)
      expect(yield* claim(two)).toEqual([])
      expect(yield* commit({ holds: [fence(lease!)], completes: [fence(lease!)] })).toEqual(done)
      expect(yield* commit({ completes: [fence(lease!)] })).toEqual(stale("lease"))
    })

    it("is held by one node alone where nodes do not share the lane", function*(given) {
      const { claim, commit, offset } = given
      for (const node of [one, two]) yield* claim(node)
      const ahead = yield* offset(now)
      yield* commit({ due: [due("first")] })
      const [first] = yield* claim(one)
      // It is not shared between what a node holds and what another one schedules.
      expect(yield* commit({ due: [bornAlone("theirs", two, ahead)] })).toEqual(done)
      expect(yield* claim(two)).toEqual([])
      expect(keys(yield* claim(one))).toEqual(["theirs"])
      const own = Outcome.leasesOf(yield* commit({ due: [bornAlone("own", one, ahead)] }))
      const held = [...own, ...(yield* claim(one))]
      expect(keys(held)).toEqual(["own"])
      expect(yield* commit({ completes: [fence(first!)] })).toEqual(done)
      expect(yield* claim(two)).toEqual([])
      expect(yield* commit({ completes: held.map(fence) })).toEqual(done)
      const outcome = yield* commit({ due: [bornAlone("theirs", two, ahead)] })
      expect(keys(yield* alsoClaimed(given, two, Outcome.leasesOf(outcome)))).toEqual(["theirs"])
    })

    it("may be that of events, of which the store asks who holds it", function*(given) {
      const { claim, commit, offset, store } = given
      yield* claim(one)
      const ahead = yield* offset(now)
      const holder = { node: one, offset: ahead, isAlone: true }
      yield* commit({ puts: [webhook(1), webhook(2), webhook(3, { subscribes: [] })] })
      const named: Array<Due> = []
      const name = (each: Due): Due => {
        named.push(each)
        return each.lane.endsWith(webhookId(1)) ? { ...each, holder } : each
      }
      const outcomes = yield* Effect.provideService(
        store.commit([make({ events: [event(1)], due: [born("own", one, ahead)] }), make({ events: [event(2)] })]),
        Naming,
        name
      )
      const given1 = outcomes.flatMap(Outcome.leasesOf)
      const all = [...given1, ...(yield* claim(one))]
      const deliveries = [1, 2].flatMap((number) => [1, 2].map((to) => deliveryId(event(number).id, webhookId(to))))
      expect(keys(all).toSorted()).toEqual([...deliveries, "own"].toSorted())
      for (const lease of all) expect(yield* commit({ completes: [fence(lease)] })).toEqual(done)
      // Nobody is asked about anything else, and what nobody is named for is given to nobody.
      expect(named.filter(({ work }) => !deliveries.some((each) => each === work.key))).toEqual([])
      const others = given1.filter(({ lane, work }) => work.kind === "delivery" && !lane.endsWith(webhookId(1)))
      expect(others).toEqual([])
      expect(outcomes.map(Outcome.fansOut)).toEqual([true, true])
    })

    it("has a token above all before it, and below all after it", function*(given) {
      const { claim, commit, offset } = given
      yield* commit({ due: [due("before"), due("after", { at: minutes(1) })] })
      const [before] = yield* claim(one)
      const outcome = yield* commit({ due: [born("a", one, yield* offset(now))] })
      const [lease] = yield* alsoClaimed(given, one, Outcome.leasesOf(outcome))
      const [after] = yield* claim(one, { now: minutes(1) })
      expect(lease!.token).toBeGreaterThan(before!.token)
      expect(after!.token).toBeGreaterThan(lease!.token)
    })

    it("is free again at its place when its holder dies or lets it go", function*(given) {
      const { claim, commit, killNode, offset } = given
      yield* claim(one)
      const ahead = yield* offset(now)
      const outcome = yield* commit({ due: ["a", "b"].map((key) => born(key, one, ahead)) })
      const [a, b] = yield* alsoClaimed(given, one, Outcome.leasesOf(outcome))
      expect(yield* commit({ releases: [fence(b!)] })).toEqual(done)
      expect(keys(yield* claim(two))).toEqual(["b"])
      yield* killNode(one)
      const [again] = yield* claim(two)
      expect(again).toEqual({ ...a!, token: again!.token })
      expect(again!.token).toBeGreaterThan(a!.token)
      expect(yield* commit({ completes: [fence(a!)] })).toEqual(stale("lease"))
      expect(yield* commit({ completes: [fence(again!)] })).toEqual(done)
    })

    it("is not given to a node that has not claimed, or was declared dead since", function*(given) {
      const { claim, commit, killNode, offset } = given
      const ahead = yield* offset(now)
      expect(Outcome.leasesOf(yield* commit({ due: [born("never", one, ahead)] }))).toEqual([])
      expect(keys(yield* claim(two))).toEqual(["never"])
      yield* claim(one)
      yield* killNode(one)
      expect(Outcome.leasesOf(yield* commit({ due: [born("dead", one, ahead)] }))).toEqual([])
      expect(keys(yield* claim(two))).toEqual(["dead"])
    })

    it("is not given before it is due by the store's clock", function*({ claim, commit, nextDue, offset }) {
      yield* claim(one)
      const early = born("a", one, yield* offset(now), { at: minutes(1) })
      expect(Outcome.leasesOf(yield* commit({ due: [early] }))).toEqual([])
      expect(yield* nextDue).toBe(minutes(1))
      expect(yield* claim(one)).toEqual([])
      expect(keys(yield* claim(one, { now: minutes(1) }))).toEqual(["a"])
    })

    it("waits where the lane is paused, or was paused by its batch", function*({ batch, claim, commit, offset }) {
      yield* claim(one)
      const ahead = yield* offset(now)
      const other = `${lane}-2` as const
      yield* commit({ pauses: [{ lane, until: minutes(5) }] })
      expect(yield* commit({ due: [born("a", one, ahead)] })).toEqual(done)
      const outcomes = yield* batch(
        { due: [born("b", one, ahead)] },
        { pauses: [{ lane: other, until: minutes(5) }] },
        { due: [born("c", one, ahead, { lane: other })] }
      )
      expect(outcomes).toEqual([done, done, done])
      expect(yield* claim(one)).toEqual([])
      expect(keys(yield* claim(one, { now: minutes(5) })).toSorted()).toEqual(["a", "b", "c"])
    })

    it("does not overtake what waits in its lane", function*(given) {
      const { batch, claim, commit, offset } = given
      yield* claim(one)
      const ahead = yield* offset(now)
      yield* commit({ due: [due("1", { lane, kind: "submission", at: after(-5) })] })
      expect(Outcome.leasesOf(yield* commit({ due: [born("2", one, ahead)] }))).toEqual([])
      expect(keys(yield* claim(two))).toEqual(["1", "2"])
      const outcomes = yield* batch(
        { due: [born("3", one, ahead), due("4", { lane, kind: "submission" })] },
        { due: [born("5", one, ahead)] }
      )
      expect(outcomes[1]).toEqual(done)
      expect(keys(yield* alsoClaimed(given, one, Outcome.leasesOf(outcomes[0]!)))).toEqual(["3", "4", "5"])
    })

    it("does not overtake what its own batch lets go", function*(given) {
      const { batch, claim, commit, offset } = given
      yield* commit({ due: [due("1", { lane, kind: "submission", at: after(-5) })] })
      const [lease] = yield* claim(one)
      const [, second] = yield* batch(
        { releases: [fence(lease!)] },
        { due: [born("2", one, yield* offset(now))] }
      )
      expect(second).toEqual(done)
      expect(keys(yield* claim(one))).toEqual(["1", "2"])
    })

    it("of which one item is scheduled twice is held as the last one says", function*(given) {
      const { batch, claim, offset } = given
      yield* claim(one)
      const ahead = yield* offset(now)
      const first = born("a", one, ahead)
      const outcomes = yield* batch(
        { due: [first, { ...first, at: after(-1) }] },
        { due: [born("b", one, ahead)], cancels: [first.work] },
        { due: [born("c", one, ahead), due("c", { lane, kind: "submission", at: minutes(3) })] }
      )
      const left = yield* alsoClaimed(given, one, Outcome.leasesOf(outcomes[1]!))
      expect(keys(left)).toEqual(["b"])
      expect(Outcome.leasesOf(outcomes[2]!)).toEqual([])
      for (const lease of Outcome.leasesOf(outcomes[0]!)) {
        expect(yield* given.commit({ completes: [fence(lease)] })).toEqual(stale("lease"))
      }
      expect(keys(yield* claim(one, { now: minutes(3) }))).toEqual(["c"])
    })

    it("takes over the lease of the work that ends in its commit", function*(given) {
      const { claim, commit, offset } = given
      yield* commit({ due: [due("a", { lane, kind: "submission" })] })
      const [before] = yield* claim(one)
      const outcome = yield* commit({ completes: [fence(before!)], due: [born("b", one, yield* offset(now))] })
      const [lease] = yield* alsoClaimed(given, one, Outcome.leasesOf(outcome))
      expect(lease!.work.key).toBe("b")
      expect(yield* commit({ completes: [fence(before!)] })).toEqual(stale("lease"))
      expect(yield* commit({ completes: [fence(lease!)], due: [due("c")] })).toEqual(done)
      expect(keys(yield* claim(two))).toEqual(["c"])
    })

    it("whose outcome nobody knows comes with a claim that names it, until that is known", function*(given) {
      const { commit, offset, store } = given
      yield* given.claim(one)
      const ahead = yield* offset(now)
      const [a, b, c] = ["a", "b", "c"].map((key) => born(key, one, ahead))
      const known = Outcome.leasesOf(yield* commit({ due: [a!] }))
      yield* commit({ due: [b!] })
      const claim = function*(limit: number, doubts: ReadonlyArray<Due>) {
        const { leases } = yield* store.claim({
          node: one,
          offset: ahead,
          limit,
          lanes: { submission: { width: 9, shared: true } },
          doubts: doubts.map(({ work }) => work)
        })
        return leases
      }
      expect(keys([...known, ...(yield* claim(9, [b!, c!]))])).toEqual(["a", "b"])
      // The answer of that claim may have been lost, too.
      const again = yield* claim(0, [b!, c!])
      for (const lease of again) {
        expect(lease.work.key).toBe("b")
        expect(yield* commit({ completes: [fence(lease)] })).toEqual(done)
      }
      expect(yield* claim(9, [b!, c!])).toEqual([])
      // Work that was claimed is in no doubt, nor is work that another node holds.
      yield* commit({ due: [due("c", { lane, kind: "submission" })] })
      expect(keys(yield* given.claim(one))).toEqual(["c"])
      expect(yield* claim(9, [c!])).toEqual([])
    })
  })
}
