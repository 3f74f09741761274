/**
 * Arbitraries of the rows by which routes are chosen: what is paused, drained, unwell or pinned, and what was counted.
 */
import type { Value } from "@signalbox/core/Row"
import * as fc from "fast-check"
import { carrierId, maybe, small, some, withOptional } from "./internal/fields.ts"
import { instant } from "./Values.ts"

const place = { carrier: carrierId, country: maybe(fc.constantFrom("CH", "GB", "US", "ZZ")) }

const weight = fc.integer({ min: 0, max: 100 })

const restrictions: fc.Arbitrary<Value<"restrictions">> = withOptional(
  fc.record({
    all: some(fc.record({
      on: fc.constantFrom("submission:acme", "send:one", "delivery:one"),
      mode: fc.constantFrom("paused", "drained"),
      since: instant
    }))
  }),
  {
    marks: some(fc.record({
      ...place,
      weight,
      since: instant,
      step: fc.integer({ min: 1, max: 100 }),
      restMinutes: fc.integer({ min: 1, max: 1440 }),
      trouble: fc.constantFrom("failing", "slow"),
      counted: small,
      troubled: small
    })),
    pins: some(fc.record({ ...place, weight, since: instant, until: instant }))
  }
)

const counts = fc.record({ asked: small, failed: small, taken: small, timely: small })

const carrierCounts: fc.Arbitrary<Value<"carrier_counts">> = fc.record({
  carrier: carrierId,
  heardAt: maybe(instant),
  minutes: some(fc.record({
    minute: fc.nat(),
    countries: fc.dictionary(fc.constantFrom("CH", "GB", "US", "ZZ"), counts)
  }))
})

export const rows = { carrier_counts: carrierCounts, restrictions }
