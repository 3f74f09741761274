/** The operator sees the carriers whose weight is not what it would be, by their names and countries, until that is over. */
import * as Commit from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import type { CarrierMark, CarrierPin } from "@signalbox/core/internal/row/CarrierMark"
import { RestrictionRows } from "@signalbox/core/internal/row/Restrictions"
import { Operator } from "@signalbox/core/Operator"
import { Store } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const after = (minutes: number): Instant.Instant => Instant.plus(Given.now, minutes * Instant.minute)

/** It rises by ten in each ten minutes. */
const mark = (carrier: string, country: string | null, weight: number): CarrierMark => ({
  carrier: Given.carrierId(carrier),
  country,
  weight,
  since: Given.now,
  step: 10,
  restMinutes: 10,
  trouble: "slow",
  counted: 50,
  troubled: 40
})

const pin = (carrier: string, country: string | null, minutes: number): CarrierPin => ({
  carrier: Given.carrierId(carrier),
  country,
  weight: 7,
  since: Given.now,
  until: after(minutes)
})

it("carriers are listed by what has fallen and what was set, of which the latter counts as long as it lasts", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const [operator, store] = [yield* Operator, yield* Store]
      expect(yield* operator.carrierWeights).toEqual([])
      const marks = [mark("b", "US", 50), mark("b", null, 85), mark("a", "GB", 90), mark("c", null, 60)]
      const pins = [pin("c", null, 30), pin("b", "GB", 20), pin("a", null, 5)]
      yield* store.commit([Commit.make({ puts: [Commit.put(RestrictionRows, { all: [], marks, pins })] })])
      const [bUs, b, aGb, c] = marks
      const [cPin, bGbPin, aPin] = pins
      const shown = (country: string | null, weight: number, of: CarrierMark | null, set: CarrierPin | null) => ({
        carrier: (of ?? set)!.carrier,
        country,
        weight,
        mark: of,
        pin: set
      })
      expect(yield* operator.carrierWeights).toStrictEqual([
        shown(null, 7, null, aPin!),
        shown("GB", 90, aGb!, null),
        shown(null, 85, b!, null),
        shown("GB", 7, null, bGbPin!),
        shown("US", 50, bUs!, null),
        shown(null, 7, c!, cPin!)
      ])
      const clock = yield* Bench.TheClock
      clock.set(after(10))
      expect(yield* operator.carrierWeights).toStrictEqual([
        shown(null, 95, b!, null),
        shown("GB", 7, null, bGbPin!),
        shown("US", 60, bUs!, null),
        shown(null, 7, c!, cPin!)
      ])
      clock.set(after(30))
      expect(yield* operator.carrierWeights).toStrictEqual([shown("US", 80, bUs!, null), shown(null, 90, c!, null)])
      const place = { carrier: Given.carrierId("d"), country: "FR" }
      expect(yield* operator.pinCarrier(place, 3, after(60))).toBe("Changed")
      expect([yield* operator.releaseCarrier(place), yield* operator.releaseCarrier(place)]).toEqual([true, false])
    })
  ))
