/**
 * Placeholders: `{{0:variable}}`, `{{name}}`, `{{0}}` (specification "Variables", decisions 5.4).
 */
import * as Placeholder from "@signalbox/core/internal/definition/Placeholder"
import * as Definitions from "@signalbox/testing/generate/Definitions"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const written = (part: Placeholder.Part): string => part._tag === "Text" ? part.text : `{{${part.source}}}`

const braces = fc.array(fc.constantFrom("{", "}", "{{", "}}", "a", "0", ":", " "), { maxLength: 20 })
  .map((parts) => parts.join(""))

describe("Placeholder.split", () => {
  prop("loses nothing of any text", fc.oneof(braces, fc.string()), (template) => {
    expect(Placeholder.split(template).map(written).join("")).toBe(template)
  })

  prop("leaves no whole placeholder in a text", braces, (template) => {
    for (const part of Placeholder.split(template)) {
      if (part._tag === "Text") expect(part.text).not.toMatch(/^$|\{\{.*\}\}/)
      else expect(part.source).not.toContain("}}")
    }
  })

  prop("finds exactly the placeholders of a definition", Definitions.draft, (draft) => {
    const found = Placeholder.split(Definitions.source(draft)).filter(({ _tag }) => _tag === "Placeholder")
    expect(found.map(written)).toEqual(
      draft.fragments.filter((fragment) => typeof fragment !== "string").map((fragment) =>
        Definitions.source({ ...draft, fragments: [fragment] })
      )
    )
  })
})

describe("Placeholder.parse", () => {
  it.each([
    ["0", { _tag: "Id", id: 0, type: null }],
    ["12", { _tag: "Id", id: 12, type: null }],
    ["0:variable", { _tag: "Id", id: 0, type: "variable" }],
    ["3:link", { _tag: "Id", id: 3, type: "link" }],
    ["1:media", { _tag: "Id", id: 1, type: "media" }],
    ["0:banana", { _tag: "Id", id: 0, type: "banana" }],
    ["name", { _tag: "Name", name: "name" }],
    ["_x9", { _tag: "Name", name: "_x9" }]
  ])("reads %j", (source, reference) => {
    expect(Placeholder.parse(source)).toEqual(reference)
  })

  it.each([
    "",
    " ",
    " 0",
    "0 ",
    "name ",
    "a b",
    "a-b",
    "a.b",
    "é",
    "0x1",
    "-1",
    "1.5",
    "0:a:b",
    "name:variable",
    "{0",
    ":0"
  ])(
    "takes %j for none of the three forms",
    (source) => {
      expect(Placeholder.parse(source)).toBe(null)
    }
  )
})

describe("Placeholder.resolve", () => {
  prop(
    "finds each variable in all the forms that can say it [VAR-002, VAR-003, VAR-004]",
    Definitions.draft,
    (draft) => {
      const variables = Definitions.variables(draft)
      for (const fragment of draft.fragments) {
        if (typeof fragment === "string") continue
        const [part] = Placeholder.split(Definitions.source({ ...draft, fragments: [fragment] }))
        const reference = part?._tag === "Placeholder" ? Placeholder.parse(part.source) : null
        expect(reference === null ? undefined : Placeholder.resolve(reference, variables)).toBe(
          variables[fragment.variable]
        )
      }
    }
  )

  it("finds nothing that is not declared", () => {
    expect(Placeholder.resolve({ _tag: "Id", id: 0, type: null }, [])).toBe(undefined)
    expect(Placeholder.resolve({ _tag: "Name", name: "toString" }, [])).toBe(undefined)
  })
})
