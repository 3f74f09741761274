/**
 * Lets the weights of unwell carriers fall (decisions 18.3): by one step, once in a while at most, and only as long as
 * another carrier could do better. Weights rise by themselves, so nothing is decided for that.
 */
import * as Limit from "../catalogue/Limit.ts"
import { weightOf, whole } from "../dispatch/CarrierHealth.ts"
import type { HealthTerms } from "../engine/HealthTerms.ts"
import type { CarrierCounts } from "../row/CarrierCounts.ts"
import type { CarrierMark } from "../row/CarrierMark.ts"
import type { Channel } from "../value/Channel.ts"
import type { CarrierId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as Judgement from "./Judgement.ts"

/** A carrier to which messages may go, with what was counted of it; null: nothing was. */
export interface Carrier {
  readonly id: CarrierId
  readonly channels: ReadonlyArray<Channel>
  readonly counts: CarrierCounts | null
}

interface Judged {
  readonly carrier: Carrier
  readonly judged: Judgement.Judged | null
}

const verdictOn = ({ judged }: Judged, country: string | null): Judgement.Verdict =>
  judged === null ? null : Judgement.on(judged, country)

/** Returns whether a carrier of one of these channels is well, or nobody can tell. */
const hasWell = (channels: ReadonlyArray<Channel>, all: ReadonlyArray<Judged>, country: string | null): boolean =>
  all.some((other) =>
    other.carrier.channels.some((channel) => channels.includes(channel)) && verdictOn(other, country) === null
  )

/** Returns the mark after a verdict; the same one as long as its weight may not fall again. */
const fallen = (
  mark: CarrierMark | undefined,
  place: Pick<CarrierMark, "carrier" | "country">,
  evidence: Judgement.Evidence,
  terms: HealthTerms,
  now: Instant.Instant
): CarrierMark => {
  const minutes = evidence.trouble === "failing" ? terms.failedStepMinutes : terms.slowStepMinutes
  if (mark !== undefined && now - mark.since < minutes * Instant.minute) return mark
  const before = mark === undefined ? whole : weightOf(mark, now)
  // Whoever is at the bottom already stays there: its peace begins anew.
  const weight = Math.max(Math.min(terms.probes, before), before - terms.step)
  return { ...place, weight, since: now, step: terms.step, restMinutes: terms.restMinutes, ...evidence }
}

/**
 * Returns the marks after a look at what was counted. A mark that has risen to the whole weight is left out.
 *
 * @param carriers those to which messages may go
 */
export const after = (
  marks: ReadonlyArray<CarrierMark>,
  carriers: ReadonlyArray<Carrier>,
  terms: HealthTerms,
  now: Instant.Instant
): ReadonlyArray<CarrierMark> => {
  const live = marks.filter((mark) => weightOf(mark, now) < whole)
  const all = carriers.map((carrier): Judged => {
    const own = live.filter((mark) => mark.carrier === carrier.id)
    const weights = new Map(own.map((mark) => [mark.country, weightOf(mark, now)]))
    const { counts } = carrier
    return {
      carrier,
      judged: counts === null ? null : Judgement.of(counts, weights, terms, now, Limit.carrierHealth.hearing)
    }
  })
  let next = live
  for (const { carrier: { channels, id: carrier }, judged } of all) {
    if (judged === null) continue
    for (const country of [null, ...judged.countries.keys()]) {
      const evidence = Judgement.on(judged, country)
      if (evidence === null || !hasWell(channels, all, country)) continue
      const mark = live.find((each) => each.carrier === carrier && each.country === country)
      if (mark === undefined && next.length >= Limit.carrierHealth.marks) continue
      const changed = fallen(mark, { carrier, country }, evidence, terms, now)
      next = mark === undefined ? [...next, changed] : next.map((each) => each === mark ? changed : each)
    }
  }
  return next
}
