/**
 * Test deliveries, and the log of what was delivered (specification "Webhooks", decisions 3.1 and 5.5).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { createWebhook, sendOne } from "./internal/actions.ts"
import { anInstant, aText, aUuid, failure, success } from "./internal/answers.ts"
import { account, eventually, withKey } from "./internal/given.ts"
import type { Webhook } from "./internal/resources.ts"
import { phone, phones } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, listen, payloads, way, world } from "./internal/world.ts"
import { event, json } from "./Receiver.ts"
import type { Verify } from "./SignatureSuite.ts"

export interface LogEntry {
  readonly id: string
  readonly webhook_id: string
  readonly customer_id: string
  readonly event_type: string
  readonly event_data: { readonly payload: Readonly<Record<string, unknown>> }
  readonly delivery_status: string
  readonly delivery_attempts: number
  readonly http_status_code: number | null
  readonly error_message: string | null
}

export interface Log {
  readonly events: ReadonlyArray<LogEntry>
  readonly pagination: { readonly total_count: number; readonly total_pages: number }
}

export const log = async (client: HttpClient, id: string, query = ""): Promise<Log> =>
  success<Log>(await client.get(`/v3/webhooks/${id}/events${query}`), 200)

/** The log when everything in it is delivered. */
const delivered = (client: HttpClient, id: string, count: number): Promise<Log> =>
  eventually(
    () => log(client, id),
    ({ events }) => events.filter((each) => each.delivery_status === "DELIVERED").length === count
  )

const anEntry = {
  id: aUuid,
  webhook_id: aUuid,
  customer_id: aUuid,
  event_type: aText,
  event_data: expect.any(Object) as unknown,
  created_at: anInstant,
  processing_started_at: anInstant
}

const tests = (world: World, verify: Verify): void => {
  const { given, receiver } = world
  const probe = async (client: HttpClient, id: string, event_type = "message.sent") =>
    success<{ readonly success: boolean; readonly message: string }>(
      await client.post(`/v3/webhooks/${id}/test`, { event_type }),
      200
    )
  const read = async (client: HttpClient, id: string) =>
    success<Webhook & { readonly last_delivery_attempt_at: string | null }>(await client.get(`/v3/webhooks/${id}`), 200)
  const fresh = async (context: Parameters<typeof account>[1]) =>
    withKey(given(), (await account(given(), context)).apiKey)

  it("reach the endpoint immediately, signed, and are in the log [WHK-071, SIG-001]", async (context) => {
    const client = await fresh(context)
    // Neither what it subscribes to nor its status matters.
    const webhook = await listen(world, { event_types: ["channel"] }, client)
    await client.send("PATCH", `/v3/webhooks/${webhook.id}/toggle-status`, {
      body: "{\"is_active\":false}",
      headers: { "content-type": "application/json" }
    })
    expect(await probe(client, webhook.id, "message.delivered")).toStrictEqual({ success: true, message: aText })
    const [one, ...more] = receiver().at(webhook.path)
    expect(more).toEqual([])
    expect(one!.headers).toMatchObject({ "x-webhook-id": webhook.id, "x-webhook-attempt": "1" })
    verify(webhook.signing_secret!, one!.body.toString("utf8"), {
      id: webhook.id,
      timestamp: one!.headers["x-webhook-timestamp"]!,
      signature: one!.headers["x-webhook-signature"]!
    })
    const sent = event(one!)
    expect(sent).toMatchObject({ field: "message", event: "message.delivered" })
    expect(sent.payload).toMatchObject({ account_id: webhook.customer_id, message_status: "DELIVERED" })
    expect((await log(client, webhook.id)).events).toStrictEqual([{
      ...anEntry,
      id: one!.headers["x-webhook-event-id"],
      webhook_id: webhook.id,
      customer_id: webhook.customer_id,
      event_type: "message.delivered",
      event_data: json(one!),
      delivery_status: "DELIVERED",
      delivery_attempts: 1,
      http_status_code: 204,
      response_body: "",
      error_message: null,
      processing_completed_at: anInstant,
      attempts: [{
        attempt: 1,
        started_at: anInstant,
        duration_ms: expect.any(Number) as unknown,
        http_status_code: 204,
        response_body: "",
        error_message: null
      }]
    }])
    expect(await read(client, webhook.id)).toMatchObject({
      is_active: false,
      last_delivery_attempt_at: anInstant,
      last_successful_delivery_at: anInstant
    })
  })

  it("never repeat an id [WHK-074]", async (context) => {
    const client = await fresh(context)
    const { id, path } = await listen(world, {}, client)
    for (const name of ["message.sent", "message.received", "message.sent"]) await probe(client, id, name)
    const found = receiver().at(path)
    const ids = payloads(found).flatMap((payload) => Object.values(payload))
      .filter((value) => typeof value === "string" && /^[0-9a-f-]{36}$/.test(value))
    const own = ids.filter((value) => value !== payloads(found)[0]!["account_id"])
    expect(own.length).toBeGreaterThanOrEqual(5)
    expect(new Set(own).size).toBe(own.length)
    expect(new Set(found.map(({ headers }) => headers["x-webhook-event-id"])).size).toBe(3)
  })

  it("that fail are answered as well, are not repeated, and do not count [WHK-072, WHK-075]", async (context) => {
    const client = await fresh(context)
    const { id, path } = await listen(world, {}, client)
    receiver().respond(path, (response) => response.writeHead(503).end("not today"))
    for (let count = 0; count < 2; count++) {
      const answer = await probe(client, id)
      expect(answer.success).toBe(false)
      expect(answer.message).toContain("503")
    }
    expect(receiver().at(path)).toHaveLength(2)
    const { events } = await log(client, id)
    for (const each of events) {
      expect(each).toMatchObject({
        delivery_status: "FAILED",
        delivery_attempts: 1,
        http_status_code: 503,
        response_body: "not today",
        error_message: aText
      })
    }
    expect(await read(client, id)).toMatchObject({
      is_active: true,
      consecutive_failures: 0,
      last_delivery_attempt_at: anInstant,
      last_successful_delivery_at: null
    })
  })

  it("that succeed end a row of failures [WHK-030, WHK-076]", async (context) => {
    const client = await fresh(context)
    const { id, path } = await listen(world, { event_types: ["templates"] }, client)
    let isDown = true
    receiver().respond(path, (response) => response.writeHead(isDown ? 500 : 200).end())
    success(
      await client.post("/v3/templates", {
        definition: { body: { multiChannel: { template: "A sentence of its own." } } },
        submit_for_review: true
      }),
      201
    )
    await eventually(() => read(client, id), ({ consecutive_failures }) => consecutive_failures > 0)
    isDown = false
    expect(await probe(client, id)).toMatchObject({ success: true })
    expect(await eventually(() => read(client, id), ({ consecutive_failures }) => consecutive_failures === 0))
      .toMatchObject({ is_active: true, last_successful_delivery_at: anInstant })
  })

  it("carry any event that there is, by its full name [WHK-073]", async () => {
    const { id, path } = await listen(world, {})
    const post = (body: object) => given().client.post(`/v3/webhooks/${id}/test`, body)
    for (const event_type of ["message", "message.", "sent", "messages.sent", "contact", ""]) {
      failure(await post({ event_type }), 400, "VALIDATION_006", ["event_type"])
    }
    failure(await post({}), 400, "VALIDATION_001", ["event_type"])
    expect(receiver().at(path)).toEqual([])
  })

  it("may name the family of templates, which have no names in what is published", async (context) => {
    const client = await fresh(context)
    const { id, path } = await listen(world, {}, client)
    for (const name of ["templates", "channel.rejected", "contact.opt_out"]) await probe(client, id, name)
    expect(receiver().at(path).map((each) => event(each).field)).toEqual(["templates", "channel", "contact"])
  })

  it("are asked for ten times a minute at most [WHK-077]", async (context) => {
    const client = await fresh(context)
    const body = { event_type: "message.sent", sandbox: true }
    const { id } = await createWebhook(client, {})
    for (let count = 0; count < 10; count++) success(await client.post(`/v3/webhooks/${id}/test`, body), 200)
    failure(await client.post(`/v3/webhooks/${id}/test`, body), 429, "BUSINESS_002")
  })
}

const logs = (world: World): void => {
  const { given, receiver } = world

  it(
    "has one entry for each event, the newest first, with what was delivered [WHK-051, WHK-052, WHK-053, WHK-056, WHK-080]",
    async () => {
      const { id, path } = await listen(world)
      await sendOne(given().client, body(world))
      const { events, pagination } = await delivered(given().client, id, 4)
      expect(pagination).toMatchObject({ page: 1, page_size: 20, total_count: 4, total_pages: 1 })
      expect(events.map((each) => each.event_type)).toEqual(way.toReversed())
      const bodies = new Map(receiver().at(path).map((each) => [each.headers["x-webhook-event-id"], json(each)]))
      for (const each of events) {
        expect(each).toStrictEqual({
          ...anEntry,
          event_data: bodies.get(each.id),
          delivery_status: "DELIVERED",
          delivery_attempts: 1,
          http_status_code: 204,
          response_body: "",
          error_message: null,
          processing_completed_at: anInstant,
          attempts: [expect.objectContaining({ attempt: 1, http_status_code: 204, error_message: null })]
        })
      }
    }
  )

  it("says what an endpoint answered, and that there will be another attempt [WHK-054, WHK-055]", async () => {
    const { id, path } = await listen(world, { event_filters: { message: ["queued"] } })
    receiver().respond(path, (response) => response.writeHead(500).end("é".repeat(1500)))
    await sendOne(given().client, body(world))
    const { events } = await eventually(
      () => log(given().client, id),
      (found) => found.events[0]?.delivery_status === "RETRYING"
    )
    const outcome = { http_status_code: 500, response_body: "é".repeat(1024), error_message: aText }
    expect(events).toStrictEqual([{
      ...anEntry,
      event_data: expect.any(Object) as unknown,
      delivery_status: "RETRYING",
      delivery_attempts: 1,
      ...outcome,
      processing_completed_at: null,
      attempts: [{ attempt: 1, started_at: anInstant, duration_ms: expect.any(Number) as unknown, ...outcome }]
    }])
  })

  it("is read by pages, and by what is looked for [WHK-078, PAG-006]", async () => {
    const { id } = await listen(world)
    const messages = []
    for (const to of phones(3, 60)) messages.push(await sendOne(given().client, body(world, { to: [to] })))
    const { events: all } = await delivered(given().client, id, 12)
    const ids = (found: Log) => found.events.map((each) => each.id)
    const look = (query: string) => log(given().client, id, query)
    expect(ids(await look("?page_size=5"))).toEqual(all.slice(0, 5).map((each) => each.id))
    expect(ids(await look("?page=3&page_size=5"))).toEqual(all.slice(10).map((each) => each.id))
    expect((await look("?page=3&page_size=5")).pagination).toMatchObject({ total_count: 12, total_pages: 3 })
    const sent = await look("?event_type=message.sent")
    expect(sent.pagination.total_count).toBe(3)
    expect(new Set(sent.events.map((each) => each.event_type))).toEqual(new Set(["message.sent"]))
    expect((await look("?delivery_status=FAILED")).pagination.total_count).toBe(0)
    expect((await look("?delivery_status=DELIVERED&event_type=message.read")).events).toEqual([])
    const one = await look(`?search=${messages[1]!.id.toUpperCase()}`)
    expect(one.pagination.total_count).toBe(4)
    expect(new Set(one.events.map((each) => each.event_data.payload["message_id"]))).toEqual(new Set([messages[1]!.id]))
    expect((await look("?search=MESSAGE.ROUTED")).pagination.total_count).toBe(3)
    expect((await look(`?search=${phone(60)}`)).pagination.total_count).toBe(0)
    failure(await given().client.get(`/v3/webhooks/${id}/events?event_type=sent`), 400, "VALIDATION_006", [
      "event_type"
    ])
    failure(await given().client.get(`/v3/webhooks/${id}/events?delivery_status=OK`), 400, "VALIDATION_006", [
      "delivery_status"
    ])
    failure(await given().client.get(`/v3/webhooks/${id}/events?page_size=0`), 400, "VALIDATION_001", ["page_size"])
  })
}

export const suite = (name: string, start: Start, verify: Verify): void => {
  describe(`The log of a webhook (${name})`, () => {
    const it = world(start)
    describe("test deliveries", () => tests(it, verify))
    describe("the log", () => logs(it))
  })
}
