/**
 * Clones of an organization's webhook on its sender profiles (specification "Webhook", decisions 3.1).
 */
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { approvedTemplate, createWebhook, sendOne } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import { eventually, withKey } from "./internal/given.ts"
import type { Webhook } from "./internal/resources.ts"
import { greeting, parameters, phone, webhook } from "./internal/samples.ts"
import type { World } from "./internal/world.ts"
import { names, payloads, world } from "./internal/world.ts"
import type { Reply } from "./Reply.ts"
import type { Verify } from "./SignatureSuite.ts"
import { log } from "./WebhookLogSuite.ts"

const json = { "content-type": "application/json" }

/** An organization of its own, with a profile. */
interface Family {
  readonly client: HttpClient
  readonly profileId: string
  readonly profile: HttpClient
}

const list = async (client: HttpClient): Promise<ReadonlyArray<Webhook>> =>
  success<{ readonly webhooks: ReadonlyArray<Webhook> }>(await client.get("/v3/webhooks?page_size=100"), 200).webhooks

const send = (client: HttpClient, method: string, path: string, body?: object): Promise<Reply> =>
  client.send(method, path, body === undefined ? {} : { body: JSON.stringify(body), headers: json })

const replace = async (client: HttpClient, id: string, body: object): Promise<Webhook> =>
  success<Webhook>(await send(client, "PUT", `/v3/webhooks/${id}`, body), 200)

/** Returns the fields that a clone has of its parent. */
const shared = ({ display_name, endpoint_url, is_active, retry_count, timeout_seconds }: Webhook): object => ({
  display_name,
  endpoint_url,
  is_active,
  retry_count,
  timeout_seconds
})

const sender_profile = { event_types: ["message"], event_filters: { message: ["delivered"] } }

const resource = ({ given }: World): void => {
  const family = async (context: { readonly skip: (note?: string) => never }): Promise<Family> => {
    const made = await given().subject.freshAccount?.() ?? context.skip("this server makes no accounts")
    return {
      client: withKey(given(), made.apiKey),
      profileId: made.profileId,
      profile: withKey(given(), made.profileApiKey)
    }
  }

  it(
    "are on every profile, with its own events, and nobody sees how [WHK-033, WHK-035, WHK-037, WHK-043, WHK-059]",
    async (context) => {
      const { client, profile, profileId } = await family(context)
      const parent = await createWebhook(client, { sender_profile, retry_count: 5, timeout_seconds: 60 })
      const [clone, ...more] = await list(profile)
      expect(more).toEqual([])
      expect(clone).toMatchObject({
        ...shared(parent),
        customer_id: profileId,
        signing_secret: null,
        ...sender_profile,
        consecutive_failures: 0,
        updated_at: null
      })
      expect(clone!.id).not.toBe(parent.id)
      expect(await list(client)).toMatchObject([{ id: parent.id }])
      const answers = [
        parent,
        clone,
        ...await list(client),
        await replace(client, parent.id, { ...webhook, sender_profile }),
        success(await client.get(`/v3/webhooks/${parent.id}`), 200),
        success(await profile.get(`/v3/webhooks/${clone!.id}`), 200)
      ]
      for (const answer of answers) expect(Object.keys(answer as object)).not.toContain("sender_profile")
      failure(await client.get(`/v3/webhooks/${clone!.id}`), 404, "RESOURCE_008")
    }
  )

  it("are made on profiles that come later, and go with them [WHK-034]", async (context) => {
    const { client } = await family(context)
    const parent = await createWebhook(client, { sender_profile })
    const born = await Promise.all(
      [["/v3/sender-profiles", { name: "Late", short_name: "LATE" }]].map(async ([path, body]) =>
        success<{ readonly id: string; readonly api_key: string }>(await client.post(path as string, body), 201)
      )
    )
    const { api_key, id } = born[0]!
    const late = withKey(given(), api_key)
    expect(await list(late)).toMatchObject([{ ...shared(parent), customer_id: id }])
    expect((await send(client, "DELETE", `/v3/sender-profiles/${id}`)).status).toBe(204)
    failure(await late.get("/v3/webhooks"), 401, "AUTH_002")
  })

  it("follow every change of the webhook [WHK-041, WHK-044, WHK-050]", async (context) => {
    const { client, profile } = await family(context)
    const parent = await createWebhook(client, { sender_profile })
    const [clone] = await list(profile)
    const next = await replace(client, parent.id, {
      ...webhook,
      endpoint_url: "http://93.184.216.34/moved",
      retry_count: 1
    })
    expect(await list(profile)).toMatchObject([{ ...shared(next), id: clone!.id, ...sender_profile }])
    success(await send(client, "PATCH", `/v3/webhooks/${parent.id}/toggle-status`, { is_active: false }), 200)
    expect(await list(profile)).toMatchObject([{ id: clone!.id, is_active: false }])
    await replace(client, parent.id, { ...webhook, sender_profile: { event_types: ["contact"] } })
    expect(await list(profile)).toMatchObject([{ id: clone!.id, event_types: ["contact"], event_filters: null }])
    expect((await send(client, "DELETE", `/v3/webhooks/${parent.id}`)).status).toBe(204)
    expect(await list(profile)).toEqual([])
  })

  it("may be changed by their profile, until the webhook changes", async (context) => {
    const { client, profile } = await family(context)
    const parent = await createWebhook(client, { sender_profile })
    const [clone] = await list(profile)
    success(await send(profile, "PATCH", `/v3/webhooks/${clone!.id}/toggle-status`, { is_active: false }), 200)
    expect(await list(client)).toMatchObject([{ is_active: true }])
    expect(await list(profile)).toMatchObject([{ is_active: false }])
    await replace(client, parent.id, webhook)
    expect(await list(profile)).toMatchObject([{ is_active: true }])
  })

  it("that their profile deletes stay deleted [WHK-042]", async (context) => {
    const { client, profile } = await family(context)
    const parent = await createWebhook(client, { sender_profile })
    const [clone] = await list(profile)
    expect((await send(profile, "DELETE", `/v3/webhooks/${clone!.id}`)).status).toBe(204)
    await replace(client, parent.id, { ...webhook, sender_profile: { event_types: ["channel"] } })
    await replace(client, parent.id, { ...webhook, sender_profile: { event_types: [] } })
    await replace(client, parent.id, { ...webhook, sender_profile })
    expect(await list(profile)).toEqual([])
    failure(await profile.get(`/v3/webhooks/${clone!.id}`), 404, "RESOURCE_008")
    // Another webhook is not concerned.
    await createWebhook(client, { sender_profile })
    expect(await list(profile)).toHaveLength(1)
  })

  it("are deleted by an empty list, and made again by another one [WHK-040, WHK-045]", async (context) => {
    const { client, profile } = await family(context)
    const parent = await createWebhook(client, { sender_profile: { event_types: [] } })
    expect(await list(profile)).toEqual([])
    await replace(client, parent.id, { ...webhook, sender_profile })
    expect(await list(profile)).toHaveLength(1)
    await replace(client, parent.id, { ...webhook, sender_profile: { event_types: [] } })
    expect(await list(profile)).toEqual([])
    await replace(client, parent.id, { ...webhook, sender_profile })
    expect(await list(profile)).toMatchObject([sender_profile])
  })

  it("may be all that there is [WHK-046, WHK-047]", async (context) => {
    const { client, profile } = await family(context)
    const only = { ...webhook, event_types: [] }
    const parent = success<Webhook>(await client.post("/v3/webhooks", { ...only, sender_profile }), 201)
    expect(parent.event_types).toEqual([])
    expect(await list(profile)).toMatchObject([sender_profile])
    const without = { display_name: "Mine", endpoint_url: webhook.endpoint_url, sender_profile }
    expect(success<Webhook>(await client.post("/v3/webhooks", without), 201).event_types).toEqual([])
    expect(await replace(client, parent.id, only)).toMatchObject({ event_types: [] })
    for (const nothing of [{ event_types: [] }, null]) {
      failure(await client.post("/v3/webhooks", { ...only, sender_profile: nothing }), 400, "VALIDATION_001", [
        "event_types"
      ])
    }
    const clear = { ...only, sender_profile: { event_types: [] } }
    failure(await send(client, "PUT", `/v3/webhooks/${parent.id}`, clear), 400, "VALIDATION_001", ["event_types"])
    expect(await list(profile)).toHaveLength(2)
  })

  it("are refused with the path of what is wrong", async () => {
    const refused = async (value: unknown, code: string, field: string): Promise<void> => {
      const body = { ...webhook, sender_profile: value }
      failure(await given().client.post("/v3/webhooks", body), 400, code, [field])
    }
    await refused("message", "VALIDATION_001", "sender_profile")
    await refused({}, "VALIDATION_001", "sender_profile.event_types")
    await refused({ event_types: ["message.sent"] }, "VALIDATION_006", "sender_profile.event_types[0]")
    await refused(
      { event_types: ["message"], event_filters: { contact: [] } },
      "VALIDATION_001",
      "sender_profile.event_filters.contact"
    )
    await refused(
      { event_types: ["message"], event_filters: { message: ["sent", "gone"] } },
      "VALIDATION_006",
      "sender_profile.event_filters.message[1]"
    )
  })
}

const deliveries = ({ given, receiver }: World, verify: Verify): void => {
  it("to a URL of the profile's own are not signed with the webhook's secret", async (context) => {
    const made = await given().subject.freshAccount?.() ?? context.skip("this server makes no accounts")
    const [client, profile] = [withKey(given(), made.apiKey), withKey(given(), made.profileApiKey)]
    const [theirs, own] = [`/${randomUUID()}`, `/${randomUUID()}`]
    const parent = await createWebhook(client, { endpoint_url: receiver().url(theirs), sender_profile })
    const [clone] = await list(profile)
    const template = await approvedTemplate(profile, greeting)
    /** The latest delivery to a path, and whether this secret has signed it. */
    const isSigned = async (path: string, secret: string): Promise<boolean> => {
      const before = receiver().at(path).length
      await sendOne(profile, { to: [phone(1)], template: { id: template.id, parameters }, channel: ["sms"] })
      const { body, headers } = (await receiver().until(path, (found) => found.length > before)).at(-1)!
      try {
        verify(secret, body.toString("utf8"), {
          id: clone!.id,
          timestamp: headers["x-webhook-timestamp"]!,
          signature: headers["x-webhook-signature"]!
        })
        return true
      } catch {
        return false
      }
    }
    const change = (path: string, parts: object = {}) =>
      replace(profile, clone!.id, {
        display_name: "Mine",
        endpoint_url: receiver().url(path),
        event_types: ["message"],
        event_filters: { message: ["delivered"] },
        ...parts
      })
    const rotate = async (): Promise<string> => {
      const reply = await profile.post(`/v3/webhooks/${clone!.id}/rotate-secret`, {})
      return success<{ readonly signing_secret: string }>(reply, 200).signing_secret
    }
    const secret = parent.signing_secret!
    await change(theirs, { display_name: "Renamed" })
    expect(await isSigned(theirs, secret)).toBe(true)
    expect(await change(own)).toMatchObject({ id: clone!.id, signing_secret: null })
    expect(await isSigned(own, secret)).toBe(false)
    const fresh = await rotate()
    await change(own, { display_name: "Renamed again" })
    expect(await isSigned(own, fresh)).toBe(true)
    await replace(client, parent.id, { ...webhook, endpoint_url: receiver().url(theirs) })
    expect(await isSigned(theirs, secret)).toBe(true)
  })

  it(
    "get the events of their profile, with the webhook's secret, into the webhook's log " +
      "[WHK-036, WHK-038, WHK-039, WHK-050, WHK-079, WHK-081, WHK-082, EVT-028]",
    async (context) => {
      const made = await given().subject.freshAccount?.() ?? context.skip("this server makes no accounts")
      const [client, profile] = [withKey(given(), made.apiKey), withKey(given(), made.profileApiKey)]
      const path = `/${randomUUID()}`
      const parent = await createWebhook(client, {
        endpoint_url: receiver().url(path),
        event_types: ["message"],
        event_filters: { message: ["sent"] },
        sender_profile
      })
      const [clone] = await list(profile)
      const say = async (sender: HttpClient): Promise<void> => {
        const template = await approvedTemplate(sender, greeting)
        await sendOne(sender, { to: [phone(1)], template: { id: template.id, parameters }, channel: ["sms"] })
      }
      const before = receiver().at(path).length
      await say(profile)
      const [own] = (await receiver().until(path, (found) => found.length === before + 1)).slice(before)
      expect(names([own!])).toEqual(["message.delivered"])
      expect(own!.headers["x-webhook-id"]).toBe(clone!.id)
      expect(payloads([own!])).toMatchObject([{ account_id: made.profileId }])
      const signed = {
        id: clone!.id,
        timestamp: own!.headers["x-webhook-timestamp"]!,
        signature: own!.headers["x-webhook-signature"]!
      }
      verify(parent.signing_secret!, own!.body.toString("utf8"), signed)

      const { signing_secret } = success<{ readonly signing_secret: string }>(
        await client.post(`/v3/webhooks/${parent.id}/rotate-secret`, {}),
        200
      )
      await say(client)
      await say(profile)
      const [sent, again] = (await receiver().until(path, (found) => found.length === 3)).slice(1)
      expect(names([sent!, again!])).toEqual(["message.sent", "message.delivered"])
      expect(sent!.headers["x-webhook-id"]).toBe(parent.id)
      verify(signing_secret, again!.body.toString("utf8"), {
        id: clone!.id,
        timestamp: again!.headers["x-webhook-timestamp"]!,
        signature: again!.headers["x-webhook-signature"]!
      })

      const all = await eventually(
        () => log(client, parent.id),
        ({ events }) => events.length === 3 && events.every((each) => each.delivery_status === "DELIVERED")
      )
      expect(all.pagination.total_count).toBe(3)
      expect(all.events.map((each) => [each.webhook_id, each.customer_id])).toEqual([
        [clone!.id, made.profileId],
        [parent.id, made.id],
        [clone!.id, made.profileId]
      ])
      expect((await log(client, parent.id, "?event_type=message.delivered")).pagination.total_count).toBe(2)
      expect((await log(client, parent.id, `?search=${made.profileId}&page_size=1`)).pagination)
        .toMatchObject({ total_count: 2, total_pages: 2 })
      expect((await log(profile, clone!.id)).pagination.total_count).toBe(2)
    }
  )
}

export const suite = (name: string, start: Start, verify: Verify): void => {
  describe(`Clones of webhooks (${name})`, () => {
    const given = world(start)
    describe("clones", () => resource(given))
    describe("their deliveries", () => deliveries(given, verify))
  })
}
