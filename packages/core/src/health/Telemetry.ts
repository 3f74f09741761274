/**
 * Shows the weights of carriers to an operator.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { weightOf, whole } from "../dispatch/CarrierHealth.ts"
import type { CarrierMark } from "../row/CarrierMark.ts"
import type { CarrierId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as Recent from "../value/Recent.ts"

const gauges = Recent.make((carrier: CarrierId) =>
  Recent.make((country: string) =>
    Metric.gauge("signalbox_carrier_weight", {
      description: "The share of messages, in hundredths, to which a carrier keeps its place; country is all or one.",
      attributes: { carrier, country }
    })
  )
)

type Place = readonly [carrier: CarrierId, country: string]

/**
 * Sets the gauge of each carrier, and of each country in which its weight has fallen.
 *
 * @param before the places that were set last time
 */
export const weights = Effect.fnUntraced(function*(
  carriers: ReadonlyArray<CarrierId>,
  marks: ReadonlyArray<CarrierMark>,
  before: ReadonlyArray<Place>,
  now: Instant
): Effect.fn.Return<ReadonlyArray<Place>> {
  const values = new Map<string, readonly [place: Place, weight: number]>()
  const set = (place: Place, weight: number) => values.set(place.join("/"), [place, weight])
  for (const place of before) set(place, whole)
  for (const carrier of carriers) set([carrier, "all"], whole)
  for (const mark of marks) set([mark.carrier, mark.country ?? "all"], weightOf(mark, now))
  for (const [[carrier, country], weight] of values.values()) {
    yield* Metric.update(gauges.of(carrier).of(country), weight)
  }
  return marks.map(({ carrier, country }): Place => [carrier, country ?? "all"])
})
