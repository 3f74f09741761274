/**
 * The usual terms on which carriers are judged, and what was counted of carriers, for tests of core.
 */
import type { CarrierId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { HealthTerms } from "@signalbox/core/internal/engine/HealthTerms"
import type { Carrier } from "@signalbox/core/internal/health/Demotion"
import type { CarrierCounts, Counts } from "@signalbox/core/internal/row/CarrierCounts"
import * as Given from "../Given.ts"

/** Those of GOV.UK Notify, where it has them. */
export const terms: HealthTerms = {
  slowSeconds: 300,
  slowShare: 0.15,
  failedShare: 0.15,
  minimum: 20,
  windowMinutes: 15,
  step: 10,
  slowStepMinutes: 10,
  failedStepMinutes: 1,
  restMinutes: 60,
  probes: 5,
  reportSeconds: 10
}

/** The beginning of a minute. */
export const start = Instant.make(Math.floor(Given.now / Instant.minute) * Instant.minute)

export const after = (minutes: number): Instant.Instant => Instant.plus(start, minutes * Instant.minute)

export const none: Counts = { asked: 0, failed: 0, taken: 0, timely: 0 }

/** Counts of one minute, so many minutes ago as seen from `now`. */
export interface Entry extends Partial<Counts> {
  readonly ago: number
  readonly country?: string
}

/** A carrier of SMS of which this was counted, and of which a receipt was heard just now. */
export const carrier = (
  id: CarrierId,
  entries: ReadonlyArray<Entry>,
  now: Instant.Instant,
  parts: Partial<CarrierCounts> = {}
): Carrier => ({
  id,
  channels: ["sms"],
  counts: {
    carrier: id,
    heardAt: now,
    minutes: entries.map(({ ago, country = "GB", ...counts }) => ({
      minute: Math.floor(now / Instant.minute) - ago,
      countries: { [country]: { ...none, ...counts } }
    })),
    ...parts
  }
})
