/**
 * The operator sets the weight of a carrier until an instant, everywhere or for one country, or ends that. Each call may
 * be repeated.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { type Decision, done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Restriction from "../engine/Restriction.ts"
import type { CarrierPin } from "../row/CarrierMark.ts"
import { RestrictionRows, restrictionsKey } from "../row/Restrictions.ts"
import type { CarrierId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as Instant_ from "../value/Instant.ts"

/** The carrier, and the country of the recipients; null: every country that has no pin of its own. */
export interface Place {
  readonly carrier: CarrierId
  readonly country: string | null
}

/** BadEnd: the end is not within thirty days from now. TooMany: as many are pinned as may be. */
export type PinCarrierAnswer = "Changed" | "Unchanged" | "BadEnd" | "TooMany"

const isAt = (place: Place) => (pin: CarrierPin): boolean =>
  pin.carrier === place.carrier && pin.country === place.country

/** Pins that are over are left out. */
const kept = (facts: Facts.Facts, pins: ReadonlyArray<CarrierPin>): Partial<Commit.Commit> => ({
  expects: [Facts.expected(facts, RestrictionRows, restrictionsKey)],
  puts: [Commit.put(RestrictionRows, { ...Restriction.row(facts), pins })]
})

const current = (facts: Facts.Facts, now: Instant): ReadonlyArray<CarrierPin> =>
  (Restriction.row(facts).pins ?? []).filter(({ until }) => until > now)

export const PinCarrier: Decision<Place & Pick<CarrierPin, "until" | "weight">, PinCarrierAnswer> = {
  name: "carriers.pin",
  needs: () => Restriction.needs,
  decide: ({ carrier, country, until, weight }, { facts, now }) => {
    if (until <= now || until > Instant_.plus(now, Limit.carrierHealth.longestPin)) {
      return done<PinCarrierAnswer>("BadEnd")
    }
    const pins = current(facts, now)
    const before = pins.find(isAt({ carrier, country }))
    if (before?.weight === weight && before.until === until) return done<PinCarrierAnswer>("Unchanged")
    if (before === undefined && pins.length >= Limit.carrierHealth.pins) return done<PinCarrierAnswer>("TooMany")
    const pin: CarrierPin = { carrier, country, weight, since: now, until }
    return done<PinCarrierAnswer>("Changed", kept(facts, [...pins.filter((each) => each !== before), pin]))
  }
}

/** Ends a pin, and forgets what has made the weight fall, so that the carrier begins anew. */
export const ReleaseCarrier: Decision<Place, boolean> = {
  name: "carriers.release",
  needs: () => Restriction.needs,
  decide: (place, { facts, now }) => {
    const row = Restriction.row(facts)
    const pins = current(facts, now)
    const left = pins.filter((pin) => !isAt(place)(pin))
    const marks = (row.marks ?? []).filter(({ carrier, country }) =>
      carrier !== place.carrier || country !== place.country
    )
    if (left.length === pins.length && marks.length === (row.marks ?? []).length) return done(false)
    return done(true, {
      expects: [Facts.expected(facts, RestrictionRows, restrictionsKey)],
      puts: [Commit.put(RestrictionRows, { ...row, pins: left, marks })]
    })
  }
}
