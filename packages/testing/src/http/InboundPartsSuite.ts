/**
 * Long messages of recipients, which carriers bring in parts.
 */
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { Start, WantedInbound } from "./HttpSubject.ts"
import { message } from "./internal/actions.ts"
import { recipient, setting } from "./internal/recipients.ts"
import type { World } from "./internal/world.ts"
import { names, payloads, world } from "./internal/world.ts"

const cases = (world: World): void => {
  it("becomes one message when its last part has come, in whatever order [EVT-011, EVT-040]", async (context) => {
    const { client, deliveries, number, receive } = await setting(world, context)
    const series = "42"
    const texts = ["The quick brown fox \ud83e", "\udd8a jumps over ", "the lazy dog"]
    const part = (index: number): WantedInbound => ({
      carrier: "sms-a",
      reference: randomUUID(),
      channel: "sms",
      from: recipient,
      to: number,
      text: texts[index - 1]!,
      media: [],
      part: { series, index, count: 3 }
    })
    const [one, two, three] = [part(1), part(2), part(3)]
    for (const each of [three, one, three]) {
      expect(await receive(each)).toEqual({ outcome: "Waiting", messageId: null })
    }
    const { messageId, outcome } = await receive(two)
    expect(outcome).toBe("Received")
    for (const each of [one, two, three]) expect(await receive(each)).toEqual({ outcome: "Repeated", messageId })
    const whole = "The quick brown fox \ud83e\udd8a jumps over the lazy dog"
    expect(await message(client, messageId!)).toMatchObject({ status: "RECEIVED", message_body: { content: whole } })
    const found = await deliveries(1)
    expect(names(found)).toEqual(["message.received"])
    expect(payloads(found)[0]).toMatchObject({ message_id: messageId, text: whole, outbound_number: number })
  })

  it("is a keyword only as a whole [CNS-014]", async (context) => {
    const { contact, number, receive } = await setting(world, context)
    const bring = (series: string, texts: ReadonlyArray<string>) =>
      Promise.all(texts.map((text, index) =>
        receive({
          carrier: "sms-a",
          reference: randomUUID(),
          channel: "sms",
          from: recipient,
          to: number,
          text,
          media: [],
          part: { series, index: index + 1, count: texts.length }
        })
      ))
    await bring("1", ["STOP", " sending me this"])
    expect((await contact()).opt_out).toBe(false)
    await bring("2", ["UNSUB", "SCRIBE"])
    expect((await contact()).opt_out).toBe(true)
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Inbound messages in parts (${name})`, () => {
    describe("a long message", () => cases(world(start)))
  })
}
