/**
 * What is wrong with a definition (specification "Template", decisions 5.4): right ones pass, and each flaw by itself
 * is told with its path.
 */
import type { Definition, Variable } from "@signalbox/core/template/Definition"
import { Definition as Schema_ } from "@signalbox/core/template/Definition"
import * as DefinitionCheck from "@signalbox/core/template/DefinitionCheck"
import type { Json } from "@signalbox/core/value/Json"
import * as Definitions from "@signalbox/testing/generate/Definitions"
import { prop } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "./Given.ts"

const path = "definition.body.multiChannel"

const variable = (id: number, name: string): Variable => ({
  id,
  name,
  type: "variable",
  props: { variableType: "text", sample: "sample" }
})

const made = (template: string, variables: ReadonlyArray<Variable>): Definition => ({
  body: { multiChannel: { template, variables } }
})

const fields = (definition: Definition): ReadonlyArray<string> =>
  DefinitionCheck.check(definition).map(({ field }) => field)

const withTemplate = (definition: Definition, change: (template: string) => string): Definition => {
  const { template, variables = [] } = definition.body.multiChannel
  return made(change(template), variables)
}

describe("DefinitionCheck.check", () => {
  prop("passes every definition that is right", Definitions.valid, (definition) => {
    expect(DefinitionCheck.check(definition)).toEqual([])
    expect(Schema.is(Schema_)(definition)).toBe(true)
  })

  it("passes a body of exactly 1024 characters, UTF-16 units counted [LIM-001]", () => {
    expect(fields(made("x".repeat(1024), []))).toEqual([])
    expect(fields(made("😀".repeat(512), []))).toEqual([])
  })

  it("refuses a longer one [TPL-052]", () => {
    expect(fields(made("x".repeat(1025), []))).toEqual([`${path}.template`])
    expect(fields(made("😀".repeat(513), []))).toEqual([`${path}.template`])
  })

  it.each(["", " ", "\n\t"])("refuses the blank body %j", (template) => {
    expect(fields(made(template, []))).toEqual([`${path}.template`])
  })

  const token = fc.string({ unit: "grapheme-ascii", maxLength: 8 }).filter((text) =>
    !/[:}]/.test(text) && !["variable", "link", "media"].includes(text)
  )

  prop("refuses any type token but variable, link and media [VAR-006]", token, (type) => {
    const violations = DefinitionCheck.check(made(`{{0}} {{0:${type}}}`, [variable(0, "a")]))
    expect(violations.map(({ field }) => field)).toEqual([`${path}.template`])
    for (const allowed of ["variable", "link", "media"]) {
      expect(fields(made(`{{0:${allowed}}}`, [variable(0, "a")]))).toEqual([])
    }
  })

  prop(
    "refuses placeholders that are not declared, or none of the three forms",
    Definitions.valid,
    fc.constantFrom("{{99}}", "{{99:variable}}", "{{nobody}}", "{{}}", "{{ }}", "{{a b}}", "{{a-b}}", "{{-1}}"),
    (definition, placeholder) => {
      expect(fields(withTemplate(definition, (template) => `${template} ${placeholder}`))).toEqual([`${path}.template`])
      expect(fields(withTemplate(definition, (template) => `${placeholder}${template}`))).toEqual([`${path}.template`])
    }
  )

  prop("refuses a variable that no placeholder uses [TPL-054]", Definitions.draft, (draft) => {
    const names = [...draft.names, "unused"]
    const violations = DefinitionCheck.check(Definitions.toDefinition({ ...draft, names }))
    expect(violations.map(({ field }) => field)).toEqual([`${path}.variables[${draft.names.length}]`])
  })

  it("refuses a placeholder without a variable [TPL-054]", () => {
    expect(fields(made("{{0}}", []))).toEqual([`${path}.template`])
  })

  it("refuses ids that do not count up from 0 [VAR-007]", () => {
    expect(fields(made("{{1}}", [variable(1, "a")]))).toEqual([`${path}.variables[0].id`])
    expect(fields(made("{{0}} {{2}}", [variable(0, "a"), variable(2, "b")]))).toEqual([`${path}.variables[1].id`])
  })

  it("refuses an id that is there twice [VAR-008, TPL-055]", () => {
    expect(fields(made("{{a}} {{b}}", [variable(0, "a"), variable(0, "b")]))).toEqual([`${path}.variables[1].id`])
  })

  it("refuses a name that is there twice, and a blank one", () => {
    expect(fields(made("{{0}} {{1}}", [variable(0, "a"), variable(1, "a")]))).toEqual([`${path}.variables[1].name`])
    expect(fields(made("{{0}}", [variable(0, " ")]))).toEqual([`${path}.variables[0].name`])
  })

  it("tells all flaws at once, each with its path and code", () => {
    const violations = DefinitionCheck.check(made("{{nobody}} {{0:x}}", [variable(0, "a"), variable(7, "a")]))
    expect(violations.map(({ field }) => field)).toEqual([
      `${path}.template`,
      `${path}.template`,
      `${path}.variables[1].id`,
      `${path}.variables[1].name`,
      `${path}.variables[1]`
    ])
    expect(new Set(violations.map(({ code }) => code))).toEqual(new Set(["VALIDATION_001"]))
  })

  it("has no word against emojis in a MARKETING body [TPL-081]", () => {
    expect(fields(made("🎉".repeat(11), []))).toEqual([])
  })
})

describe("DefinitionCheck.unsupported", () => {
  const whole = { ...Given.definition("Hello"), body: { multiChannel: { template: "Hello" } } }

  it.each([
    ["header", { ...whole, header: { type: "text", template: "Hi" } }, "definition.header"],
    ["footer", { ...whole, footer: { type: "text", template: "Bye" } }, "definition.footer"],
    ["buttons", { ...whole, buttons: [] }, "definition.buttons"],
    ["authenticationConfig", { ...whole, authenticationConfig: {} }, "definition.authenticationConfig"],
    ["sms", { body: { ...whole.body, sms: {} } }, "definition.body.sms"],
    ["whatsapp", { body: { ...whole.body, whatsapp: {} } }, "definition.body.whatsapp"],
    ["rcs", { body: { ...whole.body, rcs: {} } }, "definition.body.rcs"],
    ["mms", { body: { ...whole.body, mms: {} } }, "definition.body.mms"]
  ])("names %s, which would be lost otherwise", (part, definition, field) => {
    expect(DefinitionCheck.unsupported(definition as Json).map((violation) => violation.field)).toEqual([field])
    // Null is as good as absent.
    const nulled = JSON.parse(JSON.stringify(definition), (key, value: Json) => key === part ? null : value) as Json
    expect(DefinitionCheck.unsupported(nulled)).toEqual([])
  })

  it("names a pattern of a variable, which nobody would check", () => {
    const props = { variableType: "text", sample: "s", regex: "^[0-9]+$" }
    const variables = [{ id: 0, name: "a", type: "variable", props }]
    expect(DefinitionCheck.unsupported({ body: { multiChannel: { template: "{{0}}", variables } } })).toMatchObject([
      { field: "definition.body.multiChannel.variables[0].props.regex" }
    ])
  })

  prop("is total, and silent about what has one body", fc.jsonValue(), Definitions.valid, (any, definition) => {
    DefinitionCheck.unsupported(any as Json)
    DefinitionCheck.unsupported({ body: any as Json })
    expect(DefinitionCheck.unsupported(definition as unknown as Json)).toEqual([])
  })
})
