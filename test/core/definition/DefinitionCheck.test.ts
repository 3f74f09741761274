/**
 * Right definitions pass, and each flaw by itself is told with its path and its word (specification "Template",
 * decisions 5.4).
 */
import { Definition } from "@signalbox/core/Definition"
import * as DefinitionCheck from "@signalbox/core/internal/definition/DefinitionCheck"
import * as Reading from "@signalbox/core/internal/definition/Reading"
import type { Json } from "@signalbox/core/Json"
import { SentDefinition } from "@signalbox/http/openapi/SentDefinition"
import * as FlawedDefinitions from "@signalbox/testing/generate/FlawedDefinitions"
import * as WholeDefinitions from "@signalbox/testing/generate/WholeDefinitions"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as Schema from "effect/Schema"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { watched } from "../../hostile/Watched.ts"

const json = (definition: unknown): Json => definition as Json

const flaws = (definition: unknown, category: Parameters<typeof DefinitionCheck.check>[1] = "UTILITY") =>
  DefinitionCheck.check(json(definition), category).map(({ field, reason }) => ({ field, reason }))

const variable = (id: number, name: string) => ({
  id,
  name,
  type: "variable",
  props: { variableType: "text", sample: "x" }
})
const multiChannel = { template: "Hi" }
const two = { sms: multiChannel, whatsapp: multiChannel }

describe("a definition that is right", () => {
  prop("passes as MARKETING, as UTILITY and when no category is said", WholeDefinitions.valid, (definition) => {
    for (const category of ["MARKETING", "UTILITY", null] as const) expect(flaws(definition, category)).toEqual([])
  })

  prop(
    "of a code passes as AUTHENTICATION, and when no category is said [TPL-033]",
    WholeDefinitions.authentication,
    (definition) => {
      for (const category of ["AUTHENTICATION", null] as const) expect(flaws(definition, category)).toEqual([])
    }
  )

  const right: ReadonlyArray<readonly [title: string, definition: object]> = [
    ["a body alone [TPL-017, TPL-019, TPL-020, TPL-021, TPL-035]", { body: { multiChannel } }],
    ["bodies for sms and whatsapp [TPL-036]", { body: two }],
    ["one body, and one for rcs [TPL-040]", { body: { multiChannel, rcs: multiChannel } }],
    ["one body, and one for mms [TPL-041, MMS-001]", { body: { multiChannel, mms: multiChannel } }],
    ["two bodies, and one for rcs [TPL-042]", { body: { ...two, rcs: multiChannel } }],
    ["two bodies, and one for mms [TPL-042]", { body: { ...two, mms: multiChannel } }],
    ["two bodies, rcs and mms [TPL-042]", { body: { ...two, rcs: multiChannel, mms: multiChannel } }],
    ["the type text, or none [TPL-049]", {
      body: { sms: { type: "text", template: "a" }, whatsapp: multiChannel }
    }],
    ["1024 characters [TPL-052]", { body: { multiChannel: { template: "x".repeat(1024) } } }],
    ["1024 UTF-16 units [TPL-052]", { body: { multiChannel: { template: "😀".repeat(512) } } }],
    ["3072 characters in rcs [LIM-002, TPL-053]", { body: { multiChannel, rcs: { template: "x".repeat(3072) } } }],
    ["1600 characters in mms [LIM-003, MMS-005]", { body: { multiChannel, mms: { template: "x".repeat(1600) } } }],
    ["media without text [MMS-002, MMS-018]", {
      body: { multiChannel, mms: { media: [{ url: "https://a.example/b" }] } }
    }],
    ["media with text [MMS-003]", {
      body: { multiChannel, mms: { template: "a", media: [{ url: "https://a.example" }] } }
    }],
    ["a longer subject [MMS-006]", { body: { multiChannel, mms: { template: "a", subject: "x".repeat(500) } } }],
    ["eleven emojis [TPL-081]", { body: { multiChannel: { template: "🎉".repeat(11) } } }],
    ["60 characters in header and footer [LIM-005, LIM-006, TPL-061, TPL-069]", {
      header: { type: "text", template: "x".repeat(60) },
      body: { multiChannel },
      footer: { type: "text", template: "x".repeat(60) }
    }],
    ["a header with a variable, whose id stands in the body too [TPL-063, VAR-009]", {
      header: { type: "text", template: "{{0}}", variables: [variable(0, "a")] },
      body: { multiChannel: { template: "{{0}}", variables: [variable(0, "b")] } }
    }],
    ["a footer without variables [TPL-070]", { body: { multiChannel }, footer: { template: "a", variables: [] } }],
    ["ten quick replies [BTN-005, BTN-010, LIM-007, LIM-008]", {
      body: { multiChannel },
      buttons: Array.from({ length: 10 }, (_, index) => ({
        id: index + 1,
        type: "QUICK_REPLY",
        props: { text: "x".repeat(25), quickReplyType: index % 2 === 0 ? "custom" : "pre-configured" }
      }))
    }],
    ["one button without id [BTN-013]", {
      body: { multiChannel },
      buttons: [{ type: "COPY_CODE", props: { text: "Copy", offerCode: "A" } }]
    }],
    ["digits and signs that are no emojis [TPL-065]", { header: { template: "#1 © ™ ®" }, body: { multiChannel } }],
    ["an empty text for what its types of variable and button do not need", {
      body: {
        multiChannel: {
          template: "{{0}} {{1}}",
          variables: [
            {
              ...variable(0, "a"),
              props: { variableType: "text", sample: "", url: "", mediaType: "", regex: "", alt: "" }
            },
            {
              id: 1,
              name: "b",
              type: "link",
              props: { url: "https://a.example", variableType: "", sample: "", shortUrl: "" }
            }
          ]
        }
      },
      buttons: [{
        id: 1,
        type: "QUICK_REPLY",
        props: {
          text: "Yes",
          quickReplyType: "custom",
          urlType: "",
          url: "",
          variables: [],
          activeFor: 0,
          countryCode: "",
          phoneNumber: "",
          offerCode: "",
          otpType: ""
        }
      }]
    }],
    ["parts that nobody knows, and null for those that are not there", {
      header: null,
      body: { multiChannel: { ...multiChannel, variables: null, x: 1 }, sms: null },
      footer: null,
      buttons: null,
      authenticationConfig: null,
      definitionVersion: null,
      more: { deep: [[[]]] }
    }]
  ]
  for (const [title, definition] of right) it(`may have ${title}`, () => expect(flaws(definition)).toEqual([]))

  it("fits what the contract tells of definitions, unless the service forgives what the contract does not offer", () => {
    const fits = Schema.is(SentDefinition)
    expect(right.filter(([, definition]) => !fits(definition)).map(([title]) => title)).toEqual([
      "an empty text for what its types of variable and button do not need",
      "parts that nobody knows, and null for those that are not there"
    ])
  })

  for (const [placeholder, rule] of [["{{0:variable}}", "BTN-027"], ["{{0}}", "BTN-028"]] as const) {
    it(`may have a dynamic address that ends with ${placeholder} [${rule}]`, () => {
      const props = {
        text: "Go",
        urlType: "dynamic",
        url: `https://a.example/${placeholder}`,
        variables: [variable(0, "a")]
      }
      expect(flaws({ body: { multiChannel }, buttons: [{ id: 1, type: "URL", props }] })).toEqual([])
    })
  }

  for (const type of ["text", "image", "video", "document"]) {
    it(`may have a header of the type ${type} [TPL-059]`, () => {
      const template = type === "text" ? "Hi" : "https://a.example/b"
      expect(flaws({ header: { type, template }, body: { multiChannel } })).toEqual([])
    })
  }

  for (const mediaType of ["image", "video", "document", "contact"]) {
    it(`may have media of the type ${mediaType} [MMS-019]`, () => {
      const media = [{ url: "https://a.example/b", mediaType }]
      expect(flaws({ body: { multiChannel, mms: { media } } })).toEqual([])
    })
  }

  for (const minutes of [1, 2.5, 90]) {
    it(`may have a code that expires in ${minutes} minutes [TPL-027]`, () => {
      const body = { multiChannel: { template: "Code {{0}}", variables: [variable(0, "code")] } }
      expect(flaws({ body, authenticationConfig: { codeExpirationMinutes: minutes } }, "AUTHENTICATION")).toEqual([])
    })
  }
})

describe("a definition that is wrong in one thing is told that", () => {
  const runs = { runs: 12 }
  for (const { category, definition, field, reason, title } of FlawedDefinitions.ways) {
    propWith(runs)(title, definition, (wrong) => {
      const found = DefinitionCheck.check(wrong, category)
      expect(found.map((flaw) => ({ field: flaw.field, reason: flaw.reason }))).toEqual([{ field, reason }])
      expect(found[0]!.code).toBe("VALIDATION_001")
      expect(found[0]!.message).toMatch(/^(must|is|MMS body must|Button IDs must|\{\{.*\}\} (must|is)) /s)
    })
  }

  it("by the sentences of the texts [BTN-006, BTN-012, MMS-004, TPL-047]", () => {
    const sentences = (definition: object) =>
      DefinitionCheck.check(json(definition), "UTILITY").map((flaw) => flaw.message)
    const button = { type: "COPY_CODE", props: { text: "a", offerCode: "b" } }
    const reply = { type: "QUICK_REPLY", props: { text: "a", quickReplyType: "custom" } }
    expect(sentences({ body: { multiChannel }, buttons: [button, reply] })).toEqual(["Button IDs must be unique."])
    expect(sentences({ body: { multiChannel, mms: {} } })).toEqual([
      "MMS body must carry body text, at least one media item, or both"
    ])
    const [strategy] = sentences({ body: { rcs: multiChannel } })
    for (const word of ["multiChannel", "OR", "both sms and whatsapp", "rcs", "mms", "alone"]) {
      expect(strategy).toContain(word)
    }
  })

  it("when no category is said, and it has what only AUTHENTICATION may have [TPL-022]", () => {
    const body = { multiChannel: { template: "Code {{0}} 🔑", variables: [variable(0, "code")] } }
    expect(flaws({ body, authenticationConfig: {} }, null)).toEqual([
      { field: "definition.authenticationConfig", reason: "authentication_only" }
    ])
  })
})

describe("a definition that is wrong in many things", () => {
  it("is told all of them in one answer", () => {
    const wrong = {
      header: { type: "sound", template: "" },
      body: {
        sms: { template: "{{nobody}} {{0:x}}", variables: [variable(0, "a"), variable(7, "a")] },
        mms: { media: [{ url: "http://a.example" }] }
      },
      footer: { template: "a_b" },
      buttons: [{ type: "URL", props: {} }],
      authenticationConfig: { codeExpirationMinutes: 0 }
    }
    expect(flaws(wrong).map(({ field, reason }) => `${field.slice("definition.".length)} ${reason}`)).toEqual([
      "header.type unknown_value",
      "header.template blank",
      "body body_strategy",
      "body.sms.template placeholder_not_declared",
      "body.sms.template placeholder_type",
      "body.sms.variables[1].id variable_id",
      "body.sms.variables[1].name variable_name_taken",
      "body.sms.variables[1] variable_not_used",
      "body.mms.media[0].url media_url",
      "footer.template markup",
      "buttons[0].props.text missing",
      "buttons[0].props.urlType missing",
      "buttons[0].props.url missing",
      "authenticationConfig.codeExpirationMinutes out_of_range",
      "authenticationConfig authentication_only"
    ])
  })

  it("is told a hundred flaws, and how many more there are", () => {
    const bodies = (count: number) => ({
      body: { multiChannel },
      buttons: Array.from({ length: count }, (_, id) => ({ id, type: "VOICE_CALL", props: { text: "", activeFor: 1 } }))
    })
    const found = DefinitionCheck.check(bodies(100), "UTILITY")
    const blank = (index: number) => ({
      field: `definition.buttons[${index}].props.text`,
      code: "VALIDATION_001",
      reason: "blank",
      message: "must not be blank"
    })
    // That there are too many buttons is the first of the hundred.
    expect(found).toStrictEqual([
      expect.objectContaining({ field: "definition.buttons", reason: "button_count" }),
      ...Array.from({ length: 99 }, (_, index) => blank(index)),
      { field: "definition", code: "VALIDATION_001", reason: "too_many", message: "has more flaws", more: 1 }
    ])
    expect(DefinitionCheck.check(bodies(99), "UTILITY")).toHaveLength(100)
  })

  prop("has an answer, and the same again", FlawedDefinitions.flawed, ({ definition, way }) => {
    expect(flaws(structuredClone(definition), way.category)).toEqual(flaws(definition, way.category))
  })
})

const anything = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>

const content = fc.record({ type: anything, template: anything, variables: anything, media: anything }, {
  requiredKeys: [],
  noNullPrototype: true
})

/** JSON in which some parts have the right name and a wrong kind. */
const nearly = fc.record({
  header: fc.oneof(anything, content),
  body: fc.oneof(
    anything,
    fc.record({ multiChannel: content, sms: content, mms: content, rcs: anything }, {
      requiredKeys: [],
      noNullPrototype: true
    })
  ),
  footer: fc.oneof(anything, content),
  buttons: fc.oneof(
    anything,
    fc.array(fc.record({ id: anything, type: anything, props: fc.oneof(anything, content) }, { requiredKeys: [] }))
  ),
  authenticationConfig: anything
}, { requiredKeys: [], noNullPrototype: true }).map(json)

const nested = (depth: number): Json => {
  let value: Json = []
  for (let level = 0; level < depth; level++) value = { body: value, header: [value] }
  return value
}

const huge = "x".repeat(10_000_000)

describe("a definition that is an attack", () => {
  prop("has an answer, whatever it is", fc.oneof(anything, nearly), (definition) => {
    for (const category of ["AUTHENTICATION", "UTILITY", null] as const) DefinitionCheck.check(definition, category)
    expect(Schema.is(Definition)(Reading.read(definition))).toBe(true)
  })

  const attacks: ReadonlyArray<readonly [title: string, definition: Json, field: string]> = [
    ["deep nesting", nested(100_000), "definition.body"],
    ["a text of 10 MB", { body: { multiChannel: { template: huge } } }, "definition.body.multiChannel.template"],
    ["a header of 10 MB", { header: { template: huge }, body: { multiChannel } }, "definition.header.template"],
    [
      "a footer of emojis",
      { footer: { template: "🎉".repeat(3_000_000) }, body: { multiChannel } },
      "definition.footer.template"
    ],
    [
      "braces",
      { body: { multiChannel: { template: "{{".repeat(3_000_000) } } },
      "definition.body.multiChannel.template"
    ],
    [
      "placeholders and variables by the thousand",
      {
        body: {
          multiChannel: {
            template: "{{a}} {{7}} ".repeat(50_000),
            variables: Array.from({ length: 50_000 }, (_, index) => variable(index, `v${index}`))
          }
        }
      },
      "definition.body.multiChannel.template"
    ],
    [
      "buttons by the thousand",
      { body: { multiChannel }, buttons: Array.from({ length: 100_000 }, () => null) },
      "definition.buttons"
    ],
    [
      "an address of 10 MB",
      { body: { multiChannel, mms: { media: [{ url: `https://${huge}` }] } } },
      "definition.body.mms.media[0].url"
    ],
    ["__proto__", JSON.parse(`{"__proto__":{"body":{"multiChannel":{"template":"Hi"}}}}`) as Json, "definition.body"],
    ["the nature of objects", { body: { toString: multiChannel, constructor: multiChannel } }, "definition.body"]
  ]
  for (const [title, definition, field] of attacks) {
    it(`is refused after few looks: ${title}`, () => {
      const { looks, value } = watched(definition)
      const found = DefinitionCheck.check(value, null)
      expect(found.map((flaw) => flaw.field)).toContain(field)
      expect(found.length).toBeLessThanOrEqual(101)
      expect(looks()).toBeLessThan(20_000)
    })
  }
})

describe("what is stored", () => {
  prop("is all that was said", WholeDefinitions.valid, (definition) => {
    expect(Reading.read(json(definition))).toEqual(definition)
    expect(Schema.is(Definition)(definition)).toBe(true)
  })

  it("has the types that header and footer did not say, not those of bodies [TPL-050]", () => {
    const read = Reading.read({ header: { template: "a" }, body: { multiChannel }, footer: { template: "b" } })
    expect(read).toStrictEqual({
      header: { type: "text", template: "a" },
      body: { multiChannel: { template: "Hi" } },
      footer: { type: "text", template: "b" }
    })
  })

  it("has 0 for the id of a button that has none, and the props of every button [BTN-011]", () => {
    const props = { text: "a", otpType: "ONE_TAP", autofillText: "b", packageName: "c", signatureHash: "d" }
    const read = Reading.read({ body: { multiChannel }, buttons: [{ type: "COPY_CODE", props }] })
    expect(read.buttons).toEqual([{ id: 0, type: "COPY_CODE", props }])
  })

  it("has nothing that is null or unknown", () => {
    const read = Reading.read({
      body: { multiChannel: { template: "a", x: 1, type: null }, sms: null },
      footer: null,
      y: 2
    })
    expect(read).toEqual({ body: { multiChannel: { template: "a" } } })
  })
})
