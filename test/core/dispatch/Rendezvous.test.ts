/** Rendezvous hashing: what it draws stays the same for ever, for whoever was drawn for before a release. */
import * as Rendezvous from "@signalbox/core/internal/dispatch/Rendezvous"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const ranked = (key: string, weights: Readonly<Record<string, number>>): string =>
  Rendezvous.ranked(key, Object.entries(weights).map(([entry, weight]) => ({ entry, weight })), (name) => name).join("")

describe("a draw", () => {
  it("is a number that follows from the first 48 bits of the SHA-256 of its text", () => {
    // The digest of "abc" as FIPS 180-4 gives it begins so.
    expect(Rendezvous.uniform("abc")).toBe((0xba7816bf8f01 + 0.5) / 2 ** 48)
  })

  it("ranks names for a key as it always has", () => {
    const orders = ["+12015550001", "+12015550002", ""].map((key) => [
      ranked(key, { a: 1, b: 1, c: 1, d: 1, e: 1 }),
      ranked(key, { a: 1, b: 2, c: 3, d: 4, e: 5 })
    ])
    // Computed by hand: -ln((the first 48 bits of SHA-256 of key, new line, name) + 0.5) / 2^48) / weight, the least first.
    expect(orders).toEqual([["aedcb", "edacb"], ["decab", "edcba"], ["dcabe", "dceba"]])
  })

  prop(
    "ranks what weighs nothing last, in the order in which it was given",
    fc.string(),
    fc.uniqueArray(fc.constantFrom(..."vwxyz"), { minLength: 1 }),
    fc.subarray([..."abc"]),
    (key, light, heavy) => {
      const given = [...light.map((name) => [name, 0] as const), ...heavy.map((name) => [name, 1] as const)]
      const order = ranked(key, Object.fromEntries(given))
      expect(order.slice(heavy.length)).toBe(light.join(""))
      expect(order.slice(0, heavy.length).split("").toSorted()).toEqual(heavy)
    }
  )
})
