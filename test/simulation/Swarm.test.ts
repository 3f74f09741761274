/**
 * Many small worlds, each from a seed: whatever happens in them, the promises are kept.
 */
import { report, search } from "@signalbox/testing/simulation/Search"
import { setImmediate as breathe } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { memory } from "./Memory.ts"
import type { Swarm } from "./Swarms.ts"
import { firstSeed, runs, swarms } from "./Swarms.ts"

const { SIMULATION_PATH: path, SIMULATION_SECONDS, SIMULATION_SEED } = process.env

/** For how long the long form plays. */
const seconds = Number(SIMULATION_SECONDS ?? 0)

/** What was found, with all that it takes to see it again; null when all promises were kept. */
const play = ({ hazards, invariants, title }: Swarm, seed: number): string | null => {
  const pinned = path === undefined ? {} : { path }
  const { finding } = search({ store: memory, invariants, hazards, seed, runs, ...pinned })
  return finding === null ? null : report(finding, `npm test -- test/simulation/Swarm -t '${title}'`)
}

const expectNothing = (found: string | null): void => {
  if (found !== null) expect.fail(found)
  expect(found).toBeNull()
}

describe("in the simulated world", () => {
  it.each(swarms.map((swarm) => [swarm.title, swarm] as const))(
    "%s",
    { timeout: 600_000 },
    (_, swarm) => expectNothing(play(swarm, Number(SIMULATION_SEED ?? firstSeed)))
  )

  if (seconds > 0) {
    it(`every promise is kept for ${seconds} seconds`, { timeout: 600_000 + 1000 * seconds }, async () => {
      const end = performance.now() + 1000 * seconds
      for (let seed = Number(SIMULATION_SEED ?? Date.now() % 1_000_000_000); performance.now() < end; seed++) {
        for (const swarm of swarms) {
          expectNothing(play(swarm, seed))
          await breathe()
        }
      }
    })
  }
})
