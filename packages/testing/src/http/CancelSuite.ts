/**
 * Held messages that are called off (specification "Messages", decisions 5.1 and 5.2 "Cancel").
 */
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { activities, approvedTemplate, cancel, idempotencyKey, message, send, sendOne } from "./internal/actions.ts"
import { anInstant, aText, aUuid, failure, seconds, success } from "./internal/answers.ts"
import { bodyOf, endings, later, sender } from "./internal/endings.ts"
import { account, withKey } from "./internal/given.ts"
import type { Message } from "./internal/resources.ts"
import { ofVersion3 } from "./internal/resources.ts"
import { greeting, phone, unknownId } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, listen, names, payloads, way, world } from "./internal/world.ts"

const aSecond: unknown = expect.stringMatching(seconds)

const cases = (world: World): void => {
  const { given, receiver } = world

  const held = async (at = later()): Promise<Message> => {
    const { recipients } = await send(given().client, body(world, { scheduled_at: at }))
    return message(given().client, recipients[0]!.message_id)
  }

  it(
    "is answered with the message as it is then, and with its events from before " +
      "[MSG-013, MSG-026, MSG-063, STM-008]",
    async () => {
      const { client } = given()
      const before = await held()
      expect(before).toMatchObject({ status: "SCHEDULED", channel: "sms" })
      const cancelled = success<Message>(await cancel(client, before.id), 200)
      expect(cancelled).toStrictEqual({ ...before, status: "CANCELLED", channel: "auto" })
      expect(cancelled.scheduled_at).toBe(before.scheduled_at)
      const aStatus = { status: "CANCELLED", timestamp: anInstant, description: aText }
      expect(await message(client, before.id))
        .toStrictEqual({ ...cancelled, events: [...before.events!, aStatus] })
      const { activities: lines } = await activities(client, before.id)
      expect(lines.map(({ status, scheduled_at }) => [status, scheduled_at])).toEqual([
        ["CANCELLED", before.scheduled_at],
        ["SCHEDULED", before.scheduled_at]
      ])
      expect(lines.map(({ price }) => price)).toEqual([null, null])
    }
  )

  it(
    "is told once, with the time that was called off " +
      "[EVT-003, EVT-025, EVT-027, EVT-029, EVT-035, EVT-036, EVT-039]",
    async () => {
      const { client } = given()
      const { path } = await listen(world)
      const { customer_id, id, scheduled_at } = await held()
      success(await cancel(client, id), 200)
      failure(await cancel(client, id), 409, "BUSINESS_006")
      // The next message's events are the next that come.
      await sendOne(client, body(world))
      const found = await receiver().until(path, (found) => found.length >= 2 + way.length)
      expect(names(found)).toEqual(["message.scheduled", "message.cancelled", ...way])
      const payload = {
        updated_at: aSecond,
        account_id: customer_id,
        message_id: id,
        template_id: world.template().id,
        template_name: world.template().name,
        outbound_number: phone(1),
        body: null,
        scheduled_at
      }
      expect(payloads(found).slice(0, 2).map(ofVersion3)).toStrictEqual([
        { ...payload, message_status: "SCHEDULED", channel: "sms" },
        { ...payload, message_status: "CANCELLED", channel: "auto" }
      ])
    }
  )

  for (const status of Object.keys(endings).filter((status) => status !== "SCHEDULED")) {
    it(`is refused from ${status} with 409, and changes nothing [MSG-064, ERR-031]`, async (context) => {
      const mine = await sender(given(), context)
      const before = await endings[status]!(given(), context, mine)
      expect(before.status).toBe(status)
      failure(await cancel(mine.client, before.id), 409, "BUSINESS_006")
      expect(await message(mine.client, before.id)).toEqual(before)
    })
  }

  it("is done by one of many who ask at the same time", async () => {
    const { id } = await held()
    const replies = await Promise.all(Array.from({ length: 8 }, () => cancel(given().client, id)))
    const [first, ...others] = replies.toSorted((one, other) => one.status - other.status)
    success(first!, 200)
    for (const reply of others) failure(reply, 409, "BUSINESS_006")
    expect((await message(given().client, id)).events!.map(({ status }) => status)).toEqual(["SCHEDULED", "CANCELLED"])
  })

  it("is for what is not there, or is another account's, 404 [ERR-001, ERR-014]", async () => {
    const before = await held()
    failure(await cancel(given().client, unknownId), 404, "RESOURCE_003")
    failure(await cancel(given().other, before.id), 404, "RESOURCE_003")
    failure(await cancel(given().profile, before.id), 404, "RESOURCE_003")
    failure(await cancel(given().client, "nonsense"), 400, "VALIDATION_003", ["id"])
    failure(await cancel(given().nobody, before.id), 401, "AUTH_002")
    expect(await message(given().client, before.id)).toEqual(before)
  })

  it("is done once with one Idempotency-Key, and needs no body [IDM-001, IDM-002, IDM-006]", async () => {
    const { client } = given()
    const { id } = await held()
    const call = { headers: { "idempotency-key": idempotencyKey() } }
    const first = await client.send("POST", `/v3/messages/${id}/cancel`, call)
    success(first, 200)
    const replay = await client.send("POST", `/v3/messages/${id}/cancel`, call)
    expect([replay.status, replay.text]).toEqual([200, first.text])
    expect(replay.headers.get("idempotent-replayed")).toBe("true")
    failure(await cancel(client, id), 409, "BUSINESS_006")
  })

  it("in sandbox looks nothing up and does nothing [SBX-009, SBX-010, SBX-013, SBX-015]", async () => {
    const { client } = given()
    const before = await held()
    for (const id of [before.id, unknownId]) {
      const reply = await cancel(client, id, { sandbox: true })
      expect(success(reply, 200)).toStrictEqual({
        ...ofVersion3(before),
        id,
        contact_id: aUuid,
        phone: "+15550000000",
        phone_international: aText,
        region_code: aText,
        template_id: null,
        template_name: null,
        template_category: null,
        status: "CANCELLED",
        channel: "auto",
        created_at: anInstant,
        scheduled_at: aText,
        events: [{ status: "SCHEDULED", timestamp: anInstant, description: aText }]
      })
      expect(reply.headers.get("x-sandbox")).toBe("true")
    }
    expect(await message(client, before.id)).toEqual(before)
    failure(await cancel(client, before.id, { sandbox: 1 }), 400, "VALIDATION_001", ["sandbox"])
  })

  it("leaves the money where it is", async (context) => {
    const { active_contact_price: markup, price } = await sendOne(given().client, body(world))
    const { apiKey } = await account(given(), context, { balance: Number((price! + markup!).toFixed(4)) })
    const poor = withKey(given(), apiKey)
    const mine = { accountId: "", client: poor, template: (await approvedTemplate(poor, greeting)).id }
    const { recipients } = await send(poor, bodyOf(mine, { scheduled_at: later() }))
    success(await cancel(poor, recipients[0]!.message_id), 200)
    expect((await sendOne(poor, bodyOf(mine))).status).toBe("DELIVERED")
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Cancellations (${name})`, () => {
    describe("a cancellation", () => cases(world(start)))
  })
}
