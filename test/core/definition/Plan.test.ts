/** The plan of a definition on each channel, as a whole (specification "Channel rendering", decisions 5.2). */
import type { Channel } from "@signalbox/core/Channel"
import type { Definition, Variable } from "@signalbox/core/Definition"
import * as Plan from "@signalbox/core/internal/definition/Plan"
import * as Renderer from "@signalbox/core/internal/definition/Renderer"
import { describe, expect, it } from "vitest"

const text = (id: number, name: string, regex?: string): Variable => ({
  id,
  name,
  type: "variable",
  props: { variableType: "text", sample: "s", url: "https://never.example", ...(regex === undefined ? {} : { regex }) }
})
const link = (id: number, name: string, props: Variable["props"]): Variable => ({ id, name, type: "link", props })

const whole: Definition = {
  header: { type: "text", template: "Dear {{0}}", variables: [text(0, "name", "[a-z]+")] },
  body: {
    sms: {
      template: "{{order}} {{0}} {{1:link}} {{2}} {{ x }} {{nobody}}",
      variables: [
        text(0, "order", ""),
        link(1, "track", { url: "https://a.example/long", shortUrl: "https://a.ex" }),
        link(2, "0", { url: "https://b.example", shortUrl: "" })
      ]
    },
    whatsapp: { template: "{{0}}!", variables: [text(0, "order")] },
    mms: {
      template: "Look: {{0}}",
      subject: "{{0}} for you",
      variables: [text(0, "order")],
      media: [{ url: "https://c.example/{{0}}" }, { url: "https://d.example" }]
    }
  },
  footer: { type: "text", template: "Acme" },
  buttons: [
    {
      id: 5,
      type: "URL",
      props: { text: "Go", urlType: "dynamic", url: "https://e.example/{{0}}", variables: [text(0, "path")] }
    },
    { id: 4, type: "COPY_CODE", props: { text: "Copy", offerCode: "" } },
    { id: 3, type: "COPY_CODE", props: { text: "Copy", offerCode: "SALE" } },
    { id: 2, type: "QUICK_REPLY", props: { text: "Yes" } },
    { id: 1, type: "VOICE_CALL", props: { text: "Talk", activeFor: 15 } }
  ],
  authenticationConfig: { addSecurityRecommendation: true, codeExpirationMinutes: 5 }
}

const fixed = (text: string) => ({ texts: [text], slots: [] })
const advice = " Geben Sie diesen Code an niemanden weiter."
const footer = "Acme\nDer Code läuft in 5 Minuten ab."

// A name that is another one's id leaves that one without an id by which it may be given.
const name = { name: "name", id: null, fallback: null, regex: "[a-z]+" }
const order = { name: "order", id: null, fallback: null, regex: null }
const track = { name: "track", id: "1", fallback: "https://a.ex", regex: null }
const zero = { name: "0", id: "2", fallback: "https://b.example", regex: null }
const path = { name: "path", id: null, fallback: null, regex: null }

const header = { texts: ["Dear ", ""], slots: [1] }

describe("the plan of a definition", () => {
  it("of all kinds of parts has on each channel what it shows, and a slot for each variable there", () => {
    const smsBody = { texts: ["", " ", " ", " ", ` {{ x }} {{nobody}}${advice}`], slots: [0, 0, 1, 2] }
    expect(Plan.make(whole, "sms", "de_AT")).toStrictEqual({
      channel: "sms",
      slots: [order, track, zero, name],
      content: smsBody,
      header: { texts: ["Dear ", ""], slots: [3] },
      headerMedia: null,
      footer,
      buttons: null,
      media: [],
      subject: null
    })
    const [go, copy, sale, yes, talk] = [
      { type: "URL", text: "Go", value: { texts: ["https://e.example/", ""], slots: [2] }, postbackData: null },
      { type: "COPY_CODE", text: "Copy", value: { texts: ["", ""], slots: [0] }, postbackData: null },
      { type: "COPY_CODE", text: "Copy", value: fixed("SALE"), postbackData: null },
      { type: "QUICK_REPLY", text: "Yes", value: fixed("Yes"), postbackData: "Yes" },
      { type: "VOICE_CALL", text: "Talk", value: fixed("15"), postbackData: null }
    ]
    expect(Plan.make(whole, "whatsapp", "de")).toStrictEqual({
      channel: "whatsapp",
      slots: [order, name, path],
      content: { texts: ["", `!${advice}`], slots: [0] },
      header,
      headerMedia: null,
      footer,
      buttons: [go, copy, sale, yes, talk],
      media: [],
      subject: null
    })
    expect(Plan.make(whole, "rcs", "de")).toStrictEqual({
      channel: "rcs",
      slots: [order, track, zero, name, path],
      content: smsBody,
      header: { texts: ["Dear ", ""], slots: [3] },
      headerMedia: null,
      footer,
      buttons: [{ ...go, value: { ...go!.value, slots: [4] } }, copy, sale, yes],
      media: [],
      subject: null
    })
    expect(Plan.make(whole, "mms", "de")).toStrictEqual({
      channel: "mms",
      slots: [order],
      content: { texts: ["Look: ", advice], slots: [0] },
      header: null,
      headerMedia: null,
      footer: null,
      buttons: null,
      media: ["https://c.example/{{0}}"],
      subject: { texts: ["", " for you"], slots: [0] }
    })
  })

  it("of a header of media has its address, which is fixed where it has no variable", () => {
    const { body } = whole
    const mediaOf = (header: Definition["header"], channel: Channel = "whatsapp") =>
      Plan.make({ body, ...(header === undefined ? {} : { header }) }, channel, "en")?.headerMedia
    const url = "https://f.example"
    expect(mediaOf({ type: "video", template: url })).toStrictEqual({ type: "video", url: fixed(url), isFixed: true })
    expect(mediaOf({ type: "image", template: "{{0}}", variables: [text(0, "picture")] })).toStrictEqual({
      type: "image",
      url: { texts: ["", ""], slots: [1] },
      isFixed: false
    })
    expect([mediaOf(undefined), mediaOf({ type: "image", template: url }, "mms")]).toEqual([null, null])
  })

  it("of buttons that lack what they do has nothing in its place, and none where there is no button", () => {
    const empty = (type: "URL" | "COPY_CODE" | "PHONE_NUMBER" | "VOICE_CALL") => ({ id: 1, type, props: { text: "t" } })
    const types = ["URL", "COPY_CODE", "PHONE_NUMBER", "VOICE_CALL"] as const
    const body = { multiChannel: { template: "Hi" } }
    expect(Plan.make({ body, buttons: types.map(empty) }, "whatsapp", "en")?.buttons).toStrictEqual(
      types.map((type) => ({ type, text: "t", value: fixed(""), postbackData: null }))
    )
    // One that copies a code copies the first variable of the body in the place of what it lacks.
    const coded = { multiChannel: { template: "{{1}}", variables: [text(0, "a"), text(1, "b")] } }
    const copies = [{}, { offerCode: "" }].map((props) => ({ ...empty("COPY_CODE"), props: { text: "t", ...props } }))
    const first = { type: "COPY_CODE", text: "t", value: { texts: ["", ""], slots: [1] }, postbackData: null }
    expect(Plan.make({ body: coded, buttons: copies }, "whatsapp", "en")).toMatchObject({
      slots: [{ name: "b" }, { name: "a" }],
      buttons: [first, first]
    })
    expect(Plan.make({ body, buttons: [] }, "whatsapp", "en")?.buttons).toBeNull()
    expect(Plan.make({ body, authenticationConfig: {} }, "rcs", "en")?.footer).toBeNull()
  })

  it("of an MMS without words has none, and cuts a subject that is far too long before its variables are looked for", () => {
    const mms = (subject: string) => Plan.make({ body: { mms: { subject, variables: [text(0, "a")] } } }, "mms", "en")
    const subject = (length: number) => "x".repeat(length)
    expect(mms("")).toMatchObject({ content: fixed(""), media: [], subject: fixed("") })
    expect(mms(`${subject(3067)}{{0}}`)).toMatchObject({ subject: { texts: [subject(3067), ""], slots: [0] } })
    expect(mms(`${subject(3068)}{{0}}`)).toMatchObject({ subject: fixed(`${subject(3068)}{{0}`), slots: [] })
  })
})

describe("the values of a message by component", () => {
  const valuesOf = (definition: Definition, channel: Channel, parameters: Renderer.Parameters) =>
    Renderer.values(Renderer.compile(definition, "de"), channel, parameters)

  it("stand in the order in which the template asks for them, buttons by their place", () => {
    const parameters = { name: "Ada", order: "7", track: "https://t.example", path: "p" }
    expect(valuesOf(whole, "whatsapp", parameters)).toStrictEqual({
      header: ["Ada"],
      body: ["7"],
      buttons: [{ index: 0, value: "p" }, { index: 1, value: "7" }]
    })
    expect(valuesOf(whole, "sms", { ...parameters, "2": "two" })).toStrictEqual({
      header: ["Ada"],
      body: ["7", "7", "https://t.example", "two"],
      buttons: []
    })
  })

  it("are empty where they are missing, and their fallbacks where there is one", () => {
    expect(valuesOf(whole, "sms", {})).toStrictEqual({
      header: [""],
      body: ["", "", "https://a.ex", "https://b.example"],
      buttons: []
    })
    expect(valuesOf({ body: { multiChannel: { template: "Hi" } } }, "mms", {})).toStrictEqual({
      header: [],
      body: [],
      buttons: []
    })
  })

  it("of a header of media are its address, or the one that is given in its place", () => {
    const { header: _, ...headless } = whole
    const { buttons: __, ...plain } = headless
    const media: Definition = { ...plain, header: { type: "image", template: "https://f.example" } }
    expect(valuesOf(media, "whatsapp", { order: "7" }).header).toStrictEqual(["https://f.example"])
    expect(valuesOf(media, "whatsapp", { header_image: "https://g.example" }).header).toStrictEqual([
      "https://g.example"
    ])
    expect(valuesOf(plain, "whatsapp", { header_image: "https://g.example" }).header).toStrictEqual([])
  })
})

describe("a compiled definition", () => {
  it("tells the names of all its variables, and gives each by its id where that is no other's name", () => {
    const compiled = Renderer.compile(whole, "de")
    expect(compiled.parameters).toStrictEqual(["order", "track", "1", "0", "2", "name", "path", "header_image"])
    expect(["track", "order", "2", "other"].map((each) => [...new Set(Renderer.keys(compiled, each))])).toStrictEqual([
      ["track", "1"],
      ["order"],
      ["2"],
      ["other"]
    ])
    expect(Renderer.length(compiled, "mms", { order: "7" })).toBe("Look: 7".length + advice.length)
    expect(Renderer.length(compiled, "sms", {})).toBeNull()
    const parameters = { order: "7", name: "Ada", path: "p" }
    expect(Renderer.length(compiled, "whatsapp", parameters)).toBe(`Dear Ada7!${advice}${footer}`.length)
    expect(Renderer.length(Renderer.compile({ body: {} }, "de"), "sms", {})).toBeNull()
  })

  it("is rendered with 4096 characters, and not with one more", () => {
    const { body: { whatsapp } } = whole
    const compiled = Renderer.compile({ body: { whatsapp: whatsapp! } }, "en")
    const sizes = [4095, 4096].map((size) =>
      Renderer.render(compiled, "whatsapp", { order: "x".repeat(size) })?.plain.length ?? null
    )
    expect(sizes).toEqual([4096, null])
  })
})
