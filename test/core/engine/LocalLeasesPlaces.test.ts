/**
 * The places that a node's work takes in its lanes: from before the commit that gives it until the work has ended, or nobody can
 * be in doubt about it any more.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import type { EventId, NodeId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import type { Terms } from "@signalbox/core/internal/engine/WorkerState"
import * as Limit from "@signalbox/core/Limit"
import { applied, done } from "@signalbox/core/Outcome"
import { Naming, StoreError } from "@signalbox/core/Store"
import type { Due, Lane, Lease, LeaseToken } from "@signalbox/core/Work"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const lane: Lane = "shared:a"
const other: Lane = "shared:b"
const ordered: Lane = "ordered:a"
const third: Lane = "shared:c"
const deep: Lane = "deep:a"
const holder = { node: "node-1" as NodeId, offset: 0 }
/** In a lane that keeps its order nobody else may hold anything beside it. */
const alone = { ...holder, isAlone: true }

const due = (number: number, of = lane, at = Given.now): Due => ({
  work: { kind: "any", key: String(number) },
  lane: of,
  at
})
const lease = ({ at, lane, work }: Due): Lease => ({
  work,
  lane,
  at,
  token: Number(work.key) as LeaseToken,
  failures: 0
})

const terms: Terms = {
  pollMillis: 1000,
  lanes: {
    shared: { width: 2, shared: true },
    ordered: { width: 2, shared: false },
    deep: { width: 2, given: 4, shared: false }
  },
  holder: Effect.succeed(holder),
  admits: ({ work }) => work.key !== "99",
  lends: Context.empty()
}

/** A node whose worker has room for more. */
const run = (use: (local: LocalLeases.LocalLeases["Service"]) => Effect.Effect<void, unknown, Scope.Scope>) =>
  Effect.runPromise(Effect.scoped(Effect.provide(
    Effect.gen(function*() {
      yield* TestClock.setTime(Given.now)
      const local = yield* LocalLeases.make
      local.tell({ _tag: "Begins", terms, at: 0n })
      local.tell({ _tag: "Measured", isRight: true })
      local.tell({ _tag: "Claimed", brought: "nothing", at: 0n })
      expect(local.worker()).toMatchObject({ isTaking: true, hasRoom: true })
      yield* use(local)
    }),
    TestClock.layer()
  )))

/** Commits, and returns what the store was given, while the node has this in hand meanwhile. */
const committing = (
  local: LocalLeases.LocalLeases["Service"],
  commits: ReadonlyArray<Partial<Commit>>,
  outcome: ReadonlyArray<Lease> | StoreError = []
) =>
  Effect.gen(function*() {
    const seen: Array<unknown> = []
    const exit = yield* Effect.exit(local.commit(commits.map(Commits.make), (batch) =>
      Effect.suspend(() => {
        seen.push(...batch.map((commit) => commit.due), local.holding(), local.isBusy(lane))
        return outcome instanceof StoreError
          ? Effect.fail(outcome)
          : Effect.succeed(batch.map(() => outcome.length === 0 ? done : applied(outcome, false)))
      })))
    return { seen, isDone: exit._tag === "Success" }
  })

const idle = { batches: 0, commits: 0, isInDoubt: false }

describe("work that a commit gives to its node", () => {
  it("has a place from before the commit on, and is handed to the worker as in hand", () =>
    run((local) =>
      Effect.gen(function*() {
        const later = due(3, lane, plus(Given.now, 1))
        const all = [due(1), later, due(4, ordered), due(99), due(5, other)]
        const { seen } = yield* committing(local, [{ due: all }, {
          due: [due(6, third)],
          pauses: [{ lane: third, until: null }]
        }], [
          lease(due(1)),
          lease(due(5, other))
        ])
        expect(seen).toStrictEqual([
          [{ ...due(1), holder }, later, { ...due(4, ordered), holder: alone }, due(99), { ...due(5, other), holder }],
          // It is of a lane that a commit of the batch pauses.
          [due(6, third)],
          { batches: 0, commits: 1, isInDoubt: false },
          true
        ])
        const given = yield* Queue.takeAll(local.given)
        expect([...given].map(({ lane, leases }) => [lane, leases.map(({ token }) => token)])).toEqual([
          [lane, [1, 1]],
          [other, [5, 5]]
        ])
        expect(local.holding()).toStrictEqual({ batches: 2, commits: 0, isInDoubt: false })
        expect([local.takings(), local.isBusy(lane), local.isBusy(other), local.isBusy(ordered)]).toEqual([
          2,
          true,
          true,
          false
        ])
        // Two fill the lane, whoever has them.
        expect(local.known().full).toBe("here")
        expect([local.leave(lane, 2), local.leave(other, 2)]).toEqual([true, true])
        expect(local.known().full).toBe(null)
        expect(local.holding()).toStrictEqual(idle)
        expect([local.isBusy(lane), local.isBusy(other)]).toEqual([false, false])
      })
    ))

  it("that the store gives to nobody leaves no place behind", () =>
    run((local) =>
      Effect.gen(function*() {
        const { seen } = yield* committing(local, [{ due: [due(1), due(2), due(3)] }])
        // There are two places.
        expect(seen[0]).toStrictEqual([{ ...due(1), holder }, { ...due(2), holder }, due(3)])
        expect(local.holding()).toStrictEqual(idle)
        expect([local.isBusy(lane), local.known().full]).toEqual([false, null])
        for (
          const error of [
            new StoreError({ reason: "failed", cause: null }),
            new StoreError({ reason: "unavailable", cause: null, isBlocked: true })
          ]
        ) {
          expect((yield* committing(local, [{ due: [due(1)] }], error)).isDone).toBe(false)
          expect(local.holding()).toStrictEqual(idle)
          expect(local.isBusy(lane)).toBe(false)
        }
        local.take(lane, 1)
        expect([local.isBusy(lane), local.known().full]).toEqual([true, null])
      })
    ))

  it("is none of lanes that are full, or where the worker takes nothing", () =>
    run((local) =>
      Effect.gen(function*() {
        local.take(lane, 2)
        const full = yield* committing(local, [{ due: [due(1), due(2, other)] }])
        expect(full.seen[0]).toStrictEqual([due(1), { ...due(2, other), holder }])
        expect(local.leave(lane, 2)).toBe(true)
        local.tell({ _tag: "Drains" })
        const drained = yield* committing(local, [{ due: [due(1)] }])
        expect(drained.seen).toStrictEqual([[due(1)], idle, false])
      })
    ))
})

describe("a lane of which commits may give more than a claim brings", () => {
  const given = (numbers: ReadonlyArray<number>) => numbers.map((number) => due(number, deep))
  const held = (dues: ReadonlyArray<Due>) => dues.map((each) => ({ ...each, holder: alone }))

  it("gets it until the node has so much of the lane, and asks for a claim as soon as one could bring something", () =>
    run((local) =>
      Effect.gen(function*() {
        const [first, second] = [given([1, 2, 3]), given([4, 5])]
        expect((yield* committing(local, [{ due: first }], first.map(lease))).seen[0]).toStrictEqual(held(first))
        expect(local.known().full).toBe(null)
        const more = yield* committing(local, [{ due: second }], [lease(second[0]!)])
        expect(more.seen[0]).toStrictEqual([...held([second[0]!]), second[1]])
        expect([local.leave(deep, 1), local.leave(deep, 1), local.leave(deep, 1), local.leave(deep, 1)])
          .toEqual([false, false, true, false])
      })
    ))

  it("gets no more than a claim brings while the node has very much of all", () =>
    run((local) =>
      Effect.gen(function*() {
        local.take(third, Limit.deliveriesHeld.all - 2)
        const all = given([1, 2, 3, 4])
        expect((yield* committing(local, [{ due: all }])).seen[0]).toStrictEqual([
          ...held(all.slice(0, 2)),
          all[2],
          all[3]
        ])
        local.leave(third, Limit.deliveriesHeld.all - 2)
        expect((yield* committing(local, [{ due: all }])).seen[0]).toStrictEqual(held(all))
      })
    ))
})

describe("a claim that has brought all for which there was room", () => {
  const claims = (local: LocalLeases.LocalLeases["Service"]) => {
    local.tell({ _tag: "Taken" })
    local.tell({ _tag: "Foreseen", next: null, now: Given.now })
    local.tell({ _tag: "Rested" })
    local.tell({ _tag: "Measured", isRight: true })
    expect(local.worker().mode._tag).toBe("Claiming")
  }

  it.each([ordered, lane, deep])(
    "is followed by another one, also where work has ended before its answer: %s",
    (of) =>
      run((local) =>
        Effect.sync(() => {
          local.take(of, 1)
          claims(local)
          expect(local.leave(of, 1)).toBe(false)
          local.take(of, 1)
          expect(local.known().full).toBe("here")
          expect(local.leave(of, 1)).toBe(true)
          expect(local.known().full).toBe(null)
          // What has ended before a claim began, that claim has not found in hand.
          claims(local)
          local.take(of, 1)
          expect(local.known().full).toBe(null)
          expect(local.leave(of, 1)).toBe(false)
          local.take(of, 1)
          expect(local.known().full).toBe("here")
        })
      )
  )
})

describe("the work of events", () => {
  const lost = new StoreError({ reason: "unavailable", cause: null })
  const event: Commit["events"][number] = {
    id: "01900000-0000-7000-8000-000000000001" as EventId,
    account: Given.accountId(1),
    name: "message.sent",
    at: Given.now,
    body: "{}"
  }

  /** Commits an event of which the store makes this work, and asks twice who holds it. */
  const happens = (
    local: LocalLeases.LocalLeases["Service"],
    made: ReadonlyArray<Due>,
    outcome: ReadonlyArray<Lease> | StoreError,
    parts: Partial<Commit> = {}
  ) =>
    Effect.gen(function*() {
      let named: ReadonlyArray<Due> = []
      yield* Effect.exit(local.commit([Commits.make({ events: [event], ...parts })], () =>
        Effect.gen(function*() {
          const name = yield* Naming
          named = made.map(name)
          expect(made.map(name)).toStrictEqual(named)
          return outcome instanceof StoreError ? yield* outcome : [applied(outcome, false)]
        })))
      return named
    })

  it("has a place as soon as the store asks who holds it, and one only", () =>
    run((local) =>
      Effect.gen(function*() {
        const made = [due(1), due(2, ordered), due(3, third), due(99), due(4), due(5)]
        const named = yield* happens(local, made, [lease(due(2, ordered))], {
          pauses: [{ lane: third, until: null }]
        })
        expect(named).toStrictEqual([
          { ...due(1), holder },
          { ...due(2, ordered), holder: alone },
          due(3, third),
          due(99),
          { ...due(4), holder },
          due(5)
        ])
        const given = yield* Queue.takeAll(local.given)
        expect([...given].map(({ lane }) => lane)).toEqual([ordered])
        expect(local.holding()).toStrictEqual({ batches: 1, commits: 0, isInDoubt: false })
        expect([ordered, lane, third].map(local.isBusy)).toEqual([true, false, false])
        expect([ordered, lane].map(local.isInHand)).toEqual([true, false])
      })
    ))

  it("is in doubt when the outcome is lost, and then nothing is named behind it in a lane that keeps its order", () =>
    run((local) =>
      Effect.gen(function*() {
        yield* happens(local, [due(1), due(2, ordered)], lost)
        expect(local.holding()).toStrictEqual({ batches: 0, commits: 0, isInDoubt: true })
        expect([ordered, lane].map(local.isBusy)).toEqual([true, true])
        expect([ordered, lane].map(local.isInHand)).toEqual([false, false])
        expect(local.known().isClosed(ordered)).toBe(false)
        expect(yield* happens(local, [due(3), due(4, ordered)], [])).toStrictEqual([
          { ...due(3), holder },
          due(4, ordered)
        ])
        const { answered, work } = yield* local.doubts
        expect(work).toStrictEqual([due(1).work, due(2, ordered).work])
        answered([lease(due(1)), lease(due(2, ordered))])
        expect(yield* happens(local, [due(4, ordered)], [])).toStrictEqual([{ ...due(4, ordered), holder: alone }])
      })
    ))

  it("is nobody's where no worker is, and a commit that names nothing is none under way", () =>
    run((local) =>
      Effect.gen(function*() {
        let underWay: unknown
        yield* local.commit([Commits.make({ events: [event] })], (batch) =>
          Effect.sync(() => {
            underWay = local.holding()
            return batch.map(() => done)
          }))
        expect(underWay).toStrictEqual(idle)
        expect(local.holding()).toStrictEqual(idle)
        local.tell({ _tag: "Drains" })
        expect(yield* happens(local, [due(1)], [])).toStrictEqual([due(1)])
      })
    ))
})

describe("a lane that keeps its order", () => {
  it("is closed to others while this node has something of it", () =>
    run((local) =>
      Effect.sync(() => {
        const closed = () => [ordered, lane, "strange:a" as const].map(local.known().isClosed)
        expect(closed()).toEqual([false, false, false])
        for (const each of [ordered, lane, "strange:a"] as const) local.take(each, 1)
        expect(closed()).toEqual([true, false, false])
        expect(local.leave(ordered, 1)).toBe(false)
        expect(closed()).toEqual([false, false, false])
      })
    ))
})

describe("work in doubt", () => {
  const lost = new StoreError({ reason: "unavailable", cause: null })

  it("keeps its place until a claim has brought it, or fifteen seconds and a claim have passed", () =>
    run((local) =>
      Effect.gen(function*() {
        yield* committing(local, [{ due: [due(1), due(2, other)] }], lost)
        expect(local.holding()).toStrictEqual({ batches: 0, commits: 0, isInDoubt: true })
        const both = () => [local.isBusy(lane), local.isBusy(other)]
        const first = yield* local.doubts
        expect(first.work).toStrictEqual([due(1).work, due(2).work])
        first.answered([lease(due(1))])
        // The other one may come still: it has been looked for, and keeps its place.
        expect(local.holding().isInDoubt).toBe(false)
        expect(both()).toEqual([false, true])
        yield* TestClock.adjust(14_999)
        const second = yield* local.doubts
        second.answered([])
        expect(both()).toEqual([false, true])
        yield* TestClock.adjust(1)
        const third = yield* local.doubts
        expect(third.work).toStrictEqual([due(2).work])
        third.answered([])
        expect(both()).toEqual([false, false])
        expect((yield* local.doubts).work).toEqual([])
        // One place each was given back, and no more.
        for (const each of [lane, other]) {
          local.take(each, 2)
          expect(local.known().full).toBe("here")
          expect(local.leave(each, 1)).toBe(true)
          expect([local.isBusy(each), local.known().full]).toEqual([true, null])
          local.leave(each, 1)
        }
      })
    ))

  it("has one place however often its commit is lost, and none of its own once it is given", () =>
    run((local) =>
      Effect.gen(function*() {
        yield* committing(local, [{ due: [due(1)] }], lost)
        const asked = yield* local.doubts
        yield* TestClock.adjust(15_000)
        yield* committing(local, [{ due: [due(1)] }], lost)
        expect(local.known().full).toBe(null)
        // The question was about the first of them.
        asked.answered([])
        expect([local.isBusy(lane), local.holding().isInDoubt]).toEqual([true, true])
        yield* committing(local, [{ due: [due(1)] }], [lease(due(1))])
        expect(local.holding()).toStrictEqual({ batches: 1, commits: 0, isInDoubt: false })
        local.leave(lane, 1)
        expect(local.isBusy(lane)).toBe(false)
      })
    ))
})
