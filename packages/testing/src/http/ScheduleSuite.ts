/**
 * Sends for a later time: what is taken, what is refused, and what shows while a message is held (specification
 * "Limits", "Message", decisions 5.2).
 */
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { activities, approvedTemplate, createWebhook, message, send } from "./internal/actions.ts"
import { failure } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { server } from "./internal/given.ts"
import { greeting, parameters, phone } from "./internal/samples.ts"
import * as Receiver from "./Receiver.ts"

const [minute, day] = [60_000, 86_400_000]

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

export const suite = (name: string, start: Start): void => {
  describe(`Schedule (${name})`, () => {
    const given = server(start)
    describe("sends for later", () => cases(given))
  })
}
