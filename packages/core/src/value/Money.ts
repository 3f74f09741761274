/**
 * Money: a whole number of ten-thousandths of the account's currency. 0.0079 is 79.
 */
import * as Schema from "effect/Schema"

export const Money = Schema.Int.pipe(Schema.brand("Money"))
export type Money = typeof Money.Type

export const make = (tenThousandths: number): Money => tenThousandths as Money

export const zero: Money = make(0)

export const plus = (self: Money, other: Money): Money => make(self + other)

export const negate = (self: Money): Money => make(-self)

/** From major units, rounded to the nearest ten-thousandth. */
export const fromNumber = (amount: number): Money => make(Math.round(amount * 10_000))

/** In major units, as JSON numbers show it. */
export const toNumber = (self: Money): number => self / 10_000

/** With exactly four decimals, as activities show it: `"0.0079"`. */
export const toText = (self: Money): string => {
  const digits = String(Math.abs(self)).padStart(5, "0")
  return `${self < 0 ? "-" : ""}${digits.slice(0, -4)}.${digits.slice(-4)}`
}
