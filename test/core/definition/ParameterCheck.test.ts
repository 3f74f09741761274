/**
 * Values that can never be sent (specification VALIDATION_008, decisions 5.2).
 */
import type { Requested } from "@signalbox/core/Channel"
import type { Variable } from "@signalbox/core/Definition"
import * as ParameterCheck from "@signalbox/core/internal/definition/ParameterCheck"
import * as Renderer from "@signalbox/core/internal/definition/Renderer"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const compile = (...definition: Parameters<typeof Given.definition>) =>
  Renderer.compile(Given.definition(...definition), "en")

const definition = compile("{{0}} {{1}}", "first", "second")
/** At least one that has a body. */
const channels = fc.subarray<Requested>(["auto_detect", "sms", "whatsapp", "rcs"], { minLength: 1 })

const text = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("a", "é", "😀", ".") },
    fc.constantFrom(" ", "    ", "     ", "\n", "\r", "\t", "\u00a0", "\u2028")
  ),
  { maxLength: 8 }
).map((parts) => parts.join(""))

/** The texts, as one condition. */
const isWrong = (value: string, pinned: ReadonlyArray<Requested>): boolean =>
  value.includes("\n") || value.includes("\r") || value.includes("\t") || value.includes(" ".repeat(5)) ||
  (value.trim() === "" && pinned.includes("whatsapp"))

const wrong = (value: string, ...pinned: ReadonlyArray<Requested>) =>
  ParameterCheck.check(definition, { first: value, second: "fine" }, pinned).map(({ code, field }) => [field, code])

const refused = [["template.parameters.first", "VALIDATION_008"]]

describe("ParameterCheck.check", () => {
  prop("refuses what the texts refuse, and nothing else", text, text, channels, (first, second, pinned) => {
    const violations = ParameterCheck.check(definition, { first, second }, pinned)
    const expected = [["first", first], ["second", second]].filter(([, value]) => isWrong(value!, pinned))
    expect(violations.map(({ field }) => field)).toEqual(expected.map(([name]) => `template.parameters.${name}`))
    expect(violations.every(({ code }) => code === "VALIDATION_008")).toBe(true)
  })

  const never = [
    ["a newline [VAR-028]", "a\nb"],
    ["a carriage return [VAR-029]", "a\rb"],
    ["a tab [VAR-030]", "a\tb"],
    ["five spaces [VAR-031]", "a     b"],
    ["more than 3072 characters", "x".repeat(3073)]
  ] as const
  for (const [title, value] of never) {
    it(`refuses ${title}`, () => expect(wrong(value, "auto_detect")).toEqual(refused))
  }

  it("says what is wrong with the value, the first thing only", () => {
    const said = (value: string) =>
      ParameterCheck.check(definition, { first: value, second: "fine" }, ["whatsapp"]).map(({ message }) => message)
    expect([`\n${"x".repeat(3072)}`, "     \n", "     ", " "].map(said)).toEqual([
      ["must have at most 3072 characters"],
      ["must not contain a newline, a carriage return or a tab"],
      ["must not contain more than 4 consecutive spaces"],
      ["must not be blank on whatsapp"]
    ])
    const compiled = patterned("[0-9]{4}")
    expect(ParameterCheck.check(compiled, { a: "x" }, ["sms"])).toEqual([
      {
        field: "template.parameters.a",
        code: "VALIDATION_008",
        message: "must match the pattern of the variable as a whole"
      }
    ])
    const media = Renderer.compile({
      body: { multiChannel: { template: "Hi" } },
      header: { type: "image", template: "https://a.example/b" }
    }, "en")
    expect(ParameterCheck.check(media, { header_image: "cat" }, ["whatsapp"])).toEqual([
      { field: "template.parameters.header_image", code: "VALIDATION_008", message: "must be a full http or https URL" }
    ])
  })

  it("says how long a text would be, and how long all values are together", () => {
    const said = (parameters: Renderer.Parameters, ...pinned: ReadonlyArray<Requested>) =>
      ParameterCheck.check(definition, parameters, pinned)
    const whole = (message: string) => [{ field: "template.parameters", code: "VALIDATION_008", message }]
    const framed = Renderer.compile(
      { ...Given.definition("{{0}}", "a"), footer: { type: "text", template: "end" } },
      "en"
    )
    expect(said({ first: "x".repeat(2048), second: "x".repeat(2047) }, "sms")).toStrictEqual([])
    expect(said({ first: "x".repeat(2048), second: "x".repeat(2048) }, "auto_detect")).toStrictEqual(
      whole("must make header, body and footer at most 4096 characters together, not 4097")
    )
    expect(ParameterCheck.check(framed, { a: "x".repeat(3072) }, ["sms"])).toStrictEqual([])
    const variables = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]
    const many = Renderer.compile({
      body: {
        multiChannel: { template: "Hi" },
        mms: Given.definition(variables.map((_, index) => `{{${index}}}`).join(""), ...variables).body.multiChannel!
      }
    }, "en")
    const all = (last: number) =>
      Object.fromEntries(variables.map((name, index) => [name, "x".repeat(index < 5 ? 3072 : index === 5 ? last : 0)]))
    expect(ParameterCheck.check(many, all(1024), ["sms"])).toStrictEqual([])
    expect(ParameterCheck.check(many, all(1025), ["sms"])).toStrictEqual(
      whole("must have at most 16384 characters together, not 16385")
    )
  })

  it("takes 3072 characters", () => expect(wrong("x".repeat(3072), "auto_detect")).toEqual([]))

  it("takes exactly four spaces [VAR-032]", () => {
    expect(wrong("a    b", "whatsapp")).toEqual([])
  })

  it.each(["", " ", "    "])("refuses the blank value %j only where WhatsApp is pinned [VAR-033, VAR-034]", (value) => {
    expect(wrong(value, "whatsapp")).toEqual(refused)
    expect(wrong(value, "sms", "whatsapp")).toEqual(refused)
    expect(wrong(value, "auto_detect")).toEqual([])
    expect(wrong(value, "sms", "rcs")).toEqual([])
  })

  it("says nothing of values that are missing or that no variable asks for", () => {
    expect(ParameterCheck.check(definition, { other: "a\nb" }, ["whatsapp"])).toEqual([])
  })

  it("looks at values that are given by id, under the variable's name", () => {
    const violations = ParameterCheck.check(definition, { "1": "a\nb" }, ["sms"])
    expect(violations.map(({ field }) => field)).toEqual(["template.parameters.second"])
  })

  const patterned = (regex: string): Renderer.Compiled => {
    const variable: Variable = {
      id: 0,
      name: "a",
      type: "variable",
      props: { variableType: "text", sample: "1", regex }
    }
    return Renderer.compile({ body: { multiChannel: { template: "{{0}}", variables: [variable] } } }, "en")
  }

  it("refuses a value that is not what the pattern asks for as a whole [VAR-027]", () => {
    const compiled = patterned("[0-9]{4}|x")
    const codes = (a: string) => ParameterCheck.check(compiled, { a }, ["sms"]).map(({ code }) => code)
    for (const right of ["1234", "x"]) expect(codes(right)).toEqual([])
    for (const value of ["123", "12345", " 1234", "1234 ", "xx", ""]) expect(codes(value)).toEqual(["VALIDATION_008"])
    expect(ParameterCheck.check(compiled, {}, ["sms"])).toEqual([])
  })

  it("takes any value for an empty pattern [VAR-019]", () => {
    expect(ParameterCheck.check(patterned(""), { a: "anything" }, ["sms"])).toEqual([])
  })

  it("takes an address for header_image, and anything where no header asks for it", () => {
    const body = { multiChannel: { template: "Hi" } }
    const fields = (compiled: Renderer.Compiled, header_image: string) =>
      ParameterCheck.check(compiled, { header_image }, ["whatsapp"]).map(({ field }) => field)
    const media = Renderer.compile({ body, header: { type: "image", template: "https://a.example/b" } }, "en")
    expect(fields(media, "https://c.example/d")).toEqual([])
    for (const wrong of ["", "cat", "javascript:alert(1)"]) {
      expect(fields(media, wrong)).toEqual(["template.parameters.header_image"])
    }
    expect(fields(Renderer.compile({ body }, "en"), "cat")).toEqual([])
  })

  it("looks at the values of the channels that are asked for", () => {
    const variable = (id: number, name: string): Variable => ({
      id,
      name,
      type: "variable",
      props: { variableType: "text", sample: "1" }
    })
    const compiled = Renderer.compile({
      body: {
        sms: { template: "Hi" },
        whatsapp: { template: "{{0}}", variables: [variable(0, "a")] }
      },
      buttons: [{
        id: 1,
        type: "URL",
        props: { text: "b", urlType: "dynamic", url: "https://a.example/{{0}}", variables: [variable(0, "b")] }
      }]
    }, "en")
    const named = (...channels: ReadonlyArray<Requested>) =>
      ParameterCheck.check(compiled, { a: "\t", b: "\t" }, channels).map(({ field }) => field)
    const both = ["template.parameters.a", "template.parameters.b"]
    expect(named("sms")).toEqual([])
    expect(named("whatsapp")).toEqual(both)
    expect(named("auto_detect")).toEqual(both)
    expect(named("rcs")).toEqual(["template.parameters.b"])
  })
})

describe("ParameterCheck.missing", () => {
  const given = fc.subarray(["first", "second"])

  prop("names each variable without a value, and nothing that has one", given, channels, (names, pinned) => {
    const parameters = Object.fromEntries(names.map((name) => [name, "value"]))
    expect(ParameterCheck.missing(definition, parameters, pinned)).toEqual(
      ["first", "second"].filter((name) => !names.includes(name)).map((name) => ({
        field: `template.parameters.${name}`,
        code: "VALIDATION_008",
        message: "is missing"
      }))
    )
  })

  it("says which names the template does not have, since one may be misspelt", () => {
    const strange = Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [name.repeat(101), "x"]))
    expect(ParameterCheck.missing(definition, { second: "b" }, ["sms"], strange).map(({ message }) => message)).toEqual(
      [
        `is missing; the template has no ${["a", "b", "c", "d", "e"].map((name) => `"${name.repeat(100)}"`).join(", ")}`
      ]
    )
    const messages = ParameterCheck.missing(definition, { frist: "a", second: "b", more: "c" }, ["sms"])
    expect(messages.map(({ field, message }) => [field, message])).toEqual([
      ["template.parameters.first", "is missing; the template has no \"frist\", \"more\""]
    ])
  })

  it("looks only at the channels that are asked for", () => {
    const whole = Given.definition("Hello {{0}}", "name")
    const own = { body: { sms: whole.body.multiChannel!, whatsapp: { template: "Hello dear customer" } } }
    const compiled = Renderer.compile(own, "en")
    expect(ParameterCheck.missing(compiled, {}, ["whatsapp"])).toEqual([])
    expect(ParameterCheck.missing(compiled, {}, ["sms"])).toHaveLength(1)
    expect(ParameterCheck.missing(compiled, {}, ["auto_detect"])).toHaveLength(1)
  })
})
