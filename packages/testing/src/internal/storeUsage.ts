/**
 * Contract of the sums of usage: every commit that is applied adds its tallies once, and one that is not adds nothing.
 */
import { make as money } from "@signalbox/core/Money"
import type { Usage } from "@signalbox/core/Usage"
import { keyText, sum } from "@signalbox/core/Usage"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import { propWith } from "../Prop.ts"
import type { Harness } from "../StoreHarness.ts"
import { cases, run } from "./given.ts"
import { alice, bob, contact } from "./samples.ts"

const days = ["2029-12-31", "2030-01-01", "2030-01-02"] as const

const amount = fc.integer({ min: -3, max: 3 })

const tally: fc.Arbitrary<Usage> = fc.record({
  account: fc.constantFrom(alice, bob),
  day: fc.constantFrom(...days),
  channel: fc.constantFrom("sms", "whatsapp"),
  status: fc.constantFrom("ACCEPTED", "DELIVERED"),
  country: fc.constantFrom("US", "DE"),
  messages: amount,
  segments: amount,
  price: amount.map(money),
  activeContactPrice: amount.map(money)
})

const inOrder = (all: ReadonlyArray<Usage>): ReadonlyArray<Usage> =>
  all.toSorted((one, other) => keyText(one) < keyText(other) ? -1 : 1)

const one: Usage = {
  account: alice,
  day: days[1],
  channel: "sms",
  status: "SENT",
  country: "US",
  messages: 1,
  segments: 2,
  price: money(79),
  activeContactPrice: money(10)
}

const all = { account: alice, first: days[0], last: days[2] }

export const storeUsage = (harness: Harness): void => {
  describe("usage", () => {
    const it = cases(harness)

    propWith({ runs: 60 })(
      "is the sum of all tallies, by what they are about and within the days that are asked for",
      fc.array(fc.array(fc.array(tally, { maxLength: 4 }), { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
      fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 })),
      (batches, [first, more]) =>
        run(harness, function*({ batch, store }) {
          for (const commits of batches) yield* batch(...commits.map((tallies) => ({ tallies })))
          const made = batches.flat(2)
          const query = { account: alice, first: days[first]!, last: days[Math.min(2, first + more)]! }
          const wanted = sum(
            made.filter(({ account, day }) => account === alice && day >= query.first && day <= query.last)
          )
          expect(inOrder(yield* store.usage(query))).toEqual(inOrder(wanted))
        })
    )

    it("is not added to by a commit that is not applied", function*({ batch, store }) {
      yield* batch({ tallies: [one] }, { expects: [{ ref: contact(1), version: 7 }], tallies: [one] })
      expect(yield* store.usage(all)).toEqual([one])
    })

    it("is gone when it comes to nothing", function*({ batch, store }) {
      yield* batch({ tallies: [one] })
      yield* batch({
        tallies: [{ ...one, messages: -1, segments: -2, price: money(-79), activeContactPrice: money(-10) }]
      })
      expect(yield* store.usage(all)).toEqual([])
    })
  })
}
