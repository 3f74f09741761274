/**
 * Tests hold whom the messages of recipients reach, and how they show (specification "Message", "Message events",
 * decisions 3.2, 5.2, 7.3).
 */
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start, WantedInbound } from "./HttpSubject.ts"
import { activities, approvedTemplate, me, message, sendOne } from "./internal/actions.ts"
import { anInstant, aText, failure, seconds } from "./internal/answers.ts"
import { account, carrier, withKey } from "./internal/given.ts"
import { greeting, parameters, phone } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, listen, names, payloads, world } from "./internal/world.ts"

const aSecond: unknown = expect.stringMatching(seconds)

const cases = (world: World): void => {
  const { given, receiver } = world

  /** The number that the organization's messages leave from. */
  const ownNumber = async (client: HttpClient): Promise<string> => {
    const { id } = await sendOne(client, body(world))
    const lines = await activities(client, id)
    return lines.activities.find(({ status }) => status === "SENT")!.from!
  }

  const inbound = (to: string, parts: Partial<WantedInbound> = {}): WantedInbound => ({
    carrier: "sms-a",
    reference: randomUUID(),
    channel: "sms",
    from: phone(1),
    to,
    text: "Where is it?",
    media: [],
    ...parts
  })

  it("is cut at a character where its text and files are too large, and its activity says how much", async (context) => {
    const { client } = given()
    const receive = carrier(given(), context)
    const to = await ownNumber(client)
    const file = (length: number) => ({
      url: `https://example.com/${"f".repeat(length - 20)}`,
      mimeType: null,
      sizeBytes: null,
      hashSha256: null
    })
    const wordy = await receive(inbound(to, { text: "\"".repeat(32_767) + "é漢", media: [file(30)] }))
    expect(await message(client, wordy.messageId!)).toMatchObject({
      message_body: { content: `${"\"".repeat(32_767)}é`, media: null },
      events: [{ description: expect.stringContaining("1 character and 1 file beyond the limit left out") as unknown }]
    })
    const files = [file(2000), file(2000), file(2000), file(2000)]
    const filed = await receive(inbound(to, { text: "x".repeat(65_536 - 5999), media: files }))
    expect(await message(client, filed.messageId!)).toMatchObject({
      message_body: { content: "x".repeat(65_536 - 5999), media: [{ url: files[0]!.url }, { url: files[1]!.url }] },
      events: [{ description: expect.stringContaining("; 2 files beyond the limit left out") as unknown }]
    })
  })

  it("shows as a message, with its activity [STM-032, MSG-009, MSG-016]", async (context) => {
    const { client } = given()
    const receive = carrier(given(), context)
    const to = await ownNumber(client)
    const { messageId, outcome } = await receive(inbound(to, { channel: "whatsapp" }))
    expect(outcome).toBe("Received")
    const { contact_id } = await sendOne(client, body(world))
    const { id } = await me(client)
    expect(await message(client, messageId!)).toStrictEqual({
      id: messageId,
      customer_id: id,
      contact_id,
      phone: phone(1),
      phone_international: aText,
      region_code: "US",
      template_id: null,
      template_name: null,
      template_category: null,
      channel: "whatsapp",
      message_body: {
        header: null,
        content: "Where is it?",
        footer: null,
        buttons: null,
        headerMedia: null,
        media: null,
        subject: null
      },
      status: "RECEIVED",
      direction: "INBOUND",
      created_at: anInstant,
      price: null,
      active_contact_price: null,
      events: [{ status: "RECEIVED", timestamp: anInstant, description: aText }]
    })
    expect((await activities(client, messageId!)).activities).toStrictEqual([{
      status: "RECEIVED",
      description: aText,
      timestamp: anInstant,
      from: phone(1),
      price: null,
      active_contact_price: null
    }])
    failure(await given().other.get(`/v3/messages/${messageId}`), 404, "RESOURCE_003")
  })

  it(
    "is told to the account's webhooks, once [EVT-011, EVT-040, EVT-041, EVT-042, EVT-043, EVT-044]",
    async (context) => {
      const receive = carrier(given(), context)
      const { path } = await listen(world, { event_filters: { message: ["received"] } })
      const elsewhere = await listen(world, {}, given().other)
      const to = await ownNumber(given().client)
      const media = [
        { url: "https://files.example.com/1", mimeType: "image/png", sizeBytes: 1234, hashSha256: "ab".repeat(32) },
        { url: "https://files.example.com/2", mimeType: null, sizeBytes: null, hashSha256: null }
      ]
      const first = inbound(to)
      const { messageId } = await receive(first)
      expect(await receive(first)).toEqual({ outcome: "Repeated", messageId })
      const second = await receive(inbound(to, { channel: "mms", text: null, media }))
      const found = await receiver().until(path, (found) => found.length >= 2)
      const { id } = await me(given().client)
      const payload = {
        updated_at: aSecond,
        account_id: id,
        inbound_number: phone(1),
        outbound_number: to,
        received_at: aSecond
      }
      expect(names(found)).toEqual(["message.received", "message.received"])
      expect(payloads(found)).toStrictEqual([
        { ...payload, message_id: messageId, text: "Where is it?", channel: "sms" },
        {
          ...payload,
          message_id: second.messageId,
          text: null,
          channel: "mms",
          media: [
            { url: media[0]!.url, mime_type: "image/png", size_bytes: 1234, hash_sha256: "ab".repeat(32) },
            { url: media[1]!.url }
          ]
        }
      ])
      expect(receiver().at(elsewhere.path)).toEqual([])
      expect(await message(given().client, second.messageId!)).toMatchObject({
        message_body: {
          content: "",
          media: [
            {
              url: media[0]!.url,
              mediaType: "image",
              mimeType: "image/png",
              sizeBytes: 1234,
              sourceHashSha256: "ab".repeat(32)
            },
            { url: media[1]!.url, mediaType: null, mimeType: null, sizeBytes: null, sourceHashSha256: null }
          ]
        }
      })
    }
  )

  it("is kept when it holds what no store can", async (context) => {
    const { client } = given()
    const receive = carrier(given(), context)
    const ill = `a\0b\ud800c`
    const file = { url: ill, mimeType: ill, sizeBytes: null, hashSha256: ill }
    const brought = inbound(await ownNumber(client), { reference: `${randomUUID()}${ill}`, text: ill, media: [file] })
    const { messageId, outcome } = await receive(brought)
    expect(outcome).toBe("Received")
    expect(await receive(brought)).toEqual({ outcome: "Repeated", messageId })
    expect(await message(client, messageId!)).toMatchObject({ message_body: { content: "ab\ufffdc" } })
  })

  it("to a profile's number is the profile's, and to a number of nobody is nobody's", async (context) => {
    const receive = carrier(given(), context)
    const fresh = await account(given(), context)
    const profile = withKey(given(), fresh.profileApiKey)
    const owner = withKey(given(), fresh.apiKey)
    const template = await approvedIn(profile)
    const { id } = await sendOne(profile, template)
    const lines = await activities(profile, id)
    const to = lines.activities.find(({ status }) => status === "SENT")!.from!
    const { messageId } = await receive(inbound(to))
    expect(await message(profile, messageId!)).toMatchObject({ customer_id: fresh.profileId, status: "RECEIVED" })
    failure(await owner.get(`/v3/messages/${messageId}`), 404, "RESOURCE_003")
    expect(await receive(inbound(phone(7777)))).toEqual({ outcome: "UnknownNumber", messageId: null })
  })
}

const approvedIn = async (client: HttpClient): Promise<object> => {
  const { id } = await approvedTemplate(client, greeting)
  return { to: [phone(1)], template: { id, parameters }, channel: ["sms"] }
}

export const suite = (name: string, start: Start): void => {
  describe(`Inbound (${name})`, () => {
    describe("an inbound message", () => cases(world(start)))
  })
}
