/**
 * Maps by refs, against a map by the JSON of the same refs.
 */
import type { Ref } from "@signalbox/core/Kind"
import type { RefMap } from "@signalbox/core/RefMap"
import { empty, fromEntries } from "@signalbox/core/RefMap"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const name = fc.constantFrom("a", "b", "a/b", "")

const ref: fc.Arbitrary<Ref> = fc.record({ kind: name, key: name })

const entries = fc.array(fc.tuple(ref, fc.nat()))

const text = ({ key, kind }: Ref): string => JSON.stringify([kind, key])

const model = (all: ReadonlyArray<readonly [Ref, number]>): ReadonlyMap<string, number> =>
  new Map(all.map(([each, value]) => [text(each), value]))

describe("RefMap", () => {
  prop(
    "knows the last entry of each ref, and of two maps that of the second",
    entries,
    entries,
    ref,
    (mine, yours, other) => {
      const [first, second] = [fromEntries(mine), fromEntries(yours)]
      const both = first.union(second)
      const expected = model([...mine, ...yours])
      expect(new Map(both.refs().map((each) => [text(each), both.get(each)]))).toEqual(expected)
      expect([both.size, both.values().toSorted()]).toEqual([expected.size, [...expected.values()].toSorted()])
      expect([both.get(other), both.has(other)]).toEqual([expected.get(text(other)), expected.has(text(other))])
      expect([...both.of(other.kind)]).toEqual(
        [...both.refs()].flatMap((each) => each.kind === other.kind ? [[each.key, both.get(each)]] : [])
      )
      // Neither of the two is changed.
      expect(first).toEqual(fromEntries(mine))
      expect(second).toEqual(fromEntries(yours))
    }
  )

  prop(
    "of any number of maps knows the entry of the last one, and each sum stays as it was",
    fc.array(entries),
    (maps) => {
      const sums = [empty as RefMap<number>]
      for (const each of maps) sums.push(sums.at(-1)!.union(fromEntries(each)))
      for (const [count, sum] of sums.entries()) {
        const expected = model(maps.slice(0, count).flat())
        expect(new Map(sum.refs().map((each) => [text(each), sum.get(each)]))).toEqual(expected)
      }
    }
  )

  it("is empty without entries", () => {
    expect([empty.size, empty.refs(), empty.has({ kind: "a", key: "a" })]).toEqual([0, [], false])
    expect(fromEntries([])).toEqual(empty)
    // Nearly every union is one with nothing, which makes no map.
    const some: RefMap<number> = fromEntries([[{ kind: "a", key: "a" }, 1]])
    const none: RefMap<number> = empty
    expect([none.union(some) === some, some.union(none) === some]).toEqual([true, true])
  })
})
