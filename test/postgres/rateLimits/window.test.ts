/**
 * The count of what a process has admitted, beside a plain list of the instants.
 */
import { Window } from "@signalbox/postgres/internal/rateLimits/window"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { expect } from "vitest"

const step = fc.oneof(
  fc.record({
    step: fc.constant("admit" as const),
    after: fc.integer({ min: -2, max: 5 }),
    count: fc.integer({ min: 1, max: 4 })
  }),
  fc.record({
    step: fc.constant("forget" as const),
    after: fc.integer({ min: -3, max: 8 }),
    count: fc.nat({ max: 12 })
  })
)

prop(
  "what was admitted leaves in its order, and is counted as long as it has not",
  fc.array(step),
  fc.nat({ max: 9 }),
  (steps, limit) => {
    const window = new Window()
    let kept: Array<number> = []
    let now = 0
    for (const { after, count, step } of steps) {
      if (step === "admit") {
        now += after
        window.admit(now, count)
        // A clock that goes back counts as one that stands.
        const at = Math.max(now, kept.at(-1) ?? now)
        kept.push(...Array.from({ length: count }, () => at))
      } else {
        const before = now - after
        const left = kept.filter((at) => at > before)
        expect(window.forget(before)).toBe(kept.length - left.length)
        kept = left
      }
      expect(window.total).toBe(kept.length)
      expect(window.left(count, 100)).toBe(
        count === 0
          ? (kept[0] === undefined ? null : kept[0] + 100)
          : kept[count - 1] === undefined
          ? null
          : kept[count - 1]! + 100
      )
      const between = window.between(limit, limit + count)
      expect(between.flatMap(({ at, count }) => Array.from({ length: count }, () => at)))
        .toEqual(kept.slice(limit, limit + count))
      expect(between.filter((run) => run.count === 0)).toEqual([])
      // So many have left that one more is below the limit.
      const gone = Math.max(1, kept.length - limit + 1)
      const until = kept.length < limit ? undefined : kept[gone - 1]
      if (kept.length >= limit) expect(window.until(limit, 100)).toBe(until === undefined ? null : until + 100)
    }
  }
)
