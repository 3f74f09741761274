/**
 * Reading webhooks, replacing them, switching them off and on, deleting them, and new secrets (specification "Webhooks",
 * decisions 3.1 and 5.5).
 */
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { createWebhook, idempotencyKey, me } from "./internal/actions.ts"
import { anInstant, aText, aUuid, failure, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, actingAs, server, withKey } from "./internal/given.ts"
import type { Webhook } from "./internal/resources.ts"
import { aWebhook } from "./internal/resources.ts"
import { publicUrl, unknownId, webhook } from "./internal/samples.ts"
import type { Reply } from "./Reply.ts"

interface Page {
  readonly webhooks: ReadonlyArray<Webhook>
  readonly pagination: { readonly total_count: number; readonly total_pages: number; readonly has_more: boolean }
}

const list = async (client: HttpClient, query = ""): Promise<Page> =>
  success<Page>(await client.get(`/v3/webhooks${query}`), 200)

const ids = ({ webhooks }: Page): ReadonlyArray<string> => webhooks.map(({ id }) => id)

const read = async (client: HttpClient, id: string): Promise<Webhook> =>
  success<Webhook>(await client.get(`/v3/webhooks/${id}`), 200)

const toggle = (client: HttpClient, id: string, body: object): Promise<Reply> =>
  client.send("PATCH", `/v3/webhooks/${id}/toggle-status`, {
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" }
  })

/** The webhook as answers after its creation show it. */
const hidden = (created: Webhook): object => ({ ...aWebhook, ...created, signing_secret: null })

const reading = (given: () => Given): void => {
  it("shows the webhook without its secret [WHK-013, WHK-061, PAG-005]", async () => {
    const created = await createWebhook(given().client, { event_filters: { channel: ["approved"] } })
    expect(await read(given().client, created.id)).toStrictEqual(hidden(created))
    expect(await read(given().client, created.id.toUpperCase())).toMatchObject({ id: created.id })
    expect((await list(given().client)).webhooks).toContainEqual(hidden(created))
  })

  it("pages through one's own webhooks, the newest first [WHK-060]", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    const made: Array<string> = []
    for (let count = 0; count < 5; count++) made.unshift((await createWebhook(client, {})).id)
    expect(await list(client)).toMatchObject({ pagination: { total_count: 5, total_pages: 1, has_more: false } })
    expect(ids(await list(client))).toEqual(made)
    expect(ids(await list(client, "?page_size=2"))).toEqual(made.slice(0, 2))
    expect(await list(client, "?page=2&page_size=2")).toMatchObject({
      pagination: { page: 2, page_size: 2, total_count: 5, total_pages: 3, has_more: true }
    })
    expect(ids(await list(client, "?page=3&page_size=2"))).toEqual(made.slice(4))
    expect(ids(await list(client, "?page=4&page_size=2"))).toEqual([])
    failure(await client.get("/v3/webhooks?page=0"), 400, "VALIDATION_001", ["page"])
    failure(await client.get("/v3/webhooks?page_size=101"), 400, "VALIDATION_001", ["page_size"])
  })

  it("filters the list by status, name and address", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    const one = await createWebhook(client, { display_name: "Orders of Zürich" })
    const two = await createWebhook(client, { endpoint_url: `${publicUrl}/Billing` })
    success(await toggle(client, two.id, { is_active: false }), 200)
    expect(ids(await list(client, "?is_active=true"))).toEqual([one.id])
    expect(ids(await list(client, "?is_active=false"))).toEqual([two.id])
    expect(ids(await list(client, "?is_active="))).toEqual([two.id, one.id])
    expect(ids(await list(client, `?search=${encodeURIComponent("ZÜRI")}`))).toEqual([one.id])
    expect(ids(await list(client, "?search=hook/billing"))).toEqual([two.id])
    expect(await list(client, "?search=zürich&is_active=false")).toMatchObject({
      webhooks: [],
      pagination: { total_count: 0, total_pages: 0 }
    })
    failure(await client.get("/v3/webhooks?is_active=yes"), 400, "VALIDATION_006", ["is_active"])
    failure(await client.get(`/v3/webhooks?search=${"x".repeat(256)}`), 400, "VALIDATION_001", ["search"])
  })

  it("lists the events that there are", async () => {
    const reply = await given().client.get("/v3/webhooks/event-types")
    const { event_types: types, pagination } = success<{
      readonly event_types: ReadonlyArray<{ readonly name: string; readonly sub_types: ReadonlyArray<object> }>
      readonly pagination: object
    }>(reply, 200)
    // A server may have families of its own behind those of version 3. One event of messages and one of contacts are beyond it.
    expect(types.slice(0, 4).map(({ name, sub_types }) => [name, sub_types.length])).toEqual([
      ["message", 12],
      ["templates", 5],
      ["contact", 4],
      ["channel", 6]
    ])
    expect(pagination).toMatchObject({ page: 1, total_count: types.length, total_pages: 1, has_more: false })
    for (const type of types) {
      const entry = { name: aText, display_name: aText, description: aText, is_active: true, event_type: null }
      expect(type).toStrictEqual({ ...entry, sub_types: expect.any(Array) as unknown })
      for (const each of type.sub_types as ReadonlyArray<{ readonly name: string }>) {
        expect(each).toStrictEqual({ ...entry, event_type: `${type.name}.${each.name}`, sub_types: null })
      }
    }
  })
}

const updates = (given: () => Given): void => {
  const put = (id: string, body: object, client = given().client): Promise<Reply> =>
    client.send("PUT", `/v3/webhooks/${id}`, {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" }
    })

  it("replace it, but for its secret, its status and the numbers that are left out [WHK-013, WHK-063]", async () => {
    const created = await createWebhook(given().client, {
      retry_count: 5,
      timeout_seconds: 60,
      event_filters: { channel: ["approved"] }
    })
    const said = {
      display_name: "Other",
      endpoint_url: "http://93.184.216.34/other",
      event_types: ["contact", "channel"]
    }
    const next = { ...hidden(created), ...said, event_filters: null, updated_at: anInstant }
    expect(success(await put(created.id, said), 200)).toStrictEqual(next)
    expect(await read(given().client, created.id)).toStrictEqual(next)
    const numbers = { ...said, retry_count: 1, timeout_seconds: 5, event_filters: { contact: ["help"] } }
    expect(success(await put(created.id, { ...numbers, is_active: false }), 200)).toStrictEqual({ ...next, ...numbers })
  })

  it("are held to the rules of a registration [WHK-064]", async () => {
    const { id } = await createWebhook(given().client, {})
    const wrong = async (parts: object, code: string, field: string): Promise<void> => {
      failure(await put(id, { ...webhook, ...parts }), 400, code, [field])
      failure(await put(unknownId, { ...webhook, ...parts }), 400, code, [field])
    }
    await wrong({ display_name: " " }, "VALIDATION_001", "display_name")
    await wrong({ endpoint_url: "ftp://93.184.216.34/" }, "VALIDATION_001", "endpoint_url")
    await wrong({ endpoint_url: "http://10.0.0.1/" }, "VALIDATION_001", "endpoint_url")
    await wrong({ event_types: ["message.sent"] }, "VALIDATION_006", "event_types[0]")
    const filtered = { event_types: ["messages"], event_filters: { message: ["sent"] } }
    await wrong(filtered, "VALIDATION_006", "event_types[0]")
    await wrong({ event_filters: { message: ["sent"] } }, "VALIDATION_001", "event_filters.message")
    await wrong({ event_filters: { channel: ["sent"] } }, "VALIDATION_006", "event_filters.channel[0]")
    await wrong({ retry_count: 6 }, "VALIDATION_005", "retry_count")
    await wrong({ timeout_seconds: 4 }, "VALIDATION_005", "timeout_seconds")
    failure(await put(id, { ...webhook, event_types: [] }), 400, "VALIDATION_001", ["event_types"])
    failure(await put(id, {}), 400, "VALIDATION_001", ["display_name", "endpoint_url"])
    expect(await read(given().client, id)).toMatchObject({ ...webhook, updated_at: null })
  })

  it("are the same again under one Idempotency-Key", async () => {
    const { id } = await createWebhook(given().client, {})
    const headers = { "content-type": "application/json", "idempotency-key": idempotencyKey() }
    const send = (display_name: string) =>
      given().client.send("PUT", `/v3/webhooks/${id}`, { body: JSON.stringify({ ...webhook, display_name }), headers })
    const first = success(await send("One"), 200)
    const again = await send("One")
    expect(success(again, 200)).toEqual(first)
    expect(again.headers.get("idempotent-replayed")).toBe("true")
    failure(await send("Two"), 422, "CONFLICT_005")
    expect(await read(given().client, id)).toMatchObject({ display_name: "One" })
  })
}

const statuses = (given: () => Given): void => {
  it("is switched off and on [WHK-013, WHK-066, WHK-067]", async () => {
    const created = await createWebhook(given().client, {})
    const off = { ...hidden(created), is_active: false, updated_at: anInstant }
    expect(success(await toggle(given().client, created.id, { is_active: false }), 200)).toStrictEqual(off)
    expect(await read(given().client, created.id)).toStrictEqual(off)
    expect(success(await toggle(given().client, created.id, { is_active: true }), 200)).toStrictEqual({
      ...off,
      is_active: true
    })
  })

  it("stays as it is when it has the status already", async () => {
    const created = await createWebhook(given().client, {})
    expect(success(await toggle(given().client, created.id, { is_active: true }), 200)).toStrictEqual(hidden(created))
    expect(await read(given().client, created.id)).toMatchObject({ updated_at: null })
  })

  it.each([[{}], [{ is_active: null }], [{ is_active: "false" }], [{ is_active: 0 }], [{ is_active: [true] }]])(
    "is refused to be anything else: %o [WHK-068]",
    async (body) => {
      const { id } = await createWebhook(given().client, {})
      failure(await toggle(given().client, id, body), 400, "VALIDATION_001", ["is_active"])
      expect(await read(given().client, id)).toMatchObject({ is_active: true })
    }
  )
}

const deletions = (given: () => Given): void => {
  it("leave nothing to be read, whatever is said of a sandbox [WHK-065, SBX-019]", async () => {
    for (const body of [undefined, { sandbox: true }, { sandbox: "true" }]) {
      const { id } = await createWebhook(given().client, {})
      const reply = await given().client.send(
        "DELETE",
        `/v3/webhooks/${id}`,
        body === undefined ? {} : {
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" }
        }
      )
      expect(reply.status).toBe(204)
      expect(reply.text).toBe("")
      expect(reply.headers.has("x-sandbox")).toBe(false)
      failure(await given().client.get(`/v3/webhooks/${id}`), 404, "RESOURCE_008")
      failure(await given().client.get(`/v3/webhooks/${id}/events`), 404, "RESOURCE_008")
      failure(await given().client.send("DELETE", `/v3/webhooks/${id}`), 404, "RESOURCE_008")
      expect(ids(await list(given().client, "?page_size=100"))).not.toContain(id)
    }
  })
}

const secrets = (given: () => Given): void => {
  const rotate = (client: HttpClient, id: string, body: object = {}, key = idempotencyKey()): Promise<Reply> =>
    client.post(`/v3/webhooks/${id}/rotate-secret`, body, { "idempotency-key": key })

  it("are new, and shown once [WHK-014]", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    const created = await createWebhook(client, {})
    const seen = new Set([created.signing_secret])
    for (let count = 0; count < 3; count++) {
      const data = success<{ readonly signing_secret: string }>(await rotate(client, created.id), 200)
      expect(Object.keys(data)).toEqual(["signing_secret"])
      expect(Buffer.from(data.signing_secret.slice("whsec_".length), "base64")).toHaveLength(32)
      seen.add(data.signing_secret)
    }
    expect(seen.size).toBe(4)
    expect(await read(client, created.id)).toStrictEqual({ ...hidden(created), updated_at: anInstant })
  })

  it("are shown again to whoever asks with the same key, while they are valid", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    const { id } = await createWebhook(client, {})
    const key = idempotencyKey()
    const first = success(await rotate(client, id, {}, key), 200)
    expect(success(await rotate(client, id, {}, key), 200)).toEqual(first)
    success(await rotate(client, id), 200)
    expect(success(await rotate(client, id, {}, key), 200)).toEqual({ signing_secret: null })
  })

  it("are asked for ten times a minute at most [WHK-070]", async (context) => {
    const client = withKey(given(), (await account(given(), context)).apiKey)
    for (let count = 0; count < 10; count++) failure(await rotate(client, unknownId), 404, "RESOURCE_008")
    const reply = await rotate(client, unknownId)
    failure(reply, 429, "BUSINESS_002")
    expect(reply.headers.get("x-ratelimit-limit")).toBe("10")
    // Each of the sensitive operations has ten of its own.
    const test = { event_type: "message.sent" }
    failure(await client.post(`/v3/webhooks/${unknownId}/test`, test), 404, "RESOURCE_008")
  })
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** Every request for one webhook. */
const requests: ReadonlyArray<Asked> = [
  { method: "GET", path: "" },
  { method: "PUT", path: "", body: webhook },
  { method: "DELETE", path: "" },
  { method: "PATCH", path: "/toggle-status", body: { is_active: false } },
  { method: "POST", path: "/rotate-secret", body: {} },
  { method: "POST", path: "/test", body: { event_type: "message.sent" } },
  { method: "GET", path: "/events" }
]

const strangers = (given: () => Given): void => {
  const ask = (client: HttpClient, id: string, { body, method, path }: Asked): Promise<Reply> =>
    client.send(
      method,
      `/v3/webhooks/${id}${path}`,
      body === undefined ? {} : {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" }
      }
    )

  it.each(requests)("find nothing: $method $path [WHK-062]", async (request) => {
    const { id } = await createWebhook(given().client, {})
    failure(await ask(given().client, unknownId, request), 404, "RESOURCE_008")
    failure(await ask(given().other, id, request), 404, "RESOURCE_008")
    failure(await ask(given().profile, id, request), 404, "RESOURCE_008")
    failure(await ask(given().client, "nonsense", request), 400, "VALIDATION_003", ["id"])
    failure(await ask(given().nobody, id, request), 401, "AUTH_002")
    expect(await read(given().client, id)).toMatchObject({ ...webhook, is_active: true, updated_at: null })
  })

  it("are told apart by the account that the request acts as [WHK-003]", async () => {
    const scoped = actingAs(given(), given().subject.profileId)
    const { customer_id, id } = await createWebhook(scoped, {})
    expect(customer_id).toBe(given().subject.profileId)
    expect(await read(given().profile, id)).toMatchObject({ customer_id })
    failure(await given().client.get(`/v3/webhooks/${id}`), 404, "RESOURCE_008")
  })
}

const sandboxes = (given: () => Given): void => {
  const simulated = async (method: string, path: string, body: object): Promise<unknown> => {
    const reply = await given().client.send(method, `/v3/webhooks/${unknownId}${path}`, {
      body: JSON.stringify({ ...body, sandbox: true }),
      headers: { "content-type": "application/json" }
    })
    expect(reply.headers.get("x-sandbox")).toBe("true")
    return success(reply, 200)
  }

  it("answer a replacement with what it says [SBX-029]", async () => {
    const customer_id = (await me(given().client)).id
    expect(await simulated("PUT", "", { ...webhook, retry_count: 4 })).toStrictEqual({
      ...aWebhook,
      ...webhook,
      id: unknownId,
      customer_id,
      signing_secret: null,
      retry_count: 4,
      updated_at: anInstant
    })
  })

  it("answer a change of the status with the status", async () => {
    for (const is_active of [true, false]) {
      expect(await simulated("PATCH", "/toggle-status", { is_active })).toStrictEqual({
        ...aWebhook,
        id: unknownId,
        customer_id: aUuid,
        signing_secret: null,
        is_active,
        updated_at: anInstant
      })
    }
  })

  it("leave the secret as it is, and show a placeholder [SBX-031]", async () => {
    const { id } = await createWebhook(given().client, {})
    const reply = await given().client.post(`/v3/webhooks/${id}/rotate-secret`, { sandbox: true })
    expect(success(reply, 200)).toEqual({ signing_secret: "whsec_c2FuZGJveC1wbGFjZWhvbGRlci1zZWNyZXQtMDAwMDA=" })
    expect(await read(given().client, id)).toMatchObject({ updated_at: null })
  })

  it("deliver no test [SBX-033]", async () => {
    expect(await simulated("POST", "/test", { event_type: "message.sent" })).toStrictEqual({
      success: true,
      message: aText
    })
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Webhooks, once registered (${name})`, () => {
    const given = server(start)
    describe("reading", () => reading(given))
    describe("updates", () => updates(given))
    describe("the status", () => statuses(given))
    describe("deletions", () => deletions(given))
    describe("secrets", () => secrets(given))
    describe("strangers", () => strangers(given))
    describe("sandboxes", () => sandboxes(given))
  })
}
