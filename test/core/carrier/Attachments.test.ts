/**
 * Attachments that are too large for MMS: not handed over, sent as a link by SMS where that costs nothing more, the end
 * where only MMS was asked for (specification "Limits").
 */
import { Accounts } from "@signalbox/core/Account"
import type { Channel } from "@signalbox/core/Channel"
import { make as commit, put } from "@signalbox/core/Commit"
import type { Definition } from "@signalbox/core/Definition"
import { plus } from "@signalbox/core/Instant"
import * as Attachments from "@signalbox/core/internal/carrier/Attachments"
import type { RoutingRule } from "@signalbox/core/internal/row/RoutingRule"
import * as Segment from "@signalbox/core/Segment"
import { Store } from "@signalbox/core/Store"
import { revisionOf, TemplateRevisions, Templates } from "@signalbox/core/Template"
import { prop, propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const limit = 614_400
const url = "https://example.com/cat.jpg"

const rule = (channel: Channel, priority: number): RoutingRule => ({
  channel,
  carrier: null,
  action: "ALLOW",
  fallback: true,
  country: null,
  priority
})

interface Asked {
  readonly text?: string
  readonly size?: number | null
  readonly channel?: "mms" | "sms" | "auto_detect"
  readonly recipients?: number
}

/** A picture, by MMS first and by SMS if that cannot be. */
const sent = async ({ channel = "auto_detect", recipients = 1, size = null, text = "Look" }: Asked) => {
  const events: Array<string> = []
  const carriers = (["mms-a", "mms-b", "sms-a"] as const).map((id) => {
    const on: Channel = id === "sms-a" ? "sms" : "mms"
    return Scene.carrier(id, [on], () => {
      events.push(id)
      return { _tag: "Accepted", references: [] }
    })
  })
  const media = {
    size: (asked: string) =>
      Effect.sync(() => {
        events.push(asked)
        return size
      })
  }
  const messages = await Bench.run(
    Bench.layer({ carriers: carriers.map(({ carrier }) => carrier), media }),
    Effect.gen(function*() {
      yield* Scene.seed(1_000_000)
      const store = yield* Store
      const definition: Definition = {
        body: { multiChannel: { template: text }, mms: { template: text, media: [{ url }] } }
      }
      const account = {
        ...Scene.account,
        channels: ["sms", "mms"] as const,
        allowMms: true,
        rules: [rule("mms", 0), rule("sms", 1)]
      }
      const template = { ...Scene.template, definition }
      yield* store.commit([commit({
        puts: [
          put(Accounts, account),
          put(Templates, template),
          put(TemplateRevisions, revisionOf(template))
        ]
      })])
      yield* Scene.ask("messages.send", {
        to: Array.from({ length: recipients }, (_, index) => Given.phone(index + 1)),
        template: { id: template.id },
        channel: [channel]
      })
      yield* Bench.idle
      return yield* Scene.messages
    })
  )
  return { messages, events, submissions: carriers.flatMap(({ asked }) => asked) }
}

describe("an attachment", () => {
  prop("of 600 KB is not over the limit, one byte more is [MMS-022]", fc.nat({ max: 2 * limit }), (bytes) => {
    expect(Attachments.isOver(bytes)).toBe(bytes > limit)
    expect([Attachments.isOver(limit), Attachments.isOver(limit + 1)]).toEqual([false, true])
  })

  it("within the limit goes out by MMS, after one look at it [MMS-022, MMS-023]", async () => {
    const { events, messages, submissions } = await sent({ size: limit })
    expect(events).toEqual([url, "mms-a"])
    expect(messages).toMatchObject([{ status: "SENT", channel: "mms" }])
    expect(submissions).toMatchObject([{ channel: "mms", rendered: { media: [url], plain: "Look" } }])
  })

  it("that does not say its size blocks nothing [MMS-024]", async () => {
    const { messages } = await sent({ size: null })
    expect(messages).toMatchObject([{ status: "SENT", channel: "mms" }])
  })

  it.each<[string, () => Effect.Effect<never>]>([
    ["dies", () => Effect.die("a bug of the probe")],
    ["throws", () => {
      throw new TypeError("a bug of the probe")
    }]
  ])("blocks nothing when the look at it %s [MMS-024]", async (_, size) => {
    const areTooLarge = await Effect.runPromise(Attachments.make({ size }))
    expect(await Effect.runPromise(areTooLarge({ urls: [url], queuedAt: Given.now, organization: Given.accountId(1) })))
      .toBe(false)
  })

  it("is looked at again for the next send", async () => {
    const sizes = [limit + 1, limit]
    const areTooLarge = await Effect.runPromise(Attachments.make({ size: () => Effect.sync(() => sizes.shift()!) }))
    const looks = [Given.now, Given.now, plus(Given.now, 1)].map((queuedAt) =>
      areTooLarge({ urls: [url], queuedAt, organization: Given.accountId(1) })
    )
    expect(await Effect.runPromise(Effect.all(looks))).toEqual([true, true, false])
  })

  it("over the limit makes an auto-detect send go out by SMS, and no carrier of MMS is asked [MMS-022, MMS-023, MMS-025]", async () => {
    const { events, messages } = await sent({ size: limit + 1 })
    expect(events).toEqual([url, "sms-a"])
    const [message] = messages
    expect(message).toMatchObject({ status: "SENT", channel: "sms", code: null })
    expect(message?.attempts.map(({ channel, charge, failure }) => [channel, charge, failure])).toEqual([
      ["mms", "returned", "content_not_acceptable"],
      ["sms", "taken", null]
    ])
    // What comes of it is told to whoever asks why.
    expect(message?.history.flatMap(({ leftOut = [] }) => leftOut)).toMatchObject([
      { channel: "mms", carrier: "mms-a", reason: "not_acceptable_on_mms" },
      { channel: "mms", carrier: "mms-b", reason: "not_acceptable_on_mms" }
    ])
  })

  it("over the limit ends a send that is pinned to MMS, whoever else carries MMS [MMS-028]", async () => {
    const { events, messages } = await sent({ size: limit + 1, channel: "mms" })
    expect(events).toEqual([url])
    expect(messages).toMatchObject([{ status: "FAILED", code: "DELIVERY_016", price: null }])
    expect(messages[0]?.attempts).toHaveLength(1)
  })

  it("is looked at a single time for all who get it together, on MMS only [MMS-023]", async () => {
    const { events, messages } = await sent({ size: limit, recipients: 40 })
    expect(events.filter((event) => event === url)).toHaveLength(1)
    expect(messages.map(({ status }) => status)).toEqual(Array(40).fill("SENT"))
    const texts = await sent({ size: limit, channel: "sms" })
    expect(texts.events).toEqual(["sms-a"])
  })

  propWith({ runs: 60 })(
    "goes along as a link where that takes no further segment, and not where it would [MMS-026, MMS-027]",
    fc.oneof(
      fc.integer({ min: 1, max: 500 }).map((length) => "a".repeat(length)),
      fc.integer({ min: 1, max: 200 }).map((length) => "ж".repeat(length)),
      // With the link it is exactly as long as a segment, or one longer.
      fc.constantFrom(159 - url.length, 160 - url.length).map((length) => "a".repeat(length))
    ),
    async (text) => {
      const { messages, submissions } = await sent({ text, size: limit + 1 })
      const [withLink, without] = [Segment.count(`${text} ${url}`).count, Segment.count(text).count]
      const wanted = withLink === without ? `${text} ${url}` : text
      expect(submissions).toMatchObject([{ channel: "sms", rendered: { plain: wanted, content: wanted, media: [] } }])
      expect(messages[0]?.attempts.at(-1)?.segments).toBe(without)
    }
  )
})
