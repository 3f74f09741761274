/**
 * The two swarms that are let loose on the service: one in which every promise is watched, and one in which everything
 * happens.
 */
import type { Invariant } from "@signalbox/testing/simulation/Invariant"
import { invariants } from "@signalbox/testing/simulation/Invariants"
import type { Hazard } from "@signalbox/testing/simulation/Scripts"
import { hazards } from "@signalbox/testing/simulation/Scripts"
import { brokenPromises, unmasteredHazards } from "./Unmended.ts"

export interface Swarm {
  readonly title: string
  readonly hazards: ReadonlyArray<Hazard>
  readonly invariants: ReadonlyArray<Invariant>
}

export const swarms: ReadonlyArray<Swarm> = [
  {
    title: "every promise is kept where nothing happens that is not mastered yet",
    hazards: hazards.filter((hazard) => !unmasteredHazards.includes(hazard)),
    invariants
  },
  {
    title: "every promise is kept whatever happens, but for those that are known to be broken",
    hazards,
    invariants: invariants.filter(({ name }) => !brokenPromises.includes(name))
  }
]

/** How many scripts of each swarm are played by `npm test`, and where its search begins. */
export const runs = 200
export const firstSeed = 1
