/**
 * Long inbound messages, put together of their parts.
 */
import { Accounts } from "@signalbox/core/Account"
import { make, put } from "@signalbox/core/Commit"
import { Inbound } from "@signalbox/core/Inbound"
import type { InboundMessage } from "@signalbox/core/Inbound"
import { plus } from "@signalbox/core/Instant"
import * as Assembly from "@signalbox/core/internal/inbound/Assembly"
import type { InboundPart } from "@signalbox/core/internal/row/InboundParts"
import { InboundPartsRows, partsKey } from "@signalbox/core/internal/row/InboundParts"
import type { Message } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import { Store } from "@signalbox/core/Store"
import { propWith } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const minutes = 60_000

const brought = (parts: Partial<InboundMessage> = {}): InboundMessage => ({
  carrier: Given.carrierId("sms-a"),
  reference: null,
  from: Given.phone(1),
  to: { _tag: "Number", number: Given.phone(9000) },
  channel: "sms",
  text: "",
  media: [],
  ...parts
})

const part = (
  texts: ReadonlyArray<string>,
  index: number,
  { reference = `ref-${index}`, series = "7" }: { readonly reference?: string | null; readonly series?: string } = {}
): InboundMessage =>
  brought({ text: texts[index]!, reference, part: { series, index: index + 1, count: texts.length } })

const receive = (message: InboundMessage) => Effect.flatMap(Inbound, (inbound) => inbound.receive(message))

const scene = <A, E>(program: Effect.Effect<A, E, Bench.Services>) =>
  Bench.run(Bench.layer(), Effect.andThen(Scene.seed(0), program))

const contents = (messages: ReadonlyArray<Message>) => messages.map(({ rendered }) => rendered?.content)

/** The parts that are kept of a message of two, until its deadline. */
const waiting = Effect.flatMap(Store, (store) => {
  const [carrier, from, to] = [Given.carrierId("sms-a"), Given.phone(1), Given.phone(9000)]
  const key = partsKey({ account: Scene.account.id, carrier, channel: "sms", count: 2, from, to }, "7")
  return Effect.map(
    store.load(Needs.row(InboundPartsRows, key)),
    ({ rows }) => [...rows.values()].flatMap(({ row }) => row?.kind === "inbound_parts" ? row.value.parts : [])
  )
})

/** A text, cut anywhere, even through a character. */
const cut = fc.tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 60 }), fc.integer({ min: 2, max: 6 }))
  .map(([text, count]) => {
    // Texts as they can be kept: without U+0000 and the escape of GSM 03.38, and with whole characters.
    const whole = text.replaceAll("\0", "").replaceAll("\u001b", "").replace(
      /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      ""
    )
    const size = Math.max(1, Math.ceil(whole.length / count))
    return { whole, texts: Array.from({ length: count }, (_, index) => whole.slice(index * size, (index + 1) * size)) }
  })
  .filter(({ texts, whole }) => whole.length > 0 && texts.join("") === whole)

describe("parts of a long message", () => {
  propWith({ runs: 80 })(
    "make the message that was written, in whatever order and however often they come [EVT-011]",
    cut.chain(({ texts, whole }) =>
      fc.record({
        whole: fc.constant(whole),
        texts: fc.constant(texts),
        // Each part once, and some of them again, in any order.
        order: fc.array(fc.nat({ max: texts.length - 1 }), { maxLength: 4 }).chain((more) =>
          fc.shuffledSubarray([...texts.keys(), ...more], { minLength: texts.length + more.length })
        ),
        hasReferences: fc.boolean()
      })
    ),
    async ({ hasReferences, order, texts, whole }) => {
      const messages = await scene(Effect.gen(function*() {
        for (const index of order) {
          yield* receive(part(texts, index, hasReferences ? {} : { reference: null }))
        }
        return yield* Scene.messages
      }))
      expect(contents(messages)).toEqual([whole])
    }
  )

  it("that are cut behind the escape of GSM have the character that was written", () =>
    scene(Effect.gen(function*() {
      const texts = ["5 \u001b", "e \u001b", "(\u001b", "\u001bx", "y\u001b"]
      for (const index of [4, 1, 0, 3, 2]) yield* receive(part(texts, index))
      // An escape before what has no other form, or at the very end, means nothing.
      expect(contents(yield* Scene.messages)).toEqual(["5 \u20ac {\u001bxy"])
    })))

  it("that are cut behind the escape of GSM and go on in a part that never comes are mended by nothing", () =>
    scene(Effect.gen(function*() {
      const texts = ["5 \u001b", "e", "e"]
      for (const index of [0, 2]) yield* receive(part(texts, index))
      yield* Bench.travel(plus(Given.now, 5 * minutes))
      expect(contents(yield* Scene.messages)).toEqual(["5 [...]e"])
    })))

  it("that are complete are no message once more at their deadline, nor when one comes again", () =>
    scene(Effect.gen(function*() {
      const texts = ["one ", "two"]
      for (const index of [1, 0]) yield* receive(part(texts, index, { reference: null }))
      expect(yield* receive(part(texts, 1, { reference: null }))).toMatchObject({ _tag: "Repeated" })
      expect((yield* waiting).map(({ text }) => text)).toEqual(["two", "one "])
      yield* Bench.travel(plus(Given.now, 10 * minutes))
      const messages = yield* Scene.messages
      expect(contents(messages)).toEqual(["one two"])
      expect(messages[0]).not.toHaveProperty("missingParts")
      expect(yield* waiting).toEqual([])
    })))

  it("that did not all come are delivered after five minutes as far as they came, marked", () =>
    scene(Effect.gen(function*() {
      const texts = ["one ", "two ", "three ", "four"]
      for (const index of [3, 0]) expect(yield* receive(part(texts, index))).toEqual({ _tag: "Waiting" })
      yield* Bench.travel(plus(Given.now, 5 * minutes - 1))
      expect(yield* Scene.messages).toEqual([])
      yield* Bench.travel(plus(Given.now, 5 * minutes))
      const [message, ...others] = yield* Scene.messages
      expect(others).toEqual([])
      expect(message).toMatchObject({ rendered: { content: "one [...]four" }, missingParts: 2, status: "RECEIVED" })
      expect(message!.history[0]!.description).toContain("2 of its parts did not come")
      // Each of them is known again by its reference.
      for (const index of [3, 0]) {
        expect(yield* receive(part(texts, index))).toEqual({ _tag: "Repeated", message: message!.id })
      }
      expect(yield* Scene.messages).toHaveLength(1)
    })))

  it("are no keyword while others are missing [CNS-014]", () =>
    scene(Effect.gen(function*() {
      yield* receive(part(["STOP", ""], 0))
      yield* Bench.travel(plus(Given.now, 6 * minutes))
      expect((yield* Scene.contacts).map(({ optOut }) => optOut)).toEqual([false])
      expect(yield* Scene.messages).toHaveLength(1)
    })))

  it("bring their files in the order of the parts", () =>
    scene(Effect.gen(function*() {
      const file = (url: string) => ({ url, mimeType: null, sizeBytes: null, hashSha256: null })
      const [first, second] = [file("https://a.example/1"), file("https://a.example/2")]
      yield* receive({ ...part(["one ", "two"], 1), media: [second] })
      yield* receive({ ...part(["one ", "two"], 0), media: [first] })
      expect((yield* Scene.messages)[0]!.inboundMedia).toEqual([first, second])
    })))

  it("of a name that is used again are two messages, the first as far as it came", () =>
    scene(Effect.gen(function*() {
      yield* receive(part(["one ", "two"], 0, { reference: "a" }))
      yield* receive(part(["three ", "four"], 0, { reference: "b" }))
      expect(contents(yield* Scene.messages)).toEqual(["one [...]"])
      yield* receive(part(["three ", "four"], 1, { reference: "c" }))
      expect(contents(yield* Scene.messages)).toEqual(["three four", "one [...]"])
      yield* receive(part(["five ", "six"], 0, { reference: "d" }))
      yield* receive(part(["five ", "six"], 1, { reference: "e" }))
      yield* Bench.travel(plus(Given.now, 20 * minutes))
      expect(contents(yield* Scene.messages).toSorted()).toEqual(["five six", "one [...]", "three four"])
    })))

  it("of a name that is used again wait as long as any, however long those before them have waited", () =>
    scene(Effect.gen(function*() {
      yield* receive(part(["one ", "two"], 0, { reference: "a" }))
      yield* Bench.travel(plus(Given.now, 4 * minutes))
      yield* receive(part(["three ", "four"], 0, { reference: "b" }))
      yield* Bench.travel(plus(Given.now, 9 * minutes - 1))
      expect(contents(yield* Scene.messages)).toEqual(["one [...]"])
      yield* Bench.travel(plus(Given.now, 9 * minutes))
      expect(contents(yield* Scene.messages)).toEqual(["three [...]", "one [...]"])
    })))

  it("of an account that is deleted before their deadline are no message", () =>
    scene(Effect.gen(function*() {
      yield* receive(part(["one ", "two"], 0))
      const store = yield* Store
      yield* store.commit([make({ puts: [put(Accounts, { ...Scene.account, deletedAt: Given.now })] })])
      yield* Bench.travel(plus(Given.now, 10 * minutes))
      expect(yield* Scene.messages).toEqual([])
    })))

  it("belong together by sender, number, channel, count and name alone", () =>
    scene(Effect.gen(function*() {
      const texts = ["one ", "two"]
      const [first, second] = [part(texts, 0), part(texts, 1)]
      yield* receive(first)
      const strangers: ReadonlyArray<InboundMessage> = [
        { ...second, from: Given.phone(2), reference: "1" },
        { ...second, carrier: Given.carrierId("sms-b") },
        { ...second, channel: "mms", reference: "3" },
        { ...second, part: { ...second.part!, series: "8" }, reference: "4" },
        { ...second, part: { ...second.part!, count: 3 }, reference: "5" }
      ]
      for (const each of strangers) expect(yield* receive(each)).toEqual({ _tag: "Waiting" })
      expect(yield* receive(second)).toMatchObject({ _tag: "Received" })
    })))

  it.each([
    { series: "7", index: 0, count: 2 },
    { series: "7", index: 3, count: 2 },
    { series: "7", index: 1, count: 1 },
    { series: "7", index: 1.5, count: 2 },
    { series: "7", index: 1, count: 256 },
    { series: "", index: 1, count: 2 },
    { series: 7 as unknown as string, index: 1, count: 2 },
    { series: "7", index: Number.NaN, count: Number.NaN }
  ])("with a place that cannot be are whole messages: %j", (place) =>
    scene(Effect.gen(function*() {
      expect(yield* receive(brought({ text: "alone", part: place }))).toMatchObject({ _tag: "Received" })
      expect(contents(yield* Scene.messages)).toEqual(["alone"])
    })))

  it("of an account that is not there are nobody's", () =>
    scene(Effect.gen(function*() {
      const to = { _tag: "Number", number: Given.phone(7777) } as const
      expect(yield* receive({ ...part(["one", "two"], 0), to })).toEqual({ _tag: "UnknownNumber" })
    })))

  it("are bounded, each and together", () => {
    const long: InboundPart = { index: 1, text: "x".repeat(1600), media: [], reference: null }
    const parts = Array.from({ length: 255 }, (_, index) => ({ ...long, index: index + 1 }))
    const row = { key: "k", account: Given.accountId(1), carrier: Given.carrierId("c"), from: Given.phone(1) }
    const { left, text } = Assembly.writing({
      ...row,
      to: "",
      channel: "sms",
      count: 255,
      parts,
      deadline: Given.now,
      message: null
    })
    expect(text).toHaveLength(65_536)
    expect(left).toEqual({ characters: 255 * 1600 - 65_536, files: 0 })
    return scene(Effect.gen(function*() {
      yield* receive(part(["y".repeat(5000), ""], 0))
      yield* receive(part(["y".repeat(5000), ""], 1))
      expect(contents(yield* Scene.messages)).toEqual(["y".repeat(1600)])
    }))
  })
})
