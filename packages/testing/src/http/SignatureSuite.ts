/**
 * The headers of a delivery and its signature (specification "Events", decisions 7.1).
 */
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { Start } from "./HttpSubject.ts"
import { sendOne } from "./internal/actions.ts"
import { success, uuid } from "./internal/answers.ts"
import type { Webhook } from "./internal/resources.ts"
import { phones } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { body, listen, world } from "./internal/world.ts"
import type { Delivery } from "./Receiver.ts"
import * as Receiver from "./Receiver.ts"

/** Verifies a signature by Standard Webhooks; throws when it is wrong. */
export type Verify = (
  secret: string,
  body: string,
  signed: { readonly id: string; readonly timestamp: string; readonly signature: string }
) => void

const headers = (world: World): void => {
  const { given, receiver } = world

  it("name the webhook, the event, the attempt and the time [SIG-001, SIG-002, SIG-003, SIG-006]", async () => {
    const { id, path } = await listen(world)
    for (const to of phones(3, 30)) await sendOne(given().client, body(world, { to: [to] }))
    const found = await receiver().until(path, (found) => found.length >= 12)
    for (const { at, headers } of found) {
      expect(headers["content-type"]).toBe("application/json; charset=utf-8")
      expect(headers["user-agent"]).not.toBe("")
      expect(headers["x-webhook-id"]).toBe(id)
      expect(headers["x-webhook-attempt"]).toBe("1")
      expect(headers["x-webhook-event-id"]).toMatch(uuid)
      expect(headers["x-webhook-timestamp"]).toMatch(/^\d{10}$/)
      expect(Math.abs(Number(headers["x-webhook-timestamp"]) - at / 1000)).toBeLessThan(5)
      expect(headers["x-webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
    }
    expect(new Set(found.map((delivery) => delivery.headers["x-webhook-event-id"])).size).toBe(12)
  })
}

const signatures = (world: World, verify: Verify): void => {
  const { given, receiver } = world
  let secret = ""
  let deliveries: ReadonlyArray<Delivery> = []

  beforeAll(async () => {
    const webhook = await listen(world)
    secret = webhook.signing_secret ?? ""
    // Not ASCII only: the signature is over bytes.
    const template = { id: world.template().id, parameters: { name: "Zoë 📬", order: "№ 7" } }
    await sendOne(given().client, body(world, { template }))
    deliveries = await receiver().until(webhook.path, (found) => found.length >= 4)
  })

  const check = (delivery: Delivery, changes: { body?: string; id?: string; timestamp?: string; secret?: string }) => {
    verify(changes.secret ?? secret, changes.body ?? delivery.body.toString("utf8"), {
      id: changes.id ?? delivery.headers["x-webhook-id"] ?? "",
      timestamp: changes.timestamp ?? delivery.headers["x-webhook-timestamp"] ?? "",
      signature: delivery.headers["x-webhook-signature"] ?? ""
    })
  }

  it("verify by Standard Webhooks, with the headers mapped by name [SIG-001, SIG-007]", () => {
    expect(deliveries).toHaveLength(4)
    for (const delivery of deliveries) check(delivery, {})
  })

  propWith({ runs: 50 })(
    "hold every character of the body [SIG-008]",
    fc.nat({ max: 3 }),
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    (index, part) => {
      const delivery = deliveries[index]!
      const text = delivery.body.toString("utf8")
      const at = Math.floor(part * text.length)
      const other = text[at] === "x" ? "y" : "x"
      expect(() => check(delivery, { body: `${text.slice(0, at)}${other}${text.slice(at + 1)}` })).toThrow()
      expect(() => check(delivery, { body: text.slice(0, at) })).toThrow()
    }
  )

  it("hold the body as it was written [SIG-008]", () => {
    const [delivery] = deliveries
    const value: unknown = JSON.parse(delivery!.body.toString("utf8"))
    expect(() => check(delivery!, { body: JSON.stringify(value, null, 1) })).toThrow()
    expect(() => check(delivery!, { body: `${delivery!.body.toString("utf8")} ` })).toThrow()
  })

  it("hold the id and the time [SIG-009]", () => {
    for (const delivery of deliveries) {
      const timestamp = Number(delivery.headers["x-webhook-timestamp"])
      expect(() => check(delivery, { id: randomUUID() })).toThrow()
      expect(() => check(delivery, { timestamp: String(timestamp + 1) })).toThrow()
      expect(() => check(delivery, { timestamp: String(timestamp - 1) })).toThrow()
    }
  })

  it("need the webhook's own secret [SIG-007, SIG-012]", async () => {
    const other = await listen(world)
    for (const delivery of deliveries) {
      expect(() => check(delivery, { secret: other.signing_secret ?? "" })).toThrow()
    }
  })
}

const sandboxes = (world: World, verify: Verify): void => {
  const { given, receiver } = world

  it(
    "change neither the secret nor the status, and deliver nothing: only what is real is told, by the first secret " +
      "[SBX-030, SBX-032, SBX-034]",
    async () => {
      const { client } = given()
      const { id, path, signing_secret } = await listen(world)
      const simulated = async (method: string, what: string, body: object) => {
        const reply = await client.send(method, `/v3/webhooks/${id}/${what}`, {
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ ...body, sandbox: true })
        })
        return success<Webhook>(reply, 200)
      }
      await simulated("POST", "rotate-secret", {})
      await simulated("POST", "test", { event_type: "message.sent" })
      expect((await simulated("PATCH", "toggle-status", { is_active: false })).is_active).toBe(false)
      expect(success<Webhook>(await client.get(`/v3/webhooks/${id}`), 200)).toMatchObject({ is_active: true })
      const message = await sendOne(client, body(world))
      // The events of one endpoint come in order: a test that was delivered all the same would come first.
      const found = await receiver().until(path, (found) => found.length >= 4)
      for (const delivery of found) {
        expect(Receiver.event(delivery).payload["message_id"]).toBe(message.id)
        verify(signing_secret ?? "", delivery.body.toString("utf8"), {
          id: delivery.headers["x-webhook-id"] ?? "",
          timestamp: delivery.headers["x-webhook-timestamp"] ?? "",
          signature: delivery.headers["x-webhook-signature"] ?? ""
        })
      }
    }
  )
}

export const suite = (name: string, start: Start, verify: Verify): void => {
  describe(`Signatures (${name})`, () => {
    const prepared = world(start)
    describe("headers", () => headers(prepared))
    describe("signatures", () => signatures(prepared, verify))
    describe("sandboxes", () => sandboxes(prepared, verify))
  })
}
