/**
 * The contract of leases between their claim and their end: a commit may rest on one that goes on, or give work back to
 * the place where it stood in line.
 */
import { DispatchWork } from "@signalbox/core/Jobs"
import { done, stale } from "@signalbox/core/Outcome"
import type { Lease } from "@signalbox/core/Work"
import { afterFailure, again } from "@signalbox/core/Work"
import { describe, expect } from "vitest"
import type { Harness } from "../StoreHarness.ts"
import { cases } from "./given.ts"
import { alice, bob, contact, contactRef, due, minutes, now, one, two } from "./samples.ts"

const keys = (leases: ReadonlyArray<Lease>): ReadonlyArray<string> => leases.map(({ work }) => work.key)

const fence = ({ token, work }: Lease) => ({ token, work })

const held = (harness: Harness): void => {
  const it = cases(harness)

  it("goes on", function*({ claim, commit, known }) {
    yield* commit({ due: [due("a")] })
    const [lease] = yield* claim(one)
    const holds = [fence(lease!)]
    for (const number of [1, 2]) expect(yield* commit({ holds, puts: [contact(number)] })).toEqual(done)
    expect((yield* known(contactRef(2))).row).toEqual(contact(2))
    expect(yield* claim(two)).toEqual([])
    expect(yield* claim(one)).toEqual([])
    expect(yield* commit({ completes: holds })).toEqual(done)
    expect(yield* commit({ holds, puts: [contact(3)] })).toEqual(stale("lease"))
    expect((yield* known(contactRef(3))).row).toBe(null)
  })

  it("and was lost stops the commit", function*({ claim, commit, killNode, known }) {
    yield* commit({ due: [due("killed"), due("made again"), due("withdrawn"), due("released")] })
    const leases = yield* claim(one)
    yield* commit({ cancels: [due("withdrawn").work] })
    yield* commit({ releases: leases.slice(3).map(fence) })
    yield* commit({ due: [due("made again")] })
    yield* killNode(one)
    yield* claim(two)
    for (const lease of leases) {
      expect(yield* commit({ holds: [fence(lease)], puts: [contact(1)] }), lease.work.key).toEqual(stale("lease"))
    }
    expect((yield* known(contactRef(1))).row).toBe(null)
  })

  it("is told apart from the others of a batch", function*({ batch, claim, known }) {
    yield* batch({ due: [due("a"), due("b")] })
    const [a, b] = yield* claim(one)
    const outcomes = yield* batch(
      { holds: [fence(a!), fence(b!)], puts: [contact(1)] },
      { completes: [fence(a!)] },
      { holds: [fence(a!), fence(b!)], puts: [contact(2)] },
      { holds: [fence(b!)], puts: [contact(3)] }
    )
    expect(outcomes).toEqual([done, done, stale("lease"), done])
    expect((yield* known(contactRef(2))).row).toBe(null)
    expect((yield* known(contactRef(3))).row).toEqual(contact(3))
  })
}

const released = (harness: Harness): void => {
  const it = cases(harness)

  it("comes again, under another lease, for whoever claims", function*({ claim, commit, nextDue }) {
    yield* commit({ due: [due("a", { at: minutes(-3), failures: 2 })] })
    const [lease] = yield* claim(one)
    expect(yield* nextDue).toBe(null)
    expect(yield* commit({ releases: [fence(lease!)] })).toEqual(done)
    expect(yield* nextDue).toBe(minutes(-3))
    expect(yield* commit({ completes: [fence(lease!)] })).toEqual(stale("lease"))
    expect(yield* commit({ releases: [fence(lease!)] })).toEqual(stale("lease"))
    const [next] = yield* claim(two)
    expect(next).toEqual({ ...lease!, token: next!.token })
    expect(next!.token).toBeGreaterThan(lease!.token)
    expect(yield* commit({ completes: [fence(next!)] })).toEqual(done)
    expect(yield* nextDue).toBe(null)
  })

  it("keeps its place in line, and so does not fall behind its neighbours", function*({ batch, claim, commit }) {
    yield* batch({ due: ["a", "b", "c", "d", "e"].map((key) => due(key)) })
    const [a, b, c] = yield* claim(one, { limit: 3 })
    yield* commit({ due: [due("f")] })
    expect(yield* commit({ releases: [c!, a!].map(fence), completes: [fence(b!)] })).toEqual(done)
    yield* commit({ due: [due("0", { at: minutes(-1) })] })
    expect(keys(yield* claim(one))).toEqual(["0", "a", "c", "d", "e", "f"])
  })

  it("frees a lane with its last item, and a place in it before that", function*({ claim, commit }) {
    yield* commit({ due: ["a", "b", "c"].map((key) => due(key)) })
    const [a, b] = yield* claim(one, { width: { send: 2 } })
    yield* commit({ releases: [fence(b!)] })
    expect(yield* claim(two)).toEqual([])
    expect(keys(yield* claim(one, { width: { send: 2 } }))).toEqual(["b"])
    yield* commit({ releases: [fence(a!)], cancels: [b!.work] })
    expect(keys(yield* claim(two))).toEqual(["a", "c"])
  })

  it("ends all the same when its commit says so as well", function*({ batch, claim, commit, nextDue }) {
    yield* commit({ due: ["a", "b", "c", "d"].map((key) => due(key)) })
    const [a, b, c, d] = yield* claim(one)
    const at = minutes(7)
    expect(yield* commit({ releases: [fence(a!)], completes: [fence(a!)] })).toEqual(done)
    expect(yield* commit({ releases: [fence(b!)], cancels: [b!.work] })).toEqual(done)
    expect(yield* commit({ releases: [fence(c!)], due: [again(c!, at)] })).toEqual(done)
    expect(yield* batch({ releases: [fence(d!)] }, { completes: [fence(d!)] }, { due: [again(d!, at)] }))
      .toEqual([done, stale("lease"), done])
    expect(yield* claim(one)).toEqual([])
    expect(yield* nextDue).toBe(at)
    expect(keys(yield* claim(two, { now: at }))).toEqual(["c", "d"])
  })
}

const failures = (harness: Harness): void => {
  const it = cases(harness)

  it("are counted by whoever schedules work, and told with its lease", function*({ claim, commit, killNode }) {
    yield* commit({ due: [due("never"), due("often", { failures: 11 })] })
    expect((yield* claim(one)).map(({ failures }) => failures)).toEqual([0, 11])
    yield* killNode(one)
    const [never, often] = yield* claim(one)
    expect([never!.failures, often!.failures]).toEqual([0, 11])
    yield* commit({
      completes: [never!, often!].map(fence),
      due: [afterFailure(never!, now), again(often!, now)]
    })
    expect((yield* claim(one)).map(({ failures, work }) => [work.key, failures])).toEqual([["never", 1], ["often", 0]])
  })
}

const shared = (harness: Harness): void => {
  const it = cases(harness)
  const lane = "submission:sms-a/aaaaaaaa-0000-7000-8000-000000000001"
  const numbers = Array.from({ length: 10 }, (_, index) => index)
  const some = numbers.map((number) => due(number, { lane, kind: "submission" }))

  it("has as many holders as claim it, each up to its width", function*({ claim, commit }) {
    yield* commit({ due: some })
    const width = { submission: 3 }
    const mine = yield* claim(one, { width })
    const theirs = yield* claim(two, { width })
    expect([keys(mine), keys(theirs)]).toEqual([["0", "1", "2"], ["3", "4", "5"]])
    expect(yield* claim(one, { width })).toEqual([])
    yield* commit({ completes: [fence(mine[1]!)] })
    expect(yield* claim(two, { width })).toEqual([])
    expect(keys(yield* claim(one, { width }))).toEqual(["6"])
  })

  it("goes on when one of its holders dies", function*({ claim, commit, killNode }) {
    yield* commit({ due: some })
    const width = { submission: 4 }
    yield* claim(one, { width })
    const [first] = yield* claim(two, { width })
    yield* killNode(one)
    expect(yield* claim(two, { width })).toEqual([])
    expect(keys(yield* claim(two, { width: { submission: 9 } }))).toEqual(["0", "1", "2", "3", "8"])
    expect(yield* commit({ completes: [fence(first!)] })).toEqual(done)
  })

  it(
    "is so for those who say it; for others it is closed while a node holds it",
    function*({ claim, commit, offset, store }) {
      yield* commit({ due: some })
      yield* claim(two, { limit: 1 })
      const request = { node: one, offset: yield* offset(now), limit: 9 }
      expect((yield* store.claim({ ...request, lanes: { submission: { width: 9, shared: false } } })).leases).toEqual(
        []
      )
      expect((yield* store.claim({ ...request, lanes: { submission: { width: 9, shared: true } } })).leases)
        .toHaveLength(9)
    }
  )

  it("is closed for no other reason than that of a lane that is not shared", function*({ claim, commit }) {
    const exclusive = DispatchWork.lane.of(bob)
    yield* commit({ due: [...some, due("x", { lane: exclusive }), due("y", { lane: exclusive })] })
    yield* claim(one, { width: { submission: 2, send: 1 } })
    const theirs = yield* claim(two)
    expect(theirs.every((lease) => lease.lane === lane)).toBe(true)
    expect(theirs).toHaveLength(8)
  })

  it("takes carriers' lanes with and without an account", function*({ claim, commit }) {
    const old = due("old", { lane: "submission:sms-a", kind: "submission" })
    yield* commit({ due: [old, due("new", { lane: `submission:sms-a/${alice}`, kind: "submission" })] })
    expect(keys(yield* claim(one)).toSorted()).toEqual(["new", "old"])
  })
}

export const storeLeases = (harness: Harness): void => {
  describe("a lease that a commit holds", () => held(harness))
  describe("work that is released", () => released(harness))
  describe("failures of work", () => failures(harness))
  describe("a shared lane", () => shared(harness))
}
