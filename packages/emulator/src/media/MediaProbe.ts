/**
 * What a look at a media file finds, as scripted. Nothing asks it yet: media messages come with a later feature.
 */
import * as Context from "effect/Context"
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
