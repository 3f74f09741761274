/** Which bodies a definition has, and what they must have in common (specification "Template", decisions 5.4). */
import type { Category } from "@signalbox/core/Category"
import * as DefinitionCheck from "@signalbox/core/internal/definition/DefinitionCheck"
import type { Json, JsonObject } from "@signalbox/core/Json"
import { expect, it } from "vitest"
import { content, link, long, mms, plain, variable } from "./Sent.ts"

const told = (definition: Json, category: Category = "UTILITY") =>
  DefinitionCheck.check(definition, category).map(({ field, message, reason }) =>
    `${field.replace("definition.body.", "")} ${reason}: ${message}`
  )

it("bodies are told their flaws in one order, however they were sent", () => {
  const { mms, rcs, sms, whatsapp }: JsonObject = { sms: 1, whatsapp: 2, rcs: 3, mms: 4 }
  expect(told({ body: { mms: mms!, rcs: rcs!, whatsapp: whatsapp!, sms: sms! } })).toStrictEqual(
    ["sms", "whatsapp", "rcs", "mms"].map((name) => `${name} wrong_type: must be an object`)
  )
})

it("bodies have to agree with the first that has a variable, by name and then by type", () => {
  const own = (...variables: ReadonlyArray<JsonObject>) =>
    content(variables.map((_, index) => `{{${index}}}`).join(" "), ...variables)
  const body = {
    sms: own(variable(0, "a")),
    whatsapp: own(variable(0, "b"), variable(1, "c")),
    rcs: own(link(0, "b"), link(1, "c")),
    mms: own(link(0, "a"), variable(1, "c"))
  }
  expect(told({ body })).toStrictEqual([
    "whatsapp.variables[0].name variable_differs: must be \"a\", as variable 0 is called in another body",
    "rcs.variables[0].name variable_differs: must be \"a\", as variable 0 is called in another body",
    "rcs.variables[1].type variable_differs: must be \"variable\", as variable 1 is in another body",
    "mms.variables[0].type variable_differs: must be \"variable\", as variable 0 is in another body"
  ])
  // Where a name is missing, the types are still compared.
  expect(told({ body: { ...body, rcs: plain, mms: plain, sms: own(link(0, "")) } })).toStrictEqual([
    "sms.variables[0].name blank: must not be blank",
    "whatsapp.variables[0].type variable_differs: must be \"link\", as variable 0 is in another body"
  ])
})

it("an MMS has words or media, and one item of it", () => {
  const empty = "mms mms_empty: MMS body must carry body text, at least one media item, or both"
  const item = { url: "https://a.example" }
  const items = (count: number) => Array.from({ length: count }, () => item)
  expect(told(mms({ template: 1 }))).toStrictEqual(["mms.template wrong_type: must be a string"])
  expect(told(mms({ media: "none" }))).toStrictEqual(["mms.media wrong_type: must be an array", empty])
  expect(told(mms({ template: null, media: [] }))).toStrictEqual([empty])
  expect(told(mms({ template: " ", media: [item] }))).toStrictEqual([])
  expect([1, 2, 10, 11].map((count) => told(mms({ media: items(count) })))).toStrictEqual([
    [],
    ["mms.media media_count: must have exactly one item, not 2"],
    ["mms.media media_count: must have exactly one item, not 10"],
    ["mms.media too_many: must have at most 10 entries, not 11"]
  ])
  expect(told(mms({ media: [{ url: 7 }, {}, { url: long(2001, "https://a.example/") }, item] }))).toStrictEqual([
    "mms.media media_count: must have exactly one item, not 4",
    "mms.media[0].url wrong_type: must be a string",
    "mms.media[1].url missing: is required and must be a string",
    "mms.media[2].url too_long: must have at most 2000 characters, not 2001"
  ])
})

it("the words of an MMS and its subject are two texts, of which each may use its variables", () => {
  const code = variable(0, "code")
  const both = (template: string, subject: string) => ({
    body: { multiChannel: content("{{0}}", code), mms: { ...content(template, code), subject } }
  })
  expect(told(both("Code {{0}} www.", "x"), "AUTHENTICATION")).toStrictEqual([])
  expect(told(both("Code {{0}}", "www.x"), "AUTHENTICATION")).toStrictEqual([
    "mms.template authentication_link: must have no link: this is an AUTHENTICATION template"
  ])
  expect(told(both("Code {{0}}", "{{1}} {{a b}}"))).toStrictEqual([
    "mms.subject placeholder_not_declared: {{1}} is not declared in variables",
    "mms.subject placeholder_form: {{a b}} must be {{id:type}}, {{name}} or {{id}}"
  ])
})

it("a body of a code has one text and links at most, by the kind of variable or of its value", () => {
  const only =
    "variables authentication_variable: must be exactly one text variable: an AUTHENTICATION body has the code and nothing else"
  const noLink = "template authentication_link: must have no link: this is an AUTHENTICATION template"
  const of = (...kinds: ReadonlyArray<string>) =>
    told({
      body: {
        multiChannel: content(
          kinds.map((_, id) => `{{${id}}}`).join(" "),
          ...kinds.map((variableType, id) => variable(id, `v${id}`, { props: { variableType, sample: "x" } }))
        )
      }
    }, "AUTHENTICATION").map((line) => line.replace("multiChannel.", ""))
  expect(of("text")).toStrictEqual([])
  expect(of("text", "link")).toStrictEqual([noLink])
  expect(of("link")).toStrictEqual([only, noLink])
  expect(of("text", "text")).toStrictEqual([only])
  expect(of("text", "image")).toStrictEqual([only])
  expect(of("file")).toStrictEqual([only])
})
