/** Counts by keys, against numbers. */
import { KeyedCounter } from "@signalbox/core/internal/engine/KeyedCounter"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect } from "vitest"

const step = fc.record({ key: fc.constantFrom("a", "b"), by: fc.integer({ min: -3, max: 3 }) })

describe("KeyedCounter", () => {
  prop("counts each key by itself, never fewer than none", fc.array(step), (steps) => {
    const counter = new KeyedCounter<string>()
    const counts = { a: 0, b: 0 }
    expect(counter.isEmpty).toBe(true)
    for (const { by, key } of steps) {
      counts[key] = Math.max(0, counts[key] + by)
      expect(counter.add(key, by)).toBe(counts[key])
      expect({ a: counter.of("a"), b: counter.of("b") }).toEqual(counts)
      expect(counter.isEmpty).toBe(counts.a + counts.b === 0)
    }
  })
})
