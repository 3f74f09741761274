/**
 * A fiber works for somebody who waits for the answer to a request, or for nobody in particular, as scheduled work
 * does. The store serves requests first.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export type Priority = "request" | "work"

export const Priority = Context.Reference<Priority>("@signalbox/core/engine/Priority", {
  defaultValue: () => "request"
})

export const request: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = Effect.provideService(
  Priority,
  "request"
)

export const work: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = Effect.provideService(
  Priority,
  "work"
)
