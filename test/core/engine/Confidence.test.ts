/** How many decisions are loaded after one that has rested on rows as they were last seen, and has lost. */
import * as Confidence from "@signalbox/core/internal/engine/Confidence"
import { expect, it } from "vitest"

const times = (count: number, tell: () => void): void => {
  for (let time = 0; time < count; time++) tell()
}

/** Returns how many decisions are loaded before one rests on what was last seen again. */
const loaded = ({ holds }: Confidence.Confidence): number => {
  let count = 0
  while (!holds()) count++
  return count
}

it("each loss has twice as many loaded, up to a bound, and each success halves the number of the next loss", () => {
  const confidence = Confidence.make()
  const afterLoss = (successes: number): number => {
    times(successes, confidence.kept)
    confidence.lost()
    return loaded(confidence)
  }
  expect([loaded(confidence), loaded(confidence)]).toEqual([0, 0])
  expect(Array.from({ length: 8 }, () => afterLoss(0))).toEqual([16, 32, 64, 128, 256, 512, 1024, 1024])
  expect(loaded(confidence)).toBe(0)
  expect([1, 2, 3, 20, 0, 1].map(afterLoss)).toEqual([512, 256, 64, 16, 32, 32])
})

it("a loss among those that are loaded begins to count anew", () => {
  const confidence = Confidence.make()
  confidence.lost()
  times(5, () => expect(confidence.holds()).toBe(false))
  confidence.lost()
  expect(loaded(confidence)).toBe(32)
})
