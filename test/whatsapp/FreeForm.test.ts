/**
 * Messages without a template at the bounds that Meta publishes, and what is read of those that come in.
 */
import type { Button, Rendered } from "@signalbox/core/Rendered"
import * as Rendereds from "@signalbox/core/Rendered"
import * as FreeForm from "@signalbox/whatsapp/FreeForm"
import * as InboundContent from "@signalbox/whatsapp/InboundContent"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"

const quick = (text: string | null, value = "v", postbackData: string | null = null): Button => ({
  type: "QUICK_REPLY",
  value,
  text,
  postbackData
})

const of = (parts: Partial<Rendered>): object =>
  Result.getOrElse(FreeForm.of({ ...Rendereds.fromText("Hello"), ...parts }, false), ({ words }) => ({ words }))

const isTaken = (parts: Partial<Rendered>): boolean => !("words" in of(parts))

const many = (count: number, text = "a"): ReadonlyArray<Button> => Array.from({ length: count }, () => quick(text))

/** A character of two UTF-16 units counts once. */
const text = (length: number): string => "\u{1f600}".repeat(length)

describe("a message in free form", () => {
  const url = "https://a.example/1"
  const link = (title: string): Button => ({ type: "URL", value: url, text: title, postbackData: null })

  it.each<[string, number, (text: string) => Partial<Rendered>]>([
    ["text", 4096, (plain) => ({ plain })],
    ["caption", 1024, (plain) => ({ plain, headerMedia: { type: "image", url } })],
    ["body", 1024, (content) => ({ content, buttons: many(1) })],
    ["footer", 60, (footer) => ({ footer, buttons: many(1) })],
    ["header", 60, (header) => ({ header, buttons: many(1) })],
    ["title", 20, (title) => ({ buttons: [quick("a"), quick(title), quick("b")] })],
    ["title", 20, (title) => ({ buttons: [link(title)] })],
    ["row", 24, (title) => ({ buttons: [...many(3), quick(title)] })]
  ])("has a %s of at most %i characters", (name, most, parts) => {
    expect(isTaken(parts(text(most)))).toBe(true)
    expect(of(parts(text(most + 1)))).toEqual({ words: `the ${name} has more than ${most} characters` })
  })

  it("has up to ten replies, and more than three as a list with a button of no language", () => {
    expect(of({ buttons: many(10) })).toMatchObject({ interactive: { type: "list", action: { button: "\u2630" } } })
    expect(of({ buttons: many(11) })).toEqual({ words: "there are more than 10 buttons" })
    expect([3, 4].map((count) => JSON.stringify(of({ buttons: many(count) })).includes("\"list\""))).toEqual([
      false,
      true
    ])
  })

  it("has replies whose ids differ, and bring back as much as fits", () => {
    const reply = (buttons: ReadonlyArray<Button>) => JSON.stringify(of({ buttons }))
    expect(reply([quick(null, "value"), quick("T", "value", "back ")])).toContain(
      JSON.stringify({
        buttons: [
          { type: "reply", reply: { id: "0:value", title: "value" } },
          { type: "reply", reply: { id: "1:back", title: "T" } }
        ]
      })
    )
    expect(reply([quick("T", "x".repeat(91))])).toContain(`"0:${"x".repeat(90)}"`)
  })

  it("has one URL, and no other button beside it", () => {
    const alone = "only quick replies, or one URL, can be sent without a template"
    expect(isTaken({ buttons: [{ ...link(""), text: null, value: "https://a.ex" }] })).toBe(true)
    expect(
      [[link("a"), link("b")], [quick("a"), link("b")], [{ ...link("a"), type: "PHONE_NUMBER" }]].map((buttons) =>
        of({ buttons })
      )
    )
      .toEqual([{ words: alone }, { words: alone }, { words: alone }])
  })

  it("has a header that can be seen, with or without buttons", () => {
    const headed = (type: string, buttons: ReadonlyArray<Button> | null) => of({ headerMedia: { type, url }, buttons })
    for (const type of ["image", "video", "document"]) {
      expect(headed(type, many(1))).toMatchObject({ interactive: { header: { type, [type]: { link: url } } } })
    }
    const words = (type: string) => ({ words: `a header of the type ${type} cannot be sent` })
    expect([headed("audio", many(1)), headed("sticker", many(1)), headed("sticker", null)])
      .toEqual([words("audio"), words("sticker"), words("sticker")])
    expect(of({ headerMedia: { type: "image", url }, plain: "", buttons: [] })).toEqual({
      type: "image",
      image: { link: url }
    })
    expect(of({ buttons: [] })).toEqual({ type: "text", text: { body: "Hello" } })
  })
})

describe("a message that came in", () => {
  const read = (type: string, fields: object) =>
    InboundContent.of({ id: "wamid.1", from: "1", type, ...fields }, "https://graph.example/v1")

  it("has the words of its type, or none", () => {
    const place = { latitude: 1.5, longitude: -2 }
    const words: ReadonlyArray<readonly [string, object, string | null]> = [
      ["text", {}, null],
      ["button", {}, null],
      ["button", { button: { text: "T", payload: "P" } }, "T"],
      ["interactive", {}, null],
      ["interactive", { interactive: { nfm_reply: { body: "B" } } }, "B"],
      ["interactive", { interactive: { nfm_reply: { body: "B", response_json: "{}" } } }, "{}"],
      ["location", {}, null],
      ["location", { location: { ...place, url: "https://a.example" } }, "https://a.example\ngeo:1.5,-2"],
      ["contacts", {}, null],
      ["contacts", {
        contacts: [{ name: { formatted_name: "Ada" } }, { phones: [{ phone: "1" }, {}, { phone: "2" }] }]
      }, "Ada\n1 2"],
      ["order", {}, null],
      [
        "order",
        { order: { text: "Please", product_items: [{ product_retailer_id: "a", quantity: 3 }] } },
        "Please\n3 \u00d7 a"
      ],
      ["unheard-of", { text: { body: "Hi" } }, null]
    ]
    for (const [type, fields, text] of words) expect(read(type, fields), type).toEqual({ text, media: [] })
  })

  it("is none where Meta says something itself, or where a reaction was taken back", () => {
    const none = [["system", {}], ["request_welcome", {}], ["ephemeral", {}], ["reaction", {}], ["reaction", {
      reaction: { emoji: "" }
    }]] as const
    expect(none.map(([type, fields]) => read(type, fields))).toEqual(none.map(() => null))
    expect(read("reaction", { reaction: { emoji: "x" } })).toEqual({ text: "x", media: [] })
  })

  it("has its files with their captions, each with its address and its sum", () => {
    const sha256 = Buffer.alloc(32, 0xab).toString("base64")
    const file = (id: string) => ({
      url: `https://graph.example/v1/${id}`,
      mimeType: null,
      sizeBytes: null,
      hashSha256: null
    })
    const files = {
      image: { id: "a/b", mime_type: "image/png", sha256, caption: "one" },
      sticker: { id: "c", sha256: "AAAA" },
      document: { id: "d", caption: "two" }
    }
    expect(read("image", files)).toEqual({
      text: "one\ntwo",
      media: [{ ...file("a%2Fb"), mimeType: "image/png", hashSha256: "ab".repeat(32) }, file("d"), file("c")]
    })
  })
})
