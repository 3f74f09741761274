/**
 * A process on a storage whose elapsed time is made by hand: its loops turn when they are told to.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { RateWindow } from "@signalbox/core/RateWindow"
import { Store } from "@signalbox/core/Store"
import * as PostgresStore from "@signalbox/postgres/PostgresStore"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Postgres } from "./Client.ts"
import { ManualClock } from "./ManualClock.ts"

export const make = Effect.fnUntraced(function*({ client, schema }: Postgres, heartbeatMillis: number) {
  const clock = yield* ManualClock.make
  const context = yield* Layer.build(Layer.fresh(PostgresStore.layerClient({ schema, heartbeatMillis }))).pipe(
    Effect.provideService(PgClient, client),
    Effect.provideService(Clock.Clock, clock),
    Effect.orDie
  )
  const { take } = Context.get(context, RateWindow)
  return {
    clock,
    store: Context.get(context, Store),
    take: (...args: Parameters<typeof take>) => Effect.provideService(take(...args), Clock.Clock, clock)
  }
})

export type Process = Effect.Success<ReturnType<typeof make>>
