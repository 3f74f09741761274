/**
 * Definitions of templates as people write them, and as the API takes them.
 */
import * as Definitions from "@signalbox/inbox/internal/definition"
import type { Definition, Text, Variable } from "@signalbox/inbox/internal/source/shapes"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const variable = (id: number, name: string, sample: string): Variable => ({
  id,
  name,
  type: "variable",
  props: { variableType: "text", sample }
})

const name = fc.stringMatching(/^[A-Za-z_][\w-]{0,6}$/)
const plain = fc.stringMatching(/^[^{}]{0,8}$/)

describe("a text of a template", () => {
  prop(
    "is read as people have written it, each name once however often it stands there",
    fc.array(fc.tuple(plain, fc.oneof(name, fc.constantFrom("name", "order"))), { maxLength: 5 }),
    plain,
    (pieces, end) => {
      const written = pieces.map(([before, each]) => `${before}{{${each}}}`).join("") + end
      const text = Definitions.stored(written, {})
      expect(Definitions.readable(text)).toBe(written)
      const names = [...new Set(pieces.map(([, each]) => each))]
      expect(text.variables ?? []).toEqual(names.map((each, id) => variable(id, each, each)))
    }
  )

  it("keeps the samples of the names that it had, and takes a name for one that has none", () => {
    expect(Definitions.stored("Hi {{ name }}, {{order}} of {{name}} is {{_state-1}}. {{1}} {{}}", {
      name: "Ada",
      order: "",
      other: "x"
    })).toEqual({
      type: "text",
      template: "Hi {{0:variable}}, {{1:variable}} of {{0:variable}} is {{2:variable}}. {{1}} {{}}",
      variables: [variable(0, "name", "Ada"), variable(1, "order", "order"), variable(2, "_state-1", "_state-1")]
    })
    expect(Definitions.stored("Hello", {})).toEqual({ type: "text", template: "Hello" })
  })

  it("shows a place that no variable has as it is", () => {
    const text: Text = { template: "{{0:variable}} {{1:variable}} {{7}}", variables: [variable(1, "name", "Ada")] }
    expect(Definitions.readable(text)).toBe("{{0:variable}} {{name}} {{7}}")
    expect(Definitions.readable({ template: "{{0:variable}}" })).toBe("{{0:variable}}")
  })
})

describe("the variables of a definition", () => {
  const definition: Definition = {
    header: { type: "text", template: "", variables: [variable(0, "number", "4711")] },
    body: {
      multiChannel: { template: "", variables: [variable(0, "name", "Ada"), variable(1, "number", "1")] },
      whatsapp: { template: "", variables: [variable(0, "day", "Tuesday")] },
      rcs: { template: "" }
    },
    buttons: [
      {
        id: 1,
        type: "URL",
        props: { text: "Track", variables: [variable(0, "code", "x"), variable(1, "day", "Friday")] }
      },
      { id: 2, type: "QUICK_REPLY", props: { text: "When?" } }
    ]
  }

  it("are those of all its parts, each name once, the first of it", () => {
    expect(Definitions.variables(definition)).toEqual([
      variable(0, "number", "4711"),
      variable(0, "name", "Ada"),
      variable(0, "day", "Tuesday"),
      variable(0, "code", "x")
    ])
    expect(Definitions.variables({ body: {} })).toEqual([])
  })

  it("have samples by their names, also where none was given", () => {
    expect(Definitions.samples(definition)).toEqual({ number: "4711", name: "Ada", day: "Tuesday", code: "x" })
    const bare: Variable = { id: 0, name: "name", type: "variable", props: { variableType: "text" } }
    expect(Definitions.samples({ body: { multiChannel: { template: "", variables: [bare] } } })).toEqual({ name: "" })
  })
})
