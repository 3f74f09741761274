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
