/**
 * The filters of the list of messages as a URL says them (decisions 14.2).
 */
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import * as MessageFilter from "@signalbox/core/internal/message/MessageFilter"
import * as Decoding from "@signalbox/core/internal/operation/Decoding"
import * as Timestamp from "@signalbox/core/internal/value/Timestamp"
import { prop } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
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

  it("are refused in words", () => {
    const decode = Decoding.decoder(Schema.Struct(MessageFilter.fields))
    const said = (query: Readonly<Record<string, unknown>>) =>
      decode(query).violations.map(({ code, field, message }) => [field, code, message])
    const time = "must be a time in ISO 8601 with an offset, for example 2030-01-15T12:00:00Z"
    expect(said({ from: "2030-01-15", to: "tomorrow" })).toEqual([
      ["from", "VALIDATION_001", time],
      ["to", "VALIDATION_001", time]
    ])
    expect(said({ phone: "0201", reference: " ", template_id: "x" })).toEqual([
      ["reference", "VALIDATION_001", "must not be blank and must have at most 255 characters"],
      ["template_id", "VALIDATION_003", expect.any(String)],
      ["phone", "VALIDATION_002", "must be a phone number in E.164 form, for example +12015550123"]
    ])
    expect(said({ status: "GONE", channel: "fax", direction: "UP" }).map(([field, code]) => [field, code])).toEqual(
      ["status", "channel", "direction"].map((field) => [field, "VALIDATION_006"])
    )
    expect(said({ from: "2030-01-15T13:00:00 01:00", phone: " 12015550123" })).toEqual([])
    expect(MessageFilter.flaws({ from: text(Given.now), to: text(Given.now) })).toStrictEqual([
      { field: "to", message: "must be later than from" }
    ])
  })

  const filter = {
    status: "SENT",
    channel: "sms",
    direction: "OUTBOUND",
    reference: "order 7",
    template_id: Given.templateId(1),
    contact_id: Given.contact().id,
    phone: Given.phone(1),
    from: text(Given.now),
    to: text(plus(Given.now, 1000))
  } as const satisfies MessageFilter.Filter
  const names = Object.keys(filter) as ReadonlyArray<keyof typeof filter>

  prop(
    "narrow the list by each of them that is given, and by nothing else",
    fc.shuffledSubarray([...names]),
    (some) => {
      const given = Object.fromEntries(some.map((name) => [name, filter[name]]))
      const { channel, direction, reference, status, template_id: template } = filter
      const wanted = Object.entries({ channel, direction, reference, status, template })
      expect(MessageFilter.where(given)).toStrictEqual(
        Object.fromEntries(
          wanted.filter(([name]) => some.some((each) => each === (name === "template" ? "template_id" : name)))
        )
      )
    }
  )

  prop(
    "tell one list from another by all of them, in whatever order, and not by its pages",
    fc.shuffledSubarray([...names]),
    fc.shuffledSubarray([...names]),
    (one, other) => {
      const said = (some: ReadonlyArray<keyof typeof filter>, page: object = {}) =>
        JSON.stringify(
          MessageFilter.narrowing({ ...page, ...Object.fromEntries(some.map((name) => [name, filter[name]])) })
        )
      expect(said(one, { page: 2 })).toBe(said(one.toReversed()))
      expect(said(one) === said(other)).toBe(one.toSorted().join() === other.toSorted().join())
    }
  )
})
