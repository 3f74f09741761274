/**
 * How long a send is worth handing over, as a request says it (decisions 14.4).
 */
import { make as instant, plus } from "@signalbox/core/Instant"
import * as Resend from "@signalbox/core/internal/message/Resend"
import * as Validity from "@signalbox/core/internal/message/Validity"
import * as Decoding from "@signalbox/core/internal/operation/Decoding"
import * as Timestamp from "@signalbox/core/internal/value/Timestamp"
import type { Message } from "@signalbox/core/Message"
import { prop } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const decode = Decoding.decoder(Schema.Struct(Validity.fields))

const day = 24 * 3_600_000

/** All that a request may say that is wrong with it, and what the answer names. */
const judge = (body: { readonly expires_at?: unknown; readonly validity_seconds?: unknown }) => {
  const { value, violations } = decode(body)
  return [...violations, ...Validity.check(value, Given.now)].map(({ code, field }) => [field, code])
}

const seconds = fc.integer({ min: 10, max: 2_592_000 })
const ahead = fc.integer({ min: 10_000, max: 30 * day })

const far = (millis: number): string => Timestamp.show(instant(Given.now + millis))

describe("the validity of a send", () => {
  prop("is so many seconds from when it is sent [XMS-020]", seconds, fc.nat({ max: 30 * day }), (seconds, later) => {
    const from = plus(Given.now, later)
    expect(judge({ validity_seconds: seconds })).toEqual([])
    expect(Validity.of({ validity_seconds: seconds }, from)).toEqual({ at: plus(from, seconds * 1000), seconds })
  })

  prop("is until an instant [XMS-020]", ahead, (millis) => {
    expect(judge({ expires_at: far(millis), validity_seconds: null })).toEqual([])
    expect(Validity.of({ expires_at: far(millis) }, Given.now)).toEqual({ at: plus(Given.now, millis) })
  })

  it("is none where the request says nothing [XMS-020]", () => {
    for (const body of [{}, { expires_at: null, validity_seconds: null }]) {
      expect(judge(body)).toEqual([])
      expect(Validity.of(body, Given.now)).toBe(null)
    }
  })

  prop("is refused when both are given, whatever they say [XMS-021]", ahead, seconds, (millis, seconds) => {
    expect(judge({ expires_at: far(millis), validity_seconds: seconds })).toEqual([[
      "validity_seconds",
      "VALIDATION_001"
    ]])
  })

  const wrongInstant = fc.oneof(
    fc.oneof(fc.integer({ min: -day, max: 9999 }), fc.integer({ min: 30 * day + 1, max: 99 * day })).map(far),
    fc.constantFrom("soon", "2030-01-31T09:00:00", "2030-02-30T09:00:00Z", 7, {})
  )

  prop("is refused for an instant that is none, or no time ahead [XMS-021]", wrongInstant, (expires_at) => {
    expect(judge({ expires_at })).toEqual([["expires_at", "VALIDATION_001"]])
  })

  prop(
    "is refused for seconds that are none, or too few or too many [XMS-021]",
    fc.oneof(
      fc.constantFrom("60", 60.5, true).map((value) => [value, "VALIDATION_001"] as const),
      fc.oneof(fc.integer({ min: -5, max: 9 }), fc.integer({ min: 2_592_001, max: 9_999_999 }))
        .map((value) => [value, "VALIDATION_005"] as const)
    ),
    ([validity_seconds, code]) => {
      expect(judge({ validity_seconds })).toEqual([["validity_seconds", code]])
    }
  )
})

describe("a message that is sent again", () => {
  const again = (expiry: NonNullable<Message["expiry"]>, after: number) =>
    Resend.resend(Given.message({ status: "FAILED", expiry }), { now: plus(Given.now, after), ids: Given.ids() })
      .message

  prop("is worth as many seconds again [XMS-025]", seconds, fc.nat({ max: 99 * day }), (seconds, after) => {
    const from = plus(Given.now, after)
    expect(again(Validity.ofSeconds(seconds, Given.now), after).expiry).toEqual(Validity.ofSeconds(seconds, from))
  })

  prop(
    "is worth as much until the same instant, and without an end after it [XMS-025]",
    ahead,
    fc.nat({ max: 40 * day }),
    (
      millis,
      after
    ) => {
      const message = again({ at: plus(Given.now, millis) }, after)
      expect(message.expiry).toEqual(after < millis ? { at: plus(Given.now, millis) } : undefined)
      expect(Object.hasOwn(message, "expiry")).toBe(after < millis)
    }
  )
})
