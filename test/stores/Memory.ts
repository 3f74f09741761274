/**
 * The store in memory, as the contracts want it.
 */
import { ClockOffset } from "@signalbox/core/ClockOffset"
import { Idempotency } from "@signalbox/core/Idempotency"
import { Lockout } from "@signalbox/core/Lockout"
import { Pace } from "@signalbox/core/Pace"
import { RateWindow } from "@signalbox/core/RateWindow"
import { Store } from "@signalbox/core/Store"
import { MemoryNodes } from "@signalbox/memory/MemoryNodes"
import * as MemoryStore from "@signalbox/memory/MemoryStore"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

export const make: Effect.Effect<Services, never, Scope.Scope> = Effect.map(
  Layer.build(Layer.fresh(MemoryStore.layer)),
  (context) => {
    const store = Context.get(context, Store)
    let aged = 0
    const ahead = Effect.sync(() => -aged)
    return {
      // This store's clock is that of the service without its declared offset.
      store: { ...store, commit: (batch) => Effect.provideService(store.commit(batch), ClockOffset, ahead) },
      idempotency: Context.get(context, Idempotency),
      rateWindow: Context.get(context, RateWindow),
      lockout: Context.get(context, Lockout),
      pace: Context.get(context, Pace),
      killNode: Context.get(context, MemoryNodes).forget,
      age: (millis) => Effect.sync(() => void (aged += millis))
    }
  }
)
