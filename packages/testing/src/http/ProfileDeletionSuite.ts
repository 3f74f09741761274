/**
 * Tests hold what the deletion of a profile means for everything that hangs on it (specification "Sender profiles",
 * decisions 5.6).
 */
import * as ConversationId from "@signalbox/core/ConversationId"
import type { AccountId, ContactId } from "@signalbox/core/Id"
import { describe, expect, it } from "vitest"
import type { Start } from "./HttpSubject.ts"
import { approvedTemplate, createWebhook, me, send, sendOne } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import { actingAs, server, withKey } from "./internal/given.ts"
import type { SenderProfile } from "./internal/profiles.ts"
import { createSender, patch, remove } from "./internal/profiles.ts"
import { greeting, parameters, phone, phones, webhook } from "./internal/samples.ts"
import * as Receiver from "./Receiver.ts"

const path = "/v3/sender-profiles"

export const suite = (name: string, start: Start): void => {
  describe(`A deleted profile (${name})`, () => {
    const given = server(start)

    it("is gone: for reading, changing, listing and deleting [PRF-020]", async () => {
      const { client } = given()
      const { id } = await createSender(client)
      const deleted = await remove(client, `${path}/${id}`)
      expect([deleted.status, deleted.text]).toEqual([204, ""])
      failure(await client.get(`${path}/${id}`), 404, "RESOURCE_014")
      failure(await patch(client, `${path}/${id}`, { name: "x" }), 404, "RESOURCE_014")
      failure(await remove(client, `${path}/${id}`), 404, "RESOURCE_014")
      const { sender_profiles } = success<{ readonly sender_profiles: ReadonlyArray<SenderProfile> }>(
        await client.get(path),
        200
      )
      expect(sender_profiles.map((each) => each.id)).not.toContain(id)
      expect((await me(client)).profiles.map((each) => each.id)).not.toContain(id)
    })

    it("is deleted by one of many who ask at the same time", async () => {
      const { client } = given()
      const { id } = await createSender(client)
      const replies = await Promise.all(Array.from({ length: 8 }, () => remove(client, `${path}/${id}`)))
      expect(replies.map(({ status }) => status).toSorted()).toEqual([204, ...Array.from({ length: 7 }, () => 404)])
    })

    it("acts no more: not by its key, not by the header", async () => {
      const { client } = given()
      const { api_key, id } = await createSender(client)
      const own = withKey(given(), api_key)
      success(await own.post("/v3/webhooks", webhook), 201)
      expect((await remove(client, `${path}/${id}`)).status).toBe(204)
      failure(await own.get("/v3/me"), 401, "AUTH_002")
      failure(await own.post("/v3/webhooks", webhook), 401, "AUTH_002")
      failure(await actingAs(given(), id).get("/v3/me"), 404, "RESOURCE_013")
    })

    it("holds nothing back any more: it is cancelled, and its webhooks are told", async () => {
      const { client } = given()
      const receiver = await Receiver.start()
      try {
        const { api_key, id } = await createSender(client)
        const own = withKey(given(), api_key)
        const template = await approvedTemplate(own, greeting)
        await createWebhook(own, { endpoint_url: receiver.url("/held"), event_types: ["message"] })
        const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
        const body = { to: phones(3), template: { id: template.id, parameters }, channel: ["sms"], scheduled_at }
        const sent = await send(own, body)
        expect((await remove(client, `${path}/${id}`)).status).toBe(204)
        const isCancelled = (delivery: Receiver.Delivery) => Receiver.event(delivery).event === "message.cancelled"
        const found = await receiver.until("/held", (all) => all.filter(isCancelled).length === 3)
        const told = found.filter(isCancelled).map((delivery) => Receiver.event(delivery).payload)
        expect(told.map((payload) => payload["message_id"]).toSorted())
          .toEqual(sent.recipients.map((each) => each.message_id).toSorted())
        for (const payload of told) {
          expect(payload).toMatchObject({ account_id: id, message_status: "CANCELLED" })
          expect(Date.parse(String(payload["scheduled_at"]))).toBe(Date.parse(scheduled_at))
        }
      } finally {
        await receiver.stop()
      }
    })

    it("is told of to its organization, which reads its history: all that ended, and nothing else of it", async () => {
      const { client } = given()
      const receiver = await Receiver.start()
      try {
        await createWebhook(client, {
          endpoint_url: receiver.url("/clone"),
          event_types: ["templates"],
          sender_profile: { event_types: ["message"] }
        })
        const { api_key, id } = await createSender(client)
        const own = withKey(given(), api_key)
        const { id: hook } = await createWebhook(own, { endpoint_url: receiver.url("/own"), event_types: ["message"] })
        const template = await approvedTemplate(own, greeting)
        const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
        const body = { to: phones(3), template: { id: template.id, parameters }, channel: ["sms"], scheduled_at }
        const sent = (await send(own, body)).recipients.map((each) => each.message_id)
        expect((await remove(client, `${path}/${id}`)).status).toBe(204)
        for (const place of ["/clone", "/own"]) {
          const isCancelled = (delivery: Receiver.Delivery) => Receiver.event(delivery).event === "message.cancelled"
          const found = await receiver.until(place, (all) => all.filter(isCancelled).length === 3)
          const told = found.filter(isCancelled).map((delivery) => Receiver.event(delivery).payload["message_id"])
          expect(told.toSorted()).toEqual(sent.toSorted())
        }
        const past = actingAs(given(), id)
        const message = success<{ readonly id: string; readonly contact_id: ContactId }>(
          await past.get(`/v3/messages/${sent[0]}`),
          200
        )
        expect(message).toMatchObject({ id: sent[0], status: "CANCELLED" })
        success(await past.get(`/v3/messages/${sent[0]}/activities`), 200)
        const page = "page=1&page_size=10"
        for (const one of ["", `/${ConversationId.of(id as AccountId, message.contact_id)}`]) {
          const { messages } = success<{ readonly messages: ReadonlyArray<{ readonly id: string }> }>(
            await past.get(`/v3/conversations${one}?${page}`),
            200
          )
          expect(messages.map((each) => each.id)).toContain(sent[0])
        }
        const { events } = success<{ readonly events: ReadonlyArray<unknown> }>(
          await past.get(`/v3/webhooks/${hook}/events?${page}`),
          200
        )
        expect(events.length).toBeGreaterThanOrEqual(3)
        failure(await past.get("/v3/webhooks"), 404, "RESOURCE_013")
        failure(await past.get(`/v3/templates/${template.id}`), 404, "RESOURCE_013")
        failure(await past.post(`/v3/messages/${sent[0]}/cancel`, {}), 404, "RESOURCE_013")
        failure(await past.post("/v3/messages", body), 404, "RESOURCE_013")
      } finally {
        await receiver.stop()
      }
    })

    it("leaves its sisters and its organization as they are", async () => {
      const { client } = given()
      const [one, two] = [await createSender(client), await createSender(client)]
      expect((await remove(client, `${path}/${one.id}`)).status).toBe(204)
      expect((await me(withKey(given(), two.api_key))).id).toBe(two.id)
      const template = await approvedTemplate(client, greeting)
      expect((await sendOne(client, { to: [phone(1)], template: { id: template.id, parameters } })).status)
        .toBe("DELIVERED")
      await send(client, { to: [phone(1)], template: { id: template.id, parameters } })
    })
  })
}
