/**
 * Work that falls due: a narrow row (lane, instant, kind, key), leased by lane. Which kinds and lanes there are, the
 * list in `service/Jobs` says; what stores and the engine keep and hand on is plain data.
 */
import * as Schema from "effect/Schema"
import type { Instant } from "../value/Instant.ts"

/** Work of one kind and key exists once. Only the `WorkName` of its kind writes and reads the key. */
export interface WorkRef {
  readonly kind: string
  readonly key: string
}

export const refText = (self: WorkRef): string => `${self.kind}:${self.key}`

/**
 * What must be fair, bounded or in order: the kind of the lane, and whose it is. A lane is held by one node at a time:
 * that gives order per endpoint, isolation of a dead one, and fairness between accounts.
 */
export type Lane = `${string}:${string}`

/** The kind of a lane: what a claim has a width for. */
export const laneKind = (self: Lane): string => self.slice(0, self.indexOf(":"))

export interface Due {
  readonly work: WorkRef
  readonly lane: Lane
  readonly at: Instant
}

/** A number that proves who holds a piece of work; whoever takes it over has a higher one. */
export const LeaseToken = Schema.Int.pipe(Schema.brand("LeaseToken"))
export type LeaseToken = typeof LeaseToken.Type

/** A piece of work in the hands of one node. */
export interface Lease {
  readonly work: WorkRef
  readonly lane: Lane
  readonly at: Instant
  readonly token: LeaseToken
}

/** The same work once more. */
export const again = ({ lane, work }: Lease, at: Instant): Due => ({ work, lane, at })
