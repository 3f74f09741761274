/**
 * Feedback on messages: what came of them after their delivery (decisions 14.8).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { activities, idempotencyKey, message, sendOne } from "./internal/actions.ts"
import { anInstant, failure, seconds, success } from "./internal/answers.ts"
import { endings, sender } from "./internal/endings.ts"
import type { Message } from "./internal/resources.ts"
import { unknownId } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, listen, names, payloads, way, world } from "./internal/world.ts"
import type { Reply } from "./Reply.ts"

interface MessageWithFeedback extends Message {
  readonly feedback?: ReadonlyArray<{ readonly outcome: string; readonly timestamp: string }>
}

const tell = (client: HttpClient, id: string, outcome: unknown, more: object = {}): Promise<Reply> =>
  client.post(`/v3/messages/${id}/feedback`, { outcome, ...more })

/** The statuses of messages that a carrier took. */
const taken: ReadonlyArray<string> = ["SENT", "DELIVERED", "READ", "FAILED"]

const aSecond: unknown = expect.stringMatching(seconds)

const cases = (world: World): void => {
  const { given, receiver } = world

  it("is kept and shown, each outcome once, beside a status that stays [XMS-070, XMS-071]", async () => {
    const { client } = given()
    const before = await sendOne(client, body(world))
    expect(before).not.toHaveProperty("feedback")
    const converted = success<MessageWithFeedback>(await tell(client, before.id, "converted"), 200)
    expect(converted).toStrictEqual({ ...before, feedback: [{ outcome: "converted", timestamp: anInstant }] })
    expect(success<MessageWithFeedback>(await tell(client, before.id, "converted"), 200)).toStrictEqual(converted)
    const complained = success<MessageWithFeedback>(await tell(client, before.id, "complained"), 200)
    expect(complained.feedback).toStrictEqual([...converted.feedback!, { outcome: "complained", timestamp: anInstant }])
    expect(await message(client, before.id)).toStrictEqual(complained)
    const { activities: lines } = await activities(client, before.id)
    expect(lines.slice(0, 3).map(({ description, status }) => [status, description])).toEqual([
      ["DELIVERED", "feedback: complained"],
      ["DELIVERED", "feedback: converted"],
      ["DELIVERED", expect.any(String)]
    ])
  })

  it("is told to endpoints once for each outcome [XMS-072]", async () => {
    const { client } = given()
    const { path } = await listen(world)
    const { path: filtered } = await listen(world, { event_filters: { message: ["feedback"] } })
    const sent = await sendOne(client, body(world))
    for (const outcome of ["converted", "converted", "complained"]) success(await tell(client, sent.id, outcome), 200)
    const found = await receiver().until(path, (found) => found.length >= way.length + 2)
    expect(names(found)).toEqual([...way, "message.feedback", "message.feedback"])
    expect(payloads(found)[way.length]).toStrictEqual({
      updated_at: aSecond,
      account_id: sent.customer_id,
      message_id: sent.id,
      template_id: sent.template_id,
      template_name: sent.template_name,
      template_revision: 1,
      outbound_number: sent.phone,
      message_status: "DELIVERED",
      channel: "sms",
      body: sent.message_body!.content,
      outcome: "converted"
    })
    const only = await receiver().until(filtered, (found) => found.length >= 2)
    expect(payloads(only).map(({ outcome }) => outcome)).toEqual(["converted", "complained"])
  })

  for (const status of Object.keys(endings)) {
    const isTaken = taken.includes(status)
    it(`is ${isTaken ? "taken" : "refused with 409"} for a message that is ${status} [XMS-073]`, async (context) => {
      const mine = await sender(given(), context)
      const before = await endings[status]!(given(), context, mine)
      expect(before.status).toBe(status)
      const reply = await tell(mine.client, before.id, "complained")
      if (isTaken) expect(success<MessageWithFeedback>(reply, 200).feedback).toMatchObject([{ outcome: "complained" }])
      else {
        failure(reply, 409, "BUSINESS_006")
        expect(await message(mine.client, before.id)).toEqual(before)
      }
    })
  }

  it("that many tell at the same time is kept once [XMS-071]", async () => {
    const { client } = given()
    const { id } = await sendOne(client, body(world))
    const replies = await Promise.all(Array.from({ length: 8 }, () => tell(client, id, "converted")))
    for (const reply of replies) expect(success<MessageWithFeedback>(reply, 200).feedback).toHaveLength(1)
    expect((await activities(client, id)).activities.filter(({ description }) => description.startsWith("feedback")))
      .toHaveLength(1)
  })

  it("has one of two outcomes, and is for one's own messages [XMS-073]", async () => {
    const { client, nobody, other, profile } = given()
    const before = await sendOne(client, body(world))
    for (const flaw of ["CONVERTED", "", "delivered", 1, null, ["converted"]]) {
      failure(await tell(client, before.id, flaw), 400, "VALIDATION_006", ["outcome"])
    }
    failure(await tell(client, before.id, undefined), 400, "VALIDATION_001", ["outcome"])
    failure(await tell(client, unknownId, "converted"), 404, "RESOURCE_003")
    failure(await tell(other, before.id, "converted"), 404, "RESOURCE_003")
    failure(await tell(profile, before.id, "converted"), 404, "RESOURCE_003")
    failure(await tell(nobody, before.id, "converted"), 401, "AUTH_002")
    failure(await tell(client, "nonsense", "converted"), 400, "VALIDATION_003", ["id"])
    expect(await message(client, before.id)).toEqual(before)
  })

  it("is told once with one Idempotency-Key, and without effect in sandbox [XMS-071]", async () => {
    const { client } = given()
    const before = await sendOne(client, body(world))
    for (const id of [before.id, unknownId]) {
      const reply = await tell(client, id, "converted", { sandbox: true })
      expect(success<MessageWithFeedback>(reply, 200)).toMatchObject({
        id,
        status: "DELIVERED",
        feedback: [{ outcome: "converted", timestamp: anInstant }]
      })
      expect(reply.headers.get("x-sandbox")).toBe("true")
    }
    expect(await message(client, before.id)).toEqual(before)
    const key = idempotencyKey()
    const call = () =>
      client.post(`/v3/messages/${before.id}/feedback`, { outcome: "converted" }, { "idempotency-key": key })
    const first = await call()
    success(first, 200)
    const replay = await call()
    expect([replay.status, replay.text]).toEqual([200, first.text])
    expect(replay.headers.get("idempotent-replayed")).toBe("true")
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Feedback (${name})`, () => {
    describe("feedback", () => cases(world(start)))
  })
}
