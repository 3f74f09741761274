/** The generators make valid values: each passes the Schema of its kind, and comes back from JSON as it was. */
import { laneTerms } from "@signalbox/core/Jobs"
import type { Json } from "@signalbox/core/Json"
import type { Kind } from "@signalbox/core/Kind"
import * as PhoneNumber from "@signalbox/core/PhoneNumber"
import type { Row } from "@signalbox/core/Row"
import { kinds } from "@signalbox/core/Row"
import { laneKind } from "@signalbox/core/Work"
import * as Rows from "@signalbox/testing/generate/Rows"
import * as Values from "@signalbox/testing/generate/Values"
import * as Works from "@signalbox/testing/generate/Works"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
import { describe, expect } from "vitest"

describe("generated rows", () => {
  for (const name of Rows.kindNames) {
    const kind = kinds[name] as Kind<string, Row["value"]>
    propWith({ runs: 100 })(`of kind ${name} are valid`, Rows.of(name), (row) => {
      const text = JSON.stringify(Schema.encodeSync(kind.schema)(row.value))
      // A Schema neither renames nor converts, so most kinds of rows are stored as they are.
      expect(JSON.parse(text)).toEqual(row.value)
      expect(Schema.decodeUnknownSync(kind.schema)(JSON.parse(text))).toEqual(row.value)
      expect(row).toEqual({ kind: name, key: kind.key(row.value), value: row.value })
    })

    propWith({ runs: 100 })(`of kind ${name} come back from what is stored`, Rows.of(name), (row) => {
      const stored = JSON.parse(JSON.stringify(kind.stored.encode(row.value))) as Json
      expect(kind.stored.decode(stored, row.key)).toEqual(row.value)
    })
  }
})

describe("generated values", () => {
  prop("are phone numbers that are possible", Values.phone, (phone) => PhoneNumber.is(phone))

  prop("are texts that every store can hold", Values.text, (text) => !/[\p{Surrogate}\0]/u.test(text))

  prop("are lanes of a known kind", Works.lane, (lane) => laneKind(lane) in laneTerms)
})
