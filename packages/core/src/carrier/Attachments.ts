/**
 * Finds attachments that are too large for MMS, so that no carrier is asked to send them (specification "Limits").
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Limit from "../catalogue/Limit.ts"
import type { Submission } from "../port/Carrier.ts"
import type { MediaProbe } from "../port/MediaProbe.ts"

export const isOver = (bytes: number): boolean => bytes > Limit.attachmentBytes

const attached = ({ channel, rendered }: Submission): ReadonlyArray<string> => channel === "mms" ? rendered.media : []

/** How many files are probed at the same time. */
const concurrency = 16

/**
 * Returns the URLs of the attachments that are over the limit, and probes each URL once. A file whose size cannot be
 * found out in time, or at all, counts as small enough.
 */
export const tooLarge = (
  probe: MediaProbe,
  submissions: ReadonlyArray<Submission>
): Effect.Effect<ReadonlySet<string>> =>
  Effect.forEach(
    new Set(submissions.flatMap(attached)),
    (url) =>
      Effect.suspend(() => probe.size(url)).pipe(
        Effect.timeoutOption(Limit.mediaLook),
        Effect.map(Option.getOrNull),
        Effect.catchCause((cause) => Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.succeed(null)),
        Effect.map((bytes) => bytes !== null && isOver(bytes) ? [url] : [])
      ),
    { concurrency }
  ).pipe(Effect.map((found) => new Set(found.flat())))

export const isAmong = (urls: ReadonlySet<string>) => (submission: Submission): boolean =>
  attached(submission).some((url) => urls.has(url))
