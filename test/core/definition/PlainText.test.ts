/**
 * The definition of a text alone.
 */
import * as DefinitionCheck from "@signalbox/core/internal/definition/DefinitionCheck"
import * as PlainText from "@signalbox/core/internal/definition/PlainText"
import * as Renderer from "@signalbox/core/internal/definition/Renderer"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

/** Words, and names between braces; a body may not begin or end with a variable, and two need a word between them. */
const pieces = fc.array(
  fc.tuple(fc.constantFrom("order", "name", "_x9", "Total"), fc.stringMatching(/^[a-z]{3,8}$/)),
  { maxLength: 5 }
)

describe("PlainText.definition", () => {
  prop("declares each name once, in the order of the text, and renders their values", pieces, (found) => {
    const text = ["Hello dear customer", ...found.map(([name, word]) => `{{${name}}} ${word} and so on`)].join(" ")
    const definition = PlainText.definition(text)
    const names = [...new Set(found.map(([name]) => name))]
    expect(definition.body.multiChannel?.variables ?? []).toEqual(
      names.map((name, id) => ({ id, name, type: "variable", props: { variableType: "text", sample: name } }))
    )
    const values = Object.fromEntries(names.map((name) => [name, `the ${name}`]))
    const rendered = Renderer.render(Renderer.compile(definition, "en"), "sms", values)
    expect(rendered?.plain).toBe(text.replaceAll(/\{\{(\w+)\}\}/g, "the $1"))
  })

  it("is a definition that can be saved", () => {
    for (const text of ["Hello, welcome to Acme.", "Hello {{name}}, your order {{order}} is on its way, {{name}}."]) {
      expect(DefinitionCheck.check(JSON.parse(JSON.stringify(PlainText.definition(text))), "UTILITY")).toEqual([])
    }
  })

  it("leaves what is no name as it is, so that whoever saves it is told", () => {
    const definition = PlainText.definition("Your code {{0:variable}} or {{ name }} is here")
    expect(definition.body.multiChannel?.variables).toBeUndefined()
    const flaws = DefinitionCheck.check(JSON.parse(JSON.stringify(definition)), "UTILITY")
    expect(flaws.length).toBeGreaterThan(0)
  })
})
