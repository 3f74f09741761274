/**
 * Looks at the attachments of an MMS before it stands in line, so that no carrier is asked to send one that is too large
 * (specification "Limits").
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Limit from "../catalogue/Limit.ts"
import type { MediaProbe } from "../port/MediaProbe.ts"

export const isOver = (bytes: number): boolean => bytes > Limit.attachmentBytes

/**
 * Returns whether one of the files is over the limit. A file whose size cannot be found out in time, or at all, counts
 * as small enough.
 */
export const areTooLarge = (probe: MediaProbe, urls: ReadonlyArray<string>): Effect.Effect<boolean> =>
  Effect.forEach(
    new Set(urls),
    (url) =>
      Effect.suspend(() => probe.size(url)).pipe(
        Effect.timeoutOption(Limit.mediaLook),
        Effect.map(Option.getOrNull),
        Effect.catchCause((cause) => Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.succeed(null)),
        Effect.map((bytes) => bytes !== null && isOver(bytes))
      ),
    { concurrency: "unbounded" }
  ).pipe(Effect.map((over) => over.includes(true)))
