/**
 * `Run.ts` runs these cases: every suite, with every adapter that it has to catch. All of them have to fail, but for
 * those of the sound adapters.
 */
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import * as IdempotencyContract from "@signalbox/testing/IdempotencyContract"
import * as LockoutContract from "@signalbox/testing/LockoutContract"
import * as PaceContract from "@signalbox/testing/PaceContract"
import * as RateWindowContract from "@signalbox/testing/RateWindowContract"
import * as StoreContract from "@signalbox/testing/StoreContract"
import * as Effect from "effect/Effect"
import { starter } from "../http/NodeSubject.ts"
import * as Storages from "../http/Storages.ts"
import * as Memory from "../stores/Memory.ts"
import { carriers, sound } from "./Carriers.ts"
import { mounts } from "./Mounts.ts"
import { guards, stores } from "./Stores.ts"

for (const { adapter, name } of stores) StoreContract.suite(name, { make: Effect.map(Memory.make, adapter) })

for (const { adapter, name } of guards) {
  const harness = { make: Effect.map(Memory.make, adapter) }
  for (const { suite } of [IdempotencyContract, RateWindowContract, LockoutContract, PaceContract]) suite(name, harness)
}

CarrierContract.suite("sound", { make: sound })
// The patience is short, so that a carrier that never ends is soon caught.
for (const { adapter, name } of carriers) CarrierContract.suite(name, { make: adapter, patience: 200 })

for (const { adapter, name, suite } of mounts) suite(name, starter({ mount: adapter, storage: Storages.memory }))
