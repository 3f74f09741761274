/** Those who wait for an answer, against a list of them. */
import { Unanswered } from "@signalbox/core/internal/engine/Unanswered"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

/** One more begins to wait, or the one at this place of all that ever waited is answered. */
const step = fc.option(fc.nat({ max: 30 }), { freq: 2 })

describe("those who wait for an answer", () => {
  prop("are answered once each, and the first of those left has waited longest", fc.array(step), (steps) => {
    const waiting = new Unanswered()
    const numbers: Array<number> = []
    const left = new Set<number>()
    expect(waiting.oldest()).toBeUndefined()
    for (const chosen of steps) {
      const place = chosen === null || numbers.length === 0 ? null : chosen % numbers.length
      if (place === null) {
        left.add(numbers.length)
        numbers.push(waiting.add(BigInt(1000 + numbers.length)))
      } else {
        expect(waiting.end(numbers[place]!)).toBe(left.delete(place))
      }
      const oldest = Math.min(...left)
      expect(waiting.oldest()).toBe(left.size === 0 ? undefined : BigInt(1000 + oldest))
    }
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it("leave nothing behind once they are answered, in whichever order", () => {
    const waiting = new Unanswered()
    /** How much is held, whatever it is called. */
    const held = () => Object.values(waiting).flat().length
    const few = held()
    for (let round = 0; round < 100; round++) {
      const numbers = Array.from({ length: 10 }, (_, index) => waiting.add(BigInt(index)))
      for (const number of round % 2 === 0 ? numbers : numbers.toReversed()) expect(waiting.end(number)).toBe(true)
      expect(held()).toBeLessThanOrEqual(few + 10)
    }
    expect(waiting.oldest()).toBeUndefined()
  })
})
