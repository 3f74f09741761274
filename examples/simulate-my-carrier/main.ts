/**
 * A carrier of your own in simulated worlds: several nodes on one store, with faults, in one thread. A seed decides what
 * goes wrong, so whatever is found can be played again. A simulated minute takes a tenth of a second.
 */
import type { Carrier } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import { Idempotency } from "@signalbox/core/Idempotency"
import { Store } from "@signalbox/core/Store"
import { MemoryNodes } from "@signalbox/memory/MemoryNodes"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import { report, search } from "@signalbox/testing/simulation/Search"
import type { Bring } from "@signalbox/testing/simulation/Simulation"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const store = Effect.map(Layer.build(Layer.fresh(MemoryStore.layerStore)), (context) => ({
  store: Context.get(context, Store),
  idempotency: Context.get(context, Idempotency),
  killNode: Context.get(context, MemoryNodes).forget
}))

/** It takes its time, and tells what became of each message a second later. */
const pigeons = (bring: Bring): Carrier => ({
  id: "pigeons" as CarrierId,
  channels: ["sms", "mms", "whatsapp"],
  submit: (batch, tell) =>
    Effect.gen(function*() {
      yield* Effect.sleep(20)
      for (const { attempt, message } of batch) {
        yield* Effect.forkDetach(Effect.andThen(
          Effect.sleep(1000),
          Effect.sync(() => bring(attempt, { _tag: "Attempt", message, attempt }, { _tag: "Delivered" }))
        ))
        yield* tell(attempt, { _tag: "Accepted", references: [] })
      }
    })
})

const { finding, runs } = search({
  store,
  carriers: (bring) => [pigeons(bring)],
  simulatedCarriers: false,
  seed: 1,
  runs: 40
})

console.log(
  finding === null ? `${runs} worlds played: the carrier keeps every promise.` : report(finding, "npm start")
)
process.exitCode = finding === null ? 0 : 1
