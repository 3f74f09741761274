/**
 * Messages as requests of the Cloud API.
 */
import type { Submission, TemplateSubmission } from "@signalbox/core/Carrier"
import type { TemplateId } from "@signalbox/core/Id"
import * as Renderer from "@signalbox/core/internal/definition/Renderer"
import type { Button, Rendered } from "@signalbox/core/Rendered"
import * as Rendereds from "@signalbox/core/Rendered"
import * as CarrierContract from "@signalbox/testing/CarrierContract"
import * as WholeDefinitions from "@signalbox/testing/generate/WholeDefinitions"
import { prop } from "@signalbox/testing/Prop"
import * as CallbackData from "@signalbox/whatsapp/CallbackData"
import * as FreeForm from "@signalbox/whatsapp/FreeForm"
import * as MessageRequest from "@signalbox/whatsapp/MessageRequest"
import * as Sender from "@signalbox/whatsapp/Sender"
import * as TemplateMessage from "@signalbox/whatsapp/TemplateMessage"
import * as TemplateName from "@signalbox/whatsapp/TemplateName"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

const id = "0190f3c2-aaaa-7000-8000-00000000cafe" as TemplateId

const template: TemplateSubmission = {
  id,
  name: "Order Update",
  revision: 3,
  language: "en_US",
  category: "UTILITY",
  header: [],
  body: [],
  buttons: []
}

const rendered = (parts: Partial<Rendered> = {}): Rendered => ({ ...Rendereds.fromText("Hello"), ...parts })

const button = (type: string, value: string, text = value): Button => ({
  type,
  value,
  text,
  postbackData: type === "QUICK_REPLY" ? value : null
})

const written = { previewsLinks: false, templateNames: "own" } as const

const submission = (parts: Partial<Submission>): Submission =>
  CarrierContract.submission(7, { channel: "whatsapp", sms: null, ...parts })

describe("a message", () => {
  it("carries its ids, and its text when it has no template", () => {
    const given = submission({ rendered: rendered() })
    expect(Result.getOrThrow(MessageRequest.of(given, written))).toEqual({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: given.to,
      biz_opaque_callback_data: `${given.message}/${given.attempt}/${given.account}`,
      type: "text",
      text: { body: "Hello" }
    })
  })

  it("of a template names it, with the values of its components", () => {
    const given = submission({
      rendered: rendered({
        headerMedia: { type: "document", url: "https://files.example/bill.pdf" },
        buttons: [
          button("QUICK_REPLY", "Stop"),
          button("URL", "https://shop.example/o/42"),
          button("COPY_CODE", "SAVE10")
        ]
      }),
      template: {
        ...template,
        header: ["https://files.example/bill.pdf"],
        body: ["Ann", "42"],
        buttons: [{ index: 1, value: "42" }]
      }
    })
    expect(Result.getOrThrow(MessageRequest.of(given, written))).toMatchObject({
      type: "template",
      template: {
        name: "order_update_0190f3c2aaaa7000800000000000cafe_r3",
        language: { policy: "deterministic", code: "en_US" },
        components: [
          {
            type: "header",
            parameters: [{ type: "document", document: { link: "https://files.example/bill.pdf" } }]
          },
          { type: "body", parameters: [{ type: "text", text: "Ann" }, { type: "text", text: "42" }] },
          { type: "button", sub_type: "url", index: "1", parameters: [{ type: "text", text: "42" }] },
          {
            type: "button",
            sub_type: "copy_code",
            index: "2",
            parameters: [{ type: "coupon_code", coupon_code: "SAVE10" }]
          }
        ]
      }
    })
  })

  it("of an AUTHENTICATION template brings the code to the body and to the button", () => {
    const given = { ...template, category: "AUTHENTICATION" as const, body: ["123456"] }
    expect(TemplateMessage.of({ rendered: rendered(), template: given }, "plain")).toEqual({
      name: "order_update",
      language: { policy: "deterministic", code: "en_US" },
      components: [
        { type: "body", parameters: [{ type: "text", text: "123456" }] },
        { type: "button", sub_type: "url", index: "0", parameters: [{ type: "text", text: "123456" }] }
      ]
    })
  })

  it("of a template without values has no components", () => {
    expect(TemplateMessage.of({ rendered: rendered(), template }, "plain")).not.toHaveProperty("components")
  })

  it("of a template has a header of its text or of a file that can be seen, and a code that is everybody's", () => {
    const components = (parts: Partial<Rendered>, given: Partial<TemplateSubmission> = {}) =>
      TemplateMessage.of({ rendered: rendered(parts), template: { ...template, ...given } }, "plain").components ?? []
    const header = { type: "header", parameters: [{ type: "text", text: "Acme" }] }
    expect(components({}, { header: ["Acme"] })).toEqual([header])
    const file = (type: string) => ({ headerMedia: { type, url: "https://files.example/1" } })
    for (const type of ["image", "video", "document"]) {
      expect(components(file(type), { header: ["Acme"] }))
        .toEqual([{ type: "header", parameters: [{ type, [type]: { link: "https://files.example/1" } }] }])
    }
    expect(components(file("audio"), { header: ["Acme"] })).toEqual([])
    const shown = [button("QUICK_REPLY", "a"), button("COPY_CODE", "SAVE"), button("URL", "https://a.example")]
    expect(components({ buttons: shown }).map(({ index, sub_type: sub }) => `${index} ${sub}`)).toEqual(["1 copy_code"])
    expect(components({ buttons: null })).toEqual([])
    const code = TemplateMessage.of(
      { rendered: rendered(), template: { ...template, category: "AUTHENTICATION" } },
      "plain"
    )
    expect(code.components?.map(({ parameters }) => parameters)).toEqual([1, 2].map(() => [{ type: "text", text: "" }]))
  })

  prop(
    "of any template has a value for each place of its body, in their order",
    WholeDefinitions.whole({}),
    (definition) => {
      const compiled = Renderer.compiled(definition, "en")
      const parameters = Object.fromEntries(compiled.parameters.map((name) => [name, `value of ${name}`]))
      const shown = Renderer.render(compiled, "whatsapp", parameters)
      fc.pre(shown !== null)
      const values = Renderer.values(compiled, "whatsapp", parameters)
      const { components = [] } = TemplateMessage.of({ rendered: shown, template: { ...template, ...values } }, "own")
      const body = components.find(({ type }) => type === "body")?.parameters ?? []
      expect(body.map((each) => "text" in each ? each.text : null)).toEqual(values.body)
      const urls = components.filter((each) => each.sub_type === "url").map(({ index }) => Number(index))
      const dynamic = values.buttons.filter(({ index }) => shown.buttons?.[index]?.type === "URL")
      expect(urls).toEqual(dynamic.map(({ index }) => index))
    }
  )
})

const content = (parts: Partial<Rendered>, previewsLinks = false) =>
  Result.getOrElse(FreeForm.of(rendered(parts), previewsLinks), ({ words }) => ({ words }))

describe("free form", () => {
  it.each(["image", "video", "document"])("sends a file of the type %s with its caption", (type) => {
    expect(content({ headerMedia: { type, url: "https://files.example/1" }, plain: "Here" })).toEqual({
      type,
      [type]: { link: "https://files.example/1", caption: "Here" }
    })
  })

  it("sends a sound without a caption", () => {
    expect(content({ headerMedia: { type: "audio", url: "https://files.example/1" } })).toEqual({
      type: "audio",
      audio: { link: "https://files.example/1" }
    })
  })

  it("shows links only when it is told to", () => {
    expect(content({}, true)).toEqual({ type: "text", text: { body: "Hello", preview_url: true } })
  })

  it("has up to three replies as buttons, with a header and a footer", () => {
    expect(content({
      header: "News",
      footer: "Acme",
      buttons: [button("QUICK_REPLY", "Yes"), button("QUICK_REPLY", "No")]
    })).toEqual({
      type: "interactive",
      interactive: {
        type: "button",
        header: { type: "text", text: "News" },
        body: { text: "Hello" },
        footer: { text: "Acme" },
        action: {
          buttons: [
            { type: "reply", reply: { id: "0:Yes", title: "Yes" } },
            { type: "reply", reply: { id: "1:No", title: "No" } }
          ]
        }
      }
    })
  })

  it("has more of them as a list", () => {
    const buttons = ["a", "b", "c", "d"].map((each) => button("QUICK_REPLY", each))
    expect(content({ buttons })).toMatchObject({
      interactive: {
        type: "list",
        action: {
          sections: [{ rows: ["a", "b", "c", "d"].map((title, index) => ({ id: `${index}:${title}`, title })) }]
        }
      }
    })
  })

  it("has one URL as a button that opens it", () => {
    expect(content({ buttons: [button("URL", "https://shop.example", "Shop")] })).toMatchObject({
      interactive: {
        type: "cta_url",
        action: { name: "cta_url", parameters: { display_text: "Shop", url: "https://shop.example" } }
      }
    })
  })

  it.each<readonly [string, Partial<Rendered>, RegExp]>([
    ["a text beyond 4,096 characters", { plain: "x".repeat(4097) }, /text has more than 4096/],
    ["a caption beyond 1,024", { headerMedia: { type: "image", url: "u" }, plain: "x".repeat(1025) }, /caption/],
    ["a file of no known type", { headerMedia: { type: "contact", url: "u" } }, /type contact cannot/],
    ["a body beyond 1,024 with buttons", { content: "x".repeat(1025), buttons: [button("URL", "u")] }, /body/],
    ["a footer beyond 60", { footer: "x".repeat(61), buttons: [button("URL", "u")] }, /footer/],
    ["a title beyond 20", { buttons: [button("QUICK_REPLY", "x".repeat(21))] }, /title/],
    ["eleven replies", { buttons: Array.from({ length: 11 }, () => button("QUICK_REPLY", "x")) }, /more than 10/],
    ["a call beside a URL", { buttons: [button("URL", "u"), button("PHONE_NUMBER", "1")] }, /only quick replies/]
  ])("refuses %s", (_, parts, words) => {
    expect(content(parts)).toEqual({ words: expect.stringMatching(words) })
  })

  prop(
    "never quotes what it refuses, and always has the field of its type",
    fc.record({
      plain: fc.string({ maxLength: 5000 }),
      content: fc.string({ maxLength: 1200 }),
      header: fc.option(fc.string({ maxLength: 80 })),
      footer: fc.option(fc.string({ maxLength: 80 })),
      headerMedia: fc.option(fc.record({ type: fc.constantFrom("image", "audio", "else"), url: fc.webUrl() })),
      buttons: fc.option(
        fc.array(
          fc.record({
            type: fc.constantFrom("QUICK_REPLY", "URL", "VOICE_CALL"),
            value: fc.string(),
            text: fc.option(fc.string({ maxLength: 30 })),
            postbackData: fc.option(fc.string())
          }),
          { maxLength: 12 }
        )
      )
    }),
    (parts) => {
      const made = FreeForm.of(rendered(parts), false)
      if (Result.isFailure(made)) expect(made.failure.words).toMatch(/^[\w ,]{10,80}$/)
      else expect(made.success[made.success.type]).toBeTypeOf("object")
    }
  )
})

describe("the sender", () => {
  const numbers = { phoneNumberId: "1", phoneNumberIds: { "+15550783881": "2" } }

  it("is the id that Meta gives the number", () => {
    expect(Sender.idOf("+15550783881", numbers)).toBe("2")
    expect(Sender.idOf("+15550000000", numbers)).toBe("1")
    expect(Sender.idOf("106540352242922", numbers)).toBe("106540352242922")
    expect(Sender.idOf(null, numbers)).toBe("1")
    expect(Sender.idOf("toString", { ...numbers, phoneNumberId: null })).toBeNull()
  })
})

describe("names", () => {
  const named = fc.record({
    id: fc.uuid(),
    name: fc.string({ unit: "grapheme", maxLength: 600 }),
    revision: fc.integer({ min: 1, max: 999_999_999 })
  })

  prop("of our own are in Meta's characters, and tell the revision again", named, (given) => {
    const name = TemplateName.write(given, "own")
    expect(name).toMatch(/^[a-z0-9_]{1,512}$/)
    expect(TemplateName.read(name)).toEqual({ template: given.id, revision: given.revision })
  })

  prop("of others tell nothing", fc.stringMatching(/^[a-z0-9_]{0,60}$/), (name) => {
    expect(TemplateName.read(name)).toBeNull()
  })

  it("stay as they are where they are plain", () => {
    expect(TemplateName.write({ id, name: "order_update_2", revision: 9 }, "plain")).toBe("order_update_2")
    expect(TemplateName.write({ id, name: "Über uns!", revision: 9 }, "plain")).toBe("uber_uns_")
    // Meta takes 512 characters, and the id and the revision follow.
    expect(TemplateName.write({ id, name: "a".repeat(401), revision: 9 }, "plain")).toBe("a".repeat(400))
  })
})

describe("data for statuses", () => {
  const ids = fc.record({ message: fc.uuid(), attempt: fc.uuid(), account: fc.uuid() })

  prop("come back as they were, within Meta's 512 characters", ids, (given) => {
    const text = CallbackData.write(given as CallbackData.CallbackData)
    expect(text.length).toBeLessThanOrEqual(512)
    expect(CallbackData.read(text)).toEqual(given)
  })

  prop("of others are nothing", fc.anything(), (given) => {
    expect(CallbackData.read(given)).toBeNull()
  })
})
