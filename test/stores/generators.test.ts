/**
 * What the generators make is valid: it passes the Schema of its kind, and comes back from JSON as it was.
 */
import { laneTerms } from "@signalbox/core/Jobs"
import type { Json, JsonObject } from "@signalbox/core/Json"
import type { Kind } from "@signalbox/core/Kind"
import * as PhoneNumber from "@signalbox/core/PhoneNumber"
import type { Row } from "@signalbox/core/Row"
import { kinds } from "@signalbox/core/Row"
import { laneKind } from "@signalbox/core/Work"
import * as Rows from "@signalbox/testing/generate/Rows"
import * as Values from "@signalbox/testing/generate/Values"
import * as Works from "@signalbox/testing/generate/Works"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect } from "vitest"

/** The way to each field of an object, fields of fields too. */
const paths = (json: Json): ReadonlyArray<ReadonlyArray<string>> =>
  typeof json !== "object" || json === null
    ? []
    : Object.entries(json).flatMap(([name, value]) => [[name], ...paths(value).map((rest) => [name, ...rest])])

const without = (json: JsonObject, [first, ...rest]: ReadonlyArray<string>): JsonObject => {
  const copy = structuredClone(json) as Record<string, Json>
  if (rest.length === 0) delete copy[first!]
  else copy[first!] = without(copy[first!] as JsonObject, rest)
  return copy
}

describe("generated rows", () => {
  for (const name of Rows.kindNames) {
    const kind = kinds[name] as Kind<string, Row["value"]>
    propWith({ runs: 100 })(`of kind ${name} are valid`, Rows.of(name), (row) => {
      const text = JSON.stringify(Schema.encodeSync(kind.schema)(row.value))
      expect(Schema.decodeUnknownSync(kind.schema)(JSON.parse(text))).toEqual(row.value)
      expect(row).toEqual({ kind: name, key: kind.key(row.value), value: row.value })
    })

    propWith({ runs: 100 })(
      `of kind ${name} come back from what is stored, and from what earlier versions have stored, as by their Schema`,
      Rows.of(name),
      fc.nat(),
      (row, choice) => {
        const stored = JSON.parse(JSON.stringify(kind.stored.encode(row.value))) as Json
        expect(kind.stored.decode(stored, row.key)).toEqual(row.value)
        const whole = Schema.encodeSync(kind.schema)(row.value) as JsonObject
        const all = paths(whole)
        const lacking = without(whole, all[choice % all.length]!)
        for (const json of [whole, lacking]) {
          const decoded = Schema.decodeUnknownExit(kind.schema)(json)
          if (Exit.isSuccess(decoded)) expect(kind.stored.decode(json, row.key)).toEqual(decoded.value)
        }
      }
    )
  }
})

describe("generated values", () => {
  prop("are phone numbers that are possible", Values.phone, (phone) => PhoneNumber.is(phone))

  prop("are texts that every store can hold", Values.text, (text) => !/[\p{Surrogate}\0]/u.test(text))

  prop("are lanes of a known kind", Works.lane, (lane) => laneKind(lane) in laneTerms)
})
