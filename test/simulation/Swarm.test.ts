/**
 * Many small worlds, each from a seed: whatever happens in them, the promises are kept.
 */
import { report, search } from "@signalbox/testing/simulation/Search"
import { run } from "@signalbox/testing/simulation/Simulation"
import { describe, expect, it } from "vitest"
import { memory } from "./Memory.ts"
import type { Swarm } from "./Swarms.ts"
import { firstSeed, runs, swarms } from "./Swarms.ts"

const { SIMULATION_PATH: path, SIMULATION_SECONDS, SIMULATION_SEED } = process.env

/** The long form plays until this time is over; a seed that is named is played once. */
const seconds = Number(SIMULATION_SECONDS ?? 0)
const begin = Number(SIMULATION_SEED ?? (seconds > 0 ? Date.now() % 1_000_000_000 : firstSeed))

/** What was found, with all that it takes to see it again; null when all promises were kept. */
const play = ({ hazards, invariants }: Swarm, name: string): string | null => {
  const end = performance.now() + 1000 * seconds / swarms.length
  for (let seed = begin;; seed++) {
    const pinned = path === undefined ? {} : { path }
    const { finding } = search({ store: memory, invariants, hazards, seed, runs, ...pinned })
    if (finding !== null) return report(finding, `npm test -- test/simulation/Swarm -t '${name}'`)
    if (path !== undefined || performance.now() >= end) return null
  }
}

describe("in the simulated world", () => {
  it.each(swarms.map((swarm) => [swarm.title, swarm] as const))(
    "%s",
    { timeout: 300_000 + 1000 * seconds },
    (title, swarm) => {
      const found = play(swarm, title)
      if (found !== null) expect.fail(found)
      expect(found).toBeNull()
    }
  )

  it("a run is the same whenever it is played", { timeout: 120_000 }, () => {
    const { finding } = search({
      store: memory,
      seed: 3,
      runs: 20,
      shrinkMillis: 0,
      invariants: [{
        name: "plays-twice-the-same",
        promise: "The same script is the same run, to the last task.",
        watch: ({ script }) => ({
          atRest: () => {
            const [one, other] = [1, 2].map(() => run(script, { store: memory }))
            return one!.digest === other!.digest && one!.tasks === other!.tasks ? null : "it was another run"
          }
        })
      }]
    })
    expect(finding?.result.violation ?? null).toBeNull()
  })
})
