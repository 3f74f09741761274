/**
 * Lets the operator see how carriers fare, set the weight of one for a while, and begin anew with it.
 */
import * as Effect from "effect/Effect"
import { weightOf, whole } from "../dispatch/CarrierHealth.ts"
import type { ExecutionError, Executor } from "../engine/Executor.ts"
import * as Restriction from "../engine/Restriction.ts"
import type { PinCarrierAnswer, Place } from "../health/PinCarrier.ts"
import { PinCarrier, ReleaseCarrier } from "../health/PinCarrier.ts"
import type { StoreError } from "../port/Store.ts"
import type { CarrierMark, CarrierPin } from "../row/CarrierMark.ts"
import * as Instant from "../value/Instant.ts"

/** A carrier whose weight is not what it would be by itself, everywhere or in one country. */
export interface CarrierWeight extends Place {
  /** The weight that counts now. */
  readonly weight: number
  /** The mark of its last fall; null: it has not fallen, or has risen again. */
  readonly mark: CarrierMark | null
  /** The operator's word; null: there is none. */
  readonly pin: CarrierPin | null
}

export interface OperatorCarriers {
  /** The carriers whose weight has fallen or was set, by their names and countries. */
  readonly carrierWeights: Effect.Effect<ReadonlyArray<CarrierWeight>, StoreError>
  readonly pinCarrier: (
    place: Place,
    weight: number,
    until: Instant.Instant
  ) => Effect.Effect<PinCarrierAnswer, ExecutionError>
  /** Ends a pin and forgets that the weight has fallen. Returns whether there was either. */
  readonly releaseCarrier: (place: Place) => Effect.Effect<boolean, ExecutionError>
}

const isAt = ({ carrier, country }: Place) => (other: Place): boolean =>
  other.carrier === carrier && other.country === country

const nameOf = ({ carrier, country }: Place): string => `${carrier}/${country ?? ""}`

export const make = (executor: Executor["Service"]): OperatorCarriers => ({
  carrierWeights: Effect.gen(function*() {
    const row = Restriction.row(yield* executor.read(() => Restriction.needs))
    const now = yield* Instant.now
    const pins = (row.pins ?? []).filter(({ until }) => until > now)
    const marks = (row.marks ?? []).flatMap((mark) => {
      const weight = weightOf(mark, now)
      return weight < whole ? [{ mark, weight }] : []
    })
    const places = [...pins, ...marks.flatMap(({ mark }) => pins.some(isAt(mark)) ? [] : [mark])]
    return places.map(({ carrier, country }): CarrierWeight => {
      const pin = pins.find(isAt({ carrier, country })) ?? null
      const fallen = marks.find(({ mark }) => isAt({ carrier, country })(mark))
      return { carrier, country, weight: pin?.weight ?? fallen?.weight ?? whole, mark: fallen?.mark ?? null, pin }
    }).toSorted((one, other) => nameOf(one) < nameOf(other) ? -1 : 1)
  }),
  pinCarrier: (place, weight, until) =>
    Effect.map(executor.run(PinCarrier, { ...place, until, weight }), ({ answer }) => answer),
  releaseCarrier: (place) => Effect.map(executor.run(ReleaseCarrier, place), ({ answer }) => answer)
})
