/**
 * Events at a receiver: which come, in which order, and what is in them (specification "Events", decisions 4.5 and 7).
 */
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { approvedTemplate, createTemplate, createWebhook, inStatus, me, send, sendOne } from "./internal/actions.ts"
import { aText, seconds } from "./internal/answers.ts"
import { bodyOf, endings, sender } from "./internal/endings.ts"
import { account, handsets, withKey } from "./internal/given.ts"
import { ofVersion3 } from "./internal/resources.ts"
import { definition, greeted, greeting, parameters, phone, phones } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, listen, names, payloads, way, world } from "./internal/world.ts"
import * as Receivers from "./Receiver.ts"

const aSecond: unknown = expect.stringMatching(seconds)

const events = (world: World): void => {
  const { given, receiver, template } = world

  it.each(["sms", "auto_detect"])(
    "tell each status of a delivered message, in order: %s " +
      "[EVT-001, EVT-004, EVT-005, EVT-006, EVT-012, EVT-013, EVT-014, EVT-016, EVT-017, EVT-018, EVT-025, EVT-027, " +
      "EVT-029, EVT-030, EVT-032, EVT-035, EVT-036, EVT-037, EVT-038, STM-003]",
    async (channel) => {
      const { path } = await listen(world)
      const message = await sendOne(given().client, body(world, { channel: [channel] }))
      const found = await receiver().until(path, (found) => found.length >= 4)
      expect(names(found)).toEqual(way)
      const expected = (event: string, body: string | null, channel: string): object => ({
        field: "message",
        event,
        timestamp: aSecond,
        payload: {
          updated_at: aSecond,
          account_id: message.customer_id,
          message_id: message.id,
          template_id: template().id,
          template_name: template().name,
          outbound_number: phone(1),
          message_status: event.slice("message.".length).toUpperCase(),
          channel,
          body
        }
      })
      const told = found.map(Receivers.event).map((each) => ({ ...each, payload: ofVersion3(each.payload) }))
      expect(told).toStrictEqual([
        expected("message.queued", null, channel),
        expected("message.routed", greeted, channel),
        expected("message.sent", greeted, "sms"),
        expected("message.delivered", greeted, "sms")
      ])
      for (const delivery of found) {
        expect(delivery.method).toBe("POST")
        const names = Object.keys(Receivers.json(delivery) as object)
        expect(names.filter((name) => name !== "event_id")).toEqual(["field", "event", "timestamp", "payload"])
        // Additive: another service need not say it.
        expect([-1, 3]).toContain(names.indexOf("event_id"))
      }
    }
  )

  it.each([
    { name: "no route [EVT-008]", end: "failed", code: "DELIVERY_003", more: { channel: ["whatsapp"] } },
    { name: "no value [EVT-008]", end: "failed", code: "VALIDATION_008", more: { values: {} } },
    { name: "no approval [EVT-010]", end: "blocked", code: "BUSINESS_005", more: { draft: true } }
  ])(
    "tell why a message was stopped: $name " +
      "[EVT-005, EVT-025, EVT-027, EVT-029, EVT-033, EVT-035, EVT-036, EVT-039, STM-003]",
    async ({ code, end, more }) => {
      const { channel = ["auto_detect"], draft = false, values = parameters } = more as {
        channel?: ReadonlyArray<string>
        draft?: boolean
        values?: object
      }
      const { path } = await listen(world)
      const { id, name } = draft ? await createTemplate(given().client, greeting) : template()
      const message = await sendOne(given().client, body(world, { channel, template: { id, parameters: values } }))
      const found = await receiver().until(path, (found) => found.length >= 2)
      const payload = {
        updated_at: aSecond,
        account_id: message.customer_id,
        message_id: message.id,
        template_id: id,
        template_name: name,
        outbound_number: phone(1),
        body: null
      }
      expect(payloads(found).map(ofVersion3)).toStrictEqual([
        { ...payload, message_status: "QUEUED", channel: channel[0] },
        { ...payload, message_status: end.toUpperCase(), channel: "auto", reason_code: code, reason: aText }
      ])
      expect(names(found)).toEqual(["message.queued", `message.${end}`])
      // The next message's events are the next that come.
      await sendOne(given().client, body(world))
      expect(names(await receiver().until(path, (found) => found.length >= 6)).slice(2)).toEqual(way)
    }
  )

  it("tell that it was read, where the channel tells it [EVT-007, EVT-025, EVT-038]", async (context) => {
    const mine = await sender(given(), context)
    const { path } = await listen(world, {}, mine.client)
    const { id } = await endings["READ"]!(given(), context, mine)
    const found = await receiver().until(path, (found) => found.length >= 5)
    expect(names(found)).toEqual([...way, "message.read"])
    expect(payloads(found).at(-1)).toMatchObject({
      message_id: id,
      message_status: "READ",
      channel: "rcs",
      body: greeted
    })
  })

  it("tell why it failed, with its text and its channel [EVT-008, EVT-025, EVT-035, EVT-038]", async (context) => {
    const mine = await sender(given(), context)
    const { path } = await listen(world, {}, mine.client)
    const { id } = await endings["FAILED"]!(given(), context, mine)
    const found = await receiver().until(path, (found) => found.length >= 4)
    expect(names(found)).toEqual([...way.slice(0, 3), "message.failed"])
    expect(payloads(found).at(-1)).toMatchObject({
      message_id: id,
      message_status: "FAILED",
      channel: "sms",
      body: greeted,
      reason_code: "DELIVERY_005",
      reason: aText
    })
    for (const payload of payloads(found).slice(0, -1)) {
      expect(Object.keys(payload).filter((key) => key.startsWith("reason"))).toEqual([])
    }
  })

  it(
    "tell that its recipient must not be written to " +
      "[ERR-029, EVT-009, EVT-025, EVT-033, EVT-035, EVT-039, STM-021]",
    async (context) => {
      const mine = await sender(given(), context)
      const { path } = await listen(world, {}, mine.client)
      const { id } = await endings["FILTERED"]!(given(), context, mine)
      const found = await receiver().until(path, (found) => found.length >= 2)
      expect(names(found)).toEqual(["message.queued", "message.filtered"])
      expect(payloads(found).at(-1)).toMatchObject({
        message_id: id,
        message_status: "FILTERED",
        channel: "auto",
        body: null,
        reason_code: "BUSINESS_004",
        reason: aText
      })
    }
  )

  it("are of the very instants of which the message's history is [EVT-017, EVT-027]", async (context) => {
    const mine = await sender(given(), context)
    const { path } = await listen(world, {}, mine.client)
    // Each receipt comes in another second than what was before, so that no instant is taken for another, also where the
    // first of them is late.
    await handsets(given(), context)(phone(807), [{ receipts: ["delivered", "read"], delay_ms: 2000 }])
    const { recipients: [one] } = await send(mine.client, bodyOf(mine, { to: [phone(807)], channel: ["rcs"] }))
    const found = await receiver().until(path, (found) => found.length >= 5)
    const { created_at, events } = await inStatus(mine.client, one!.message_id, "READ")
    const second = (at: string) => `${at.slice(0, 19)}Z`
    // Nobody is told that a message is being processed.
    const history = (events ?? []).filter(({ status }) => status !== "PROCESSED")
    expect(history.map(({ status }) => status)).toEqual(["QUEUED", "ROUTED", "SENT", "DELIVERED", "READ"])
    const expected = history.map(({ status, timestamp }) => [status, second(timestamp), second(timestamp)])
    expect(found.map((delivery) => {
      const { payload, timestamp } = Receivers.event(delivery)
      return [payload["message_status"], timestamp, payload["updated_at"]]
    })).toEqual(expected)
    expect(created_at).toBe(history[0]!.timestamp)
    const [sent, delivered, read] = history.slice(2).map(({ timestamp }) => Date.parse(timestamp))
    // A timer may ring a little early.
    expect(delivered! - sent!).toBeGreaterThan(1000)
    expect(read! - delivered!).toBeGreaterThan(1000)
  })

  it("tell of each message of a send", async () => {
    const { path } = await listen(world)
    const { recipients } = await send(given().client, body(world, { to: phones(10, 20) }))
    const found = await receiver().until(path, (found) => found.length >= 40)
    for (const { message_id } of recipients) {
      expect(names(found.filter((delivery) => Receivers.event(delivery).payload["message_id"] === message_id))).toEqual(
        way
      )
    }
  })

  it("hold at most 3,072 characters of the text [EVT-031, LIM-016]", async () => {
    const { path } = await listen(world, { event_filters: { message: ["delivered"] } })
    const long = await approvedTemplate(given().client, definition("{{a}}{{b}}", "a", "b"))
    const texts = [3071, 3072, 3073, 4000].map((length) => ({ a: "x".repeat(2000), b: "y".repeat(length - 2000) }))
    for (const parameters of texts) {
      await sendOne(given().client, body(world, { template: { id: long.id, parameters } }))
    }
    const found = await receiver().until(path, (found) => found.length >= 4)
    expect(payloads(found).map((payload) => payload["body"]))
      .toEqual(texts.map(({ a, b }) => `${a}${b}`.slice(0, 3072)))
  })

  it("tell a template's review, of each channel and of the whole, and nothing of a draft [EVT-052, EVT-053]", async () => {
    const { path } = await listen(world, { event_types: ["templates"] })
    await createTemplate(given().client, greeting)
    const template = await createTemplate(given().client, greeting, { submit_for_review: true })
    const found = await receiver().until(path, (found) => found.length >= 8)
    const payload = {
      account_id: template.customer_id,
      template_id: template.id,
      template_name: template.name,
      whatsapp_template_id: "",
      language: template.language,
      category: template.category
    }
    const legs = [{ channel: "sms" }, { channel: "whatsapp" }, { channel: "rcs" }, {}]
    expect(found.map(Receivers.event)).toStrictEqual(["PENDING", "APPROVED"].flatMap((status) =>
      legs.map((leg) => ({
        field: "templates",
        event: `templates.${status.toLowerCase()}`,
        timestamp: aSecond,
        payload: { ...payload, ...leg, status }
      }))
    ))
  })
}

/** A review of three channels and of the whole. */
const reviewed = ["templates.pending", "templates.approved"].flatMap((name) => Array.from({ length: 4 }, () => name))

const subscriptions = (world: World): void => {
  const { given, receiver } = world

  it("choose among the events of a family [WHK-020]", async () => {
    const all = await listen(world)
    const some = await listen(world, { event_filters: { message: ["delivered", "failed"] } })
    const sent = await sendOne(given().client, body(world))
    const failed = await sendOne(given().client, body(world, { channel: ["rcs"] }))
    const last = await sendOne(given().client, body(world))
    const found = await receiver().until(some.path, (found) => found.length >= 3)
    expect(names(found)).toEqual(["message.delivered", "message.failed", "message.delivered"])
    expect(payloads(found).map((payload) => payload["message_id"])).toEqual([sent.id, failed.id, last.id])
    await receiver().until(all.path, (found) => found.length >= 10)
    expect(receiver().at(some.path)).toHaveLength(3)
  })

  it("with an empty filter choose all [WHK-019]", async () => {
    const { path } = await listen(world, { event_filters: { message: [] } })
    await sendOne(given().client, body(world))
    expect(names(await receiver().until(path, (found) => found.length >= 4))).toEqual(way)
  })

  it("are of families [WHK-018]", async () => {
    const templates = await listen(world, { event_types: ["templates"] })
    const messages = await listen(world, { event_types: ["message"] })
    await sendOne(given().client, body(world))
    await createTemplate(given().client, greeting, { submit_for_review: true })
    await sendOne(given().client, body(world))
    await receiver().until(messages.path, (found) => found.length >= 8)
    const found = await receiver().until(templates.path, (found) => found.length >= 8)
    expect(names(found)).toEqual(reviewed)
    expect(names(receiver().at(messages.path))).toEqual([...way, ...way])
  })

  it("of several webhooks get each event once, each under its own id", async () => {
    const webhooks = [await listen(world), await listen(world), await listen(world)]
    const message = await sendOne(given().client, body(world))
    const ids: Array<string> = []
    for (const { id, path } of webhooks) {
      const found = await receiver().until(path, (found) => found.length >= 4)
      expect(names(found)).toEqual(way)
      expect(new Set(payloads(found).map((payload) => payload["message_id"]))).toEqual(new Set([message.id]))
      expect(new Set(found.map((delivery) => delivery.headers["x-webhook-id"]))).toEqual(new Set([id]))
      ids.push(...found.map((delivery) => delivery.headers["x-webhook-event-id"]!))
    }
    expect(new Set(ids).size).toBe(12)
  })

  it("are of one account: another one's events do not come", async (context) => {
    const { apiKey } = await account(given(), context)
    const stranger = withKey(given(), apiKey)
    const theirs = await listen(world, { event_types: ["message", "templates"] }, stranger)
    const mine = await listen(world)
    await sendOne(given().client, body(world))
    await receiver().until(mine.path, (found) => found.length >= 4)
    await createTemplate(stranger, greeting, { submit_for_review: true })
    const found = await receiver().until(theirs.path, (found) => found.length >= 8)
    expect(names(found)).toEqual(reviewed)
    const { id } = await me(stranger)
    expect(new Set(payloads(found).map((payload) => payload["account_id"]))).toEqual(new Set([id]))
    expect(names(receiver().at(mine.path))).toEqual(way)
  })
}

const endpoints = (world: World): void => {
  const { given, receiver } = world

  it("that fail get the next events all the same, each a first time", async () => {
    const { path } = await listen(world)
    receiver().respond(path, (response) => response.writeHead(500).end("broken"))
    await sendOne(given().client, body(world))
    await sendOne(given().client, body(world))
    const found = await receiver().until(path, (found) => found.length >= 8)
    expect(names(found)).toEqual([...way, ...way])
    expect(new Set(found.map((delivery) => delivery.headers["x-webhook-attempt"]))).toEqual(new Set(["1"]))
  })

  it("that send elsewhere are not followed", async () => {
    const { path } = await listen(world)
    receiver().respond(path, (response) => response.writeHead(307, { location: receiver().url("/elsewhere") }).end())
    await sendOne(given().client, body(world))
    expect(names(await receiver().until(path, (found) => found.length >= 4))).toEqual(way)
    expect(receiver().at("/elsewhere")).toEqual([])
  })

  it("that never answer hold up nobody else", async () => {
    const silent = await listen(world)
    const { path } = await listen(world)
    receiver().respond(silent.path, () => {})
    await sendOne(given().client, body(world))
    await sendOne(given().client, body(world))
    expect(names(await receiver().until(path, (found) => found.length >= 8))).toEqual([...way, ...way])
    expect(names(await receiver().until(silent.path, (found) => found.length >= 1))[0]).toBe("message.queued")
  })

  it("that are not there hold up nobody else", async () => {
    const gone = await Receivers.start()
    await createWebhook(given().client, { endpoint_url: gone.url("/gone"), event_types: ["message"] })
    await gone.stop()
    const { path } = await listen(world)
    await sendOne(given().client, body(world))
    expect(names(await receiver().until(path, (found) => found.length >= 4))).toEqual(way)
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Deliveries (${name})`, () => {
    const prepared = world(start)
    describe("events", () => events(prepared))
    describe("subscriptions", () => subscriptions(prepared))
    describe("endpoints", () => endpoints(prepared))
  })
}
