/**
 * Messages that are sent again: from which statuses, as what, at which price, and how often (specification "Messages",
 * "Limits", decisions 4.1, 5.1 and 5.2).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import {
  activities,
  approvedTemplate,
  cancel,
  idempotencyKey,
  message,
  resend,
  send,
  sendOne,
  settledAfter
} from "./internal/actions.ts"
import { aText, aUuid, failure, sound, success } from "./internal/answers.ts"
import { bodyOf, endings, sender } from "./internal/endings.ts"
import { account, actingAs, handsets, withKey } from "./internal/given.ts"
import type { Message, Sent } from "./internal/resources.ts"
import { greeted, greeting, parameters, phone, unknownId } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { listen, names, payloads, way, world } from "./internal/world.ts"
import type { Reply } from "./Reply.ts"

const passed = ({ events }: Message): ReadonlyArray<string> => events?.map(({ status }) => status) ?? []

/** The states in which a message may be sent again. */
const allowed: ReadonlyArray<string> = ["DELIVERED", "READ", "FAILED", "BLOCKED"]

const once = ["QUEUED", "PROCESSED", "ROUTED", "SENT", "DELIVERED"]

const again = (world: World): void => {
  const { given, receiver } = world

  it("is answered like a send of one, and goes the whole way again [MSG-065, MSG-066, EVT-001]", async (context) => {
    const mine = await sender(given(), context)
    const { path } = await listen(world, {}, mine.client)
    const first = await sendOne(mine.client, bodyOf(mine))
    const reply = await resend(mine.client, first.id)
    expect(success(reply, 202)).toStrictEqual({
      status: "QUEUED",
      template_id: mine.template,
      template_name: first.template_name,
      recipients: [{ message_id: first.id, to: phone(1), channel: "sms", body: greeted }]
    })
    const second = await settledAfter(mine.client, first.id, 2)
    expect(second).toStrictEqual({
      ...first,
      price: expect.closeTo(first.price! * 2, 10) as unknown,
      active_contact_price: expect.closeTo(first.active_contact_price! * 2, 10) as unknown,
      events: expect.any(Array) as unknown
    })
    expect(passed(second)).toEqual([...once, ...once])
    const found = await receiver().until(path, (found) => found.length >= 8)
    expect(names(found)).toEqual([...way, ...way])
    expect(new Set(payloads(found).map((payload) => payload["message_id"]))).toEqual(new Set([first.id]))
    expect(payloads(found)[4]).toMatchObject({ message_status: "QUEUED", channel: "sms", body: null })
    const { activities: lines } = await activities(mine.client, first.id)
    expect(lines.toReversed().map(({ status }) => status)).toEqual([...once, ...once])
  })

  it("is charged like a send: until the money is gone, and then after there is some more", async (context) => {
    const { client } = given()
    const body = { to: [phone(1)], template: { id: world.template().id, parameters }, channel: ["sms"] }
    const { active_contact_price: markup, price } = await sendOne(client, body)
    const { apiKey } = await account(given(), context, { balance: Number(((price! + markup!) * 2).toFixed(4)) })
    const poor = withKey(given(), apiKey)
    const template = await approvedTemplate(poor, greeting)
    const { id } = await sendOne(poor, { ...body, template: { id: template.id, parameters } })
    success(await resend(poor, id), 202)
    expect(await settledAfter(poor, id, 2)).toMatchObject({ status: "DELIVERED" })
    success(await resend(poor, id), 202)
    expect(await settledAfter(poor, id, 3)).toMatchObject({
      status: "BLOCKED",
      reason_code: "BUSINESS_003",
      channel: "auto",
      price: expect.closeTo(price! * 2, 10) as unknown
    })
  })

  for (const status of allowed) {
    it(`is taken from ${status} [MSG-066]`, async (context) => {
      const mine = await sender(given(), context)
      const before = await endings[status]!(given(), context, mine)
      expect(before.status).toBe(status)
      const { recipients } = success<Sent>(await resend(mine.client, before.id), 202)
      expect(recipients.map((each) => [each.message_id, each.to])).toEqual([[before.id, before.phone]])
      const after = await settledAfter(mine.client, before.id, 2)
      expect(after.status).toBe(status === "BLOCKED" ? "BLOCKED" : "DELIVERED")
      expect(passed(after).slice(0, passed(before).length)).toEqual(passed(before))
    })
  }

  for (const status of Object.keys(endings).filter((status) => !allowed.includes(status))) {
    it(`is refused from ${status} with 409, and changes nothing [MSG-068, ERR-031]`, async (context) => {
      const mine = await sender(given(), context)
      const before = await endings[status]!(given(), context, mine)
      expect(before.status).toBe(status)
      failure(await resend(mine.client, before.id), 409, "BUSINESS_006")
      expect(await message(mine.client, before.id)).toEqual(before)
    })
  }

  it("is refused as long as the one before is under way: of many at the same time one is taken", async (context) => {
    const mine = await sender(given(), context)
    const { id } = await sendOne(mine.client, bodyOf(mine, { to: [phone(810)] }))
    // It stays SENT, so no other one can come after.
    await handsets(given(), context)(phone(810), [{ receipts: [] }])
    const replies = await Promise.all(Array.from({ length: 6 }, () => resend(mine.client, id)))
    const [taken, ...refused] = replies.toSorted((one, other) => one.status - other.status)
    success(taken!, 202)
    for (const reply of refused) failure(reply, 409, "BUSINESS_006")
  })

  it("of a text says so", async (context) => {
    const mine = await sender(given(), context)
    await sendOne(mine.client, bodyOf(mine))
    const { id } = await sendOne(mine.client, { to: [phone(1)], text: "Hello", channel: ["sms"] })
    expect(success(await resend(mine.client, id), 202)).toStrictEqual({
      status: "QUEUED",
      template_id: null,
      template_name: null,
      recipients: [{ message_id: id, to: phone(1), channel: "sms", body: "Hello" }]
    })
    expect(await settledAfter(mine.client, id, 2)).toMatchObject({
      status: "DELIVERED",
      message_body: { content: "Hello" }
    })
  })

  it("needs no body", async (context) => {
    const mine = await sender(given(), context)
    const { id } = await sendOne(mine.client, bodyOf(mine))
    success(await mine.client.send("POST", `/v3/messages/${id}/resend`), 202)
  })
}

const refusals = (world: World): void => {
  const { given } = world

  it("is for what is not there, or is another account's, 404 [MSG-067, ERR-014]", async (context) => {
    const mine = await sender(given(), context)
    const { id } = await sendOne(mine.client, bodyOf(mine))
    failure(await resend(mine.client, unknownId), 404, "RESOURCE_003")
    failure(await resend(given().other, id), 404, "RESOURCE_003")
    expect(passed(await message(mine.client, id))).toEqual(once)
  })

  it("is for an id that is none 400 [ERR-001]", async (context) => {
    const { client } = await sender(given(), context)
    failure(await resend(client, "nonsense"), 400, "VALIDATION_003", ["id"])
  })

  it("is as usual without a key", async () => {
    failure(await resend(given().nobody, unknownId), 401, "AUTH_002")
  })

  it("is for a profile's message 404, unless one acts as the profile [SCP-001]", async (context) => {
    const { apiKey, profileApiKey, profileId } = await account(given(), context)
    const [owner, profile] = [withKey(given(), apiKey), withKey(given(), profileApiKey)]
    const template = await approvedTemplate(profile, greeting)
    const body = { to: [phone(1)], template: { id: template.id, parameters }, channel: ["sms"] }
    const { id } = await sendOne(profile, body)
    failure(await resend(owner, id), 404, "RESOURCE_003")
    const acting = actingAs({ ...given(), subject: { ...given().subject, apiKey } }, profileId)
    const reply = await resend(acting, id)
    success(reply, 202)
    expect(reply.headers.get("x-profile-id")).toBe(profileId)
    expect(await settledAfter(profile, id, 2)).toMatchObject({ status: "DELIVERED", customer_id: profileId })
  })
}

const repeats = (world: World): void => {
  const { given } = world

  const tenth = async (client: HttpClient, ask: () => Promise<Reply>): Promise<Reply> => {
    for (let time = 0; time < 10; time++) {
      const reply = await ask()
      sound(reply)
      expect(reply.status).not.toBe(429)
    }
    success(await client.get("/v3/me"), 200)
    return ask()
  }

  it(
    "is allowed ten times a minute, whatever comes of it, and its own account only " +
      "[MSG-069, RTL-006, RTL-013, RTL-014, RTL-016, RTL-017, RTL-018, RTL-019]",
    async (context) => {
      const mine = await sender(given(), context)
      const { id } = await sendOne(mine.client, bodyOf(mine))
      let turn = 0
      const asks = [
        () => resend(mine.client, unknownId),
        () => resend(mine.client, unknownId, { sandbox: true }),
        () => resend(mine.client, "nonsense")
      ]
      const limited = await tenth(mine.client, () => asks[turn++ % asks.length]!())
      failure(limited, 429, "BUSINESS_002")
      expect(limited.headers.get("x-ratelimit-limit")).toBe("10")
      expect(limited.headers.get("x-ratelimit-remaining")).toBe("0")
      expect(limited.headers.get("retry-after")).toMatch(/^[1-9]\d?$/)
      expect(limited.headers.get("x-ratelimit-reset")).toMatch(/^\d+$/)
      failure(await resend(mine.client, id), 429, "BUSINESS_002")
      expect(passed(await message(mine.client, id))).toEqual(once)
      failure(await resend((await sender(given(), context)).client, unknownId), 404, "RESOURCE_003")
    }
  )

  it("is the only one of a message's requests that is limited like this [RTL-008]", async (context) => {
    const { client } = await sender(given(), context)
    failure(await tenth(client, () => cancel(client, unknownId)), 404, "RESOURCE_003")
    failure(await tenth(client, () => client.get(`/v3/messages/${unknownId}`)), 404, "RESOURCE_003")
    const simulated = { to: [phone(1)], text: "Hello", sandbox: true }
    success(await tenth(client, () => client.post("/v3/messages", simulated)), 202)
  })

  it("is done once with one Idempotency-Key [IDM-001, IDM-002, IDM-006]", async (context) => {
    const mine = await sender(given(), context)
    const { id } = await sendOne(mine.client, bodyOf(mine))
    const key = { "idempotency-key": idempotencyKey() }
    const path = `/v3/messages/${id}/resend`
    const first = await mine.client.post(path, {}, key)
    success(first, 202)
    await settledAfter(mine.client, id, 2)
    const replay = await mine.client.post(path, {}, key)
    expect([replay.status, replay.text]).toEqual([202, first.text])
    expect(replay.headers.get("idempotent-replayed")).toBe("true")
    // Another message is another request.
    failure(await mine.client.post(`/v3/messages/${unknownId}/resend`, {}, key), 422, "CONFLICT_005")
    expect(passed(await message(mine.client, id))).toEqual([...once, ...once])
  })

  it("in sandbox looks nothing up and does nothing [SBX-009, SBX-010, SBX-013, SBX-015]", async (context) => {
    const mine = await sender(given(), context)
    const { recipients } = await send(mine.client, bodyOf(mine))
    const id = recipients[0]!.message_id
    const before = await settledAfter(mine.client, id, 1)
    for (const each of [id, unknownId]) {
      const reply = await resend(mine.client, each, { sandbox: true })
      expect(success(reply, 202)).toStrictEqual({
        status: "QUEUED",
        template_id: aUuid,
        template_name: aText,
        recipients: [{ message_id: each, to: "+15550000000", channel: "auto_detect", body: null }]
      })
      expect(reply.headers.get("x-sandbox")).toBe("true")
    }
    expect(await message(mine.client, id)).toEqual(before)
    const wrong = await resend(mine.client, id, { sandbox: "true" })
    failure(wrong, 400, "VALIDATION_001", ["sandbox"])
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Resends (${name})`, () => {
    const prepared = world(start)
    describe("a resend", () => again(prepared))
    describe("a refusal", () => refusals(prepared))
    describe("asking again", () => repeats(prepared))
  })
}
