/**
 * Claims of lanes in SQLite: which lanes are left, and how many items of each are brought.
 */
import type { NodeId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { Lane } from "@signalbox/core/Work"
import { open } from "@signalbox/sqlite/internal/Database"
import * as Lanes from "@signalbox/sqlite/internal/Lanes"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

const at = Instant.make(1_800_000_000_000)

const lane = (name: string): Lane => `send:${name}`

/** Schedules work in lanes of these names, and claims it without lanes that begin so. */
const taken = (
  names: ReadonlyArray<string>,
  limit: number,
  ...claims: ReadonlyArray<ReadonlyArray<string>>
): Promise<ReadonlyArray<ReadonlyArray<string>>> =>
  Effect.runPromise(Effect.scoped(Effect.map(open({ file: ":memory:", missingLog: "refuse" }), (db) => {
    const touched: Lanes.Touched = new Set()
    for (const [index, name] of names.entries()) {
      Lanes.schedule(db, touched, { work: { kind: "dispatch", key: String(index) }, lane: lane(name), at })
    }
    Lanes.settle(db, touched)
    const lanes = { send: { width: 9, shared: false } }
    return claims.map((leaves) =>
      Lanes.claim(db, { node: "one" as NodeId, offset: 0, limit, lanes, leaves }, at).map(({ lane }) => lane).toSorted()
    )
  })))

it("a claim takes nothing from lanes whose names begin as it is told, and all of the others", async () => {
  expect(await taken(["ab", "ba", "b", "cb"], 10, ["send:b", "send:c"], ["b", "send:c"], [])).toEqual([
    [lane("ab")],
    [lane("b"), lane("ba")],
    [lane("cb")]
  ])
})

it("a claim takes as many from each lane as fit, and what is left of its room from those that have more", async () => {
  expect(await taken(["a", "a", "a", "a", "b", "c", "c"], 5, [], [], [])).toEqual([
    [lane("a"), lane("a"), lane("b"), lane("c"), lane("c")].toSorted(),
    [lane("a"), lane("a")],
    []
  ])
  // As long as one of them waits, no other has two items more.
  expect(await taken(["a", "a", "a", "b", "b", "b", "c", "c", "c"], 4, [])).toEqual([
    [lane("a"), lane("a"), lane("b"), lane("c")]
  ])
})

it("a claim leases the work that it brings, and none that has its key and is of another kind", async () => {
  const keys = await Effect.runPromise(
    Effect.scoped(Effect.map(open({ file: ":memory:", missingLog: "refuse" }), (db) => {
      const touched: Lanes.Touched = new Set()
      Lanes.schedule(db, touched, { work: { kind: "dispatch", key: "same" }, lane: lane("a"), at })
      Lanes.schedule(db, touched, { work: { kind: "expiry", key: "same" }, lane: lane("b"), at })
      Lanes.settle(db, touched)
      const lanes = { send: { width: 9, shared: false } }
      const claim = (node: string, leaves: ReadonlyArray<string>) =>
        Lanes.claim(db, { node: node as NodeId, offset: 0, limit: 9, lanes, leaves }, at).map(({ work }) => work.kind)
      return [claim("one", ["send:b"]), claim("two", [])]
    }))
  )
  expect(keys).toEqual([["dispatch"], ["expiry"]])
})
