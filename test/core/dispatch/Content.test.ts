/** A message says on a channel its template or its own text, and on MMS also what the send attaches (decisions 5.2). */
import type { Channel } from "@signalbox/core/Channel"
import { Channel as Channels } from "@signalbox/core/Channel"
import { VerificationId } from "@signalbox/core/Id"
import type { Button } from "@signalbox/core/internal/definition/Rendered"
import { fromText } from "@signalbox/core/internal/definition/Rendered"
import * as Content from "@signalbox/core/internal/dispatch/Content"
import type { Attempt } from "@signalbox/core/internal/row/Attempt"
import type { Message } from "@signalbox/core/Message"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const definition = {
  body: {
    multiChannel: Given.definition("Your order {{0:variable}}.", "order").body.multiChannel!,
    mms: { template: "Look", subject: "Hello", media: [{ url: "https://example.com/own.png" }] }
  }
}

const on = (channel: Channel, parts: Partial<Message>) =>
  Content.of(Given.message(parts), definition, "en_US").on(channel)!

const attached = ["https://example.com/one.png", "https://example.com/two.png"]
const adorned = { subject: "s".repeat(81), mediaUrls: attached }
const freeForm = { template: null, text: "Hello there" }

describe("a message", () => {
  it("of a template says what that says, with its own media and subject on MMS", () => {
    expect(on("sms", {})).toMatchObject({ plain: "Your order A-1.", media: [], subject: null })
    expect(on("mms", {})).toMatchObject({
      plain: "Look",
      media: ["https://example.com/own.png"],
      subject: "Hello"
    })
  })

  it.each([["a template", {}], ["its own text", freeForm]])(
    "of %s shows on MMS one file of the send and 80 characters of its subject, and nothing of these elsewhere",
    (_, parts) => {
      expect(on("mms", { ...parts, ...adorned })).toMatchObject({ media: [attached[0]], subject: "s".repeat(80) })
      for (const channel of Channels.literals.filter((each) => each !== "mms")) {
        expect(on(channel, { ...parts, ...adorned })).toEqual(on(channel, parts))
        expect(on(channel, parts)).toMatchObject({ media: [], subject: null })
      }
    }
  )

  it("of its own text says that on every channel, and misses no value", () => {
    const content = Content.of(Given.message(freeForm), null, "en")
    const all = ["sms", "whatsapp", "rcs", "mms"] as const
    expect(content.channels).toEqual(all)
    for (const channel of all) expect(content.on(channel)).toMatchObject({ plain: "Hello there" })
    expect(content.unusable(all)).toEqual([])
  })

  it("whose template is gone says nothing", () => {
    expect(Content.of(Given.message(), null, "en").channels).toEqual([])
  })

  const refused = (parts: Partial<Attempt> = {}): Partial<Message> => ({
    attempts: [Given.attempt({ channel: "mms", report: "FAILED", failure: "content_not_acceptable", ...parts })]
  })
  const url = attached[0]!

  it("that was too much for MMS says on SMS where its file is, where that costs no other segment", () => {
    const plain = (parts: Partial<Message>, channel: Channel = "sms") => on(channel, parts).plain
    expect(plain({ ...refused(), mediaUrls: [url] })).toBe(`Your order A-1. ${url}`)
    expect(on("sms", { ...refused(), mediaUrls: [url] }).content).toBe(`Your order A-1. ${url}`)
    // Its template has a file of its own.
    expect(plain(refused())).toBe("Your order A-1. https://example.com/own.png")
    const text = (length: number) => ({ ...freeForm, text: "x".repeat(length), mediaUrls: [url] })
    const room = 160 - 1 - url.length
    expect(plain({ ...refused(), ...text(room) })).toBe(`${"x".repeat(room)} ${url}`)
    expect(plain({ ...refused(), ...text(room + 1) })).toBe("x".repeat(room + 1))
    for (
      const parts of [refused({ send: 2 }), refused({ channel: "rcs" }), refused({ failure: "sender_refused" }), {}]
    ) {
      expect(plain({ ...parts, mediaUrls: [url] })).toBe("Your order A-1.")
    }
    expect(plain({ ...refused(), ...freeForm })).toBe("Hello there")
    for (const channel of ["whatsapp", "rcs"] as const) {
      expect(plain({ ...refused(), mediaUrls: [url] }, channel)).toBe("Your order A-1.")
    }
    expect(plain({ ...refused(), mediaUrls: [url] }, "mms")).toBe("Look")
  })

  it("with typographic characters says on SMS their plain forms, if that is wanted, and elsewhere itself", () => {
    const content = (isEncoded: boolean, parts: Partial<Message> = {}) =>
      Content.of(Given.message({ template: null, text: "It\u2019s here", ...parts }), null, "en", isEncoded)
    const encoded = content(true)
    expect(Channels.literals.map((channel) => encoded.on(channel)?.content)).toEqual(
      Channels.literals.map((channel) => channel === "sms" ? "It's here" : "It\u2019s here")
    )
    expect(encoded.on("sms")).toEqual({ ...fromText("It's here") })
    expect(encoded.replacements()).toEqual([{ character: "\u2019", plain: "'", times: 1 }])
    expect([content(false).on("sms")?.content, content(false).replacements()]).toEqual(["It\u2019s here", []])
    // What is replaced is known before the link is added, which the plain text has room for.
    expect(content(true, { ...refused(), mediaUrls: [url] }).on("sms")?.plain).toBe(`It's here ${url}`)
    const named = Given.message({ template: { ...Given.message().template!, parameters: { order: "\u2014" } } })
    expect(Content.of(named, definition, "en_US", true).replacements()).toEqual([
      { character: "\u2014", plain: "-", times: 1 }
    ])
    expect(Content.of(Given.message(), null, "en", true).replacements()).toEqual([])
  })

  it("on RCS has the chip with which one opts out, once, behind those of its template", () => {
    const stop: Button = { type: "QUICK_REPLY", value: "STOP", text: "STOP", postbackData: "STOP" }
    const withButtons = (buttons: ReadonlyArray<Button> | null) =>
      Content.withStopChip({ ...fromText("Hello"), buttons }).buttons
    const others: ReadonlyArray<Button> = [
      { ...stop, value: "YES" },
      { ...stop, type: "URL" },
      { ...stop, type: "PHONE_NUMBER", value: "YES" }
    ]
    expect(withButtons(null)).toEqual([stop])
    for (const other of others) expect(withButtons([other])).toEqual([other, stop])
    const own = { ...stop, text: "Leave me alone", postbackData: null }
    expect(withButtons([...others, own])).toEqual([...others, own])
    expect(Channels.literals.map((channel) => on(channel, freeForm).buttons)).toEqual(
      Channels.literals.map((channel) => channel === "rcs" ? [stop] : null)
    )
  })

  it("names the variables without a value on a channel, and those whose value must not be sent", () => {
    const made = {
      body: {
        multiChannel: Given.definition("{{0:variable}} {{1:variable}}", "order", "city").body.multiChannel!,
        mms: { template: "Look" }
      }
    }
    const unusable = (
      parameters: Readonly<Record<string, string>>,
      channels: ReadonlyArray<Channel>,
      parts: Partial<Message> = {}
    ) =>
      Content.of(
        Given.message({ template: { ...Given.message().template!, parameters }, ...parts }),
        made,
        "en_US"
      ).unusable(channels)
    expect(unusable({ order: "A", city: "B" }, ["sms", "mms"])).toEqual([])
    expect(unusable({ order: "A" }, ["sms"])).toEqual(["city"])
    expect(unusable({}, ["mms"])).toEqual([])
    expect(unusable({}, ["mms", "rcs"])).toEqual(["order", "city"])
    expect(unusable({ order: "two\nlines", city: "B" }, ["sms"])).toEqual(["order"])
    expect(unusable({ order: "two\nlines" }, ["sms"])).toEqual(["city", "order"])
    // Neither value is too long by itself, and with the space between them they are 4096 characters, or one more.
    expect(unusable({ order: "x".repeat(3072), city: "y".repeat(1023) }, ["sms"])).toEqual([])
    expect(unusable({ order: "x".repeat(3072), city: "y".repeat(1024) }, ["sms"])).toEqual(["all together"])
    const verification = { id: VerificationId.make("00000000-0000-7000-8000-0000000000f1") }
    expect(unusable({ order: "two\nlines" }, ["sms"], { verification })).toEqual(["city"])
  })
})
