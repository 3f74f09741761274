/** Messages as the platform takes them. */
import type { Category } from "@signalbox/core/Category"
import type { TemplateId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { Button, Rendered } from "@signalbox/core/Rendered"
import * as Renderings from "@signalbox/core/Rendered"
import * as Content from "@signalbox/rcs/Content"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"

const rendered = (parts: Partial<Rendered> = {}): Rendered => ({ ...Renderings.fromText("On its way."), ...parts })

const button = (type: string, value: string, text: string | null = null): Button => ({
  type,
  value,
  text,
  postbackData: type === "QUICK_REPLY" ? text : null
})

const buttons = [
  button("QUICK_REPLY", "Yes", "Yes"),
  button("URL", "https://acme.example/track", "Track it"),
  button("PHONE_NUMBER", "+1 201 555 0100", "Call us"),
  button("PHONE_NUMBER", "555", "Call nobody"),
  button("COPY_CODE", "1234", "Copy"),
  button("VOICE_CALL", "5", "Call")
]

const suggestions = [
  { reply: { text: "Yes", postbackData: "Yes" } },
  {
    action: {
      text: "Track it",
      postbackData: "https://acme.example/track",
      openUrlAction: { url: "https://acme.example/track" }
    }
  },
  { action: { text: "Call us", postbackData: "+1 201 555 0100", dialAction: { phoneNumber: "+12015550100" } } }
]

const picture = { type: "image", url: "https://acme.example/parcel.png" }

describe("Content", () => {
  it("is a text with suggestions; buttons that RCS does not have are left out", () => {
    expect(Content.of(rendered(), null)).toEqual({ text: "On its way." })
    expect(Content.of(rendered({ buttons }), null)).toEqual({ text: "On its way.", suggestions })
  })

  it("is a rich card where there is a picture or a video", () => {
    const card = rendered({ buttons, headerMedia: picture, footer: "Acme", plain: "On its way.\nAcme" })
    expect(Content.of(card, null)).toEqual({
      richCard: {
        standaloneCard: {
          cardOrientation: "VERTICAL",
          cardContent: {
            description: "On its way.\nAcme",
            media: { height: "MEDIUM", contentInfo: { fileUrl: picture.url } },
            suggestions
          }
        }
      }
    })
  })

  it("tells in words what a card cannot show", () => {
    const long = "x".repeat(2001)
    const told = [
      Content.of(rendered({ headerMedia: { type: "document", url: "https://acme.example/a.pdf" } }), null),
      Content.of(rendered({ headerMedia: picture, content: long, plain: long }), null),
      Content.of(rendered({ headerMedia: picture }), new Set(["ACTION_DIAL"]))
    ]
    expect(told.map(({ text }) => text)).toEqual([
      "On its way.\nhttps://acme.example/a.pdf",
      `${long}\n${picture.url}`,
      `On its way.\n${picture.url}`
    ])
  })

  it("has only the suggestions that the device can follow", () => {
    expect(Content.of(rendered({ buttons }), new Set(["ACTION_DIAL"])).suggestions).toEqual([
      suggestions[0],
      suggestions[2]
    ])
  })

  it("is a file where there is nothing else", () => {
    expect(Content.of(rendered({ content: "", plain: "", media: ["https://acme.example/a.mp4"] }), null)).toEqual({
      contentInfo: { fileUrl: "https://acme.example/a.mp4" }
    })
  })

  it("has labels and postbacks as long as the platform takes them, by what each button has", () => {
    const suggestions = [
      button("QUICK_REPLY", "v".repeat(2049)),
      { ...button("QUICK_REPLY", "value", "l".repeat(26)), postbackData: "back" },
      button("URL", "https://acme.example")
    ]
    expect(Content.of(rendered({ buttons: suggestions }), new Set(["ACTION_OPEN_URL"])).suggestions).toEqual([
      { reply: { text: "v".repeat(25), postbackData: "v".repeat(2048) } },
      { reply: { text: "l".repeat(25), postbackData: "back" } },
      {
        action: {
          text: "https://acme.example",
          postbackData: "https://acme.example",
          openUrlAction: { url: "https://acme.example" }
        }
      }
    ])
    expect(Content.of(rendered({ buttons: suggestions.slice(2) }), new Set())).toEqual({ text: "On its way." })
  })

  it("has four suggestions in its card, and the others below, up to eleven", () => {
    const many = Array.from({ length: 13 }, (_, index) => button("QUICK_REPLY", `${index}`))
    const labels = (all: ReadonlyArray<Content.Suggestion> = []) => all.map(({ reply }) => reply?.text).join(" ")
    const card = Content.of(rendered({ buttons: many, headerMedia: { ...picture, type: "video" } }), null)
    expect([labels(card.richCard?.standaloneCard.cardContent.suggestions), labels(card.suggestions)])
      .toEqual(["0 1 2 3", "4 5 6 7 8 9 10"])
    expect(labels(Content.of(rendered({ buttons: many }), null).suggestions)).toBe("0 1 2 3 4 5 6 7 8 9 10")
  })

  it("has a description of 2,000 characters with its footer, or none", () => {
    const of = (content: string, footer: string | null) => {
      const made = Content.of(
        rendered({ headerMedia: picture, content, footer, plain: content }),
        new Set(["RICHCARD_STANDALONE"])
      )
      return made.richCard === undefined ? made : made.richCard.standaloneCard.cardContent
    }
    const media = { height: "MEDIUM", contentInfo: { fileUrl: picture.url } }
    expect(of("x".repeat(1995), "Acme")).toEqual({ description: `${"x".repeat(1995)}\nAcme`, media })
    expect(of("x".repeat(1996), "Acme")).toEqual({ text: `${"x".repeat(1996)}\n${picture.url}` })
    expect([of("", null), of("", "Acme")]).toEqual([{ media }, { description: "Acme", media }])
  })

  it("has its file with suggestions, and its text with the file's address once", () => {
    const quick = [button("QUICK_REPLY", "Yes")]
    const [yes] = [{ reply: { text: "Yes", postbackData: "Yes" } }]
    const media = ["https://acme.example/a.mp4", "https://acme.example/b.mp4"]
    expect(Content.of(rendered({ plain: "", media, buttons: quick }), null))
      .toEqual({ contentInfo: { fileUrl: media[0] }, suggestions: [yes] })
    expect(Content.of(rendered({ media }), null)).toEqual({ text: "On its way." })
    const document = { type: "document", url: "https://acme.example/a.pdf" }
    const plain = `See ${document.url}`
    expect(Content.of(rendered({ plain, headerMedia: document, buttons: quick }), null))
      .toEqual({ text: plain, suggestions: [yes] })
    expect(Content.of(rendered({ plain: "", headerMedia: document }), null)).toEqual({ text: document.url })
  })

  const text = fc.string({ maxLength: 3000, unit: "grapheme" })

  prop(
    "stays within the bounds of the platform",
    fc.array(fc.record({ type: fc.constantFrom("QUICK_REPLY", "URL"), value: text, text, postbackData: text }), {
      maxLength: 20,
      size: "max"
    }),
    fc.boolean(),
    text,
    (buttons, hasPicture, content) => {
      const made = Content.of(
        rendered({ buttons, content, plain: content, headerMedia: hasPicture ? picture : null }),
        null
      )
      const card = made.richCard?.standaloneCard.cardContent
      const all = [...(card?.suggestions ?? []), ...(made.suggestions ?? [])]
      expect(card?.suggestions?.length ?? 0).toBeLessThanOrEqual(4)
      expect([...(card?.description ?? "")].length).toBeLessThanOrEqual(2000)
      expect(all.length).toBe(Math.min(buttons.length, 11))
      for (const { action, reply } of all) {
        const { postbackData, text } = (action ?? reply)!
        expect([...text].length).toBeLessThanOrEqual(25)
        expect([...postbackData].length).toBeLessThanOrEqual(2048)
      }
    }
  )

  it.each([
    [-5, "1s"],
    [1500, "1s"],
    [90_000, "90s"],
    [60 * Instant.day, `${15 * 86_400}s`]
  ])("expires after what is left of %i ms", (millis, ttl) => {
    const now = Instant.make(1000)
    const submission = Bench.message(1, { expiresAt: Instant.plus(now, millis) })
    expect(Content.message(submission, null, false, now)).toEqual({ contentMessage: { text: "Message 1" }, ttl })
  })

  it.each([
    ["MARKETING", "PROMOTION"],
    ["UTILITY", "TRANSACTION"],
    ["AUTHENTICATION", "AUTHENTICATION"],
    [null, "SERVICEREQUEST"]
  ])("says what kind of traffic a message of %s is, where that is wanted", (category, type) => {
    const template = category === null ? null : {
      id: "t" as TemplateId,
      name: "order",
      revision: 1,
      language: "en",
      category: category as Category,
      header: [],
      body: [],
      buttons: []
    }
    const made = Content.message(Bench.message(1, { template }), null, true, Instant.make(0))
    expect(made.messageTrafficType).toBe(type)
  })
})
