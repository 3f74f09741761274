/**
 * The simulated world itself: the same script is the same run, the dead do nothing, and what breaks a promise is found
 * again, made small.
 */
import type { Invariant } from "@signalbox/testing/simulation/Invariant"
import type { Script } from "@signalbox/testing/simulation/Script"
import { hazards, scripts as arbitrary } from "@signalbox/testing/simulation/Scripts"
import { report, search } from "@signalbox/testing/simulation/Search"
import type { Process } from "@signalbox/testing/simulation/Sighting"
import { run } from "@signalbox/testing/simulation/Simulation"
import * as fc from "fast-check"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { everForgotten } from "../core/DecisionWatch.ts"
import * as Matrix from "../http/Matrix.ts"
import { memory } from "./Memory.ts"

/** Scripts with everything in them. */
const sample = (seed: number, numRuns: number): ReadonlyArray<Script> => fc.sample(arbitrary({}), { seed, numRuns })

const silent: Invariant = {
  name: "the-dead-do-nothing",
  promise: "A process that was killed asks nobody any more, and one that is paused asks nobody until it goes on.",
  watch: () => {
    const still = new Set<string>()
    const name = ({ life, node }: Process): string => `${node}/${life}`
    return {
      see: (sighting) => {
        if (sighting._tag === "Killed" || sighting._tag === "Paused") still.add(name(sighting.by))
        if (sighting._tag === "Resumed") still.delete(name(sighting.by))
        if (sighting._tag !== "Handed" && sighting._tag !== "Posted" && sighting._tag !== "CarrierOutcome") return null
        return still.has(name(sighting.by)) ? `${name(sighting.by)} is ${sighting._tag}` : null
      }
    }
  }
}

afterAll(() => expect([...everForgotten]).toEqual([]))

describe("the simulated world", () => {
  afterEach(() => vi.restoreAllMocks())

  it("plays a script always the same, without real time and chance", { timeout: 120_000 }, () => {
    const scripts = sample(3, Matrix.searched(15, 0.6))
    const real = [
      vi.spyOn(Date, "now"),
      vi.spyOn(Math, "random"),
      vi.spyOn(globalThis, "setTimeout"),
      vi.spyOn(globalThis, "setInterval"),
      vi.spyOn(globalThis, "setImmediate")
    ]
    const play = () => scripts.map((script) => run(script, { store: memory }))
    const [once, again] = [play(), play()]
    expect(real.map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0, 0, 0])
    expect(again.map(({ digest, tasks }) => [digest, tasks])).toEqual(once.map(({ digest, tasks }) => [digest, tasks]))
    expect(new Set(once.map(({ digest }) => digest)).size).toBe(scripts.length)
  })

  it("plays another seed of the same script otherwise", () => {
    const [script] = sample(3, 1)
    const digests = [1, 2, 3].map((seed) => run({ ...script!, seed }, { store: memory }).digest)
    expect(new Set(digests).size).toBe(3)
  })

  it("has no ghosts", { timeout: 120_000 }, () => {
    const { finding } = search({ store: memory, seed: 5, runs: Matrix.searched(60, 0.4), invariants: [silent] })
    expect(finding?.result.violation ?? null).toBeNull()
  })

  it("tells of a broken promise by its shortest script, which plays again", { timeout: 120_000 }, () => {
    const never: Invariant = {
      name: "nothing-ever-rings",
      promise: "",
      watch: () => ({ see: (sighting) => sighting._tag === "Rang" ? "a handset rang" : null })
    }
    const options = { store: memory, hazards, invariants: [never] }
    const { finding } = search({ ...options, seed: 7, runs: 20 })
    expect(finding?.result.violation?.invariant).toBe("nothing-ever-rings")
    const { path, script, seed } = finding!
    expect(script.steps.map(({ act }) => act._tag)).toEqual(["Send"])
    const again = search({ ...options, seed, runs: 20, path })
    expect(again.finding?.script).toEqual(script)
    expect(again.finding?.result.digest).toBe(finding?.result.digest)
    const told = report(finding!, "npm test -- here")
    expect(told).toContain("nothing-ever-rings: a handset rang")
    expect(told).toContain(`SIMULATION_SEED=${seed} SIMULATION_PATH=${path} npm test -- here`)
    expect(told).toContain(JSON.stringify(script.steps[0]!.act._tag))
    expect(told).toContain("Rang")
  })
})
