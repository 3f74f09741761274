/** The simulated world plays again what has gone wrong before. */
import { invariants } from "@signalbox/testing/simulation/Invariants"
import type { Scenario, ScenarioName } from "@signalbox/testing/simulation/Scenarios"
import { scenarios } from "@signalbox/testing/simulation/Scenarios"
import { run } from "@signalbox/testing/simulation/Simulation"
import { afterAll, describe, expect, it } from "vitest"
import { everForgotten } from "../core/DecisionWatch.ts"
import { memory } from "./Memory.ts"

const all = Object.entries(scenarios) as ReadonlyArray<readonly [ScenarioName, Scenario]>

const play = ({ about, script }: Scenario) =>
  run(script, { store: memory, invariants: invariants.filter(({ name }) => about.includes(name)) })

afterAll(() => expect([...everForgotten]).toEqual([]))

describe("the service in the simulated world", () => {
  it.each(all)("masters %s", { timeout: 120_000 }, (_, scenario) => {
    const { trace, violation } = play(scenario)
    expect(violation, trace.slice(-40).join("\n")).toBeNull()
  })

  // A scenario that never comes to what it is about would show nothing.
  it("sees a message leave a line that stands still, and a carrier left in peace", () => {
    const lines = run(scenarios.standingLine.script, { store: memory }).trace
    const left = lines.findIndex((line) => line.includes("to two"))
    expect(Number.parseInt(lines[left]!)).toBeGreaterThan(14 * 60_000)
    expect(lines.filter((line) => line.includes("pauses submission:one/")).length).toBeGreaterThan(40)
  })

  it("sees what no store keeps end as a dead letter, and everything beside it delivered", () => {
    const { trace, violation } = run(scenarios.unstorable.script, { store: memory })
    expect(violation).toBeNull()
    expect(trace.filter((line) => line.includes("commits dead_letter")).length).toBe(1)
    expect(new Set(trace.flatMap((line) => /message (\w+) DELIVERED/.exec(line)?.[1] ?? [])).size).toBe(19)
  })

  it("sees a node whose clock is wrong do nothing, and do its share when it is right again", () => {
    const claims = run(scenarios.setClock.script, { store: memory }).trace
      .filter((line) => line.includes("node-0/1 claims"))
      .map((line) => Number.parseInt(line))
    expect(claims.some((at) => at < 3000)).toBe(true)
    expect(claims.filter((at) => at > 8000 && at < 25_000)).toEqual([])
    expect(claims.some((at) => at > 28_000)).toBe(true)
  })
})
