/**
 * Scheduled work is a narrow row (lane, instant, kind, key), leased by lane. `service/Jobs` lists the kinds and lanes;
 * to stores and to the engine they are plain data.
 */
import * as Schema from "effect/Schema"
import type { Instant } from "../value/Instant.ts"

/**
 * Identifies work. At most one piece exists for a kind and key. Only the `WorkName` of its kind writes and reads the
 * key.
 */
export interface WorkRef {
  readonly kind: string
  readonly key: string
}

export const refText = (self: WorkRef): string => `${self.kind}:${self.key}`

/**
 * A lane: its kind and its owner. One node at a time holds a lane. That gives order per endpoint, isolates a dead
 * endpoint, and makes the service fair between accounts.
 */
export type Lane = `${string}:${string}`

/** Returns the kind of a lane, by which claims name their widths. */
export const laneKind = (self: Lane): string => self.slice(0, self.indexOf(":"))

export interface Due {
  readonly work: WorkRef
  readonly lane: Lane
  readonly at: Instant
}

/** The fencing token of a lease. The next holder always has a higher one. */
export const LeaseToken = Schema.Int.pipe(Schema.brand("LeaseToken"))
export type LeaseToken = typeof LeaseToken.Type

/** A piece of work that one node has leased. */
export interface Lease {
  readonly work: WorkRef
  readonly lane: Lane
  readonly at: Instant
  readonly token: LeaseToken
}

/** Schedules the same work again. */
export const again = ({ lane, work }: Lease, at: Instant): Due => ({ work, lane, at })
