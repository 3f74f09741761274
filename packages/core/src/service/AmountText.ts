/**
 * Amounts of money as operators write them.
 */
import * as Schema from "effect/Schema"
import * as Money from "../value/Money.ts"
import { check } from "./TermCheck.ts"

const written = /^\d{1,12}(?:\.\d{1,4})?$/

/** Returns whether it is an amount of money as people write it: a number or a text with at most four decimals. */
export const isAmount = (value: unknown): value is number | string =>
  (typeof value === "number" || typeof value === "string") && written.test(String(value)) &&
  Number.isSafeInteger(Money.fromNumber(Number(value)))

/** @param amount has been read as an amount */
export const amount = (amount: unknown): Money.Money => Money.fromNumber(Number(amount))

export const Amount = Schema.Unknown.check(
  check(isAmount, "must be an amount of at least 0 with at most four decimals: \"0.0079\"")
)
