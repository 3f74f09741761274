/**
 * Many small worlds, each from a seed: whatever happens in them, the promises are kept.
 */
import { invariants } from "@signalbox/testing/simulation/Invariants"
import type { Hazard } from "@signalbox/testing/simulation/Scripts"
import { hazards } from "@signalbox/testing/simulation/Scripts"
import { report, search } from "@signalbox/testing/simulation/Search"
import { run } from "@signalbox/testing/simulation/Simulation"
import { describe, expect, it } from "vitest"
import { memory } from "./Memory.ts"
import { brokenPromises, unmasteredHazards } from "./Unmended.ts"

const { SIMULATION_PATH: path, SIMULATION_SEED: pinned, SIMULATION_SECONDS: long } = process.env

/** The long form plays until this time is over. */
const seconds = Number(long ?? 0)
const runs = 100
const firstSeed = Number(pinned ?? (seconds > 0 ? Date.now() % 1_000_000_000 : 1))

const swarm = (title: string, loose: ReadonlyArray<Hazard>, promises: ReadonlyArray<string>): void => {
  const watched = invariants.filter(({ name }) => promises.includes(name))
  it(title, { timeout: 600_000 + 2000 * seconds }, (context) => {
    const end = performance.now() + 500 * seconds
    for (let seed = firstSeed;; seed++) {
      const { finding } = search({
        store: memory,
        invariants: watched,
        hazards: loose,
        seed,
        runs,
        ...(path === undefined ? {} : { path })
      })
      if (finding !== null) {
        throw new Error(report(finding, `npm test -- test/simulation/Swarm -t '${context.task.name}'`))
      }
      if (path !== undefined || performance.now() >= end) return
    }
  })
}

const names = invariants.map(({ name }) => name)

describe("every promise is kept", () => {
  swarm(
    "where nothing happens that is not mastered yet",
    hazards.filter((each) => !unmasteredHazards.includes(each)),
    names
  )

  swarm(
    "but those that are known to be broken, whatever happens",
    hazards,
    names.filter((each) => !brokenPromises.includes(each))
  )
})

describe("a run", () => {
  it("is the same whenever it is played", { timeout: 120_000 }, () => {
    const { finding } = search({
      store: memory,
      seed: 3,
      runs: 6,
      shrinkMillis: 0,
      invariants: [{
        name: "plays-twice-the-same",
        promise: "",
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
