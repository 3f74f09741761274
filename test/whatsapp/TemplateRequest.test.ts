/**
 * Definitions as Meta takes them for review.
 */
import type { Definition } from "@signalbox/core/Definition"
import * as Renderer from "@signalbox/core/internal/definition/Renderer"
import * as WholeDefinitions from "@signalbox/testing/generate/WholeDefinitions"
import { prop } from "@signalbox/testing/Prop"
import type { Component } from "@signalbox/whatsapp/TemplateRequest"
import * as TemplateRequest from "@signalbox/whatsapp/TemplateRequest"
import * as TemplateStatus from "@signalbox/whatsapp/TemplateStatus"
import { describe, expect, it } from "vitest"

const variable = (id: number, name: string, sample?: string) => ({
  id,
  name,
  type: "variable" as const,
  props: { variableType: "text" as const, ...(sample === undefined ? {} : { sample }) }
})

const order: Definition = {
  header: { type: "text", template: "Order {{0:variable}}", variables: [variable(0, "number", "A-42")] },
  body: {
    multiChannel: {
      template: "Hi {{name}}, {{1:variable}} comes {{when}}. Bye {{name}}!",
      variables: [variable(0, "name", "Ann"), variable(1, "what"), variable(2, "when", "today")]
    }
  },
  footer: { type: "text", template: "Acme" },
  buttons: [
    { id: 1, type: "QUICK_REPLY", props: { text: "Stop", quickReplyType: "custom" } },
    {
      id: 2,
      type: "URL",
      props: {
        text: "Track",
        urlType: "dynamic",
        url: "https://shop.example/o/{{0:variable}}",
        variables: [variable(0, "order", "42")]
      }
    },
    { id: 3, type: "PHONE_NUMBER", props: { text: "Call", countryCode: "+1", phoneNumber: "2015550123" } },
    { id: 4, type: "COPY_CODE", props: { text: "Copy", offerCode: "SAVE10" } }
  ]
}

describe("a template", () => {
  it("numbers each place, and has an example for it", () => {
    expect(TemplateRequest.components(order, "UTILITY", null)).toEqual([
      { type: "HEADER", format: "TEXT", text: "Order {{1}}", example: { header_text: ["A-42"] } },
      {
        type: "BODY",
        text: "Hi {{1}}, {{2}} comes {{3}}. Bye {{4}}!",
        example: { body_text: [["Ann", "what", "today", "Ann"]] }
      },
      { type: "FOOTER", text: "Acme" },
      {
        type: "BUTTONS",
        buttons: [
          { type: "QUICK_REPLY", text: "Stop" },
          { type: "URL", text: "Track", url: "https://shop.example/o/{{1}}", example: ["42"] },
          { type: "PHONE_NUMBER", text: "Call", phone_number: "12015550123" },
          { type: "COPY_CODE", example: "SAVE10" }
        ]
      }
    ])
  })

  it("of codes leaves the words to Meta", () => {
    const code = { template: "Your code is {{0:variable}}", variables: [variable(0, "code")] }
    const definition: Definition = {
      body: { multiChannel: code },
      authenticationConfig: { addSecurityRecommendation: true, codeExpirationMinutes: 10 }
    }
    expect(TemplateRequest.components(definition, "AUTHENTICATION", null)).toEqual([
      { type: "BODY", add_security_recommendation: true },
      { type: "FOOTER", code_expiration_minutes: 10 },
      { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] }
    ])
    // Without a time nothing is said about it.
    expect(TemplateRequest.components({ body: definition.body }, "AUTHENTICATION", null)).toStrictEqual([
      { type: "BODY", add_security_recommendation: false },
      { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] }
    ])
    const oneTap = {
      id: 1,
      type: "COPY_CODE" as const,
      props: {
        text: "Copy",
        otpType: "ONE_TAP" as const,
        autofillText: "Fill",
        packageName: "com.example",
        signatureHash: "K8a"
      }
    }
    const buttons = TemplateRequest.components({ ...definition, buttons: [oneTap] }, "AUTHENTICATION", null)?.at(-1)
    expect(buttons?.["buttons"]).toEqual([{
      type: "OTP",
      otp_type: "ONE_TAP",
      text: "Copy",
      autofill_text: "Fill",
      package_name: "com.example",
      signature_hash: "K8a"
    }])
  })

  it("with a file in its header has the handle of an example", () => {
    const link = { id: 0, name: "file", type: "link" as const, props: { url: "https://files.example/a.pdf" } }
    const definition: Definition = {
      ...order,
      header: { type: "document", template: "{{0:link}}", variables: [link] }
    }
    expect(TemplateRequest.mediaOf(definition)).toEqual({ type: "document", url: "https://files.example/a.pdf" })
    expect(TemplateRequest.components(definition, "UTILITY", "4::handle")?.[0]).toEqual({
      type: "HEADER",
      format: "DOCUMENT",
      example: { header_handle: ["4::handle"] }
    })
  })

  it("without a body for WhatsApp is none", () => {
    expect(TemplateRequest.components({ body: { sms: { template: "Hi" } } }, "UTILITY", null)).toBeNull()
  })

  const placesOf = (component: Component | undefined): number =>
    Math.max(0, ...[...String(component?.["text"] ?? "").matchAll(/\{\{(\d+)\}\}/g)].map(([, place]) => Number(place)))

  prop(
    "has as many places as a message has values, and an example for each",
    WholeDefinitions.whole({}),
    (definition) => {
      const compiled = Renderer.compiled(definition, "en")
      const components = TemplateRequest.components(definition, "UTILITY", null)
      if (components === null) return expect(compiled.plans.whatsapp).toBeNull()
      const parameters = Object.fromEntries(compiled.parameters.map((name) => [name, name]))
      const values = Renderer.values(compiled, "whatsapp", parameters)
      const body = components.find(({ type }) => type === "BODY")
      expect(placesOf(body)).toBe(values.body.length)
      const { body_text: [samples = []] = [] } = (body?.["example"] ?? {}) as { body_text?: Array<Array<string>> }
      expect(samples.length).toBe(values.body.length)
      const header = components.find(({ format, type }) => type === "HEADER" && format === "TEXT")
      if (header !== undefined) expect(placesOf(header)).toBe(values.header.length)
      // Whatever was handed in is known again.
      const request = { name: "n", language: "en", category: "UTILITY" as const, components }
      expect(TemplateRequest.isSame(request, { category: "UTILITY", components: components.toReversed() })).toBe(true)
    }
  )

  it.each<readonly [string, Definition]>([
    ["another body", { ...order, body: { multiChannel: { template: "Hi" } } }],
    ["another footer", { ...order, footer: { type: "text", template: "Others" } }],
    ["another header", { ...order, header: { type: "text", template: "Order" } }],
    ["fewer buttons", { ...order, buttons: order.buttons!.slice(1) }]
  ])("with %s is another one", (_, other) => {
    const of = (definition: Definition) => TemplateRequest.components(definition, "UTILITY", null)!
    const request = { name: "n", language: "en", category: "UTILITY" as const, components: of(order) }
    expect(TemplateRequest.isSame(request, { category: "UTILITY", components: of(other) })).toBe(false)
    expect(TemplateRequest.isSame(request, { category: "AUTHENTICATION", components: of(order) })).toBe(false)
  })
})

describe("the parts of a template", () => {
  const link = (props: object) => ({ id: 0, name: "file", type: "link" as const, props })
  const body = (template: string, ...variables: ReadonlyArray<ReturnType<typeof variable>>): Definition => ({
    body: { whatsapp: { template, variables } }
  })
  const componentsOf = (definition: Definition) => TemplateRequest.components(definition, "UTILITY", null)

  it("have the sample of a variable, its address, or its name as an example", () => {
    const samples = [{ sample: "s", shortUrl: "u", url: "l" }, { sample: "", shortUrl: "u", url: "l" }, {
      url: "l"
    }, { sample: "" }]
    const told = samples.map((props) =>
      componentsOf({ body: { multiChannel: { template: "{{0:link}}", variables: [link(props)] } } })
    )
    expect(told).toStrictEqual(
      ["s", "u", "l", "file"].map((sample) => [{ type: "BODY", text: "{{1}}", example: { body_text: [[sample]] } }])
    )
  })

  it("are those that are there: a place that names nothing stays, and no example is given without one", () => {
    const given = { ...body("Hi {{nobody}}"), header: { type: "text" as const, template: "News" } }
    expect(componentsOf(given)).toStrictEqual([
      { type: "HEADER", format: "TEXT", text: "News" },
      { type: "BODY", text: "Hi {{nobody}}" }
    ])
    expect(componentsOf({ ...body("Hi"), buttons: [] })).toStrictEqual([{ type: "BODY", text: "Hi" }])
    const both = { body: { whatsapp: { template: "own" }, multiChannel: { template: "shared" } } }
    expect(componentsOf(both)).toStrictEqual([{ type: "BODY", text: "shared" }])
  })

  it("are buttons with what each of them needs", () => {
    const buttons: Definition["buttons"] = [
      { id: 1, type: "URL", props: { text: "Shop", urlType: "static", url: "https://shop.example" } },
      { id: 2, type: "PHONE_NUMBER", props: { text: "Call", countryCode: "+1", phoneNumber: "(201) 555-0123" } },
      { id: 3, type: "PHONE_NUMBER", props: { text: "Call", phoneNumber: "+1 201" } },
      { id: 4, type: "PHONE_NUMBER", props: { text: "Call", countryCode: "+1" } },
      { id: 5, type: "COPY_CODE", props: { text: "Copy" } },
      { id: 6, type: "VOICE_CALL", props: { text: "Ring" } },
      { id: 7, type: "URL", props: { text: "None", urlType: "static" } }
    ]
    expect(componentsOf({ ...body("Hi"), buttons })?.at(-1)).toStrictEqual({
      type: "BUTTONS",
      buttons: [
        { type: "URL", text: "Shop", url: "https://shop.example" },
        { type: "PHONE_NUMBER", text: "Call", phone_number: "12015550123" },
        { type: "PHONE_NUMBER", text: "Call", phone_number: "1201" },
        { type: "PHONE_NUMBER", text: "Call", phone_number: "1" },
        { type: "COPY_CODE", example: "" },
        { type: "VOICE_CALL", text: "Ring" },
        { type: "URL", text: "None", url: "" }
      ]
    })
  })

  it("are a file whose address has the sample in each of its places, and no file of a text", () => {
    const address = (template: string) =>
      TemplateRequest.mediaOf({
        ...body("Hi"),
        header: {
          type: "video",
          template,
          variables: [variable(0, "a", "one"), variable(1, "b", "two")] as never
        }
      })
    expect(address("https://f.example/{{b}}/{{a}}/{{b}}/{{none}}"))
      .toStrictEqual({ type: "video", url: "https://f.example/two/one/two/{{none}}" })
    expect(TemplateRequest.mediaOf(body("Hi"))).toBeNull()
    expect(TemplateRequest.mediaOf({ ...body("Hi"), header: { type: "text", template: "News" } })).toBeNull()
    const header = { type: "video" as const, template: "https://f.example/1" }
    expect(componentsOf({ ...body("Hi"), header })?.[0]).toStrictEqual({ type: "HEADER", format: "VIDEO" })
  })

  it("of codes take the code by a tap only where the button says so, and have no words but its own", () => {
    const tap = (props: NonNullable<Definition["buttons"]>[number]["props"]) => {
      const given: Definition = { ...body("Hi"), buttons: [{ id: 1, type: "COPY_CODE", props }] }
      return TemplateRequest.components(given, "AUTHENTICATION", null)?.at(-1)?.["buttons"]
    }
    expect(tap({ text: "Copy", otpType: "COPY_CODE", autofillText: "Fill", packageName: "p", signatureHash: "s" }))
      .toStrictEqual([{ type: "OTP", otp_type: "COPY_CODE", text: "Copy" }])
    expect(tap({ text: "Copy", otpType: "ONE_TAP" })).toStrictEqual([{
      type: "OTP",
      otp_type: "ONE_TAP",
      text: "Copy",
      autofill_text: undefined,
      package_name: undefined,
      signature_hash: undefined
    }])
  })
})

describe("a template that Meta has", () => {
  const button = { type: "PHONE_NUMBER", text: "Call", phone_number: "12015550123", url: "https://a.example" }
  const header: Component = { type: "HEADER", format: "TEXT", text: "News" }
  const buttons: Component = { type: "BUTTONS", buttons: [button, {}] }
  const wanted = { name: "n", language: "en", category: "UTILITY" as const, components: [header, buttons] }
  const isSame = (components: ReadonlyArray<Component>, category = "UTILITY") =>
    TemplateRequest.isSame(wanted, { category, components })

  it("is the same however it is spelt, and in whatever order its parts stand", () => {
    const spelt = { ...button, type: "phone_number", text: "Call ", phone_number: "+1 201-555-0123", index: 7 }
    const other = [
      { ...buttons, type: " buttons", buttons: [spelt, { text: 7 }] },
      { ...header, type: "header ", format: "text", text: " News", example: { header_text: ["x"] } }
    ]
    expect(isSame(other)).toBe(true)
    expect(isSame(wanted.components, "MARKETING")).toBe(true)
  })

  it.each<[string, Component]>([
    ["another type", { ...header, type: "FOOTER" }],
    ["another format", { ...header, format: "IMAGE" }],
    ["another text", { ...header, text: "Old" }],
    ["a button of another type", { ...buttons, buttons: [{ ...button, type: "URL" }, {}] }],
    ["a button of another text", { ...buttons, buttons: [{ ...button, text: "Ring" }, {}] }],
    ["a button of another address", { ...buttons, buttons: [{ ...button, url: "https://b.example" }, {}] }],
    ["a button of another number", { ...buttons, buttons: [{ ...button, phone_number: "12015550124" }, {}] }],
    ["its buttons in another order", { ...buttons, buttons: [{}, button] }],
    ["no buttons", { ...buttons, buttons: undefined }],
    ["fewer buttons", { ...buttons, buttons: [button] }]
  ])("is another one with %s", (_, other) => {
    expect(isSame(wanted.components.map((each) => "buttons" in each === "buttons" in other ? other : each))).toBe(false)
  })

  it("that Meta words itself is the same by its category alone", () => {
    const codes = { ...wanted, category: "AUTHENTICATION" as const }
    expect([
      TemplateRequest.isSame(codes, { category: "AUTHENTICATION", components: [] }),
      TemplateRequest.isSame(codes, { category: "UTILITY", components: wanted.components }),
      TemplateRequest.isSame(wanted, { category: "AUTHENTICATION", components: wanted.components }),
      TemplateRequest.isSame({ ...wanted, components: [] }, { category: "UTILITY" })
    ]).toEqual([true, false, false, true])
  })
})

describe("reasons", () => {
  it.each([
    ["SCAM", [], "Meta takes the content for a scam (SCAM)"],
    ["NONE", [], "Meta gives no reason"],
    [null, [], "Meta gives no reason"],
    ["toString", [], "toString"],
    [
      "INVALID_FORMAT",
      ["a dangling place", undefined, "number it"],
      "Meta finds the format wrong (INVALID_FORMAT): a dangling place: number it"
    ]
  ])("%s", (reason, more, words) => {
    expect(TemplateStatus.reasonOf(reason, more)).toBe(words)
  })
})
