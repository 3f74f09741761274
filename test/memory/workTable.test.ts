/**
 * Lanes in memory: which are known, and how soon a pause is forgotten that nothing waits for.
 */
import type { NodeId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { Due, Lane } from "@signalbox/core/Work"
import { WorkTable } from "@signalbox/memory/internal/workTable"
import { expect, it } from "vitest"

const at = (millis: number): Instant.Instant => Instant.make(1_800_000_000_000 + millis)

const node = "one" as NodeId

const claim = (table: WorkTable, now: number) =>
  table.claim({ node, limit: 10, offset: 0, lanes: { send: { width: 9, shared: false } } }, at(now))

const due = (key: string, lane: Lane, millis = 0): Due => ({ work: { kind: "dispatch", key }, lane, at: at(millis) })

const lane = (name: string | number): Lane => `send:${name}`

it("each claim forgets the pauses of four lanes that are over, and keeps the others in turn", () => {
  const table = new WorkTable()
  for (let number = 0; number < 12; number++) {
    table.pause({ lane: lane(String.fromCharCode(97 + number)), until: at(number % 3 === 0 ? 10 : 5) })
  }
  table.pause({ lane: "delivery:a", until: at(5) })
  const left = (now: number) => {
    claim(table, now)
    return table.names("send").map((name) => name.slice(-1)).join("")
  }
  expect([left(4), left(5), left(5), left(5), left(5)]).toEqual([
    "abcdefghijkl",
    // The first claim has looked at four lanes already, so this one begins behind them.
    "abcdgijkl",
    "abcdgj",
    "adgj",
    "adgj"
  ])
  expect(table.names("delivery")).toEqual([])
  expect([left(10), left(10)]).toEqual(["", ""])
})

it("a pause that is over is kept as long as work waits behind it, and is none", () => {
  const table = new WorkTable()
  table.put(due("1", lane("a"), 20), at(0))
  table.pause({ lane: lane("a"), until: at(5) })
  const query = { kind: "send", after: null, limit: 9, depth: 9, offset: 0 }
  expect(table.backlogs(query, at(4))).toStrictEqual([
    { lane: lane("a"), firstAt: at(20), waiting: 1, held: 0, pausedUntil: at(5) }
  ])
  expect(claim(table, 5)).toEqual([])
  expect(table.backlogs(query, at(5))).toStrictEqual([
    { lane: lane("a"), firstAt: at(20), waiting: 1, held: 0, pausedUntil: null }
  ])
  expect(claim(table, 20)).toMatchObject([{ work: { key: "1" }, lane: lane("a"), at: at(20), failures: 0 }])
})

it("names the lanes of a kind that have work, free or held, or are paused, in their order", () => {
  const table = new WorkTable()
  table.put(due("1", lane("c")), at(0))
  table.put(due("2", lane("b"), 50), at(0))
  table.put(due("3", "delivery:x"), at(0))
  claim(table, 0)
  table.pause({ lane: lane("a"), until: at(90) })
  table.pause({ lane: lane("b"), until: at(90) })
  expect(table.names("send")).toEqual([lane("a"), lane("b"), lane("c")])
  expect([lane("a"), lane("b"), lane("c")].map((name) => table.heldOf(name))).toEqual([0, 0, 1])
  table.pause({ lane: lane("a"), until: null })
  table.remove({ kind: "dispatch", key: "1" })
  expect(table.names("send")).toEqual([lane("b")])
})

it("a claim takes nothing from lanes whose names begin as it is told, and all of the others", () => {
  const table = new WorkTable()
  const names = ["ab", "ba", "b", "cb"].map(lane)
  for (const name of names) table.put(due(name, name), at(0))
  const taken = (leaves: ReadonlyArray<string>) =>
    table.claim({ node, limit: 10, offset: 0, lanes: { send: { width: 9, shared: false } }, leaves }, at(0))
      .map((lease) => lease.lane).toSorted()
  expect(taken(["send:b", "send:c"])).toEqual([lane("ab")])
  expect(taken(["b", "send:c"])).toEqual([lane("b"), lane("ba")])
  expect(taken([])).toEqual([lane("cb")])
})

it("gives the work of a lane in its order, held or not, with its failures", () => {
  const table = new WorkTable()
  const all = [due("late", lane("a"), 7), due("b", lane("a")), { ...due("a", lane("a")), failures: 2 }]
  for (const each of [...all, due("other", lane("b"))]) table.put(each, at(0))
  claim(table, 0)
  expect(table.workOf(lane("a"))).toStrictEqual([all[1], all[2], all[0]])
  table.forget(node)
  expect(table.workOf(lane("a"))).toStrictEqual([all[1], all[2], all[0]])
  expect(table.heldOf(lane("a"))).toBe(0)
})

it("a lane of which a node holds all work may be paused, and is open again after that", () => {
  const table = new WorkTable()
  table.put(due("1", lane("a")), at(0))
  expect(claim(table, 0)).toHaveLength(1)
  table.pause({ lane: lane("a"), until: at(50) })
  expect(table.nextDue(at(1))).toBe(null)
  expect(claim(table, 1)).toEqual([])
  table.put(due("2", lane("b"), 9), at(1))
  expect(table.nextDue(at(1))).toBe(at(9))
  table.forget(node)
  expect([claim(table, 10), claim(table, 49)].map((leases) => leases.map(({ work }) => work.key))).toEqual([["2"], []])
  expect(table.nextDue(at(49))).toBe(at(50))
  expect(claim(table, 50).map(({ work }) => work.key)).toEqual(["1"])
})
