/**
 * The simulated networks in memory.
 */
import * as MemoryNetwork from "@signalbox/emulator/network/MemoryNetwork"
import { Network } from "@signalbox/emulator/network/Network"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { suite } from "./NetworkSuite.ts"

let current: Network["Service"] | undefined

suite("memory", {
  make: Effect.map(Layer.build(Layer.fresh(MemoryNetwork.layer)), (context) => {
    current = Context.get(context, Network)
    return [current, current]
  }),
  // They live as long as their process.
  again: Effect.sync(() => current!),
  runs: 500
})
