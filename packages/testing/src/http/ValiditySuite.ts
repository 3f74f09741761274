/**
 * Sends that are worth something for a time only (decisions 14.4).
 */
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { approvedTemplate, idempotencyKey, resend, send, settled } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import { account, withKey } from "./internal/given.ts"
import type { Sent } from "./internal/resources.ts"
import { greeting, parameters, phone } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, world } from "./internal/world.ts"

const [second, hour, day] = [1000, 3_600_000, 86_400_000]

const ahead = (millis: number): string => new Date(Date.now() + millis).toISOString()

/** A number of New Jersey, and what the clocks show there. */
const recipient = phone(1)
const clock = (at: number): string =>
  new Date(at).toLocaleTimeString("en-GB", {
    timeZone: "America/New_York",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23"
  })

const cases = (world: World): void => {
  const { given } = world
  const post = (more: object, headers: Readonly<Record<string, string>> = {}) =>
    given().client.post("/v3/messages", body(world, more), headers)

  it("say until when, with the message and with the answer [XMS-020]", async () => {
    const { client } = given()
    const at = ahead(hour)
    const sent = await send(client, body(world, { expires_at: at }))
    expect(Date.parse(sent.expires_at!)).toBe(Date.parse(at))
    const { expires_at, status } = await settled(client, sent.recipients[0]!.message_id)
    expect([status, expires_at]).toEqual(["DELIVERED", sent.expires_at])
    const seconds = await send(client, body(world, { validity_seconds: 60 }))
    const { created_at, ...message } = await settled(client, seconds.recipients[0]!.message_id)
    expect(Date.parse(message.expires_at!) - Date.parse(created_at)).toBe(60 * second)
    const held = await send(client, body(world, { validity_seconds: 60, scheduled_at: ahead(day) }))
    expect(Date.parse(held.expires_at!) - Date.parse(held.scheduled_at!)).toBe(60 * second)
    expect(await send(client, body(world))).not.toHaveProperty("expires_at")
  })

  it("are refused when that cannot be, or is said twice [XMS-021]", async () => {
    const wrong = "VALIDATION_001"
    failure(await post({ expires_at: ahead(hour), validity_seconds: 60 }), 400, wrong, ["validity_seconds"])
    for (const expires_at of ["soon", 7, ahead(hour).slice(0, -1), ahead(-hour), ahead(5 * second), ahead(31 * day)]) {
      failure(await post({ expires_at }), 400, wrong, ["expires_at"])
    }
    failure(await post({ expires_at: ahead(hour), scheduled_at: ahead(2 * hour) }), 400, wrong, ["expires_at"])
    for (const validity_seconds of [0, 9, 2_592_001]) {
      failure(await post({ validity_seconds }), 400, "VALIDATION_005", ["validity_seconds"])
    }
    failure(await post({ validity_seconds: "60", sandbox: true }), 400, wrong, ["validity_seconds"])
  })

  it("end FAILED immediately when the recipient's night is longer [XMS-022, XMS-023, XMS-025]", async (context) => {
    const { apiKey } = await account(given(), context, {
      quietHours: {
        windows: { US: { start: clock(Date.now() - 2 * hour), end: clock(Date.now() + 2 * hour) } },
        exempt: []
      }
    })
    const client = withKey(given(), apiKey)
    const { id } = await approvedTemplate(client, greeting)
    const sent = (more: object) =>
      send(client, { to: [recipient], template: { id, parameters }, channel: ["sms"], ...more })
    const short = await sent({ validity_seconds: 60 })
    const ended = await settled(client, short.recipients[0]!.message_id)
    expect(ended).toMatchObject({ status: "FAILED", reason_code: "DELIVERY_006", price: null })
    // Sent again, it is worth a minute again.
    const again = success<Sent>(await resend(client, ended.id), 202)
    expect(Date.parse(again.expires_at!)).toBeGreaterThan(Date.parse(short.expires_at!))
  })

  it("are shown in the sandbox too, and belong to what a repetition repeats [XMS-020]", async () => {
    const key = { "idempotency-key": idempotencyKey() }
    const at = ahead(hour)
    const first = success<Sent>(await post({ expires_at: at, sandbox: true }, key), 202)
    expect(Date.parse(first.expires_at!)).toBe(Date.parse(at))
    expect(success<Sent>(await post({ expires_at: at, sandbox: true }, key), 202)).toEqual(first)
    failure(await post({ validity_seconds: 60, sandbox: true }, key), 422, "CONFLICT_005")
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Validity (${name})`, () => cases(world(start)))
}
