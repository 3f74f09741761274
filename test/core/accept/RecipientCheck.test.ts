/**
 * Values that can never be sent are found in the send and in each of its recipients (decisions 14.3).
 */
import type { Requested } from "@signalbox/core/Channel"
import type { Variable } from "@signalbox/core/Definition"
import * as Recipient from "@signalbox/core/internal/accept/Recipient"
import * as RecipientCheck from "@signalbox/core/internal/accept/RecipientCheck"
import * as Renderer from "@signalbox/core/internal/definition/Renderer"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const compiled = Renderer.compile(Given.definition("Hello {{0}} and {{1}}", "first", "second"), "en")
const channels: ReadonlyArray<Requested> = ["sms"]

/** A variable by its name or by its id. */
const first = fc.constantFrom("first", "0")
const second = fc.constantFrom("second", "1")
const fine = fc.constantFrom("a", "b", "Ada")
const wrong = fc.constantFrom("a\nb", "a\tb", "a     b", "x".repeat(3073))

const parameters = fc.tuple(fc.option(fc.tuple(first, fine)), fc.option(fc.tuple(second, fine))).map((entries) =>
  Object.fromEntries(entries.filter((each) => each !== null))
)

const check = (
  shared: Renderer.Parameters,
  own: ReadonlyArray<Renderer.Parameters>,
  isComplete = false
) => {
  const to: Recipient.To = own.map((parameters, index) => ({ phone_number: Given.phone(index), parameters }))
  const addressees = RecipientCheck.addressees(() => compiled, shared, Recipient.all(to))
  return RecipientCheck.check({ addressees, shared, channels, isComplete })
}

const text = (shared: Renderer.Parameters, own: Renderer.Parameters): string | undefined => {
  const to: Recipient.To = [{ phone_number: Given.phone(1), parameters: own }]
  const [addressee] = RecipientCheck.addressees(() => compiled, shared, Recipient.all(to))
  return Renderer.render(compiled, "sms", addressee!.parameters)?.plain
}

const valueOf = (parameters: Renderer.Parameters, name: string, id: string): string | undefined =>
  parameters[name] ?? parameters[id]

describe("the parameters of a recipient", () => {
  prop(
    "go before those of the send, each by its name or by its id [XMS-014]",
    parameters,
    parameters,
    (shared, own) => {
      const [one, other] = [["first", "0"], ["second", "1"]].map(([name, id]) =>
        valueOf(own, name!, id!) ?? valueOf(shared, name!, id!)
      )
      expect(text(shared, own)).toBe(one === undefined || other === undefined ? undefined : `Hello ${one} and ${other}`)
    }
  )

  prop("are fine when each value is [XMS-014]", parameters, fc.array(parameters), (shared, own) => {
    expect(check(shared, own)).toEqual([])
  })

  prop(
    "are refused for one flaw, by the index of the entry that has it [XMS-011]",
    parameters,
    fc.array(parameters, { maxLength: 4 }),
    fc.array(parameters, { maxLength: 4 }),
    first,
    wrong,
    (shared, before, after, name, value) => {
      expect(
        check(shared, [...before, { second: "b", [name]: value }, ...after]).map(({ code, field }) => [field, code])
      )
        .toEqual([[`to[${before.length}].parameters.first`, "VALIDATION_008"]])
    }
  )

  prop(
    "leave a flaw of the send where it is, told once [XMS-011]",
    fc.array(second, { minLength: 1 }),
    wrong,
    (names, value) => {
      expect(check({ first: value }, names.map((name) => ({ [name]: "b" }))).map(({ field }) => field))
        .toEqual(["template.parameters.first"])
      // Nobody is sent a value that every recipient replaces.
      expect(check({ first: value }, names.map(() => ({ first: "a" })))).toEqual([])
    }
  )

  it("that make the text too long are named as a whole [XMS-011]", () => {
    const long = "x".repeat(2500)
    expect(check({ first: long }, [{ second: "b" }, { second: long }]).map(({ field }) => field))
      .toEqual(["to[1].parameters"])
  })

  it("that are missing are told to the host by the entry, with the names that are none [XMS-011]", () => {
    expect(
      check({ first: "a" }, [{ secnd: "b" }, { second: "b" }, {}], true).map(({ field, message }) => [field, message])
    )
      .toEqual([
        ["to[0].parameters.second", "is missing; the template has no \"secnd\""],
        ["template.parameters.second", "is missing"]
      ])
  })

  it("that are missing are told with all names that are none, of the send and of the recipient", () => {
    const code = "VALIDATION_008"
    expect(check({ frst: "a" }, [{ secnd: "b" }, {}], true)).toStrictEqual([
      ...["first", "second"].map((name) => ({
        field: `to[0].parameters.${name}`,
        code,
        message: "is missing; the template has no \"frst\", \"secnd\""
      })),
      ...["first", "second"].map((name) => ({
        field: `template.parameters.${name}`,
        code,
        message: "is missing; the template has no \"frst\""
      }))
    ])
    expect(check({ first: "a" }, [{}, { first: "b" }], false)).toStrictEqual([])
  })

  it("are told a hundred at most, and how many more there are", () => {
    const code = "VALIDATION_008"
    const flaw = (field: string) => ({
      field,
      code,
      message: "must not contain a newline, a carriage return or a tab"
    })
    const flaws = (count: number) => Array.from({ length: count }, (_, index) => flaw(`to[${index}].parameters.second`))
    const rest = (more: number) => ({ field: "body", code, message: "has more flaws", more })
    const own = (count: number) => Array.from({ length: count }, () => ({ first: "a", second: "a\nb" }))
    expect(check({}, own(100))).toStrictEqual(flaws(100))
    expect(check({}, own(150))).toStrictEqual([...flaws(100), rest(50)])
    // A flaw of the send is one, however many recipients have it.
    expect(check({ first: "c\nd" }, [...own(99), {}, {}])).toStrictEqual([
      ...flaws(99),
      flaw("template.parameters.first")
    ])
    expect(check({ first: "c\nd" }, [...own(100), {}, {}])).toStrictEqual([...flaws(100), rest(1)])
  })

  it("are those of the template in the recipient's language", () => {
    const inOther = (text: string, ...names: ReadonlyArray<string>) =>
      Renderer.compile(Given.definition(text, ...names), "de")
    const languages = [
      compiled,
      inOther("Hallo {{0}}, {{1}}", "first", "third"),
      inOther("Salut {{0}}", "fourth")
    ] as const
    const shared = { first: "a", second: "b", third: "c", fourth: "d", fifth: "e" }
    const to: Recipient.To = [
      Given.phone(0),
      Given.phone(1),
      { phone_number: Given.phone(2), parameters: { fourth: "x", second: "y" } },
      { phone_number: Given.phone(3), parameters: { "0": "x", second: "y" } },
      { phone_number: Given.phone(4), parameters: { "1": "x", second: "y" } },
      Given.phone(5)
    ]
    const recipients = Recipient.all(to)
    const addressees = RecipientCheck.addressees(({ index }) => languages[index % 3]!, shared, recipients)
    expect(addressees).toStrictEqual([
      { compiled: languages[0], parameters: { first: "a", second: "b" }, recipient: recipients[0] },
      { compiled: languages[1], parameters: { first: "a", third: "c" }, recipient: recipients[1] },
      { compiled: languages[2], parameters: { fourth: "x" }, recipient: recipients[2] },
      { compiled: languages[0], parameters: { "0": "x", second: "y" }, recipient: recipients[3] },
      { compiled: languages[1], parameters: { first: "a", "1": "x" }, recipient: recipients[4] },
      { compiled: languages[2], parameters: { fourth: "d" }, recipient: recipients[5] }
    ])
    const wrongs = { first: "a\nb", third: "a\nb", fourth: "a\nb" }
    const told = RecipientCheck.check({
      addressees: RecipientCheck.addressees(({ index }) => languages[index % 3]!, wrongs, recipients),
      shared: wrongs,
      channels,
      isComplete: true
    })
    expect(told.map(({ field, message }) => [field, message])).toEqual([
      ["template.parameters.first", "must not contain a newline, a carriage return or a tab"],
      ["template.parameters.second", "is missing; the template has no \"third\", \"fourth\""],
      ["template.parameters.third", "must not contain a newline, a carriage return or a tab"],
      ["template.parameters.fourth", "must not contain a newline, a carriage return or a tab"]
    ])
  })

  it("count for all recipients together in what patterns may cost [XMS-015]", () => {
    const variable: Variable = {
      id: 0,
      name: "a",
      type: "variable",
      props: { variableType: "text", sample: "1", regex: ".{1,200}" }
    }
    const patterned = Renderer.compile({ body: { multiChannel: { template: "{{0}}", variables: [variable] } } }, "en")
    const to: Recipient.To = Array.from({ length: 50 }, (_, index) => ({
      phone_number: Given.phone(index),
      parameters: { a: `${index}`.padEnd(150, "x") }
    }))
    const addressees = RecipientCheck.addressees(() => patterned, {}, Recipient.all(to))
    const found = RecipientCheck.check({ addressees, shared: {}, channels, isComplete: false })
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]?.message).toContain("too long to be matched")
  })
})
