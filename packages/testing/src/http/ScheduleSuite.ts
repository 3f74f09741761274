/**
 * Sends for a later time: what is taken, what is refused, and what shows while a message is held (specification
 * "Limits", "Message", decisions 5.2); and messages that quiet hours hold (decisions 4.1).
 */
import type { QuietHours } from "@signalbox/core/QuietHours"
import type { TestContext } from "vitest"
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import {
  activities,
  approvedTemplate,
  cancel,
  createTemplate,
  createWebhook,
  inStatus,
  message,
  send,
  settled
} from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, eventually, server, withKey } from "./internal/given.ts"
import type { Message } from "./internal/resources.ts"
import { greeting, parameters, phone } from "./internal/samples.ts"
import * as Receiver from "./Receiver.ts"

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

const ahead = (millis: number): string => new Date(Date.now() + millis).toISOString()

const cases = (given: () => Given): void => {
  const body = async (scheduledAt: unknown) => {
    const template = await approvedTemplate(given().client, greeting)
    return { to: [phone(1)], template: { id: template.id, parameters }, channel: ["sms"], scheduled_at: scheduledAt }
  }

  it("hold the message until then [MSG-025, MSG-052, SCH-010, SCH-011, STM-006]", async () => {
    const at = Math.floor(Date.now() / 1000) * 1000 + 3 * day
    const local = new Date(at - 5 * 60 * minute).toISOString().slice(0, 19)
    const sent = await send(given().client, await body(`${local}-05:00`))
    const echoed = `${new Date(at).toISOString().slice(0, 19)}Z`
    expect(sent).toMatchObject({ status: "SCHEDULED", scheduled_at: echoed })
    const id = sent.recipients[0]!.message_id
    const held = await message(given().client, id)
    expect(held).toMatchObject({ status: "SCHEDULED", scheduled_at: echoed, channel: "sms", price: null })
    const { activities: lines } = await activities(given().client, id)
    expect(lines).toMatchObject([{ status: "SCHEDULED", scheduled_at: echoed }])
  })

  it("say so to webhooks [EVT-002, EVT-032, EVT-036, EVT-037]", async () => {
    const receiver = await Receiver.start()
    try {
      await createWebhook(given().client, { endpoint_url: receiver.url("/held"), event_types: ["message"] })
      const at = ahead(2 * day)
      const sent = await send(given().client, await body(at))
      const id = sent.recipients[0]!.message_id
      const found = await receiver.until(
        "/held",
        (all) => all.some((each) => Receiver.event(each).payload["message_id"] === id)
      )
      const events = found.map(Receiver.event).filter(({ payload }) => payload["message_id"] === id)
      expect(events).toMatchObject([{
        event: "message.scheduled",
        payload: { message_status: "SCHEDULED", scheduled_at: sent.scheduled_at, channel: "sms", body: null }
      }])
      expect(events.every(({ payload }) => Date.parse(String(payload["scheduled_at"])) === Date.parse(at))).toBe(true)
    } finally {
      await receiver.stop()
    }
  })

  it("are refused and hold nothing when one thing is wrong, whatever else is right", async () => {
    const right = await body(ahead(day))
    for (const at of [true, {}, [ahead(day)], "", "2030-01-31", ahead(day).replace("T", " ")]) {
      failure(await given().client.post("/v3/messages", { ...right, scheduled_at: at }), 400, "VALIDATION_001", [
        "scheduled_at"
      ])
    }
    const now = await send(given().client, { ...right, scheduled_at: null })
    expect([now.status, "scheduled_at" in now]).toEqual(["QUEUED", false])
  })

  it.each([
    ["a local time [SCH-007]", new Date(Date.now() + day).toISOString().slice(0, -1)],
    ["too near [SCH-008]", ahead(minute / 2)],
    ["past [SCH-008]", ahead(-day)],
    ["too far [SCH-009]", ahead(31 * day)],
    ["no timestamp [SCH-012]", "tomorrow"],
    ["no text [SCH-012]", 1_900_000_000]
  ])("are refused when the time is %s", async (_, at) => {
    failure(await given().client.post("/v3/messages", await body(at)), 400, "VALIDATION_001", ["scheduled_at"])
  })
}

/** A number of New Jersey, and what the clocks show there. */
const recipient = phone(1)
const clock = (at: number): string =>
  new Date(at).toLocaleTimeString("en-GB", {
    timeZone: "America/New_York",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23"
  })

/** Hours around this moment, or away from it. */
const around = (from: number, to: number): QuietHours => ({
  windows: { US: { start: clock(Date.now() + from * hour), end: clock(Date.now() + to * hour) } },
  exempt: []
})

const nights = (given: () => Given): void => {
  const asleep = async (context: TestContext, quietHours: QuietHours) => {
    const { apiKey } = await account(given(), context, { quietHours })
    const client = withKey(given(), apiKey)
    // Somewhere else it is day.
    const elsewhere = "+41446681800"
    const { id } = await createTemplate(client, greeting, { submit_for_review: true })
    const sent = (to: string, more: object = {}) =>
      send(client, { to: [to], template: { id, parameters }, channel: ["sms"], ...more })
    await eventually(
      async () => settled(client, (await sent(elsewhere)).recipients[0]!.message_id),
      ({ status }) => status === "DELIVERED"
    )
    return { client, sent }
  }

  it(
    "hold a message until they end, after it was accepted " +
      "[SCH-001, SCH-002, SCH-003, MSG-025, MSG-051, EVT-002, EVT-032, EVT-036, EVT-037]",
    async (context) => {
      const receiver = await Receiver.start()
      try {
        const { client, sent } = await asleep(context, around(-2, 2))
        await createWebhook(client, { endpoint_url: receiver.url("/night"), event_types: ["message"] })
        const { recipients, status, ...more } = await sent(recipient)
        expect([status, "scheduled_at" in more]).toEqual(["QUEUED", false])
        const id = recipients[0]!.message_id
        const held = await inStatus(client, id, "SCHEDULED")
        const until = Date.parse(held.scheduled_at!)
        expect(until % minute).toBe(0)
        expect(until - Date.now()).toBeGreaterThan(1.9 * hour)
        expect(until - Date.now()).toBeLessThanOrEqual(2 * hour)
        expect(held.events!.map((event) => event.status)).toEqual(["QUEUED", "PROCESSED", "SCHEDULED"])
        const { activities: lines } = await activities(client, id)
        expect(lines[0]).toMatchObject({ status: "SCHEDULED", scheduled_at: held.scheduled_at, price: null })
        const found = await receiver.until("/night", (all) => all.length >= 2)
        expect(found.map(Receiver.event)).toMatchObject([
          { event: "message.queued", payload: { channel: "sms", body: null } },
          {
            event: "message.scheduled",
            payload: { message_status: "SCHEDULED", scheduled_at: held.scheduled_at, channel: "sms", body: null }
          }
        ])
        expect(Receiver.event(found[0]!).payload).not.toHaveProperty("scheduled_at")
      } finally {
        await receiver.stop()
      }
    }
  )

  it("let a message be cancelled that they hold, and keep its money [MSG-026, MSG-063, STM-008]", async (context) => {
    const { client, sent } = await asleep(context, around(-2, 2))
    const { recipients } = await sent(recipient)
    const held = await inStatus(client, recipients[0]!.message_id, "SCHEDULED")
    const cancelled = success<Message>(await cancel(client, held.id), 200)
    expect(cancelled).toStrictEqual({ ...held, status: "CANCELLED", channel: "auto" })
    failure(await cancel(client, held.id), 409, "BUSINESS_006")
  })

  it("let go what is sent at another hour", async (context) => {
    const { client, sent } = await asleep(context, around(2, 4))
    const { recipients } = await sent(recipient)
    expect((await settled(client, recipients[0]!.message_id)).status).toBe("DELIVERED")
  })

  it("come after what ends a message before", async (context) => {
    const { client, sent } = await asleep(context, around(-2, 2))
    const draft = await createTemplate(client, greeting)
    const { recipients } = await sent(recipient, { template: { id: draft.id, parameters } })
    const ended = await settled(client, recipients[0]!.message_id)
    expect([ended.status, ended.reason_code, "scheduled_at" in ended]).toEqual(["BLOCKED", "BUSINESS_005", false])
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Schedule (${name})`, () => {
    const given = server(start)
    describe("sends for later", () => cases(given))
    describe("quiet hours", () => nights(given))
  })
}
