/**
 * A carrier of an embedder's own in the simulated world.
 */
import type { Carrier } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import { script, send } from "@signalbox/testing/simulation/Script"
import { search } from "@signalbox/testing/simulation/Search"
import type { Bring } from "@signalbox/testing/simulation/Simulation"
import { run } from "@signalbox/testing/simulation/Simulation"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Matrix from "../http/Matrix.ts"
import { memory } from "./Memory.ts"

/** It takes its time, and tells what became of each message a second later. */
const pigeons = (bring: Bring): Carrier => ({
  id: "pigeons" as CarrierId,
  channels: ["sms", "mms", "whatsapp"],
  submit: (batch, tell) =>
    Effect.gen(function*() {
      // The time is that of the simulated world.
      yield* Effect.sleep(20)
      for (const { attempt, message } of batch) {
        yield* Effect.forkDetach(Effect.andThen(
          // A second of that time.
          Effect.sleep(1000),
          Effect.sync(() => bring(attempt, { _tag: "Attempt", message, attempt }, { _tag: "Delivered" }))
        ))
        yield* tell(attempt, { _tag: "Accepted", references: [] })
      }
    })
})

describe("a carrier of one's own", () => {
  it("brings messages home", () => {
    const home = script({ carriers: [], steps: [{ at: 0, act: send({ count: 5 }) }] })
    const { trace, violation } = run(home, { store: memory, carriers: (bring) => [pigeons(bring)] })
    expect(violation).toBeNull()
    expect(trace.filter((line) => line.includes("DELIVERED")).length).toBe(5)
  })

  it("keeps every promise, whatever happens", { timeout: 120_000 }, () => {
    const wanted = Matrix.searched(50, 0.5)
    const { finding, runs } = search({
      store: memory,
      carriers: (bring) => [pigeons(bring)],
      simulatedCarriers: false,
      seed: 1,
      runs: wanted
    })
    expect(finding).toBeNull()
    expect(runs).toBe(wanted)
  })
})
