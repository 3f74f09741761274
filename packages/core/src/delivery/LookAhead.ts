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

/**
 * How long what was looked up of an endpoint counts as that of the moment, in elapsed nanoseconds: so long at least, and four
 * times as long as the look has taken, so that a node whose store is slow does other things than look, but no longer than the
 * last of these.
 */
const fresh = { least: 50_000_000n, looks: 4n, most: 500_000_000n } as const

/**
 * Returns until when what was looked up counts as that of the moment, in elapsed nanoseconds.
 *
 * @param began the moment at which the look began, and `ended` that of its answer
 */
export const freshUntil = (began: bigint, ended: bigint): bigint => {
  const long = (ended - began) * fresh.looks
  const bounded = long > fresh.most ? fresh.most : long
  return began + (bounded > fresh.least ? bounded : fresh.least)
}

/** A look at a work item: null when there is nothing to send any more. */
export interface Found {
  readonly lease: Lease
  readonly looked: Exit.Exit<Attempt | null, unknown>
}

/** Attempts that were found without asking the store. */
export interface Remembered {
  readonly found: ReadonlyArray<Found>
  /** Until when the endpoint counts as known like this, in elapsed nanoseconds. */
  readonly until: bigint
}

export interface Looks {
  /** Returns what this process knows about items of one lane itself; null where that is not enough. */
  readonly remembered: (leases: ReadonlyArray<Lease>) => Effect.Effect<Remembered | null>
  /** Looks items of one lane up together. What cannot be looked up costs the others nothing. */
  readonly lookAll: (leases: ReadonlyArray<Lease>) => Effect.Effect<ReadonlyArray<Found>>
  /** Looks up again what the attempts at one endpoint share. */
  readonly renew: (some: ReadonlyArray<Found>) => Effect.Effect<ReadonlyArray<Found>>
  /** Returns how many attempts of this node were setbacks so far. */
  readonly setbacks: () => number
}

export interface LookAhead {
  /** Returns what is known about the items from a place on, which may have changed meanwhile; null where a setback has. */
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
  { lookAll, remembered, renew, setbacks }: Looks,
  leases: ReadonlyArray<Lease>
): LookAhead => {
  let found: ReadonlyArray<Found> = []
  /** The place of the first one of them. */
  let first = 0
  /** Until when the endpoint counts as known, and after how many setbacks it was looked up. */
  let known: { readonly until: bigint; readonly setbacks: number } | null = null

  return {
    seen: (place) => {
      const left = found.slice(place - first)
      return left.length === 0 || known === null || known.setbacks !== setbacks() ? null : left
    },
    from: Effect.fnUntraced(function*(place, wanted, together) {
      const now = yield* Clock.monotonicTimeNanos
      const isFresh = known !== null && now <= known.until && known.setbacks === setbacks()
      found = found.slice(place - first)
      first = place
      const isEnough = found.length >= Math.min(wanted, together, leases.length - place)
      if (isFresh && isEnough) return found
      const next = leases.slice(place, place + together)
      const seen = yield* remembered(next)
      if (seen !== null && now <= seen.until) {
        known = { until: seen.until, setbacks: setbacks() }
        found = seen.found
        return found
      }
      const before = setbacks()
      found = yield* isEnough ? renew(found) : lookAll(next)
      known = { until: freshUntil(now, yield* Clock.monotonicTimeNanos), setbacks: before }
      return found
    }),
    forget: () => {
      known = null
    }
  }
}
