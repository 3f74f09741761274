/**
 * The reference and the metadata that a client gives its messages (decisions 14.1).
 */
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { idempotencyKey, resend, send, sendOne, settled, settledAfter } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import { account, withKey } from "./internal/given.ts"
import type { Message, Sent } from "./internal/resources.ts"
import { phones, webhook } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, listen, names, payloads, way, world } from "./internal/world.ts"

const reference = `order 1815 \u{1F642} "${"x".repeat(255 - 15)}"`.slice(0, 255)
const metadata = { campaign: "spring", "a.b-c_d": "", constructor: "é" }

const cases = (world: World): void => {
  const { given, receiver } = world

  it("are shown with each message of a send, wherever it is shown [XMS-003]", async () => {
    const { client } = given()
    const { recipients } = await send(client, body(world, { to: phones(2, 200), reference, metadata }))
    expect(recipients.map((each) => each.reference)).toEqual([reference, reference])
    const found = await Promise.all(recipients.map(({ message_id }) => settled(client, message_id)))
    expect(found).toMatchObject([{ reference, metadata }, { reference, metadata }])
    const { messages } = success<{ readonly messages: ReadonlyArray<Message> }>(
      await client.get("/v3/conversations?page=1&page_size=100"),
      200
    )
    const listed = messages.filter(({ id }) => recipients.some(({ message_id }) => message_id === id))
    expect(listed).toMatchObject([{ reference, metadata }, { reference, metadata }])
  })

  it("stay with a message that is sent again [XMS-003]", async () => {
    const { client } = given()
    const { id } = await sendOne(client, body(world, { reference, metadata }))
    const { recipients } = success<Sent>(await resend(client, id), 202)
    expect(recipients).toMatchObject([{ message_id: id, reference }])
    expect(await settledAfter(client, id, 2)).toMatchObject({ reference, metadata })
  })

  it("are in every event of the message [XMS-004]", async () => {
    const { path } = await listen(world)
    const { id } = await sendOne(given().client, body(world, { reference, metadata }))
    const mine = (found: Parameters<typeof payloads>[0]) =>
      found.filter((delivery) => payloads([delivery])[0]?.["message_id"] === id)
    const events = mine(await receiver().until(path, (found) => mine(found).length >= way.length))
    expect(names(events)).toEqual(way)
    for (const payload of payloads(events)) expect(payload).toMatchObject({ reference, metadata })
  })

  it("are in the events that clones of a profile are told [XMS-004]", async (context) => {
    const { apiKey, profileApiKey } = await account(given(), context)
    const path = "/clone-of-references"
    success(
      await withKey(given(), apiKey).post("/v3/webhooks", {
        ...webhook,
        endpoint_url: receiver().url(path),
        event_types: ["templates"],
        sender_profile: { event_types: ["message"] }
      }),
      201
    )
    const mine = withKey(given(), profileApiKey)
    // A text to somebody who was never written to ends BLOCKED, which is an event like any other.
    await sendOne(mine, { to: phones(1), text: "Hello", reference, metadata })
    const found = await receiver().until(path, (found) => found.length >= 2)
    expect(names(found)).toEqual(["message.queued", "message.blocked"])
    for (const payload of payloads(found)) expect(payload).toMatchObject({ reference, metadata })
  })

  it("are left out where there are none [XMS-006]", async () => {
    const { client } = given()
    const sent = success<Sent>(await client.post("/v3/messages", body(world, { reference: null, metadata: {} })), 202)
    const found = await settled(client, sent.recipients[0]!.message_id)
    for (const shown of [sent.recipients[0]!, found]) {
      expect(shown).not.toHaveProperty("reference")
      expect(shown).not.toHaveProperty("metadata")
    }
  })

  it("are judged and shown in the sandbox too [XMS-001, XMS-002, XMS-003]", async () => {
    const post = (more: object) => given().client.post("/v3/messages", body(world, { sandbox: true, ...more }))
    expect(success<Sent>(await post({ reference, metadata }), 202).recipients).toMatchObject([{ reference }])
    failure(await post({ reference: `${reference}x`, metadata }), 400, "VALIDATION_001", ["reference"])
    failure(await post({ reference, metadata: { "a b": "x" } }), 400, "VALIDATION_001", ["metadata"])
  })

  it("belong to what a repetition repeats", async () => {
    const key = { "idempotency-key": idempotencyKey() }
    const post = (more: object) => given().client.post("/v3/messages", body(world, more), key)
    const first = success<Sent>(await post({ reference, metadata }), 202)
    expect(success<Sent>(await post({ metadata, reference }), 202)).toEqual(first)
    failure(await post({ reference: "another", metadata }), 422, "CONFLICT_005")
    failure(await post({ reference, metadata: { ...metadata, campaign: "autumn" } }), 422, "CONFLICT_005")
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`References and metadata (${name})`, () => cases(world(start)))
}
