/**
 * A look at a file that is to be attached, before a carrier is asked to take it: how large it says that it is
 * (specification "Limits"). Where nobody looks, no file declares its size.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface MediaProbe {
  /** In bytes; null when the file does not say, or cannot be asked. */
  readonly size: (url: string) => Effect.Effect<number | null>
}

export const MediaProbe = Context.Reference<MediaProbe>("@signalbox/core/port/MediaProbe", {
  defaultValue: () => ({ size: () => Effect.succeed(null) })
})
