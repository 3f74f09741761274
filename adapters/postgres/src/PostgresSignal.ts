/**
 * A bell between the workers of several nodes: whoever has made work wakes the others by NOTIFY, outside every commit
 * and at most every 50 milliseconds. It takes the place of the bell of core. Without it other nodes find the same work
 * by polling; when its connection is lost it listens again, and polling does the rest meanwhile.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { WorkSignal } from "@signalbox/core/engine/WorkSignal"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import type { ClientOptions } from "./PostgresStore.ts"

const restMillis = 50
const againMillis = 1000

/** A bell that rings on every node. It needs one connection of the client for itself. */
export const layer = (
  { schema = "signalbox" }: Pick<ClientOptions, "schema"> = {}
): Layer.Layer<WorkSignal, never, PgClient> =>
  Layer.effect(
    WorkSignal,
    Effect.gen(function*() {
      const client = yield* PgClient
      const bell = yield* Latch.make(false)
      const news = yield* Latch.make(false)
      // Names of channels are as long as other names; a long schema shares its channel, which does no harm.
      const channel = `${schema.slice(0, 40)}_work`

      const listen = Effect.scoped(Effect.gen(function*() {
        const rung = yield* client.listen(channel)
        // What was made while nobody listened.
        yield* bell.open
        yield* Effect.forever(Effect.andThen(Queue.take(rung), bell.open))
      }))
      yield* listen.pipe(
        Effect.catchCause((cause) => Effect.logDebug("cannot listen for work", cause)),
        Effect.andThen(Effect.sleep(againMillis)),
        Effect.forever,
        Effect.forkScoped
      )

      yield* news.await.pipe(
        Effect.andThen(news.close),
        Effect.andThen(Effect.ignore(client.notify(channel, ""))),
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
