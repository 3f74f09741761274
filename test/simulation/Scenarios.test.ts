/**
 * What has gone wrong before, played in the simulated world.
 */
import { invariants } from "@signalbox/testing/simulation/Invariants"
import type { Scenario, ScenarioName } from "@signalbox/testing/simulation/Scenarios"
import { scenarios } from "@signalbox/testing/simulation/Scenarios"
import { run } from "@signalbox/testing/simulation/Simulation"
import { describe, expect, it } from "vitest"
import { memory } from "./Memory.ts"
import { unmended } from "./Unmended.ts"

const all = Object.entries(scenarios) as ReadonlyArray<readonly [ScenarioName, Scenario]>

const play = ({ about, script }: Scenario) =>
  run(script, { store: memory, invariants: invariants.filter(({ name }) => about.includes(name)) })

describe("the service in the simulated world", () => {
  it.each(all.filter(([name]) => unmended[name] === undefined))("masters %s", (_, scenario) => {
    const { trace, violation } = play(scenario)
    expect(violation, trace.slice(-40).join("\n")).toBeNull()
  })

  const open = all.flatMap(([name, scenario]) => {
    const reason = unmended[name]
    return reason === undefined ? [] : [[scenario.title, reason.because, scenario] as const]
  })
  it.each(open)("does not master yet: %s (%s)", { timeout: 120_000 }, (_title, _reason, scenario) => {
    // Null here means that it is mended: the scenario's line in Unmended.ts may go.
    expect(scenario.about).toContain(play(scenario).violation?.invariant)
  })
})
