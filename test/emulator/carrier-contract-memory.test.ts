/**
 * The simulated carriers keep the contract of carriers, with their networks in memory.
 */
import * as MemoryNetwork from "@signalbox/emulator/network/MemoryNetwork"
import { Network } from "@signalbox/emulator/network/Network"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { suite } from "./Tempers.ts"

suite(
  "memory",
  Effect.map(Layer.build(Layer.fresh(MemoryNetwork.layer)), (context) => Context.get(context, Network)),
  6
)
