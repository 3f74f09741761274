/**
 * A map of layers is the plain map that its layers say together.
 */
import type { LayeredMap as Layered } from "@signalbox/core/internal/value/LayeredMap"
import { LayeredMap, union } from "@signalbox/core/internal/value/LayeredMap"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

type Plain = ReadonlyMap<string, number>

const plain: fc.Arbitrary<Plain> = fc.array(
  fc.tuple(fc.constantFrom("a", "b", "c", "d", "e"), fc.nat({ max: 99 })),
  { maxLength: 4 }
).map((entries) => new Map(entries))

/** The layers from the lowest to the highest, joined one after the other or two and two. */
const layers = fc.array(plain, { maxLength: 9 })

const stacked = (all: ReadonlyArray<Plain>): Plain => all.reduce<Plain>((under, over) => union(under, over), new Map())

const paired = (all: ReadonlyArray<Plain>): Plain =>
  all.length < 2
    ? all[0] ?? new Map<string, number>()
    : union(paired(all.slice(0, all.length >> 1)), paired(all.slice(all.length >> 1)))

const seen = (map: Plain): ReadonlyArray<readonly [string, number]> => {
  const found: Array<readonly [string, number]> = []
  map.forEach((value, key, whole) => {
    expect(whole).toBe(map)
    found.push([key, value])
  })
  return found
}

describe("LayeredMap", () => {
  prop("says what a plain map says to which the layers are added in turn", layers, (all) => {
    const expected = new Map(all.flatMap((layer) => [...layer]))
    const before = all.map((layer) => [...layer])
    for (const map of [stacked(all), paired(all)]) {
      for (const key of ["a", "b", "c", "d", "e", "f"]) {
        expect(map.get(key)).toBe(expected.get(key))
        expect(map.has(key)).toBe(expected.has(key))
      }
      const entries = [...expected]
      expect(map.size).toBe(expected.size)
      expect([...map]).toEqual(entries)
      expect([...map.entries()]).toEqual(entries)
      expect([...map.keys()]).toEqual(entries.map(([key]) => key))
      expect([...map.values()]).toEqual(entries.map(([, value]) => value))
      expect(seen(map)).toEqual(entries)
    }
    expect(all.map((layer) => [...layer])).toEqual(before)
  })

  const one = (value: number): Plain => new Map([[`key ${value}`, value]])
  const layersOf = (map: Plain): number =>
    map instanceof LayeredMap ? (map as Layered<string, number>).layers.length : 1

  it("copies nothing up to four layers, and all of them from the fifth on", () => {
    const depths = [1, 2, 3, 4, 5, 6].map((count) =>
      layersOf(stacked(Array.from({ length: count }, (_, index) => one(index))))
    )
    expect(depths).toEqual([1, 2, 3, 4, 1, 2])
    const two = union(one(1), one(2))
    expect(layersOf(union(two, union(one(3), one(4))))).toBe(4)
    expect(layersOf(union(two, union(one(3), union(one(4), one(5)))))).toBe(1)
  })

  it("copies its layers once, however often it is asked for all of them", () => {
    let walks = 0
    class Watched extends Map<string, number> {
      override [Symbol.iterator](): MapIterator<[string, number]> {
        walks++
        return super[Symbol.iterator]()
      }
    }
    const map = union(one(1), new Watched([["a", 1]]))
    expect([map.size, map.size, [...map.keys()], walks]).toEqual([2, 2, ["key 1", "a"], 1])
  })

  it("is the other map itself where one has nothing", () => {
    const [some, none] = [one(1), new Map<string, number>()]
    expect(union(some, none)).toBe(some)
    expect(union(none, some)).toBe(some)
    const several = union(one(1), one(2))
    expect(union(none, several)).toBe(several)
    expect(union(several, none)).toBe(several)
  })
})
