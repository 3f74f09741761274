/**
 * Instants as clients write them, with JavaScript's own Date as oracle where it is strict enough.
 */
import * as Instant from "@signalbox/core/Instant"
import * as Timestamp from "@signalbox/core/internal/value/Timestamp"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const millis = fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(9998, 0) })
const offset = fc.tuple(fc.constantFrom("+", "-"), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))

const two = (value: number): string => String(value).padStart(2, "0")

describe("Timestamp.parse", () => {
  prop("names the same instant in every offset [SCH-011]", millis, offset, (at, [sign, hours, minutes]) => {
    const shift = (sign === "-" ? -1 : 1) * (hours * 60 + minutes) * Instant.minute
    const local = new Date(at + shift).toISOString().slice(0, -1)
    expect(Timestamp.parse(`${local}${sign}${two(hours)}:${two(minutes)}`)).toBe(at)
    expect(Timestamp.parse(`${local}${sign}${two(hours)}${two(minutes)}`)).toBe(at)
    expect(Timestamp.parse(new Date(at).toISOString())).toBe(at)
  })

  prop("needs an offset [SCH-007]", millis, (at) => {
    const local = new Date(at).toISOString().slice(0, -1)
    expect(Timestamp.parse(local)).toBeNull()
    expect(Timestamp.parse(local.slice(0, -4))).toBeNull()
    expect(Timestamp.parse(local.slice(0, 10))).toBeNull()
  })

  it("takes times without seconds, and any number of decimals up to nine", () => {
    const at = Date.UTC(2030, 0, 31, 9, 5)
    expect(Timestamp.parse("2030-01-31T09:05Z")).toBe(at)
    expect(Timestamp.parse("2030-01-31T09:05:00.5Z")).toBe(at + 500)
    expect(Timestamp.parse("2030-01-31T09:05:00.123456789Z")).toBe(at + 123)
  })

  it.each([
    "",
    "tomorrow",
    "2030-02-30T09:00:00Z",
    "2029-02-29T09:00:00Z",
    "2030-13-01T09:00:00Z",
    "2030-00-10T09:00:00Z",
    "2030-01-00T09:00:00Z",
    "2030-01-01T24:00:00Z",
    "2030-01-01T09:60:00Z",
    "2030-01-01T09:00:60Z",
    "2030-01-01T09:00:00+24:00",
    "2030-01-01 09:00:00Z",
    "2030-01-01T09:00:00ZZ",
    " 2030-01-01T09:00:00Z",
    "1893456000"
  ])("refuses what is no timestamp: %j [SCH-012]", (text) => {
    expect(Timestamp.parse(text)).toBeNull()
  })
})

describe("Timestamp.show", () => {
  prop("writes UTC, with milliseconds only when there are any [SCH-011]", millis, (at) => {
    const text = Timestamp.show(Instant.make(at))
    expect(text).toMatch(at % 1000 === 0 ? /:\d\dZ$/ : /:\d\d\.\d{3}Z$/)
    expect(Timestamp.parse(text)).toBe(at)
  })
})
