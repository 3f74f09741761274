/**
 * Recipients with parameters and a reference of their own, as a request names them (decisions 14.3).
 */
import * as Recipient from "@signalbox/core/internal/accept/Recipient"
import * as Decoding from "@signalbox/core/internal/operation/Decoding"
import { prop } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const decode = Decoding.decoder(Schema.Struct({ to: Recipient.To }))

const phone = fc.nat({ max: 5 }).map(Given.phone)
const names = ["name", "order", "0"] as const
const value = fc.constantFrom("Ada", "Grace", "7", 7, true, null)
const parameters = fc.dictionary(fc.constantFrom(...names), value)
const reference = fc.constantFrom("r1", "r2", null)
const entry = fc.oneof(
  phone,
  fc.record({ phone_number: phone, parameters: fc.option(parameters), reference }, { requiredKeys: ["phone_number"] })
) as fc.Arbitrary<Recipient.To[number]>
const to = fc.array(entry, { minLength: 1, maxLength: 10 })
const shared = fc.record({
  parameters: fc.dictionary(fc.constantFrom(...names), fc.constantFrom("Ada", "7")),
  reference: fc.constantFrom("r1", null),
  isText: fc.constant(false)
})

/** Everything that the messages of an entry are made with, said at length. */
const effect = (entry: Recipient.To[number], { parameters, reference }: Recipient.Shared) => {
  const own = typeof entry === "string" ? {} : entry.parameters ?? {}
  const all = new Map<string, string>(Object.entries(parameters))
  for (const [name, value] of Object.entries(own)) if (value !== null) all.set(name, String(value))
  return {
    reference: typeof entry === "string" ? reference : entry.reference ?? reference,
    parameters: Object.fromEntries([...all].toSorted())
  }
}

describe("entries of `to`", () => {
  prop("are taken as they are, numbers and objects mixed [XMS-010]", to, (to) => {
    expect(decode({ to })).toEqual({ value: { to }, violations: [] })
  })

  const flaws: ReadonlyArray<readonly [entry: unknown, field: string, code: string]> = [
    ["12", "", "VALIDATION_002"],
    [7, "", "VALIDATION_001"],
    [null, "", "VALIDATION_001"],
    [[Given.phone(1)], "", "VALIDATION_001"],
    [{}, ".phone_number", "VALIDATION_001"],
    [{ phone_number: null }, ".phone_number", "VALIDATION_001"],
    [{ phone_number: "12" }, ".phone_number", "VALIDATION_002"],
    [{ phone_number: Given.phone(1), parameters: [] }, ".parameters", "VALIDATION_001"],
    [{ phone_number: Given.phone(1), parameters: { name: ["Ada"] } }, ".parameters.name", "VALIDATION_001"],
    [{ phone_number: Given.phone(1), reference: "" }, ".reference", "VALIDATION_001"],
    [{ phone_number: Given.phone(1), reference: 7 }, ".reference", "VALIDATION_001"],
    [
      {
        phone_number: Given.phone(1),
        parameters: Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`n${index}`, "x"]))
      },
      ".parameters",
      "VALIDATION_001"
    ]
  ]

  prop(
    "are refused for one flaw, by the index of the entry [XMS-011]",
    fc.array(entry, { maxLength: 5 }),
    fc.array(entry, { maxLength: 5 }),
    fc.constantFrom(...flaws),
    (before, after, [wrong, field, code]) => {
      const { violations } = decode({ to: [...before, wrong, ...after] })
      expect(violations.map((each) => [each.field, each.code])).toEqual([[`to[${before.length}]${field}`, code]])
    }
  )

  prop("count once for each number, the first one [XMS-012]", to, (to) => {
    const phones = to.map(Recipient.phone)
    expect(Recipient.all(to).map(({ index, phone }) => [index, phone]))
      .toEqual([...new Set(phones)].map((phone) => [phones.indexOf(phone), phone]))
  })

  prop(
    "of the same number contradict each other when they come to different messages [XMS-012]",
    to,
    shared,
    (to, shared) => {
      const found = Recipient.check(to, shared)
      const expected = to.flatMap((entry, index) => {
        const earlier = to.findIndex((each) => Recipient.phone(each) === Recipient.phone(entry))
        const isSame = JSON.stringify(effect(entry, shared)) === JSON.stringify(effect(to[earlier]!, shared))
        return isSame ? [] : [[`to[${index}]`, `to[${earlier}]`]]
      })
      expect(found.map(({ field, message }) => [field, /to\[\d+\]/.exec(message)?.[0]])).toEqual(expected)
      expect(found.every(({ code }) => code === "VALIDATION_001")).toBe(true)
    }
  )

  it("say the same of one number in any order of its parameters [XMS-012]", () => {
    const template: Recipient.Shared = { parameters: { c: "3" }, reference: null, isText: false }
    const entry = (parameters: Record<string, string>) => ({ phone_number: Given.phone(1), parameters })
    expect(Recipient.check([entry({ a: "1", b: "2" }), entry({ b: "2", c: "3", a: "1" })], template)).toEqual([])
    expect(Recipient.check([entry({ a: "1", b: "2" }), entry({ b: "1", a: "2" })], template)).toHaveLength(1)
  })

  it("are told each flaw, beside one another", () => {
    const text: Recipient.Shared = { parameters: {}, reference: null, isText: true }
    const to = [Given.phone(1), { phone_number: Given.phone(1), parameters: { name: "Ada" } }]
    expect(Recipient.check(to, text)).toStrictEqual([
      { field: "to[1].parameters", code: "VALIDATION_001", message: "must not be there without a template" },
      {
        field: "to[1]",
        code: "VALIDATION_001",
        message: "must not name the number of to[0] with other parameters or another reference"
      }
    ])
  })

  it("are read with what they have of their own, and nothing where they have none", () => {
    const to: Recipient.To = [
      Given.phone(1),
      { phone_number: Given.phone(2), parameters: { name: "Ada", order: null }, reference: "r" },
      { phone_number: Given.phone(1), reference: "r" },
      { phone_number: Given.phone(3), parameters: { name: null }, reference: null }
    ]
    const [one, two, three, ...others] = Recipient.all(to)
    expect(one).toStrictEqual({ index: 0, phone: Given.phone(1), parameters: {}, reference: null })
    expect(two).toStrictEqual({ index: 1, phone: Given.phone(2), parameters: { name: "Ada" }, reference: "r" })
    expect(three).toStrictEqual({ index: 3, phone: Given.phone(3), parameters: {}, reference: null })
    expect(others).toEqual([])
    expect([one, two, three].map((each) => Recipient.hasParameters(each!))).toEqual([false, true, false])
    expect(Recipient.all([{ phone_number: Given.phone(2), reference: "r" }])).toStrictEqual([
      { index: 0, phone: Given.phone(2), parameters: {}, reference: "r" }
    ])
  })

  it("have no parameters without a template [XMS-013]", () => {
    const text: Recipient.Shared = { parameters: {}, reference: null, isText: true }
    const to = [
      Given.phone(1),
      { phone_number: Given.phone(2), parameters: { name: "Ada" } },
      { phone_number: Given.phone(3), parameters: {}, reference: "r" },
      { phone_number: Given.phone(4), parameters: { name: null } }
    ]
    expect(Recipient.check(to, text).map(({ code, field }) => [field, code]))
      .toEqual([["to[1].parameters", "VALIDATION_001"]])
  })
})
