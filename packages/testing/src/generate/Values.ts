/**
 * Arbitraries of the small values that rows are made of.
 */
import type { EventName } from "@signalbox/core/EventName"
import { all } from "@signalbox/core/EventName"
import type { Instant } from "@signalbox/core/Instant"
import { make as makeInstant } from "@signalbox/core/Instant"
import type { Money } from "@signalbox/core/Money"
import { make as makeMoney } from "@signalbox/core/Money"
import * as PhoneNumber from "@signalbox/core/PhoneNumber"
import type { KeyHash, SigningSecret } from "@signalbox/core/Secret"
import { hashKey, signingSecret } from "@signalbox/core/Secret"
import * as fc from "fast-check"

/** An id of any resource, in the form in which ids are kept: `uuid<AccountId>()`. */
export const uuid = <Id extends string>(): fc.Arbitrary<Id> =>
  fc.uuid({ version: [4, 7] }) as fc.Arbitrary<string> as fc.Arbitrary<Id>

const earliest = Date.UTC(2020, 0)
const latest = Date.UTC(2040, 0)

/** Twenty years around now, often the same few, so that ties happen. */
export const instant: fc.Arbitrary<Instant> = fc.oneof(
  fc.integer({ min: earliest, max: latest }),
  fc.integer({ min: earliest, max: earliest + 3 })
).map(makeInstant)

/** Up to a hundred thousand units, in either direction. */
export const money: fc.Arbitrary<Money> = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map(makeMoney)

/**
 * Text that can be stored and sent: any characters, also those that break quoting, but no U+0000 (PostgreSQL has no
 * such text) and no half of a surrogate pair (UTF-8 has none).
 */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }).map((any) => any.replaceAll("\u0000", "")),
  fc.constantFrom(
    "",
    " ",
    "\\",
    "'",
    "\"",
    "''; drop table row; --",
    "\\u0000",
    "👩‍👩‍👧‍👦",
    "e\u0301",
    "ﷺ",
    "null",
    "\u2028",
    "\uffff"
  )
)

/** Objects with free keys, those included that an object has by nature. */
export const textRecord: fc.Arbitrary<Readonly<Record<string, string>>> = fc.dictionary(
  fc.oneof(fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom("toString", "constructor", "a.b", "1")),
  text,
  { maxKeys: 4, noNullPrototype: true }
)

/** Country code, first digits of a number that exists there, and how many digits follow. */
const plans = [
  ["+1201555", 4],
  ["+1646222", 4],
  ["+4915123", 6],
  ["+447400", 6],
  ["+3361234", 5],
  ["+551196123", 4],
  ["+919812", 6],
  ["+8613812", 6],
  ["+6591", 6]
] as const

/** Phone numbers that are possible where they belong. */
export const phone: fc.Arbitrary<PhoneNumber.PhoneNumber> = fc.constantFrom(...plans).chain(([prefix, digits]) =>
  fc.integer({ min: 0, max: 10 ** digits - 1 }).map((rest) => `${prefix}${String(rest).padStart(digits, "0")}`)
).filter(PhoneNumber.is) as fc.Arbitrary<string> as fc.Arbitrary<PhoneNumber.PhoneNumber>

export const eventName: fc.Arbitrary<EventName> = fc.constantFrom(...all)

export const secret: fc.Arbitrary<SigningSecret> = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(signingSecret)

export const keyHash: fc.Arbitrary<KeyHash> = fc.uuid({ version: 4 }).map(hashKey)

export const jsonText: fc.Arbitrary<string> = fc.oneof(
  fc.json(),
  // Texts that a parser would not give back as they were.
  fc.constantFrom("{ \"b\": 1.0, \"a\": 1e2 }", "{\"a\":1,\"a\":2}", "\"\\u00e9\\/\"")
)
