/**
 * Money as a host writes it.
 */
import * as Money from "@signalbox/core/Money"

const amount = /^\d{1,12}(?:\.\d{1,4})?$/

export const isAmount = (value: unknown): value is number | string =>
  (typeof value === "number" || typeof value === "string") && amount.test(String(value)) &&
  Number.isSafeInteger(Money.fromNumber(Number(value)))
