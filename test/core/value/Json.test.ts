/**
 * The canonical text of JSON: two values have one text if and only if they mean the same (decisions 9.2).
 */
import type { Json } from "@signalbox/core/Json"
import { canonical } from "@signalbox/core/Json"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

type Object_ = { readonly [key: string]: Json }

const isObject = (value: Json): value is Object_ => value !== null && typeof value === "object" && !Array.isArray(value)

/** Returns whether two values mean the same, without any text: objects are sets of entries. */
const same = (one: Json, two: Json): boolean => {
  if (Array.isArray(one)) {
    return Array.isArray(two) && one.length === two.length && one.every((each, index) => same(each, two[index] as Json))
  }
  if (!isObject(one)) return one === two
  if (!isObject(two) || Object.keys(one).length !== Object.keys(two).length) return false
  return Object.keys(one).every((key) => Object.hasOwn(two, key) && same(one[key]!, two[key]!))
}

const keys = fc.oneof(fc.constantFrom("a", "b", "ab", "1", "10", "9", "__proto__", "é", "\ud83d\ude00", "\uffff"))
const { value: json } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, 0, -0, 1, -1, 1.5, 1e21, 1e-7, "", "1", "a", "null", "\u2028", "\ud800"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(keys, tie("value")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries))
  )
}))

/** The same value with its keys in another order, all the way down. */
const reordered = (value: Json): Json =>
  Array.isArray(value)
    ? value.map(reordered)
    : isObject(value)
    ? Object.fromEntries(Object.entries(value).toReversed().map(([key, each]) => [key, reordered(each)]))
    : value

describe("Json.canonical", () => {
  it("sorts keys and prints numbers as JavaScript does", () => {
    expect(canonical(JSON.parse("{ \"b\": [1.0, 1e2, -0], \"a\": {\"10\": null, \"9\": \"\\u00e9\"} }") as Json)).toBe(
      "{\"a\":{\"10\":null,\"9\":\"é\"},\"b\":[1,100,0]}"
    )
  })

  prop("does not depend on the order of keys", json, (value) => {
    expect(canonical(reordered(value))).toBe(canonical(value))
  })

  propWith({ runs: 2000 })("differs exactly where the meaning differs", json, json, (one, two) => {
    expect(canonical(one) === canonical(two)).toBe(same(one, two))
  })

  prop("means what the value means", json, (value) => {
    expect(same(JSON.parse(canonical(value)) as Json, value)).toBe(true)
  })

  prop("keeps the order of arrays", fc.array(fc.nat({ max: 3 })), fc.array(fc.nat({ max: 3 })), (one, two) => {
    expect(canonical(one) === canonical(two)).toBe(one.join() === two.join() && one.length === two.length)
  })
})
