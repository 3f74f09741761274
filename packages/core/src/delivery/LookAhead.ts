/**
 * Looks up the first attempts of a batch together, ahead of their time. Events and deliveries
 * stay as they are while they wait; what they share of their endpoint is looked up again when it may have changed.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { Lease } from "../work/Work.ts"
import type { Attempt } from "./Attempt.ts"

/** How many items are looked up together at most. Their events are in memory until they have begun. */
export const most = 64

/** How long what was looked up of an endpoint counts as that of the moment, in elapsed nanoseconds. */
export const fresh = 50_000_000n

/** A look at a work item: null when there is nothing to send any more. */
export interface Found {
  readonly lease: Lease
  readonly looked: Exit.Exit<Attempt | null, unknown>
}

/** Attempts that were found without asking the store. */
export interface Remembered {
  readonly found: ReadonlyArray<Found>
  /** Since when the endpoint is known like this, in elapsed nanoseconds. */
  readonly since: bigint
}

export interface Looks {
  /** Returns what this process knows about items of one lane itself; null where that is not enough. */
  readonly remembered: (leases: ReadonlyArray<Lease>) => Effect.Effect<Remembered | null>
  /** Looks items of one lane up together. What cannot be looked up costs the others nothing. */
  readonly lookAll: (leases: ReadonlyArray<Lease>) => Effect.Effect<ReadonlyArray<Found>>
  /** Looks up again what the attempts at one endpoint share. */
  readonly renew: (some: ReadonlyArray<Found>) => Effect.Effect<ReadonlyArray<Found>>
  /** Returns how many attempts of this node have failed so far. */
  readonly failures: () => number
}

export interface LookAhead {
  /** Returns what is known about the items from a place on, which may have changed meanwhile; null where a failure has. */
  readonly seen: (place: number) => ReadonlyArray<Found> | null
  /**
   * Returns what was found about the items from a place on, of the moment: about so many at least as far as there are.
   *
   * @param together how many are looked up together when they are too few
   */
  readonly from: (place: number, wanted: number, together: number) => Effect.Effect<ReadonlyArray<Found>>
  /** Says that the endpoint may have changed. */
  readonly forget: () => void
}

export const make = (
  { failures, lookAll, remembered, renew }: Looks,
  leases: ReadonlyArray<Lease>
): LookAhead => {
  let found: ReadonlyArray<Found> = []
  /** The place of the first one of them. */
  let first = 0
  /** Since when the endpoint is known, and after how many failures. */
  let known: { readonly since: bigint; readonly failures: number } | null = null

  return {
    seen: (place) => {
      const left = found.slice(place - first)
      return left.length === 0 || known === null || known.failures !== failures() ? null : left
    },
    from: Effect.fnUntraced(function*(place, wanted, together) {
      const now = yield* Clock.monotonicTimeNanos
      const isFresh = known !== null && now - known.since <= fresh && known.failures === failures()
      found = found.slice(place - first)
      first = place
      const isEnough = found.length >= Math.min(wanted, together, leases.length - place)
      if (isFresh && isEnough) return found
      const next = leases.slice(place, place + together)
      const seen = yield* remembered(next)
      const before = seen !== null && now - seen.since <= fresh ? seen : null
      known = { since: before?.since ?? now, failures: failures() }
      found = before !== null ? before.found : isEnough ? yield* renew(found) : yield* lookAll(next)
      return found
    }),
    forget: () => {
      known = null
    }
  }
}
