/**
 * A bell between the workers of several nodes: whoever has made work wakes the others by NOTIFY, outside every commit
 * and at most every 50 milliseconds. `Service.engineLayerWith` takes it in place of the bell of core. Without it other
 * nodes find the same work by polling; when its connection is lost it listens again, and polling does the rest
 * meanwhile.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as WorkSignal from "@signalbox/core/engine/WorkSignal"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Random from "effect/Random"
import { operation, storeError } from "./internal/database.ts"
import type { ClientOptions } from "./PostgresStore.ts"

const restMillis = 50
const againMillis = 1000

/** Names of channels are as short as those of schemas, so the schema stands in the payload. */
const channel = "signalbox_work"

export interface Options extends Pick<ClientOptions, "schema"> {
  /** Behind a connection pooler nobody can listen, so the bell rings in this process only. */
  readonly pooler?: boolean
}

/** A bell that rings on every node. It needs one connection of the client for itself. */
export const layer = (
  { pooler = false, schema = "signalbox" }: Options = {}
): Layer.Layer<WorkSignal.WorkSignal, never, PgClient> =>
  pooler ? WorkSignal.layer : Layer.effect(
    WorkSignal.WorkSignal,
    Effect.gen(function*() {
      const client = yield* PgClient
      const bell = yield* Latch.make(false)
      const news = yield* Latch.make(false)
      const ours = `/${schema}`
      // What this node has made it has told its own worker already.
      const mine = `${(yield* Random.nextInt).toString(36)}${ours}`

      const listen = Effect.scoped(Effect.gen(function*() {
        const rung = yield* client.listen(channel)
        // What was made while nobody listened.
        yield* bell.open
        yield* Effect.forever(Effect.flatMap(
          Queue.take(rung),
          ({ payload }) => payload !== mine && payload.endsWith(ours) ? bell.open : Effect.void
        ))
      }))
      yield* listen.pipe(
        Effect.mapError(storeError),
        Effect.catchCause((cause) =>
          Effect.logWarning("cannot listen for the work of other nodes; it is found by polling", cause)
        ),
        Effect.andThen(Effect.sleep(againMillis)),
        Effect.forever,
        Effect.forkScoped
      )

      yield* news.await.pipe(
        Effect.andThen(news.close),
        Effect.andThen(Effect.ignore(operation(client.notify(channel, mine)))),
        Effect.andThen(Effect.sleep(restMillis)),
        Effect.forever,
        Effect.forkScoped
      )

      return {
        raise: Effect.andThen(bell.open, Effect.asVoid(news.open)),
        heard: Effect.andThen(bell.await, Effect.asVoid(bell.close))
      }
    })
  )
