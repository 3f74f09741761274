/**
 * A work signal between the workers of several nodes: a node that has created work wakes the others with NOTIFY,
 * outside every commit and at most every 50 milliseconds. `Service.engineLayerWith` takes it in place of core's signal.
 * Without it other nodes find the same work by polling. When its connection is lost, it connects and listens again;
 * polling finds the work meanwhile.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Random from "effect/Random"
import { operation, storeError } from "./internal/connection/database.ts"
import type { ClientOptions } from "./PostgresStore.ts"

const restMillis = 50
const againMillis = 1000

/** The payload carries the schema, because a schema's name can be as long as a channel's name may be. */
const channel = "signalbox_work"

export interface Options extends Pick<ClientOptions, "schema"> {
  /** Behind a connection pooler LISTEN does not work, so the signal reaches only this process. */
  readonly pooler?: boolean
}

/** A work signal that reaches every node. It needs one connection of the client for itself. */
export const layer = (
  { pooler = false, schema = "signalbox" }: Options = {}
): Layer.Layer<WorkSignal.WorkSignal, never, PgClient> =>
  pooler ? WorkSignal.layer : Layer.effect(
    WorkSignal.WorkSignal,
    Effect.gen(function*() {
      const client = yield* PgClient
      const heardSignal = yield* Latch.make(false)
      const raisedSignal = yield* Latch.make(false)
      const ours = `/${schema}`
      // This node has woken its own worker already, so it ignores its own notifications.
      const mine = `${(yield* Random.nextInt).toString(36)}${ours}`

      const listen = Effect.scoped(Effect.gen(function*() {
        const notifications = yield* client.listen(channel)
        // Work may have been created while the connection was lost.
        yield* heardSignal.open
        yield* Effect.forever(Effect.flatMap(
          Queue.take(notifications),
          ({ payload }) => payload !== mine && payload.endsWith(ours) ? heardSignal.open : Effect.void
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

      yield* raisedSignal.await.pipe(
        Effect.andThen(raisedSignal.close),
        Effect.andThen(Effect.ignore(operation(client.notify(channel, mine)))),
        Effect.andThen(Effect.sleep(restMillis)),
        Effect.forever,
        Effect.forkScoped
      )

      return {
        raise: Effect.andThen(heardSignal.open, Effect.asVoid(raisedSignal.open)),
        raiseHere: Effect.asVoid(heardSignal.open),
        raiseElsewhere: Effect.asVoid(raisedSignal.open),
        heard: Effect.andThen(heardSignal.await, Effect.asVoid(heardSignal.close))
      }
    })
  )
