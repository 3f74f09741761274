/**
 * The terms on which the health of carriers is judged (decisions 18.3).
 */
import * as Context from "effect/Context"

export interface HealthTerms {
  /** A message of which no receipt has come after so long is slow. */
  readonly slowSeconds: number
  /** The shares, from 0 to 1, at which a carrier is unwell; null: that is not looked at. */
  readonly slowShare: number | null
  readonly failedShare: number | null
  /** So many messages must have been counted in the window. */
  readonly minimum: number
  readonly windowMinutes: number
  /** In hundredths: by how much a weight falls and rises. */
  readonly step: number
  /** A weight falls once in so many minutes at most, by what has made it fall. */
  readonly slowStepMinutes: number
  readonly failedStepMinutes: number
  /** A weight rises by a step in so many minutes in which it did not fall. */
  readonly restMinutes: number
  /** In hundredths: a weight falls no further, so that it shows when the carrier is well again. */
  readonly probes: number
  /** A node adds what it has counted to what all share once in so many seconds. */
  readonly reportSeconds: number
}

/** Null: nobody counts, and every carrier is as well as can be. */
export const Terms = Context.Reference<HealthTerms | null>("@signalbox/core/engine/HealthTerms", {
  defaultValue: () => null
})
