/**
 * Many small worlds, each from a seed: whatever happens in them, the promises are kept.
 */
import { report, search } from "@signalbox/testing/simulation/Search"
import { setImmediate as breathe } from "node:timers/promises"
import { afterAll, describe, expect, it } from "vitest"
import { everForgotten } from "../core/DecisionWatch.ts"
import * as Matrix from "../http/Matrix.ts"
import { memory } from "./Memory.ts"
import { firstSeed, runs } from "./Swarm.ts"

const { SIMULATION_PATH: path, SIMULATION_SECONDS, SIMULATION_SEED } = process.env

/** For how long the long form plays. */
const seconds = Number(SIMULATION_SECONDS ?? 0)

/** Plays, and fails with all that it takes to see it again when a promise is broken. */
const play = (seed: number, runs: number): void => {
  const pinned = path === undefined ? {} : { path }
  const { finding } = search({ store: memory, seed, runs, ...pinned })
  if (finding !== null) expect.fail(report(finding, "npm test -- test/simulation/Swarm"))
  expect(finding).toBeNull()
}

afterAll(() => expect([...everForgotten]).toEqual([]))

describe("in the simulated world", () => {
  it(
    "every promise is kept, whatever happens",
    { timeout: 600_000 },
    () => play(Number(SIMULATION_SEED ?? firstSeed), SIMULATION_SEED === undefined ? Matrix.searched(runs, 0.2) : runs)
  )

  if (seconds > 0) {
    it(`every promise is kept for ${seconds} seconds`, { timeout: 600_000 + 1000 * seconds }, async () => {
      const end = performance.now() + 1000 * seconds
      for (let seed = Number(SIMULATION_SEED ?? Date.now() % 1_000_000_000); performance.now() < end; seed++) {
        play(seed, runs)
        await breathe()
      }
    })
  }
})
