/**
 * Judges carriers by what was counted in a window: everywhere, or in a country where there is enough traffic (decisions
 * 18.3).
 */
import { whole } from "../dispatch/CarrierHealth.ts"
import type { HealthTerms } from "../engine/HealthTerms.ts"
import type { CarrierCounts, Counts } from "../row/CarrierCounts.ts"
import * as Counts_ from "../row/CarrierCounts.ts"
import type { Trouble } from "../row/CarrierMark.ts"
import * as Instant from "../value/Instant.ts"

export interface Evidence {
  readonly trouble: Trouble
  readonly counted: number
  readonly troubled: number
}

/** Null: it is well, or nobody can tell. */
export type Verdict = Evidence | null

/** The judgements of one carrier: of each country with enough traffic of its own, and of all others together. */
export interface Judged {
  readonly countries: ReadonlyMap<string, Verdict>
  readonly rest: Verdict
}

export const minuteOf = (at: Instant.Instant): number => Math.floor(at / Instant.minute)

/** Returns the first minute of the window. */
export const firstMinute = ({ windowMinutes }: HealthTerms, now: Instant.Instant): number =>
  minuteOf(now) - windowMinutes

/** Returns the last minute of which every message has had the time for a receipt. */
const lastSettled = ({ slowSeconds }: HealthTerms, now: Instant.Instant): number =>
  minuteOf(Instant.make(now - slowSeconds * Instant.second)) - 1

/** Adds up the window: submissions until now, and receipts of those minutes that had the time for them. */
const windowOf = ({ minutes }: CarrierCounts, terms: HealthTerms, now: Instant.Instant): Map<string, Counts> => {
  const sums = new Map<string, Counts>()
  const [first, settled] = [firstMinute(terms, now), lastSettled(terms, now)]
  for (const { countries, minute } of minutes) {
    if (minute < first) continue
    for (const [country, counts] of Object.entries(countries)) {
      const known = minute <= settled ? counts : { ...counts, taken: 0, timely: 0 }
      sums.set(country, Counts_.sum(sums.get(country) ?? Counts_.none, known))
    }
  }
  return sums
}

/** A single accident, or two, is no trouble, however few messages there are. */
const fewest = { counted: 5, troubled: 3 } as const

/** Returns how many messages are enough. A carrier that gets a share of its messages needs that share of them. */
const enough = ({ minimum }: HealthTerms, weight: number): number =>
  Math.max(fewest.counted, Math.ceil(minimum * weight / whole))

const isBad = (troubled: number, counted: number, share: number | null, least: number): boolean =>
  share !== null && counted >= least && troubled >= fewest.troubled && troubled >= share * counted

/** @param isHeard whether receipts of the carrier come at all; one that brings none is not slow */
const verdict = (sums: Counts, terms: HealthTerms, least: number, isHeard: boolean): Verdict => {
  const { asked, failed, taken, timely } = sums
  if (isBad(failed, asked, terms.failedShare, least)) return { trouble: "failing", counted: asked, troubled: failed }
  const late = Math.max(0, taken - timely)
  return isHeard && isBad(late, taken, terms.slowShare, least)
    ? { trouble: "slow", counted: taken, troubled: late }
    : null
}

/** @param weights by country, null for all others, where they have fallen: a country there does not count among the others */
export const of = (
  counts: CarrierCounts,
  weights: ReadonlyMap<string | null, number>,
  terms: HealthTerms,
  now: Instant.Instant,
  hearing: number
): Judged => {
  const isHeard = counts.heardAt !== null && now - counts.heardAt < hearing
  const countries = new Map<string, Verdict>()
  let rest = Counts_.none
  for (const [country, sums] of windowOf(counts, terms, now)) {
    const least = enough(terms, weights.get(country) ?? whole)
    if (weights.has(country) || Math.max(sums.asked, sums.taken) >= least) {
      countries.set(country, verdict(sums, terms, least, isHeard))
    } else rest = Counts_.sum(rest, sums)
  }
  return { countries, rest: verdict(rest, terms, enough(terms, weights.get(null) ?? whole), isHeard) }
}

/** Returns the verdict on a country, or on all others where it has too little traffic. Null: on those others. */
export const on = ({ countries, rest }: Judged, country: string | null): Verdict =>
  country === null ? rest : countries.has(country) ? countries.get(country) ?? null : rest
