/**
 * Finds out the size of an attachment before a carrier is asked to send it (specification "Limits"). The default finds
 * no size, so that every attachment passes.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

export interface MediaProbe {
  /**
   * Returns the size in bytes, or null when it cannot be found out.
   *
   * @param organization on whose behalf it looks
   */
  readonly size: (url: string, organization?: string) => Effect.Effect<number | null>
}

export const MediaProbe = Context.Reference<MediaProbe>("@signalbox/core/port/MediaProbe", {
  defaultValue: () => ({ size: () => Effect.succeed(null) })
})
