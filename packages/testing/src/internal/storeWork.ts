/**
 * The contract of work: which work a claim returns, who holds it, and what ends it.
 */
import { put } from "@signalbox/core/Commit"
import type { AccountId, MessageId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { DispatchWork, ReceiptDeadlineWork, ReviewWork, SubmissionDeadlineWork } from "@signalbox/core/Jobs"
import { done, stale } from "@signalbox/core/Outcome"
import type { Value } from "@signalbox/core/Row"
import { kinds } from "@signalbox/core/Row"
import type { Due, Lease } from "@signalbox/core/Work"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import * as Messages from "../generate/Messages.ts"
import type { Harness } from "../StoreHarness.ts"
import { cases } from "./given.ts"
import { alice, bob, due, minutes, now, one, terms, two } from "./samples.ts"

const keys = (leases: ReadonlyArray<Lease>): ReadonlyArray<string> => leases.map(({ work }) => work.key)

const messageId = (number: number): MessageId =>
  `dddddddd-0000-7000-8000-${number.toString(16).padStart(12, "0")}` as MessageId

const settle = ({ token, work }: Lease) => ({ completes: [{ token, work }] })

const dueCases = (harness: Harness): void => {
  const it = cases(harness)

  it("is claimed when it is due, whole, and once", function*({ claim, commit }) {
    yield* commit({ due: [due(1, { at: minutes(-1) }), due(2), due(3, { at: minutes(1) })] })
    const leases = yield* claim(one)
    expect(leases).toMatchObject([due(1, { at: minutes(-1) }), due(2)])
    expect(yield* claim(one)).toEqual([])
    expect(yield* claim(one, { now: minutes(1) })).toMatchObject([due(3, { at: minutes(1) })])
  })

  it("of a lane comes in the order of its instants, then of its making", function*({ batch, claim }) {
    yield* batch(
      { due: [due("d", { at: minutes(-1) }), due("b", { at: minutes(-2) })] },
      { due: [due("c", { at: minutes(-2) })] },
      { due: [due("a", { at: minutes(-3) }), due("e", { at: minutes(-1) })] }
    )
    expect(keys(yield* claim(one, { limit: 2 }))).toEqual(["a", "b"])
    expect(keys(yield* claim(one, { limit: 2 }))).toEqual(["c", "d"])
    expect(keys(yield* claim(one, { limit: 2 }))).toEqual(["e"])
  })

  it("of one kind and key is replaced, and takes the place of new work", function*({ claim, commit, nextDue }) {
    yield* commit({
      due: [
        due("x"),
        due("a", { at: minutes(500) }),
        due("a", { at: minutes(900), lane: SubmissionDeadlineWork.lane.of(bob) })
      ]
    })
    yield* commit({ due: [due("y"), due("x")] })
    const leases = yield* claim(one, { now: minutes(900) })
    expect(keys(leases.filter((lease) => lease.lane === DispatchWork.lane.of(alice)))).toEqual(["y", "x"])
    expect(leases.filter(({ work }) => work.key === "a")).toMatchObject([{
      lane: SubmissionDeadlineWork.lane.of(bob),
      at: minutes(900)
    }])
    expect(yield* nextDue).toBe(null)
  })

  it("is told apart by its kind", function*({ claim, commit }) {
    yield* commit({ due: [due("a"), due("a", { kind: "review" })] })
    yield* commit({ cancels: [due("a", { kind: "review" }).work] })
    expect(yield* claim(one)).toMatchObject([due("a")])
  })

  it("that is settled is gone", function*({ claim, commit, killNode }) {
    yield* commit({ due: [due("a")] })
    const [lease] = yield* claim(one)
    expect(yield* commit(settle(lease!))).toEqual(done)
    expect(yield* commit(settle(lease!))).toEqual(stale("lease"))
    yield* killNode(one)
    expect(yield* claim(two)).toEqual([])
  })

  it("that is settled and due again in one commit comes again", function*({ claim, commit }) {
    yield* commit({ due: [due("a")] })
    const [lease] = yield* claim(one)
    expect(yield* commit({ ...settle(lease!), due: [due("a", { at: minutes(7) })] })).toEqual(done)
    expect(yield* commit(settle(lease!))).toEqual(stale("lease"))
    const [again] = yield* claim(one, { now: minutes(7) })
    expect(again).toMatchObject(due("a", { at: minutes(7) }))
    expect(again!.token).toBeGreaterThan(lease!.token)
  })

  it("that is replaced while it is held voids its lease and may be claimed anew", function*({ claim, commit }) {
    yield* commit({ due: [due("a")] })
    const [lease] = yield* claim(one)
    yield* commit({ due: [due("a")] })
    expect(yield* commit(settle(lease!))).toEqual(stale("lease"))
    const [again] = yield* claim(two)
    expect(again!.token).toBeGreaterThan(lease!.token)
    expect(yield* commit(settle(again!))).toEqual(done)
  })

  it("that is withdrawn is gone, whether someone holds it or not", function*({ claim, commit, nextDue }) {
    yield* commit({ due: [due("held"), due("free", { at: minutes(1) }), due("other", { at: minutes(2) })] })
    const [lease] = yield* claim(one)
    expect(yield* commit({ cancels: [due("held").work, due("free").work, due("unknown").work] })).toEqual(done)
    expect(yield* commit(settle(lease!))).toEqual(stale("lease"))
    expect(yield* nextDue).toBe(minutes(2))
    expect(keys(yield* claim(two, { now: minutes(2) }))).toEqual(["other"])
  })

  it("that one commit cancels and makes is made", function*({ claim, commit }) {
    yield* commit({ due: [due("a", { at: minutes(100) })] })
    yield* commit({ cancels: [due("a").work], due: [due("a")] })
    expect(keys(yield* claim(one))).toEqual(["a"])
  })

  it("is settled by its token alone, not by the token of other work", function*({ claim, commit }) {
    yield* commit({ due: [due("a"), due("b")] })
    const [a, b] = yield* claim(one)
    expect(yield* commit({ completes: [{ work: a!.work, token: b!.token }] })).toEqual(stale("lease"))
    expect(yield* commit({ completes: [a!, b!] })).toEqual(done)
  })

  it("has an earliest instant as long as nobody holds it", function*({ claim, commit, killNode, nextDue }) {
    expect(yield* nextDue).toBe(null)
    yield* commit({
      due: [
        due(1, { at: minutes(5) }),
        due(2, { at: minutes(3) }),
        due(3, { at: minutes(4), lane: ReviewWork.lane.of(bob) })
      ]
    })
    expect(yield* nextDue).toBe(minutes(3))
    yield* claim(one, { now: minutes(3) })
    expect(yield* nextDue).toBe(minutes(4))
    yield* claim(one, { now: minutes(4) })
    expect(yield* nextDue).toBe(minutes(5))
    const [third] = yield* claim(one, { now: minutes(5) })
    expect(yield* nextDue).toBe(null)
    yield* commit({ ...settle(third!), due: [due(1, { at: minutes(9) })] })
    expect(yield* nextDue).toBe(minutes(9))
    yield* killNode(one)
    expect(yield* nextDue).toBe(minutes(3))
  })
}

const fullLanes = (harness: Harness): void => {
  const it = cases(harness)

  it(
    "has an earliest instant in a lane that is full or held by another as well",
    function*({ claim, commit, nextDue }) {
      yield* commit({ due: [due(1), due(2), due(3, { at: minutes(5), lane: ReviewWork.lane.of(bob) })] })
      yield* claim(one, { width: { send: 1 } })
      expect(yield* claim(two)).toEqual([])
      expect(yield* nextDue).toBe(now)
      yield* commit({ cancels: [due(2).work], due: [due(4, { at: minutes(9) })] })
      expect(yield* nextDue).toBe(minutes(5))
      yield* commit({ cancels: [due(3).work] })
      expect(yield* nextDue).toBe(minutes(9))
      yield* commit({ due: [due(5, { at: minutes(-1) })], cancels: [due(4).work] })
      expect(yield* nextDue).toBe(minutes(-1))
    }
  )
}

/** Widths that let nothing through but what a case asks for. */
const widths = (width: Readonly<Record<string, number>>) => ({
  ...Object.fromEntries(Object.keys(terms).map((kind) => [kind, 0])),
  ...width
})

const nodeCases = (harness: Harness): void => {
  const it = cases(harness)
  const numbers = Array.from({ length: 10 }, (_, index) => index)

  it("gives a node as many items of a lane as its width, and more as they end", function*({ claim, commit }) {
    yield* commit({ due: numbers.map((number) => due(number)) })
    const width = { send: 3 }
    const first = yield* claim(one, { width })
    expect(keys(first)).toEqual(["0", "1", "2"])
    expect(yield* claim(one, { width })).toEqual([])
    yield* commit(settle(first[1]!))
    expect(keys(yield* claim(one, { width }))).toEqual(["3"])
    yield* commit({ ...settle(first[0]!), due: [due("0", { at: minutes(-1) })] })
    expect(keys(yield* claim(one, { width }))).toEqual(["0"])
    yield* commit({ cancels: [first[2]!.work] })
    expect(keys(yield* claim(one, { width }))).toEqual(["4"])
    yield* commit({ due: [due("3")] })
    expect(keys(yield* claim(one, { width }))).toEqual(["5"])
  })

  it("gives nothing of a kind of lane that a node does not name", function*({ claim, commit, offset, store }) {
    yield* commit({ due: [due("1"), due("2", { lane: "chore:of-newer-nodes" })] })
    const request = { node: one, offset: yield* offset(now), limit: 9 }
    const width = { width: 9, shared: false }
    expect(keys((yield* store.claim({ ...request, lanes: { send: width } })).leases)).toEqual(["1"])
    expect(yield* claim(one)).toEqual([])
    expect(keys((yield* store.claim({ ...request, lanes: { chore: width } })).leases)).toEqual(["2"])
  })

  it("has a width for each kind of lane", function*({ claim, commit }) {
    const kinds = Object.keys(terms)
    yield* commit({
      due: kinds.flatMap((kind) => numbers.map((number) => due(`${kind}/${number}`, { lane: `${kind}:whatsapp:eu` })))
    })
    for (const kind of kinds) {
      const leases = yield* claim(one, { width: widths({ [kind]: 4 }) })
      expect(keys(leases)).toEqual([0, 1, 2, 3].map((number) => `${kind}/${number}`))
    }
    expect(yield* claim(one, { width: widths({}) })).toEqual([])
  })

  it("keeps a lane with the node that holds work of it", function*({ claim, commit }) {
    yield* commit({ due: [due("a1"), due("a2"), due("b1", { lane: DispatchWork.lane.of(bob) })] })
    const [first] = yield* claim(one, { limit: 1 })
    const mine = first!.work.key === "a1" ? ["a1", "a2"] : ["b1"]
    const theirs = ["a1", "a2", "b1"].filter((key) => !mine.includes(key))
    expect(keys(yield* claim(two))).toEqual(theirs)
    expect(keys(yield* claim(two))).toEqual([])
    expect(keys(yield* claim(one))).toEqual(mine.slice(1))
  })

  it("frees a lane when the last item of it has ended", function*({ claim, commit }) {
    yield* commit({ due: [due("a"), due("b"), due("c")] })
    const [a, b] = yield* claim(one, { limit: 2 })
    yield* commit(settle(a!))
    expect(yield* claim(two)).toEqual([])
    yield* commit({ cancels: [b!.work] })
    expect(keys(yield* claim(two))).toEqual(["c"])
    expect(yield* claim(one)).toEqual([])
  })

  it("lets others take over what a dead node held, in its old order", function*({ claim, commit, killNode }) {
    yield* commit({ due: [due("a"), due("b"), due("c")] })
    const before = yield* claim(one, { limit: 2 })
    yield* commit({ due: [due("d", { at: minutes(-1) })] })
    yield* killNode(two)
    expect(yield* claim(two)).toEqual([])
    yield* killNode(one)
    const taken = yield* claim(two)
    expect(keys(taken)).toEqual(["d", "a", "b", "c"])
    const highest = Math.max(...before.map(({ token }) => token))
    for (const { token } of taken) expect(token).toBeGreaterThan(highest)
    for (const lease of before) expect(yield* commit(settle(lease))).toEqual(stale("lease"))
    for (const lease of taken) expect(yield* commit(settle(lease))).toEqual(done)
  })

  it("lets a node come back, without what it held", function*({ claim, commit, killNode }) {
    yield* commit({ due: [due("a")] })
    const [before] = yield* claim(one)
    yield* killNode(one)
    const [again] = yield* claim(one)
    expect(again!.token).toBeGreaterThan(before!.token)
    expect(yield* commit(settle(before!))).toEqual(stale("lease"))
    expect(yield* commit(settle(again!))).toEqual(done)
  })

  it("gives each item once to nodes that claim at the same time", function*({ claim, commit }) {
    const lanes = numbers.map((number) => DispatchWork.lane.of(`account-${number}` as AccountId))
    yield* commit({ due: lanes.flatMap((lane) => numbers.map((number) => due(`${lane}/${number}`, { lane }))) })
    const claims = yield* Effect.forEach(
      Array.from({ length: 40 }, (_, index) => index % 2 === 0 ? one : two),
      (node) => Effect.map(claim(node, { limit: 7, now }), (leases) => leases.map((lease) => ({ ...lease, node }))),
      { concurrency: "unbounded" }
    )
    const leases = claims.flat()
    expect(leases.length).toBeGreaterThan(0)
    expect(new Set(keys(leases)).size).toBe(leases.length)
    expect(new Set(leases.map(({ token }) => token)).size).toBe(leases.length)
    for (const lane of lanes) {
      expect(new Set(leases.filter((lease) => lease.lane === lane).map(({ node }) => node)).size).toBeLessThanOrEqual(1)
    }
  })
}

/** Work about messages while they are on their way. */
const lapsingCases = (harness: Harness): void => {
  const it = cases(harness)
  const [sample] = fc.sample(
    Messages.message.filter(({ direction, reference }) => direction === "OUTBOUND" && reference === undefined),
    {
      seed: 1,
      numRuns: 1
    }
  )
  const at = minutes(600)
  const message = (number: number, status: Value<"message">["status"]) =>
    put(kinds.message, { ...sample!, id: messageId(number), account: alice, status })
  const deadline = (number: number, after: number): Due => {
    const target = { message: messageId(number), attempt: messageId(1000 + number) }
    return {
      ...ReceiptDeadlineWork.due(target, alice, plus(at, after)),
      lapsesWith: messageId(number)
    }
  }
  const keyOf = ({ work }: Due): string => work.key

  it("comes when it is due while its message is where it was", function*({ batch, claim, nextDue }) {
    const works = [deadline(1, 0), deadline(2, 5), deadline(3, 1)]
    yield* batch(...works.map((work, index) => ({ puts: [message(index + 1, "SENT")], due: [work] })))
    expect(yield* nextDue).toBe(at)
    expect(yield* claim(one)).toEqual([])
    const leases = yield* claim(one, { now: plus(at, 5) })
    expect(leases).toMatchObject([works[0], works[2], works[1]].map((due) => {
      const { lapsesWith: _, ...rest } = due!
      return rest
    }))
    expect(yield* batch(...leases.map(settle))).toEqual([done, done, done])
    expect(yield* claim(two, { now: plus(at, 5) })).toEqual([])
    expect(yield* nextDue).toBe(null)
  })

  it("does not come when a step has cancelled it by which its message left", function*({ batch, claim, nextDue }) {
    const works = [deadline(1, 0), deadline(2, 0)]
    yield* batch(...works.map((work, index) => ({ puts: [message(index + 1, "SENT")], due: [work] })))
    yield* batch({ puts: [message(1, "DELIVERED")], cancels: [works[0]!.work] })
    expect(keys(yield* claim(one, { now: at }))).toEqual([keyOf(works[1]!)])
    yield* batch({ puts: [message(2, "FAILED")], cancels: [works[1]!.work] })
    expect(yield* claim(two, { now: at })).toEqual([])
    expect(yield* nextDue).toBe(null)
  })

  it("is kept where its message is in no part, and where it names no message", function*({ batch, claim }) {
    const { lapsesWith: _, ...plain } = deadline(2, 0)
    const other = { ...deadline(3, 0), work: { kind: "receipt_deadline", key: "of another form" } }
    yield* batch(
      { due: [deadline(1, 0)] },
      { puts: [message(2, "SENT")], due: [plain] },
      { puts: [message(3, "SENT")], due: [other] },
      { puts: [message(1, "DELIVERED")] },
      { puts: [message(2, "DELIVERED")] }
    )
    const found = keys(yield* claim(one, { now: at }))
    expect(found).toContain(keyOf(plain))
    expect(found).toContain("of another form")
  })
}

export const storeWork = (harness: Harness): void => {
  describe("work", () => {
    dueCases(harness)
    fullLanes(harness)
  })
  describe("work that lapses", () => lapsingCases(harness))
  describe("a claim", () => nodeCases(harness))
}
