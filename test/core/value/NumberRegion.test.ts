/**
 * The region of a number is told by patterns that are made once, wherever no national prefix may stand in front of it. Only the
 * others are left to the library, which makes its patterns anew for each number.
 */
import * as NumberRegion from "@signalbox/core/internal/value/NumberRegion"
import { expect, it } from "vitest"

it.each([
  // Of the countries that share a calling code the number tells which one it is.
  ["+12015550123", "US"],
  ["+14165550101", "CA"],
  ["+447400123456", "GB"],
  ["+447911123456", "GG"],
  ["+447700900123", null],
  // A calling code of one country alone.
  ["+41791234567", "CH"],
  // Nobody has the calling code.
  ["+9991234567", undefined]
])("%s is of the region %s", (phone, region) => {
  expect(NumberRegion.find(phone)).toBe(region)
})
