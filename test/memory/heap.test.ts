/**
 * A heap against a plain list of its members: the first one is that which comes before all others, whatever was removed from
 * the middle and whichever rank has changed.
 */
import { Heap } from "@signalbox/memory/internal/heap"
import { propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { expect } from "vitest"

const step = fc.record({
  what: fc.constantFrom("add", "add", "remove", "move"),
  which: fc.nat({ max: 15 }),
  rank: fc.nat({ max: 40 })
})

interface Member {
  readonly name: number
  rank: number
}

const isBefore = (one: Member, other: Member): boolean =>
  one.rank < other.rank || (one.rank === other.rank && one.name < other.name)

propWith({ runs: 200 })(
  "a heap has its least member first until the last one has left",
  fc.array(step, { maxLength: 60, size: "max" }),
  (steps) => {
    const heap = new Heap<Member>(isBefore)
    const all = Array.from({ length: 16 }, (_, name): Member => ({ name, rank: 0 }))
    const inside = new Set<Member>()
    const least = (): Member | undefined => [...inside].toSorted((one, other) => isBefore(one, other) ? -1 : 1)[0]
    const check = (): void => {
      expect(heap.first).toBe(least())
      expect(heap.size).toBe(inside.size)
      expect(all.filter((member) => heap.has(member))).toStrictEqual(all.filter((member) => inside.has(member)))
    }
    for (const { rank, what, which } of steps) {
      const member = all[which]!
      if (what === "remove") {
        heap.remove(member)
        inside.delete(member)
      } else if (what === "add" && !inside.has(member)) {
        member.rank = rank
        heap.add(member)
        inside.add(member)
      } else if (inside.has(member)) {
        member.rank = rank
        heap.moved(member)
      }
      check()
    }
    // They leave in their order, and each once.
    for (let first = heap.first; first !== undefined; first = heap.first) {
      heap.remove(first)
      inside.delete(first)
      check()
    }
    expect(heap.size).toBe(0)
  }
)
