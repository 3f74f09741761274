/**
 * Bounds how much of the answers of the sandbox this node keeps for replays, for each account (decisions 9.4 "kept
 * replies"). An answer beyond that bound keeps its key and its fingerprint only, and is made again when its request is
 * repeated.
 */
import * as Context from "effect/Context"
import * as Limit from "../catalogue/Limit.ts"
import { KeyedCounter } from "../engine/KeyedCounter.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as Instant_ from "../value/Instant.ts"

/** How many bytes of an account's sandbox answers a node keeps, within as long as replies last. */
export const KeptSimulationBytes = Context.Reference<number>(
  "@signalbox/core/operation/KeptSimulations/KeptSimulationBytes",
  { defaultValue: () => Limit.keptSimulationBytes }
)

export interface KeptSimulations {
  /** Takes room for an answer, and returns whether there is any. */
  readonly take: (account: AccountId, bytes: number, now: Instant) => boolean
}

/**
 * Counts by days of the clock. A reply lasts for a day, so those that are kept were taken today or yesterday; each of
 * the two days has half of the room.
 */
export const make = (room: number): KeptSimulations => {
  let today = 0
  let taken = new KeyedCounter<AccountId>()
  return {
    take: (account, bytes, now) => {
      const day = Math.floor(now / Instant_.day)
      if (day !== today) {
        today = day
        taken = new KeyedCounter()
      }
      if (taken.of(account) + bytes > room / 2) return false
      taken.add(account, bytes)
      return true
    }
  }
}
