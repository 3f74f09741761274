/**
 * Decides from what was counted for a prefix whether it is paused, and for how long (decisions 17.3). It is a heuristic:
 * a share says what usually means fraud, and knows nothing about anybody.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Counted } from "../commit/PrefixCounters.ts"
import { minuteOf } from "../commit/PrefixCounters.ts"
import type { PausedPrefix } from "../row/PausedPrefix.ts"
import type { Thresholds } from "../row/Pumping.ts"
import * as Instant from "../value/Instant.ts"

export interface Suspicion {
  readonly reason: "unchecked" | "undelivered"
  readonly counted: number
  readonly failed: number
}

/** The whole minutes that are looked at, from the first to the last one. */
export interface Window {
  readonly first: number
  readonly last: number
}

/**
 * Returns the minutes of the window. Whatever a pause has answered already, or the operator has lifted, counts no more, so
 * the window never reaches back beyond the end of a pause.
 */
export const windowOf = (
  { windowMinutes }: Pick<Required<Thresholds>, "windowMinutes">,
  before: PausedPrefix | null,
  now: Instant.Instant
): Window => {
  const minute = minuteOf(now)
  const ended = before === null || before.until === null ? -Infinity : minuteOf(before.until) + 1
  return { first: Math.max(minute - windowMinutes, ended), last: minute - 1 }
}

/** Returns the last minute whose verifications had the time to be checked. */
export const lastChecked = ({ last }: Window): number => last - Limit.pumping.checkPatience / Instant.minute

/** Returns what the sums of the window make of the prefix; null when nothing is wrong, or too little is known. */
export const of = (
  { minimum, unchecked, undelivered }: Required<Thresholds>,
  sums: Readonly<Record<Counted, number>>
): Suspicion | null => {
  // A code may be checked by somebody whose message was never counted as sent.
  const ignored = Math.max(0, sums.started - sums.checked)
  const known = sums.delivered + sums.undelivered
  if (unchecked !== null && sums.started >= minimum && ignored >= unchecked * sums.started) {
    return { reason: "unchecked", counted: sums.started, failed: ignored }
  }
  if (undelivered !== null && known >= minimum && sums.undelivered >= undelivered * known) {
    return { reason: "undelivered", counted: known, failed: sums.undelivered }
  }
  return null
}

/** Returns the pauses in a row that the next one makes, and how long it lasts in milliseconds. */
export const next = (
  { pauseMinutes }: Pick<Required<Thresholds>, "pauseMinutes">,
  before: PausedPrefix | null,
  now: Instant.Instant
): { readonly times: number; readonly millis: number } => {
  const goesOn = before !== null && before.until !== null && now - before.until < Limit.pumping.calm
  const times = goesOn ? before.times + 1 : 1
  const millis = pauseMinutes * Instant.minute * 2 ** Math.min(times - 1, 20)
  return { times, millis: Math.min(millis, Limit.pumping.longestPause) }
}
