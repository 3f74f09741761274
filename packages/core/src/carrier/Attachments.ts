/**
 * Looks at the attachments of an MMS before it stands in line, so that no carrier is asked to send one that is too large
 * (specification "Limits").
 */
import * as Cache from "effect/Cache"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Limit from "../catalogue/Limit.ts"
import type { MediaProbe } from "../port/MediaProbe.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"

export const isOver = (bytes: number): boolean => bytes > Limit.attachmentBytes

/** The files of one attempt. */
export interface Files {
  readonly urls: ReadonlyArray<string>
  readonly queuedAt: Instant
  readonly organization: AccountId
}

/**
 * Returns whether one of the files is over the limit. A file whose size cannot be found out in time, or at all, counts
 * as small enough. Messages of one organization that were queued at the same instant share one look.
 */
export type AreTooLarge = (files: Files) => Effect.Effect<boolean>

/** How many files are remembered, and for how long: those of one send to many recipients are looked at a single time. */
const remembered = { capacity: 1000, timeToLive: "1 minute" } as const

export const make = (probe: MediaProbe): Effect.Effect<AreTooLarge> =>
  Effect.map(
    Cache.make({
      ...remembered,
      // The file may have changed by the next send.
      lookup: ({ organization, url }: Omit<Files, "urls"> & { readonly url: string }) =>
        Effect.suspend(() => probe.size(url, organization)).pipe(
          Effect.timeoutOption(Limit.mediaLook),
          Effect.map(Option.getOrNull),
          Effect.catchCause((cause) => Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.succeed(null)),
          Effect.map((bytes) => bytes !== null && isOver(bytes))
        )
    }),
    (looks) => ({ urls, ...asked }) =>
      Effect.map(
        Effect.forEach(new Set(urls), (url) => Cache.get(looks, { url, ...asked }), { concurrency: "unbounded" }),
        (over) => over.includes(true)
      )
  )
