/**
 * Which work of a batch is asked to be given to its node from the beginning on, and what the outcomes say of it.
 */
import { make } from "@signalbox/core/Commit"
import type { NodeId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import { applied } from "@signalbox/core/Outcome"
import type { Due, Lane } from "@signalbox/core/Work"
import type { Changes } from "@signalbox/postgres/internal/commit/changes"
import { decide } from "@signalbox/postgres/internal/commit/decide"
import * as HeldByCreator from "@signalbox/postgres/internal/commit/heldByCreator"
import { expect, it } from "vitest"

const [one, other] = ["one", "other"] as ReadonlyArray<string> as readonly [NodeId, NodeId]

const holder = { node: one, offset: 3 }

const lane = (name: string): Lane => `send:${name}`

const due = (key: string, name: string, at: number, more: Partial<Due> = { holder }): Due => ({
  work: { kind: "dispatch", key },
  lane: lane(name),
  at: instant(at),
  ...more
})

const changes = (parts: Partial<Changes>): Changes => ({ ...decide([make({})], {}, 9).changes!, ...parts })

const wanted = (all: ReadonlyArray<Due>, more: Partial<Changes> = {}, known: ReadonlyArray<NodeId> = [one]) =>
  HeldByCreator.wanted(
    changes({ due: all.map((each) => ({ due: each, takesOver: null })), ...more }),
    (node) => known.includes(node) ? `${node}'s epoch` : undefined
  )

const asked = (places: ReadonlyArray<number>, lanes: ReadonlyArray<readonly [string, number]>) => ({
  node: one,
  offset: 3,
  epoch: "one's epoch",
  places: new Set(places),
  lanes: new Map(lanes.map(([name, at]) => [lane(name), at])),
  alone: new Set()
})

it("asks for the work before which none of its lane waits, until the latest instant of each lane", () => {
  expect(wanted([due("1", "a", 5)])).toStrictEqual(asked([0], [["a", 5]]))
  expect(wanted([due("1", "a", 5), due("2", "a", 9), due("3", "b", 2), due("4", "a", 7)])).toStrictEqual(
    asked([0, 1, 2, 3], [["a", 9], ["b", 2]])
  )
  // What waits for anybody stands in front of what is due with it or later.
  const free = (key: string, name: string, at: number) => due(key, name, at, {})
  expect(wanted([free("1", "a", 5), due("2", "a", 4), due("3", "a", 5), due("4", "a", 6), due("5", "b", 6)]))
    .toStrictEqual(asked([1, 4], [["a", 4], ["b", 6]]))
  expect(wanted([free("1", "a", 5), free("2", "a", 3), free("3", "a", 9), due("4", "a", 3), due("5", "a", 2)]))
    .toStrictEqual(asked([4], [["a", 2]]))
  const theirs = due("2", "a", 4, { holder: { node: other, offset: 0 } })
  expect(wanted([due("1", "a", 6), theirs, due("3", "a", 4), due("4", "a", 3)], {}, [one, other]))
    .toStrictEqual(asked([0, 3], [["a", 6]]))
  // Of several who are named it is the first whose work may be given.
  expect(wanted([due("1", "a", 6), theirs], {}, [one, other])).toStrictEqual(asked([0], [["a", 6]]))
})

it("says of which lanes no other node may hold anything", () => {
  const alone = { ...holder, isAlone: true }
  expect(wanted([due("1", "a", 5), due("2", "b", 9, { holder: alone }), due("3", "b", 9, { holder: alone })]))
    .toStrictEqual({ ...asked([0, 1, 2], [["a", 5], ["b", 9]]), alone: new Set([lane("b")]) })
})

it("asks for nothing where nobody is named, the node is not known, or the batch itself frees or pauses work", () => {
  const all = [due("1", "a", 5)]
  expect(wanted([])).toBe(null)
  expect(wanted([due("1", "a", 5, {})])).toBe(null)
  expect(wanted(all, {}, [other])).toBe(null)
  expect(wanted(all, { freed: [{ kind: "dispatch", key: "9" }] })).toBe(null)
  expect(wanted(all, { pauses: [{ lane: lane("z"), until: null }] })).toBe(null)
  expect(wanted([due("1", "a", 5, {}), due("2", "a", 5)])).toBe(null)
})

it("tells each commit what of its own work was given, with the fan-out as it was", () => {
  const [first, second, third] = [due("1", "a", 5), due("2", "a", 6, { holder, failures: 4 }), due("3", "b", 7)]
  const batch = [make({ due: [first, second] }), make({}), make({ due: [third] })]
  const outcomes = [applied([], false), applied([], true), applied([], true)]
  const [delivery, another] = [due("4", "b", 7), due("5", "b", 8)]
  const scheduled = [third, first, second, delivery, another].map((each) => ({ due: each, takesOver: null }))
  const fanned = [[], [delivery], [another]]
  expect(HeldByCreator.outcomes(batch, outcomes, { due: scheduled, fanned, given: null })).toBe(outcomes)
  const lease = ({ at, lane, work }: Due, token: number, failures: number) => ({ work, lane, at, token, failures })
  const told = (...given: ReadonlyArray<readonly [number, number]>) =>
    HeldByCreator.outcomes(batch, outcomes, { due: scheduled, fanned, given: JSON.stringify(given) })
  expect(told([1, 31], [2, 32])).toStrictEqual([
    { _tag: "Done", leases: [lease(first, 31, 0), lease(second, 32, 4)] },
    { _tag: "Done", fansOut: true },
    { _tag: "Done", fansOut: true }
  ])
  expect(told([0, 30])).toStrictEqual([
    { _tag: "Done" },
    { _tag: "Done", fansOut: true },
    { _tag: "Done", leases: [lease(third, 30, 0)], fansOut: true }
  ])
  // The work of events is told of like the commit's own, and nobody looks for what is held.
  expect(told([3, 33], [0, 30], [4, 34])).toStrictEqual([
    { _tag: "Done" },
    { _tag: "Done", leases: [lease(delivery, 33, 0)] },
    { _tag: "Done", leases: [lease(third, 30, 0), lease(another, 34, 0)] }
  ])
  expect(HeldByCreator.outcomes(batch, outcomes, { due: scheduled, fanned, given: "[]" })).toStrictEqual(outcomes)
})
