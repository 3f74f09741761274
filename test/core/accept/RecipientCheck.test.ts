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

  it("are told a hundred at most, and how many more there are", () => {
    const found = check({}, Array.from({ length: 150 }, () => ({ first: "a\nb" })))
    expect(found).toHaveLength(101)
    expect(found.at(-1)).toMatchObject({ more: 50 })
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
