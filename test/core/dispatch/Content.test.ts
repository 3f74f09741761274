/** A message says on a channel its template or its own text, and on MMS also what the send attaches (decisions 5.2). */
import type { Channel } from "@signalbox/core/Channel"
import { Channel as Channels } from "@signalbox/core/Channel"
import * as Content from "@signalbox/core/internal/dispatch/Content"
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
})
