/**
 * Generates what carriers may hand in that are written in a language without types: right values, and anything else in
 * their place.
 */
import * as fc from "fast-check"
import * as Given from "./Given.ts"

export const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({ maxDepth: 2, withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("\0", "\ud800", "x".repeat(70_000), Number.NaN, -0, 1e308, null, undefined)
)

/** A right value half of the time, so that junk comes to every check. */
export const or = (...right: ReadonlyArray<unknown>): fc.Arbitrary<unknown> => fc.oneof(fc.constantFrom(...right), junk)

/** A record with any of these fields, or junk. */
const record = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: fc.record(fields, { requiredKeys: [] }) }, { weight: 1, arbitrary: junk })

const detail = record({ code: or("1", 1), text: or("Absent subscriber") })

/** Receipts about the attempt with these ids, and the reference `r-1`. */
export const receipts = (message: string, attempt: string): fc.Arbitrary<unknown> =>
  record({
    subject: fc.oneof(
      record({ _tag: or("Attempt"), message: or(message), attempt: or(attempt) }),
      record({ _tag: or("Reference"), carrier: or("sms-a"), reference: or("r-1"), to: or(undefined, Given.phone(1)) }),
      fc.constant({ _tag: "Attempt", message, attempt })
    ),
    reported: fc.oneof(
      record({ _tag: or("Delivered", "Read", "Failed"), failure: or("unknown") }),
      fc.constant({ _tag: "Delivered" })
    ),
    at: or(Given.now),
    detail,
    pricing: record({ amount: or(1, 0.5), currency: or("USD") })
  })

export const outcomes: fc.Arbitrary<unknown> = record({
  _tag: or("Accepted", "Refused", "Busy", "Unanswered"),
  references: fc.oneof(fc.array(or("r-1", "r-2"), { maxLength: 300 }), junk),
  failure: or("sender_refused"),
  detail,
  until: or(Given.now),
  holds: or("lane", "recipient")
})
