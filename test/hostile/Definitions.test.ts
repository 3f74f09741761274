/**
 * Definitions with far too much in them: what is looked at and what is compiled before they are refused (decisions
 * 9.4).
 */
import * as Catalogue from "@signalbox/core/Catalogue"
import * as Decoding from "@signalbox/core/Decoding"
import * as DefinitionCheck from "@signalbox/core/internal/definition/DefinitionCheck"
import type { Json, JsonObject } from "@signalbox/core/Json"
import * as Refused from "@signalbox/core/Refused"
import { describe, expect, it } from "vitest"
import * as Compiling from "./Compiling.ts"
import { watched } from "./Watched.ts"

const list = <A>(count: number, item: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => item(index))

/** A body whose template uses each of its variables; beyond some hundred of them it is too long as well. */
const content = (count: number, regex?: (index: number) => string) => ({
  template: list(count, (index) => `{{${index}}}`).join(""),
  variables: list(count, (id) => ({
    id,
    name: `v${id}`,
    type: "variable",
    props: { variableType: "text", sample: "a", ...(regex === undefined ? {} : { regex: regex(id) }) }
  }))
})

const reasons = (definition: unknown) =>
  DefinitionCheck.check(definition as Json, "UTILITY").map(({ field, reason }) => [field, reason])

const button = (id: number) => ({ id, type: "QUICK_REPLY", props: { text: "a", quickReplyType: "custom" } })
const at = "definition.body.multiChannel.variables"
const multiChannel = { template: "Hi" }

describe("a definition", () => {
  it("may have 100 variables in one body", () => {
    expect(reasons({ body: { multiChannel: content(100) } })).toEqual([])
    expect(reasons({ body: { multiChannel: content(101) } })).toEqual([[at, "too_many"]])
  })

  it("may have 300 variables in all", () => {
    const [sms, whatsapp, rcs] = [content(100), content(100), content(100)]
    expect(reasons({ body: { sms, whatsapp, rcs } })).toEqual([])
    expect(reasons({ header: { template: "{{0}}", variables: content(1).variables }, body: { sms, whatsapp, rcs } }))
      .toEqual([["definition.body.rcs.variables", "too_many"]])
  })

  it("has too many buttons from eleven on, and is told nothing else of more than a hundred", () => {
    const told = reasons({ body: { multiChannel }, buttons: list(100, () => button(1)) })
    expect(told).toContainEqual(["definition.buttons", "button_count"])
    expect(told).toContainEqual(["definition.buttons[1].id", "button_id_taken"])
    expect(reasons({ body: { multiChannel }, buttons: list(101, () => button(1)) })).toEqual([
      ["definition.buttons", "too_many"]
    ])
  })

  it("has too many media from two on, and is told nothing else of more than ten", () => {
    const mms = (count: number) => ({ media: list(count, () => ({ url: "nowhere" })) })
    expect(reasons({ body: { multiChannel, mms: mms(10) } }).length).toBe(11)
    expect(reasons({ body: { multiChannel, mms: mms(11) } })).toEqual([["definition.body.mms.media", "too_many"]])
  })

  const attacks: ReadonlyArray<readonly [title: string, definition: object]> = [
    ["variables in a body", { body: { multiChannel: { ...content(20_000), template: "Hi" } } }],
    ["variables in a header", {
      header: { template: "Hi", variables: content(20_000).variables },
      body: { multiChannel }
    }],
    ["variables in a footer", {
      footer: { template: "Hi", variables: content(20_000).variables },
      body: { multiChannel }
    }],
    ["variables in a button", {
      body: { multiChannel },
      buttons: [{ id: 1, type: "URL", props: { text: "a", urlType: "dynamic", variables: content(20_000).variables } }]
    }],
    ["buttons", { body: { multiChannel }, buttons: list(20_000, button) }],
    ["media", { body: { multiChannel, mms: { media: list(20_000, () => ({ url: "nowhere" })) } } }]
  ]
  for (const [title, definition] of attacks) {
    it(`is not looked into where it has 20,000 ${title}`, () => {
      const { looks, value } = watched(definition)
      expect(DefinitionCheck.check(value as JsonObject, "UTILITY").map(({ reason }) => reason)).toContain("too_many")
      // Its category and its checks each read up to 100 entries with some fields.
      expect(looks()).toBeLessThan(3000)
    })
  }

  it("compiles patterns of 8,000 steps and no more, in however many variables they are", () => {
    const regex = (index: number) => `(?:[a-z]{0,40}){20}${index}`
    const bodies = { sms: content(100, regex), whatsapp: content(100, regex) }
    const { compiled, result } = Compiling.watch(() => reasons({ body: bodies }))
    expect(compiled.length).toBe(5)
    expect(new Set(result.map(([, reason]) => reason))).toEqual(new Set(["pattern", "too_many"]))
  })

  it("compiles a pattern once that all of its variables have", () => {
    const bodies = { sms: content(64, () => "(?:[a-z]{0,40}){20}"), whatsapp: content(64, () => "(?:[a-z]{0,40}){20}") }
    const { compiled, result } = Compiling.watch(() => reasons({ body: bodies }))
    expect(result).toEqual([])
    expect(compiled.length).toBe(1)
  })

  it("that has hundreds of flaws is told a hundred, and how many more", () => {
    const wrong = { template: "Hi", variables: list(100, () => 7) }
    const flaws = DefinitionCheck.check({ body: { sms: wrong, whatsapp: wrong } }, "UTILITY")
    const details = Object.entries(Refused.fromViolations(flaws).details ?? {})
    expect(details.flatMap(([, messages]) => messages).length).toBe(101)
    // Each variable is no object and is not used.
    expect(details.at(-1)).toEqual(["body", ["has 300 more flaws"]])
  })

  it("is not decoded part by part before it is checked", () => {
    const { looks, value } = watched({ definition: { body: {}, buttons: list(20_000, button) } })
    for (const { body } of [Catalogue.CreateTemplate, Catalogue.UpdateTemplate]) {
      expect(Decoding.decoder<object>(body)(value).violations).toEqual([])
    }
    expect(looks()).toBeLessThan(50)
  })
})
