/**
 * How far a travel takes the store's clock to be behind. One slow answer that counted as a slow clock held a travel up for
 * two minutes: the store gave out again and again what was to wait for a clock that stood still.
 */
import * as Instant from "@signalbox/core/Instant"
import * as StoreBehind from "@signalbox/emulator/clock/StoreBehind"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"

const millis = fc.nat({ max: 20_000 })
const answer = fc.record({ there: millis, back: millis })

prop(
  "a store is never taken to be less behind than it is, nor more by longer than its promptest answer took",
  fc.integer({ min: -5000, max: 5000 }),
  fc.array(answer, { minLength: StoreBehind.most, maxLength: StoreBehind.most }),
  fc.nat({ max: StoreBehind.most }),
  (behind, slow, prompt) => {
    // From some time on the store answers promptly, or it never does.
    const answers = slow.map((each, index) => index < prompt ? each : { there: 1, back: 2 })
    let here = 1_800_000_000_000
    let asked = 0
    const store = Effect.sync(() => {
      const { back, there } = answers[asked++]!
      const at = Instant.make(here + there - behind)
      here += there + back
      return at
    })
    const found = Effect.runSync(StoreBehind.measure(store, () => here))
    const promptest = Math.min(...answers.slice(0, asked).map(({ back, there }) => back + there))
    expect(found).toBeGreaterThanOrEqual(behind)
    expect(found - behind).toBeLessThanOrEqual(promptest)
    expect(asked).toBeLessThanOrEqual(StoreBehind.most)
    if (prompt < StoreBehind.most) expect(promptest).toBeLessThanOrEqual(StoreBehind.prompt)
  }
)

it.each<readonly [answers: ReadonlyArray<number>, asked: number]>([
  [[10], 1],
  [[11, 10], 2],
  [[11, 11, 11, 11, 11, 11, 11, 11], 8]
])("is asked again after answers of %j milliseconds, until one took ten or eight are there: %d", (answers, asked) => {
  let [here, times] = [0, 0]
  const store = Effect.sync(() => {
    here += answers[Math.min(times++, answers.length - 1)] ?? 0
    return Instant.make(here)
  })
  expect([Effect.runSync(StoreBehind.measure(store, () => here)), times]).toEqual([0, asked])
})
