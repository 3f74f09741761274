/**
 * The store in SQLite, as the contracts want it: each in a database of its own, in memory.
 */
import { ClockOffset } from "@signalbox/core/ClockOffset"
import { Idempotency } from "@signalbox/core/Idempotency"
import { Lockout } from "@signalbox/core/Lockout"
import { Pace } from "@signalbox/core/Pace"
import { RateWindow } from "@signalbox/core/RateWindow"
import { Store } from "@signalbox/core/Store"
import { SqliteNodes } from "@signalbox/sqlite/SqliteNodes"
import * as SqliteStore from "@signalbox/sqlite/SqliteStore"
import type { Services } from "@signalbox/testing/StoreHarness"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"

/** The storage in this file. */
export const make = (file: string): Effect.Effect<Services, never, Scope.Scope> =>
  Effect.map(Effect.orDie(Layer.build(Layer.fresh(SqliteStore.layer({ file })))), (context) => {
    const store = Context.get(context, Store)
    const nodes = Context.get(context, SqliteNodes)
    let aged = 0
    const ahead = Effect.sync(() => -aged)
    return {
      // This store's clock is that of the service without its declared offset.
      store: { ...store, commit: (batch) => Effect.provideService(store.commit(batch), ClockOffset, ahead) },
      idempotency: Context.get(context, Idempotency),
      rateWindow: Context.get(context, RateWindow),
      lockout: Context.get(context, Lockout),
      pace: Context.get(context, Pace),
      killNode: (node) => Effect.orDie(nodes.forget(node)),
      age: (millis) => Effect.sync(() => void (aged += millis))
    }
  })
