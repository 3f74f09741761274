/** The stored form of a definition: what is known is kept, and what is missing goes without saying (decisions 3.4). */
import * as Definition from "@signalbox/core/Definition"
import * as Reading from "@signalbox/core/internal/definition/Reading"
import type { JsonObject } from "@signalbox/core/Json"
import { describe, expect, it } from "vitest"

const variable = (parts: JsonObject): JsonObject => ({ id: 7, name: "a", type: "link", ...parts })

/** Every field that a definition may have. */
const whole: JsonObject = {
  header: { type: "image", template: "https://a.example", variables: [variable({ props: {} })] },
  body: {
    multiChannel: {
      type: "text",
      template: "all",
      variables: [
        variable({
          type: "media",
          props: {
            variableType: "image",
            sample: "s",
            regex: "r",
            url: "u",
            shortUrl: "h",
            alt: "a",
            mediaType: "document"
          }
        })
      ]
    },
    sms: { template: "sms" },
    whatsapp: { template: "whatsapp" },
    rcs: { template: "rcs" },
    mms: { type: "text", template: "mms", variables: [], subject: "s", media: [{ url: "u", mediaType: "contact" }] }
  },
  footer: { type: "text", template: "footer", variables: [] },
  buttons: [{
    id: 3,
    type: "COPY_CODE",
    props: {
      text: "t",
      quickReplyType: "custom",
      urlType: "static",
      url: "u",
      variables: [],
      activeFor: 1,
      countryCode: "US",
      phoneNumber: "p",
      offerCode: "o",
      otpType: "ONE_TAP",
      autofillText: "f",
      packageName: "n",
      signatureHash: "s"
    }
  }],
  definitionVersion: "7",
  authenticationConfig: { addSecurityRecommendation: true, codeExpirationMinutes: 5 }
}

/** Puts a value in the place of each leaf. */
const replaced = (sent: unknown, leaf: unknown): unknown =>
  Array.isArray(sent)
    ? sent.map((each) => replaced(each, leaf))
    : typeof sent === "object" && sent !== null
    ? Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, replaced(value, leaf)]))
    : leaf

/** The same without any field but those that are always there. */
const bare = {
  header: { type: "text", template: "", variables: [{ id: 0, name: "", type: "variable", props: {} }] },
  body: {
    multiChannel: { template: "", variables: [{ id: 0, name: "", type: "variable", props: {} }] },
    sms: { template: "" },
    whatsapp: { template: "" },
    rcs: { template: "" },
    mms: { variables: [], media: [{ url: "" }] }
  },
  footer: { type: "text", template: "", variables: [] },
  buttons: [{ id: 0, type: "QUICK_REPLY", props: { text: "", variables: [] } }],
  authenticationConfig: {}
}

describe("a definition that is read", () => {
  it("has each field that is known, and no other", () => {
    expect(Reading.read(whole)).toStrictEqual(whole)
    expect(Reading.read({ ...whole, more: 1, header: { ...whole["header"] as JsonObject, more: 1 } })).toStrictEqual(
      whole
    )
  })

  it("has what goes without saying in the place of what is null, unknown or of another type", () => {
    for (const leaf of [null, [], {}]) expect(Reading.read(replaced(whole, leaf) as JsonObject)).toStrictEqual(bare)
    expect(Reading.read({ buttons: [{}, 7, null], header: {}, footer: {}, body: { mms: {}, sms: {} } })).toStrictEqual({
      header: { type: "text", template: "" },
      body: { mms: {}, sms: { template: "" } },
      footer: { type: "text", template: "" },
      buttons: [{ id: 0, type: "QUICK_REPLY", props: { text: "" } }]
    })
    for (const sent of [undefined, null, 7, "text", [], {}]) expect(Reading.read(sent)).toStrictEqual({ body: {} })
    const worded = {
      body: { sms: { type: "image", template: "a", variables: [{ type: "fax", props: { mediaType: "x" } }] } }
    }
    expect(Reading.read(worded)).toStrictEqual({
      body: { sms: { template: "a", variables: [{ id: 0, name: "", type: "variable", props: {} }] } }
    })
  })

  it("has lists as long as one without flaws may have", () => {
    const many = (count: number, each: JsonObject) => Array.from({ length: count }, () => each)
    const { body, buttons } = Reading.read({
      body: { mms: { media: many(1001, { url: "u" }), variables: many(1001, variable({ props: {} })) } },
      buttons: many(1001, { id: 1, type: "URL", props: { text: "t" } })
    })
    expect([body.mms?.variables?.length, body.mms?.media?.length, buttons?.length]).toEqual([100, 10, 100])
  })

  it("lists the variables of the header, of all bodies and of the buttons, in that order", () => {
    const own = (...names: ReadonlyArray<string>) => names.map((name) => variable({ name, props: {} }))
    const definition = Reading.read({
      buttons: [{ props: { variables: own("g") } }, {}, { props: { variables: own("h") } }],
      body: {
        mms: { variables: own("f") },
        rcs: { template: "", variables: own("e") },
        whatsapp: { template: "", variables: own("d") },
        sms: { template: "", variables: own("c") },
        multiChannel: { template: "", variables: own("b", "b2") }
      },
      header: { variables: own("a") }
    })
    expect(Definition.variables(definition).map(({ name }) => name)).toEqual([
      "a",
      "b",
      "b2",
      "c",
      "d",
      "e",
      "f",
      "g",
      "h"
    ])
    expect(Definition.variables({ body: { mms: {} } })).toEqual([])
    const { multiChannel, sms, ...others } = definition.body
    expect(Definition.mainBody({ body: { ...others, sms: sms!, multiChannel: multiChannel! } })).toBe(multiChannel)
    expect(Definition.mainBody({ body: { ...others, sms: sms! } })).toBe(sms)
    expect(Definition.mainBody({ body: others })).toBeUndefined()
  })
})
