/**
 * The texts in the answer of a send: as large as one answer may be, and none of them beyond that (decisions 9.4).
 */
import type { Requested } from "@signalbox/core/Channel"
import * as RecipientBody from "@signalbox/core/internal/accept/RecipientBody"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

interface Sent {
  readonly recipients: ReadonlyArray<{ readonly body: string | null }>
}

const channels: ReadonlyArray<Requested> = ["auto_detect", "sms", "whatsapp", "rcs"]
const to = Array.from({ length: 1000 }, (_, index) => Given.phone(index))

/** Sends this text to a thousand recipients, and returns what the answer shows and how many messages there are. */
const shown = (text: string, more: object) =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      yield* Scene.seed(1000)
      const { data, status } = yield* Scene.ask("messages.send", { to, text, ...more } as never)
      const { recipients } = data as unknown as Sent
      return { status, bodies: [...new Set(recipients.map(({ body }) => body))], made: (yield* Scene.messages).length }
    })
  )

describe("the texts of an answer", () => {
  // 2,000 entries may have 2,621.44 bytes each.
  it.each([["live", {}, 2000], ["in sandbox", { sandbox: true }, 0]])(
    "may be 5 MB together; with one byte more each, no entry shows any, and all are sent: %s",
    async (_, more, made) => {
      const channel = { channel: ["sms", "whatsapp"] }
      const most = "a".repeat(2621)
      expect(await shown(most, { ...channel, ...more })).toEqual({ status: 202, bodies: [most], made })
      expect(await shown(`${most}a`, { ...channel, ...more })).toEqual({ status: 202, bodies: [null], made })
      // An é is two bytes: it is not characters that are counted.
      const accents = "é".repeat(1310)
      expect((await shown(`${accents}a`, { ...channel, ...more })).bodies).toEqual([`${accents}a`])
      expect((await shown(`${accents}é`, { ...channel, ...more })).bodies).toEqual([null])
    },
    60_000
  )

  it("count together with the references [XMS-015]", async () => {
    const channel = { channel: ["sms", "whatsapp"] }
    const most = "a".repeat(2621 - 100)
    expect((await shown(most, { ...channel, reference: "r".repeat(100) })).bodies).toEqual([most])
    expect((await shown(most, { ...channel, reference: "r".repeat(101) })).bodies).toEqual([null])
  }, 60_000)

  prop(
    "are those of their channels, in the order of the entries, and made once for each channel",
    fc.array(fc.constantFrom(...channels), { maxLength: 40 }),
    fc.dictionary(fc.constantFrom(...channels), fc.option(fc.string({ maxLength: 20 }))),
    (entries, texts) => {
      const asked: Array<Requested> = []
      const all = RecipientBody.all(entries.map((channel) => ({ channel, parameters: null })), ({ channel }) => {
        asked.push(channel)
        return texts[channel] ?? null
      })
      expect(all).toEqual(entries.map((channel) => texts[channel] ?? null))
      expect(asked.toSorted()).toEqual([...new Set(entries)].toSorted())
    }
  )

  it("are each recipient's own, and made once for the same parameters", () => {
    const [one, other] = [{ name: "Ada" }, { name: "Ada" }]
    const asked: Array<unknown> = []
    const entries = [one, other, one].map((parameters) => ({ channel: "sms" as const, parameters }))
    const all = RecipientBody.all(entries, ({ parameters }) => {
      asked.push(parameters)
      return `${asked.length}`
    })
    expect(all).toEqual(["1", "2", "1"])
    expect(asked).toEqual([one, other])
  })
})
