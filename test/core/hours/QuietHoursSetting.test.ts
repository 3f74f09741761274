/** The setting of quiet hours as an operator writes it, and the clocks that are kept for it (decisions 4.1). */
import * as LocalTime from "@signalbox/core/internal/hours/LocalTime"
import { QuietHours, Region, TimeOfDay, Window } from "@signalbox/core/internal/hours/QuietHours"
import { lines } from "@signalbox/core/internal/hours/ZoneTable"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it, vi } from "vitest"
import * as Given from "../Given.ts"

const flaw = <A>(schema: Schema.Codec<A, unknown>, value: unknown): string => {
  const read = Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })(value)
  return Result.isSuccess(read) ? "" : String(read.failure)
}

describe("a setting of quiet hours", () => {
  it.each(["00:00", "09:59", "19:05", "20:30", "23:59"])("may name the time %s", (time) => {
    expect(flaw(TimeOfDay, time)).toBe("")
  })

  it.each(["24:00", "12:60", "9:00", "09:0", "x09:00", "09:00x", "30:00", "0900", ""])(
    "may not name the time %j",
    (time) => {
      expect(flaw(TimeOfDay, time)).toContain("must be a time of the day such as 21:00")
    }
  )

  it("names a window that has an inside, over midnight or not", () => {
    expect(flaw(Window, { start: "21:00", end: "08:00" })).toBe("")
    expect(flaw(Window, { start: "08:00", end: "21:00" })).toBe("")
    expect(flaw(Window, { start: "08:00", end: "08:00" })).toContain("must begin and end at different times")
    for (const half of [{ start: "08:00" }, { end: "08:00" }]) expect(flaw(Window, half)).not.toBe("")
  })

  it.each(["us", "USA", "U", "U1", "xUS", ""])("does not name the region %j", (region) => {
    expect(flaw(Region, region)).toContain("must be a region such as US")
  })

  it("is a preset, or a table that says where and for whom", () => {
    const table = { windows: { US: { start: "21:00", end: "08:00" } }, exempt: ["AUTHENTICATION"] }
    for (const right of ["off", "us-tcpa", table, { windows: {}, exempt: [] }]) expect(flaw(QuietHours, right)).toBe("")
    const wrong = ["on", {}, { ...table, exempt: ["NEWS"] }, { exempt: [] }, { windows: {} }, {
      ...table,
      windows: { us: table.windows.US }
    }]
    for (const each of wrong) expect(flaw(QuietHours, each)).not.toBe("")
  })
})

it("the clocks that were used last are kept, and no more than 64 of them", () => {
  const zones = [...new Set(lines.trim().split("\n").flatMap((line) => line.split(" ")[0]!.split("&")))].slice(0, 65)
  const made = vi.spyOn(Intl, "DateTimeFormat")
  try {
    const [first = "", second = "", ...others] = zones
    const offsets = (...asked: ReadonlyArray<string>) => {
      made.mockClear()
      for (const zone of asked) LocalTime.offset(zone, Given.now)
      return made.mock.calls.map(([, options]) => options?.timeZone)
    }
    offsets(first, second, ...others.slice(0, 62))
    expect(offsets(first, second, ...others.slice(0, 62))).toEqual([])
    // The first one was used again, so the second one goes when one more comes.
    expect(offsets(first, others[62]!)).toEqual([others[62]])
    expect(offsets(first, ...others)).toEqual([])
    expect(offsets(second)).toEqual([second])
  } finally {
    made.mockRestore()
  }
})
