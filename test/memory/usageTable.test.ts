/**
 * The sums of usage in memory against a plain list of them: what is added up, which days are known, and what is forgotten.
 */
import type { AccountId } from "@signalbox/core/Id"
import * as Money from "@signalbox/core/Money"
import type { Usage } from "@signalbox/core/Usage"
import { UsageTable } from "@signalbox/memory/internal/usageTable"
import { propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { expect } from "vitest"

const accounts = ["a1", "a2"] as ReadonlyArray<string> as readonly [AccountId, AccountId]

const days = ["2030-01-13", "2030-01-14", "2030-01-15"] as const

const amount = fc.integer({ min: -2, max: 2 })

const tally: fc.Arbitrary<Usage> = fc.record({
  account: fc.constantFrom(...accounts),
  day: fc.constantFrom(...days),
  channel: fc.constantFrom("sms", "whatsapp"),
  status: fc.constantFrom("SENT", "DELIVERED"),
  country: fc.constantFrom("DE", "US"),
  messages: amount,
  segments: amount,
  price: amount.map(Money.make),
  activeContactPrice: amount.map(Money.make)
})

const step = fc.oneof(
  { weight: 4, arbitrary: fc.array(tally, { maxLength: 8 }) },
  {
    weight: 1,
    arbitrary: fc.record({
      account: fc.constantFrom(...accounts),
      before: fc.constantFrom(...days, "2030-01-16"),
      most: fc.integer({ min: 1, max: 6 })
    })
  }
)

const isOfOne = (one: Usage, other: Usage): boolean =>
  (["account", "day", "channel", "status", "country"] as const).every((name) => one[name] === other[name])

const plus = (one: Usage, other: Usage): Usage => ({
  ...one,
  messages: one.messages + other.messages,
  segments: one.segments + other.segments,
  price: Money.make(one.price + other.price),
  activeContactPrice: Money.make(one.activeContactPrice + other.activeContactPrice)
})

const isSomething = (sum: Usage): boolean =>
  sum.messages !== 0 || sum.segments !== 0 || sum.price !== 0 || sum.activeContactPrice !== 0

const inOrder = (sums: ReadonlyArray<Usage>): ReadonlyArray<string> => sums.map((sum) => JSON.stringify(sum)).toSorted()

propWith({ runs: 120 })(
  "sums are those of a plain list, by all that they are about, and whole sums of the days before one are forgotten",
  fc.array(step, { maxLength: 12 }),
  (steps) => {
    const table = new UsageTable()
    let model: ReadonlyArray<Usage> = []
    for (const each of steps) {
      if ("most" in each) {
        const old = model.filter(({ account, day }) => account === each.account && day < each.before)
        const isThere = (sum: Usage): boolean =>
          table.of({ account: sum.account, first: days[0], last: days[2] }).some((other) => isOfOne(sum, other))
        for (let left = old.length, gone = each.most; gone === each.most; left -= gone) {
          gone = table.forget(each)
          expect(gone).toBe(Math.min(each.most, left))
          // Which of them go first is nobody's business.
          expect(old.filter(isSomething).filter((sum) => !isThere(sum)).length).toBeLessThanOrEqual(
            old.length - left + gone
          )
        }
        model = model.filter((sum) => !old.includes(sum))
      } else {
        table.add(each)
        for (const more of each) {
          model = model.some((sum) => isOfOne(sum, more))
            ? model.map((sum) => isOfOne(sum, more) ? plus(sum, more) : sum)
            : [...model, more]
        }
      }
      for (const account of accounts) {
        const own = model.filter((sum) => sum.account === account)
        for (const [index, first] of days.entries()) {
          for (const last of days.slice(index)) {
            expect(inOrder(table.of({ account, first, last }))).toStrictEqual(
              inOrder(own.filter((sum) => isSomething(sum) && sum.day >= first && sum.day <= last))
            )
          }
        }
        const known = days.filter((day) => own.some((sum) => sum.day === day))
        expect(table.daysOf(account, "", 9)).toStrictEqual(known)
        expect(table.daysOf(account, days[0], 1)).toStrictEqual(known.filter((day) => day > days[0]).slice(0, 1))
      }
    }
  }
)
