/**
 * The filters of the list of messages as a URL says them (decisions 14.2).
 */
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import * as MessageFilter from "@signalbox/core/internal/message/MessageFilter"
import * as Timestamp from "@signalbox/core/internal/value/Timestamp"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const instant = fc.nat({ max: 4 }).map((seconds) => plus(Given.now, seconds * 1000))
const text = (at: Instant): string => Timestamp.show(at)

describe("the filters of the list of messages", () => {
  prop("are of a time that begins before it ends", instant, instant, (from, to) => {
    expect(MessageFilter.flaws({ from: text(from), to: text(to) }).map(({ field }) => field)).toEqual(
      from < to ? [] : ["to"]
    )
    expect(MessageFilter.during({ from: text(from), to: text(to) })).toEqual({ from, before: to })
    expect(MessageFilter.flaws({ to: text(to) })).toEqual([])
  })

  it("may have lost their plus on the way, which a URL reads as a blank", () => {
    const during = MessageFilter.during({ from: "2030-01-15T13:00:00 01:00" })
    expect(during).toEqual(MessageFilter.during({ from: "2030-01-15T12:00:00Z" }))
    expect(MessageFilter.numberOf({ phone: " 12015550123" })).toBe("+12015550123")
  })
})
