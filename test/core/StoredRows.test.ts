/**
 * Rows as earlier versions have stored them, with what the key says and with usual values written out: they mean the
 * same, and are stored in the present form when they change.
 */
import { put } from "@signalbox/core/Commit"
import type { Json } from "@signalbox/core/Json"
import { decode, encode, kinds } from "@signalbox/core/Row"
import { message } from "@signalbox/testing/generate/Messages"
import * as Rows from "@signalbox/testing/generate/Rows"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect } from "vitest"

const row = fc.oneof(
  Rows.contact.map((value) => put(kinds.contact, value)),
  Rows.conversationOpening.map((value) => put(kinds.conversation_opening, value)),
  Rows.carrierReference.map((value) => put(kinds.carrier_reference, value))
)

describe("a row that was stored whole", () => {
  prop("means the same as in the present form", row, (each) => {
    const whole = JSON.parse(JSON.stringify(each.value)) as Json
    expect(decode(each.kind, each.key, whole)).toEqual(each)
    const now = JSON.parse(JSON.stringify(encode(each))) as Json
    expect(decode(each.kind, each.key, now)).toEqual(each)
    expect(JSON.stringify(now).length).toBeLessThan(JSON.stringify(whole).length)
  })
})

describe("a message whose lines were stored as objects", () => {
  prop("means the same as in the present form", message, (value) => {
    const now = JSON.parse(JSON.stringify(encode(put(kinds.message, value)))) as Record<string, Json>
    const lines = value.history.map((line) => JSON.parse(JSON.stringify(line)) as Json).toReversed()
    expect(decode("message", value.id, { ...now, lines })).toEqual(decode("message", value.id, now as Json))
  })
})
