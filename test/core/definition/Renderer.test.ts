/**
 * Rendering: what a recipient reads on each channel (specification "Variables", "Channel rendering", decisions 5.2 and
 * 9.3).
 */
import type { Channel } from "@signalbox/core/Channel"
import type { Body, Definition, Variable } from "@signalbox/core/Definition"
import * as Renderer from "@signalbox/core/internal/definition/Renderer"
import type { Draft } from "@signalbox/testing/generate/Definitions"
import * as Definitions from "@signalbox/testing/generate/Definitions"
import { templateRevision } from "@signalbox/testing/generate/Rows"
import * as WholeDefinitions from "@signalbox/testing/generate/WholeDefinitions"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const channels: ReadonlyArray<Channel> = ["sms", "whatsapp", "rcs", "mms"]
const value = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "$&", "$1", "{{0}}", "__proto__"))

/** A definition with a value for each of its variables. */
const filled = Definitions.draft.chain((draft) =>
  fc.tuple(
    fc.constant(draft),
    fc.array(value, { minLength: draft.names.length, maxLength: draft.names.length })
  )
)

const compile = (definition: Definition, language = "en_US") => Renderer.compile(definition, language)

const render = (draft: Draft, parameters: Renderer.Parameters, channel: Channel = "sms") =>
  Renderer.render(compile(Definitions.toDefinition(draft)), channel, parameters)

const byName = ({ names }: Draft, values: ReadonlyArray<string>): Renderer.Parameters =>
  Object.fromEntries(names.map((name, index) => [name, values[index]!]))

const byId = ({ names }: Draft, values: ReadonlyArray<string>): Renderer.Parameters =>
  Object.fromEntries(names.map((_, index) => [String(index), values[index]!]))

describe("Renderer.render", () => {
  prop(
    "puts each value where its placeholder stands, in every form [VAR-002, VAR-003, VAR-004, VAR-005]",
    filled,
    fc.constantFrom("sms", "whatsapp", "rcs"),
    ([draft, values], channel) => {
      const text = Definitions.expected(draft, values)
      expect(render(draft, byName(draft, values), channel)).toEqual({
        header: null,
        headerMedia: null,
        content: text,
        footer: null,
        buttons: null,
        media: [],
        subject: null,
        plain: text
      })
    }
  )

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
    const compiled = compile(Given.definition("{{0}} {{1}}", "1", "b"))
    expect(Renderer.render(compiled, "sms", { "1": "one" })).toBe(null)
    expect(Renderer.missing(compiled, { "1": "one" }, ["sms"])).toEqual(["b"])
    expect(Renderer.render(compiled, "sms", { "1": "one", "b": "two" })?.plain).toBe("one two")
  })

  it("takes nothing that an object has by nature for a value", () => {
    expect(Renderer.missing(compile(Given.definition("{{0}}", "toString")), {}, ["sms"])).toEqual(["toString"])
  })

  prop("is nothing at all when a value is missing, and says whose", filled, fc.nat(), ([draft, values], nth) => {
    if (draft.names.length === 0) return
    const missing = draft.names[nth % draft.names.length]!
    const parameters = Object.fromEntries(Object.entries(byName(draft, values)).filter(([name]) => name !== missing))
    expect(render(draft, parameters)).toBe(null)
    expect(Renderer.missing(compile(Definitions.toDefinition(draft)), parameters, ["sms", "rcs"])).toEqual([missing])
  })

  prop("is total: any definition, any parameters", templateRevision, fc.dictionary(fc.string(), value), (
    { definition },
    parameters
  ) => {
    const compiled = compile(definition)
    for (const channel of channels) {
      const rendered = Renderer.render(compiled, channel, parameters)
      const isMissing = Renderer.missing(compiled, parameters, [channel]).length > 0
      expect(rendered === null).toBe(isMissing || !Renderer.renderable(definition).includes(channel))
    }
  })
})

/** Every name that a definition may ask for, with the same value. */
const everything = (definition: Definition): Renderer.Parameters => {
  const names = channels.flatMap((channel) => Renderer.slots(compile(definition), channel).map(({ name }) => name))
  return Object.fromEntries(names.map((name) => [name, "value"]))
}

describe("a whole definition", () => {
  prop(
    "leaves no placeholder, and keeps to what the channel can show [VAR-001, BTN-002, BTN-003, BTN-004]",
    WholeDefinitions.valid,
    (definition) => {
      const parameters = everything(definition)
      for (const channel of Renderer.renderable(definition)) {
        const rendered = Renderer.render(compile(definition), channel, parameters)!
        expect(JSON.stringify(rendered)).not.toMatch(/\{\{(\d+(:\w+)?|[A-Za-z_]\w*)\}\}/)
        expect(rendered.buttons?.length ?? 0).toBeLessThanOrEqual(
          channel === "whatsapp" ? 10 : channel === "rcs" ? 4 : 0
        )
        expect(rendered.media.length).toBeLessThanOrEqual(channel === "mms" ? 1 : 0)
        expect(rendered.subject?.length ?? 0).toBeLessThanOrEqual(channel === "mms" ? 80 : 0)
        expect(rendered).toEqual(Renderer.render(compile(structuredClone(definition)), channel, parameters))
      }
    }
  )

  prop("of a code leaves none either", WholeDefinitions.authentication, (definition) => {
    for (const channel of Renderer.renderable(definition)) {
      const rendered = Renderer.render(compile(definition), channel, { code: "123456" })!
      expect(rendered.content).toContain("123456")
      expect(JSON.stringify(rendered)).not.toMatch(/\{\{/)
    }
  })

  it("is compiled once for each language", () => {
    const definition = Given.definition("Hi")
    const compiled = Renderer.compiled(definition, "en")
    expect(Renderer.compiled(definition, "en")).toBe(compiled)
    expect(Renderer.compiled(definition, "de")).not.toBe(compiled)
  })
})

const variable = (name: string, id = 0): Variable => ({
  id,
  name,
  type: "variable",
  props: { variableType: "text", sample: "x" }
})

const framed: Definition = {
  header: { type: "text", template: "Dear {{0:variable}}", variables: [variable("name")] },
  body: { multiChannel: { template: "Order {{0}} is ready.", variables: [variable("order")] } },
  footer: { type: "text", template: "Acme" }
}

const values = { name: "Ada", order: "7" }

const on = (channel: Channel, definition: Definition, parameters: Renderer.Parameters = values) =>
  Renderer.render(compile(definition), channel, parameters)

describe("header and footer", () => {
  for (const [channel, rule] of [["whatsapp", "TPL-075"], ["rcs", "TPL-076"]] as const) {
    it(`stand by themselves on ${channel} [${rule}]`, () => {
      expect(on(channel, framed)).toMatchObject({
        header: "Dear Ada",
        content: "Order 7 is ready.",
        footer: "Acme",
        plain: "Dear Ada\n\nOrder 7 is ready.\n\nAcme"
      })
    })
  }

  it("are text before and after the body on SMS [TPL-077, TPL-078]", () => {
    const text = "Dear Ada\n\nOrder 7 is ready.\n\nAcme"
    expect(on("sms", framed)).toMatchObject({ header: null, content: text, footer: null, plain: text })
  })

  it("are not there on MMS, and ask for no value [TPL-079, TPL-080]", () => {
    const definition: Definition = { ...framed, body: { ...framed.body, mms: { template: "Look" } } }
    expect(on("mms", definition, {})).toMatchObject({ header: null, content: "Look", footer: null, plain: "Look" })
    expect(on("whatsapp", definition, { order: "7" })).toBe(null)
  })

  it("of media show an address, which a value or header_image may be", () => {
    const fixed: Definition = { ...framed, header: { type: "image", template: "https://a.example/b" } }
    expect(on("whatsapp", fixed)).toMatchObject({
      header: null,
      headerMedia: { type: "image", url: "https://a.example/b" },
      plain: "Order 7 is ready.\n\nAcme"
    })
    const instead = { ...values, header_image: "https://c.example" }
    expect(on("rcs", fixed, instead)?.headerMedia).toEqual({ type: "image", url: "https://c.example" })
    expect(on("sms", fixed)?.plain).toBe("https://a.example/b\n\nOrder 7 is ready.\n\nAcme")
    const media: Variable = {
      id: 0,
      name: "pic",
      type: "media",
      props: { url: "https://d.example", mediaType: "image" }
    }
    const varied: Definition = { ...framed, header: { type: "image", template: "{{0:media}}", variables: [media] } }
    expect(on("whatsapp", varied, instead)?.headerMedia).toEqual({ type: "image", url: "https://d.example" })
    expect(on("whatsapp", varied, { ...values, pic: "https://e.example" })?.headerMedia?.url).toBe("https://e.example")
  })
})

describe("the body", () => {
  const content = (template: string) => ({ template })
  const two: Body = { sms: content("for sms"), whatsapp: content("for whatsapp") }
  const one: Body = { multiChannel: content("for all") }
  const rcs = content("for rcs")
  const mms = content("for mms")
  const cases: ReadonlyArray<readonly [title: string, body: Body, expected: Partial<Record<Channel, string>>]> = [
    ["one for all [TPL-056, MMS-010, MMS-011]", one, { sms: "for all", whatsapp: "for all", rcs: "for all" }],
    ["one for each [TPL-048, TPL-057, MMS-010, MMS-011]", two, {
      sms: "for sms",
      whatsapp: "for whatsapp",
      rcs: "for sms"
    }],
    ["one for all, and rcs [TPL-058]", { ...one, rcs }, { sms: "for all", whatsapp: "for all", rcs: "for rcs" }],
    ["one for each, and rcs [TPL-058, MMS-011]", { ...two, rcs }, {
      sms: "for sms",
      whatsapp: "for whatsapp",
      rcs: "for rcs"
    }],
    ["one for all, and mms", { ...one, mms }, { sms: "for all", whatsapp: "for all", rcs: "for all", mms: "for mms" }]
  ]
  for (const [title, body, expected] of cases) {
    it(`is the channel's own, or one that may stand for it: ${title}`, () => {
      for (const channel of channels) expect(on(channel, { body }, {})?.content).toBe(expected[channel])
      expect([...Renderer.renderable({ body })].toSorted()).toEqual(Object.keys(expected).toSorted())
    })
  }

  it("asks only for its own values", () => {
    const body: Body = {
      sms: { template: "{{0}}", variables: [variable("a")] },
      whatsapp: { template: "{{0}} {{1}}", variables: [variable("a"), variable("b", 1)] }
    }
    const compiled = compile({ body })
    expect(Renderer.missing(compiled, { a: "1" }, ["sms"])).toEqual([])
    expect(Renderer.missing(compiled, { a: "1" }, ["sms", "whatsapp"])).toEqual(["b"])
    expect(Renderer.missing(compiled, {}, ["sms", "whatsapp"])).toEqual(["a", "b"])
  })

  it("has the address of a link when no value is given", () => {
    const link = (props: Variable["props"]): Definition => ({
      body: { multiChannel: { template: "See {{0:link}}", variables: [{ id: 0, name: "l", type: "link", props }] } }
    })
    expect(on("sms", link({ url: "https://a.example/long" }))?.plain).toBe("See https://a.example/long")
    expect(on("sms", link({ url: "https://a.example/long", shortUrl: "https://a.ex" }))?.plain).toBe("See https://a.ex")
    expect(on("sms", link({ url: "https://a.example", shortUrl: "" }))?.plain).toBe("See https://a.example")
    expect(on("sms", link({ url: "https://a.example" }), { l: "https://b.example" })?.plain).toBe(
      "See https://b.example"
    )
  })
})

describe("buttons", () => {
  const labels = ["one", "two", "three", "four", "five"]
  const definition: Definition = {
    ...framed,
    buttons: labels.map((text, index) => ({
      id: 9 - index,
      type: "QUICK_REPLY",
      props: { text, quickReplyType: "custom" }
    }))
  }

  it("are all there on WhatsApp, in their order [BTN-001]", () => {
    expect(on("whatsapp", definition)?.buttons?.map(({ text }) => text)).toEqual(labels)
  })

  it("are the first four on RCS [BTN-002]", () => {
    expect(on("rcs", definition)?.buttons?.map(({ text }) => text)).toEqual(labels.slice(0, 4))
  })

  it("are none on SMS and MMS [BTN-003, BTN-004]", () => {
    const withMms: Definition = { ...definition, body: { ...definition.body, mms: { template: "Look" } } }
    expect(on("sms", withMms)?.buttons).toBe(null)
    expect(on("mms", withMms)?.buttons).toBe(null)
  })

  it("say what pressing them does [BTN-027, BTN-028, BTN-035]", () => {
    const dynamic = (url: string) => ({ text: "Go", urlType: "dynamic", url, variables: [variable("path")] })
    const buttons: Definition["buttons"] = [
      { id: 1, type: "URL", props: dynamic("https://a.example/{{0:variable}}") },
      { id: 2, type: "URL", props: dynamic("https://a.example/?b={{0}}") },
      { id: 3, type: "PHONE_NUMBER", props: { text: "Call", countryCode: "US", phoneNumber: "+12015550123" } },
      { id: 4, type: "COPY_CODE", props: { text: "Copy", offerCode: "SAVE20" } },
      { id: 5, type: "QUICK_REPLY", props: { text: "Yes", quickReplyType: "custom" } },
      { id: 6, type: "VOICE_CALL", props: { text: "Talk", activeFor: 15 } },
      { id: 7, type: "URL", props: { text: "Home", urlType: "static", url: "https://a.example" } }
    ]
    const rendered = on("whatsapp", { ...framed, buttons }, { ...values, path: "x/1" })
    expect(rendered?.buttons).toEqual([
      { type: "URL", value: "https://a.example/x/1", text: "Go", postbackData: null },
      { type: "URL", value: "https://a.example/?b=x/1", text: "Go", postbackData: null },
      { type: "PHONE_NUMBER", value: "+12015550123", text: "Call", postbackData: null },
      { type: "COPY_CODE", value: "SAVE20", text: "Copy", postbackData: null },
      { type: "QUICK_REPLY", value: "Yes", text: "Yes", postbackData: "Yes" },
      { type: "VOICE_CALL", value: "15", text: "Talk", postbackData: null },
      { type: "URL", value: "https://a.example", text: "Home", postbackData: null }
    ])
    expect(Renderer.missing(compile({ ...framed, buttons }), values, ["whatsapp"])).toEqual(["path"])
    expect(Renderer.missing(compile({ ...framed, buttons }), values, ["sms"])).toEqual([])
  })
})

describe("MMS", () => {
  const picture = (parts: object): Definition => ({
    ...framed,
    body: { ...framed.body, mms: { template: "Look", ...parts } }
  })
  const media = [{ url: "https://a.example/{{0}}.png", mediaType: "contact" as const }, { url: "https://b.example" }]

  it("has the first of its media, to the letter [MMS-009, MMS-017, MMS-021]", () => {
    const variables = [variable("order")]
    const definition = picture({ media, template: "Look {{0}}", variables })
    expect(on("mms", definition)).toMatchObject({ content: "Look 7", media: ["https://a.example/{{0}}.png"] })
    expect(on("sms", definition)?.media).toEqual([])
  })

  it("may have media and no text [MMS-002]", () => {
    const definition: Definition = { body: { ...framed.body, mms: { media } } }
    expect(on("mms", definition, {})).toMatchObject({ content: "", plain: "", media: [media[0]!.url] })
  })

  it("has a subject with its values, cut at 80 after they are in [MMS-006, MMS-007]", () => {
    const definition = picture({
      subject: `{{0}} ${"x".repeat(70)} tail`,
      template: "Look {{0}}",
      variables: [variable("order")]
    })
    expect(on("mms", definition)?.subject).toBe(`7 ${"x".repeat(70)} tail`)
    const long = on("mms", definition, { order: "1234567" })?.subject
    expect(long).toBe(`1234567 ${"x".repeat(70)} t`)
    expect(on("mms", definition, { order: `12345${"😀".repeat(60)}` })?.subject).toBe(`12345${"😀".repeat(37)}`)
    expect(on("whatsapp", definition)?.subject).toBe(null)
  })
})

describe("AUTHENTICATION", () => {
  const code = (
    authenticationConfig: Definition["authenticationConfig"],
    more: Partial<Definition> = {}
  ): Definition => ({
    body: {
      multiChannel: { template: "Code {{0}}.", variables: [variable("code")] },
      mms: {
        template: "Code {{0}}.",
        variables: [variable("code")]
      }
    },
    ...authenticationConfig === undefined ? {} : { authenticationConfig },
    ...more
  })
  const shown = (definition: Definition, channel: Channel, language = "en_US") =>
    Renderer.render(compile(definition, language), channel, { code: "42" })

  it("may say that the code is for nobody else, after the body [TPL-023]", () => {
    const definition = code({ addSecurityRecommendation: true })
    for (const channel of channels) {
      expect(shown(definition, channel)?.content).toBe("Code 42. Do not share this code with anyone.")
    }
    for (const no of [undefined, {}, { addSecurityRecommendation: false }]) {
      expect(shown(code(no), "sms")?.plain).toBe("Code 42.")
    }
  })

  it("may say when the code expires, as a footer [TPL-028]", () => {
    const definition = code({ codeExpirationMinutes: 10 })
    expect(shown(definition, "whatsapp")).toMatchObject({
      content: "Code 42.",
      footer: "The code expires in 10 minutes."
    })
    expect(shown(definition, "sms")?.plain).toBe("Code 42.\n\nThe code expires in 10 minutes.")
    expect(shown(definition, "mms")?.plain).toBe("Code 42.")
    expect(shown(code({ codeExpirationMinutes: 1 }), "rcs")?.footer).toBe("The code expires in 1 minute.")
    const footer = { type: "text", template: "Acme" } as const
    expect(shown(code({ codeExpirationMinutes: 2 }, { footer }), "rcs")?.footer).toBe(
      "Acme\nThe code expires in 2 minutes."
    )
  })

  it("says so in the template's language, else in English [TPL-023, TPL-028]", () => {
    const definition = code({ addSecurityRecommendation: true, codeExpirationMinutes: 5 })
    const beginnings: Readonly<Record<string, string>> = {
      es: "No comparta este código",
      fr: "Ne communiquez ce code",
      de: "Geben Sie diesen Code",
      it: "Non condividere questo codice",
      pt: "Não compartilhe este código",
      nl: "Deel deze code"
    }
    for (const [language, beginning] of Object.entries(beginnings)) {
      for (const each of [language, `${language}_${language.toUpperCase()}`, `${language}_BR`]) {
        expect(shown(definition, "sms", each)?.plain, each).toContain(`Code 42. ${beginning}`)
      }
    }
    const texts = ["es", "fr", "de", "it", "pt_BR", "nl"].map((language) => shown(definition, "sms", language)!.plain)
    expect(new Set(texts).size).toBe(6)
    for (const text of texts) expect(text).toMatch(/^Code 42\. [^.]+\.\n\n[^.]*\b5\b[^.]*\.$/)
    expect(shown(definition, "sms", "fi")).toEqual(shown(definition, "sms", "en"))
  })

  it("has the code on the button that copies it", () => {
    const buttons: Definition["buttons"] = [{ id: 1, type: "COPY_CODE", props: { text: "Copy", otpType: "COPY_CODE" } }]
    expect(shown(code(undefined, { buttons }), "whatsapp")?.buttons).toEqual([
      { type: "COPY_CODE", value: "42", text: "Copy", postbackData: null }
    ])
  })
})
