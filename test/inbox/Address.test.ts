/**
 * Whatever stands behind the `#` of a page can be shared and is found again.
 */
import type { Address } from "@signalbox/inbox/internal/address"
import * as Addresses from "@signalbox/inbox/internal/address"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 })

const address: fc.Arbitrary<Address> = fc.record({
  view: fc.constantFrom(...Addresses.views),
  parts: fc.array(fc.oneof(text, fc.constantFrom("+12015550123", "a/b", "50%", "?", "++")), { maxLength: 3 }),
  settings: fc.dictionary(text.filter((name) => name !== "__proto__"), text, { maxKeys: 3, noNullPrototype: true })
})

describe("the address of a view", () => {
  prop("is read as it was written", address, (each) => {
    expect(Addresses.parse(Addresses.format(each))).toEqual(each)
  })

  it.each<readonly [Address, string]>([
    [{ view: "phones", parts: [], settings: {} }, "#/phones"],
    [{ view: "phones", parts: ["+12015550123", "a/b"], settings: {} }, "#/phones/+12015550123/a%2Fb"],
    [
      { view: "messages", parts: [], settings: { status: "FAILED", phone: "", q: "a b" } },
      "#/messages?status=FAILED&q=a+b"
    ],
    [{ view: "send", parts: [], settings: { to: "+1" } }, "#/send?to=%2B1"],
    [{ view: "send", parts: ["a+b", "a++"], settings: { to: "" } }, "#/send/a%2Bb/a%2B%2B"]
  ])("%j is %s", (each, written) => {
    expect(Addresses.format(each)).toBe(written)
  })

  it.each<readonly [string, Address]>([
    ["", { view: "phones", parts: [], settings: {} }],
    ["#", { view: "phones", parts: [], settings: {} }],
    ["messages", { view: "messages", parts: [], settings: {} }],
    ["/webhooks//a/", { view: "webhooks", parts: ["a"], settings: {} }],
    ["#carriers?a=1&b=", { view: "carriers", parts: [], settings: { a: "1", b: "" } }],
    ["#/templates/50%/%41?a=b?c", { view: "templates", parts: ["50%", "A"], settings: { a: "b" } }],
    ["#/contacts?", { view: "contacts", parts: [], settings: {} }],
    ["#/nowhere/a?b=c", { view: "phones", parts: [], settings: {} }]
  ])("%j is read as %j", (written, each) => {
    expect(Addresses.parse(written)).toEqual(each)
  })
})
