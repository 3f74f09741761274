/**
 * Rendering: what a recipient reads (specification "Variables", decisions 5.2 "parameters").
 */
import * as Renderer from "@signalbox/core/template/Renderer"
import type { Draft } from "@signalbox/testing/generate/Definitions"
import * as Definitions from "@signalbox/testing/generate/Definitions"
import { templateRevision } from "@signalbox/testing/generate/Rows"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "./Given.ts"

const value = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "$&", "$1", "{{0}}", "__proto__"))

/** A definition with a value for each of its variables. */
const filled = Definitions.draft.chain((draft) =>
  fc.tuple(
    fc.constant(draft),
    fc.array(value, { minLength: draft.names.length, maxLength: draft.names.length })
  )
)

const render = (draft: Draft, parameters: Renderer.Parameters) =>
  Renderer.render(Renderer.compile(Definitions.toDefinition(draft)), parameters)

const byName = ({ names }: Draft, values: ReadonlyArray<string>): Renderer.Parameters =>
  Object.fromEntries(names.map((name, index) => [name, values[index]!]))

const byId = ({ names }: Draft, values: ReadonlyArray<string>): Renderer.Parameters =>
  Object.fromEntries(names.map((_, index) => [String(index), values[index]!]))

describe("Renderer.render", () => {
  prop("puts each value where its placeholder stands, in every form [VAR-005]", filled, ([draft, values]) => {
    const text = Definitions.expected(draft, values)
    expect(render(draft, byName(draft, values))).toEqual({
      header: null,
      content: text,
      footer: null,
      buttons: null,
      subject: null,
      plain: text
    })
  })

  prop("leaves no placeholder when every variable has a value [VAR-001]", Definitions.draft, (draft) => {
    const rendered = render(draft, byName(draft, draft.names.map(() => "value")))!
    expect(rendered.plain).not.toMatch(/\{\{.*\}\}/)
  })

  prop("takes values by id as text as well", filled, ([draft, values]) => {
    expect(render(draft, byId(draft, values))).toEqual(render(draft, byName(draft, values)))
  })

  prop(
    "ignores values that no variable asks for",
    filled,
    fc.dictionary(fc.string(), value),
    ([draft, values], more) => {
      const mine = byName(draft, values)
      expect(render(draft, { ...more, ...mine })?.plain).toBe(Definitions.expected(draft, values))
    }
  )

  it("keeps a name for its own variable, even when it looks like another one's id", () => {
    const compiled = Renderer.compile(Given.definition("{{0}} {{1}}", "1", "b"))
    expect(Renderer.render(compiled, { "1": "one" })).toBe(null)
    expect(Renderer.missing(compiled, { "1": "one" })).toEqual(["b"])
    expect(Renderer.render(compiled, { "1": "one", "b": "two" })?.plain).toBe("one two")
  })

  it("takes nothing that an object has by nature for a value", () => {
    expect(Renderer.missing(Renderer.compile(Given.definition("{{0}}", "toString")), {})).toEqual(["toString"])
  })

  prop("is nothing at all when a value is missing, and says whose", filled, fc.nat(), ([draft, values], nth) => {
    if (draft.names.length === 0) return
    const missing = draft.names[nth % draft.names.length]!
    const parameters = Object.fromEntries(Object.entries(byName(draft, values)).filter(([name]) => name !== missing))
    expect(render(draft, parameters)).toBe(null)
    expect(Renderer.missing(Renderer.compile(Definitions.toDefinition(draft)), parameters)).toEqual([missing])
  })

  prop("is total: any definition, any parameters", templateRevision, fc.dictionary(fc.string(), value), (
    { definition },
    parameters
  ) => {
    const compiled = Renderer.compile(definition)
    const rendered = Renderer.render(compiled, parameters)
    if (Renderer.missing(compiled, parameters).length === 0) expect(rendered).not.toBe(null)
  })
})

describe("Renderer.renderable", () => {
  prop("is every channel but mms for a body of all channels [MMS-011]", Definitions.valid, (definition) => {
    expect([...Renderer.renderable(definition)].toSorted()).toEqual(["rcs", "sms", "whatsapp"])
  })
})
