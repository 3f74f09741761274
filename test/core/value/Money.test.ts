/**
 * Money as a whole number of ten-thousandths (decisions 3.2 "Prices", 5.2 "Activities").
 */
import * as Money from "@signalbox/core/Money"
import { money } from "@signalbox/testing/generate/Values"
import { prop } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

describe("Money", () => {
  it.each([
    [79, 0.0079, "0.0079"],
    [0, 0, "0.0000"],
    [1, 0.0001, "0.0001"],
    [-79, -0.0079, "-0.0079"],
    [10_000, 1, "1.0000"],
    [123_456, 12.3456, "12.3456"],
    [-10_005, -1.0005, "-1.0005"]
  ])("of %i ten-thousandths is the number %d and the text %s", (amount, number, text) => {
    expect(Money.toNumber(Money.make(amount))).toBe(number)
    expect(Money.toText(Money.make(amount))).toBe(text)
    expect(Money.fromNumber(number)).toBe(amount)
  })

  prop("as a number has up to four decimals and is read back as it was", money, (amount) => {
    const number = Money.toNumber(amount)
    expect(JSON.stringify(number)).toMatch(/^-?\d+(\.\d{1,4})?$/)
    expect(Money.fromNumber(number)).toBe(amount)
  })

  prop("as text has exactly four decimals and says the same", money, (amount) => {
    const text = Money.toText(amount)
    expect(text).toMatch(/^-?\d+\.\d{4}$/)
    expect(Number(text)).toBe(Money.toNumber(amount))
    expect(text.startsWith("-")).toBe(amount < 0)
  })

  prop("is rounded to the nearest ten-thousandth", fc.double({ min: -1e6, max: 1e6, noNaN: true }), (amount) => {
    const made = Money.fromNumber(amount)
    expect(Number.isInteger(made)).toBe(true)
    expect(Math.abs(made / 10_000 - amount)).toBeLessThanOrEqual(0.000_050_001)
  })

  it("begins with nothing, is a whole number, and is no other number to the compiler", () => {
    expect(Money.zero).toBe(0)
    expect([0, -1, 1.5, "1", Number.NaN].map(Schema.is(Money.Money))).toEqual([true, true, false, false, false])
    expect(Money.Money.identifier).toBe("Money")
  })

  prop("is added without loss", money, money, (one, two) => {
    expect(Money.plus(one, two)).toBe(one + two)
    expect(Money.plus(one, Money.negate(one))).toBe(0)
  })
})
