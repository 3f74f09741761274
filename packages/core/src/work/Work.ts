/**
 * Scheduled work is a narrow row (lane, instant, kind, key), leased by lane. `service/Jobs` lists the kinds and lanes;
 * to stores and to the engine they are plain data.
 */
import * as Schema from "effect/Schema"
import type { MessageId, NodeId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"

/**
 * Identifies work. At most one item exists for a kind and key. Only the `WorkName` of its kind writes and reads the
 * key.
 */
export interface WorkRef {
  readonly kind: string
  readonly key: string
}

export const refText = (self: WorkRef): string => `${self.kind}:${self.key}`

/** Returns whether both name the same work item. */
export const isSame = (self: WorkRef, that: WorkRef): boolean => self.key === that.key && self.kind === that.kind

/**
 * A lane: its kind and its owner. It is the smallest thing that has to be fair, bounded or in order: an account, a
 * carrier with an account, an endpoint.
 */
export type Lane = `${string}:${string}`

/** Returns the kind of a lane, by which claims name their widths. */
export const laneKind = (self: Lane): string => self.slice(0, self.indexOf(":"))

/** A node that would hold work from its beginning on, so that nobody has to claim it. */
export interface Holder {
  readonly node: NodeId
  /** How far the service's Clock is ahead of the store's on purpose, in milliseconds (`ClockOffset`). */
  readonly offset: number
  /** Whether it would hold the work only while no other node holds anything of the lane, which nodes do not share. */
  readonly isAlone?: boolean
}

export interface Due {
  readonly work: WorkRef
  readonly lane: Lane
  readonly at: Instant
  /** How often in a row this work has failed. Absent means never. */
  readonly failures?: number
  /** The node that holds it from its beginning on, if the store can give it. Absent: nobody. */
  readonly holder?: Holder
  /**
   * The message about whose present part this work is, such as the deadline of a receipt, where the same commit puts it. Once
   * the message has left that part (`Row.parts`, the one that it moves through), such as what is on its way, the work is
   * about nothing any more. Absent: it is about more than that.
   */
  readonly lapsesWith?: MessageId
}

/** The fencing token of a lease. The next holder always has a higher one. */
export const LeaseToken = Schema.Int.pipe(Schema.brand("LeaseToken"))
export type LeaseToken = typeof LeaseToken.Type

/** A work item that one node has leased. */
export interface Lease {
  readonly work: WorkRef
  readonly lane: Lane
  readonly at: Instant
  readonly token: LeaseToken
  /** How often in a row this work has failed. */
  readonly failures: number
}

/** Schedules the same work again, behind everything in its lane that falls due earlier. */
export const again = ({ lane, work }: Lease, at: Instant): Due => ({ work, lane, at })

/** Schedules work again that has failed. */
export const afterFailure = ({ failures, lane, work }: Lease, at: Instant): Due => ({
  work,
  lane,
  at,
  failures: failures + 1
})

/** Groups leases by their lanes, each in the order in which they come. */
export const byLane = (leases: ReadonlyArray<Lease>): ReadonlyMap<Lane, ReadonlyArray<Lease>> => {
  const found = new Map<Lane, Array<Lease>>()
  for (const lease of leases) {
    const batch = found.get(lease.lane)
    if (batch === undefined) found.set(lease.lane, [lease])
    else batch.push(lease)
  }
  return found
}
