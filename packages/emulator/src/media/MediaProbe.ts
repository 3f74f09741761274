/**
 * The scripted sizes of media files. Nothing is fetched: a file without a script has no known size.
 */
import * as Port from "@signalbox/core/MediaProbe"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The size in bytes, no word about the size, or no answer at all. */
export type Found = number | "undeclared" | "hang"

export class MediaProbe extends Context.Service<MediaProbe, {
  readonly set: (url: string, found: Found) => void
  readonly look: (url: string) => Found
}>()("@signalbox/emulator/media/MediaProbe") {}

export const layer: Layer.Layer<MediaProbe> = Layer.sync(MediaProbe, () => {
  const files = new Map<string, Found>()
  return {
    set: (url, found) => {
      files.set(url, found)
    },
    look: (url) => files.get(url) ?? "undeclared"
  }
})

/** The port of the service. */
export const portLayer: Layer.Layer<never, never, MediaProbe> = Layer.effect(
  Port.MediaProbe,
  Effect.map(MediaProbe, ({ look }) => ({
    size: (url: string) => {
      const found = look(url)
      return found === "hang" ? Effect.never : Effect.succeed(found === "undeclared" ? null : found)
    }
  }))
)
