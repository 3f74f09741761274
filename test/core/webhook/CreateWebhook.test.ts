/**
 * POST /v3/webhooks without HTTP (specification "Webhook", decisions 3.1).
 */
import type { Caller } from "@signalbox/core/Caller"
import type { Json, JsonObject } from "@signalbox/core/Json"
import { Store } from "@signalbox/core/Store"
import type { Webhook } from "@signalbox/core/Webhook"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const body: JsonObject = {
  display_name: "Orders",
  endpoint_url: "https://example.com/hook",
  event_types: ["message", "templates"]
}

const scene = <A, E>(program: Effect.Effect<A, E, Bench.Services>, world: Bench.World = {}): Promise<A> =>
  Bench.run(Bench.layer(world), Effect.andThen(Scene.seed(0), program))

const create = (parts: JsonObject, caller?: Caller) =>
  scene(Scene.ask("webhooks.create", { ...body, ...parts }, caller))

const refusal = async (parts: JsonObject, caller?: Caller) => {
  const { error, status } = await create(parts, caller)
  return [status, error.code, Object.keys(error.details ?? {})] as const
}

const profile: Caller = (() => {
  const account = Given.account({ id: Given.accountId(7), type: "profile", organization: Given.accountId(1) })
  return { account, keyAccount: account }
})()

describe("a new webhook", () => {
  it("is answered 201, whole, with its secret [WHK-001, WHK-002, WHK-004, WHK-012, WHK-015, WHK-027, WHK-058]", async () => {
    const { data, status } = await create({})
    expect(status).toBe(201)
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
      customer_id: Scene.account.id,
      display_name: "Orders",
      endpoint_url: "https://example.com/hook",
      signing_secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/) as string,
      is_active: true,
      event_types: ["message", "templates"],
      event_filters: null,
      retry_count: 3,
      timeout_seconds: 30,
      last_delivery_attempt_at: null,
      last_successful_delivery_at: null,
      consecutive_failures: 0,
      created_at: "2030-01-15T12:34:56.789Z",
      updated_at: null
    })
  })

  it("belongs to the profile that the request acts as [WHK-003]", async () => {
    const scoped: Caller = { account: profile.account, keyAccount: Scene.account }
    expect((await create({}, scoped)).data["customer_id"]).toBe(profile.account.id)
  })

  it("subscribes to what types and filters say, types once each", async () => {
    await scene(
      Effect.gen(function*() {
        yield* Scene.ask("webhooks.create", {
          ...body,
          event_types: ["message", "contact", "message"],
          event_filters: { message: ["delivered", "failed"], contact: [] }
        })
        const store = yield* Store
        const { rows } = yield* store.list({ list: "webhooks", scope: Scene.account.id, offset: 0, limit: 9 })
        expect(rows.map(({ value }) => value as Webhook)).toMatchObject([{
          eventTypes: ["message", "contact"],
          subscribes: [
            "message.delivered",
            "message.failed",
            "contact.opt_in",
            "contact.opt_out",
            "contact.help",
            "contact.preference"
          ]
        }])
      })
    )
  })

  it.each([1, 2, 3, 4, 5])("takes the retry_count %i [WHK-023]", async (count) => {
    expect((await create({ retry_count: count })).data["retry_count"]).toBe(count)
  })

  it.each([5, 30, 120])("takes the timeout_seconds %i [WHK-026]", async (seconds) => {
    expect((await create({ timeout_seconds: seconds })).data["timeout_seconds"]).toBe(seconds)
  })

  it.each([
    "http://example.com",
    "HTTPS://EXAMPLE.COM/a?b#c",
    "https://example.com:8443/",
    `https://e.com/${"x".repeat(2034)}`
  ])(
    "takes the URL %s [WHK-007]",
    async (url) => {
      expect((await create({ endpoint_url: url })).data["endpoint_url"]).toBe(url)
    }
  )

  it("takes a name of 255 characters", async () => {
    expect((await create({ display_name: "x".repeat(255) })).data["display_name"]).toHaveLength(255)
  })

  it("takes null for what may be left out", async () => {
    const parts = { event_filters: null, retry_count: null, timeout_seconds: null, sender_profile: null }
    expect((await create(parts)).data).toMatchObject({ event_filters: null, retry_count: 3, timeout_seconds: 30 })
  })
})

describe("a webhook is refused", () => {
  it.each<readonly [string, JsonObject, string, string]>([
    ["without a name", { display_name: "" }, "VALIDATION_001", "display_name"],
    ["with a blank name", { display_name: " \t" }, "VALIDATION_001", "display_name"],
    ["with a name of 256 characters", { display_name: "x".repeat(256) }, "VALIDATION_001", "display_name"],
    ["with a URL that is none [WHK-005]", { endpoint_url: "example.com" }, "VALIDATION_001", "endpoint_url"],
    ["with another scheme [WHK-006]", { endpoint_url: "ftp://example.com" }, "VALIDATION_001", "endpoint_url"],
    ["with a scheme without host", { endpoint_url: "https:example.com" }, "VALIDATION_001", "endpoint_url"],
    ["with a user", { endpoint_url: "https://a@example.com" }, "VALIDATION_001", "endpoint_url"],
    ["with a password", { endpoint_url: "https://:b@example.com" }, "VALIDATION_001", "endpoint_url"],
    [
      "with a URL of 2049 characters",
      { endpoint_url: `https://e.com/${"x".repeat(2035)}` },
      "VALIDATION_001",
      "endpoint_url"
    ],
    [
      "for an event instead of a family [WHK-017]",
      { event_types: ["message.sent"] },
      "VALIDATION_006",
      "event_types[0]"
    ],
    ["for an unknown family [WHK-017]", { event_types: ["message", "template"] }, "VALIDATION_006", "event_types[1]"],
    ["for nothing [WHK-047]", { event_types: [] }, "VALIDATION_001", "event_types"],
    ["for null [WHK-047]", { event_types: null }, "VALIDATION_001", "event_types"],
    [
      "with a filter of a family that it does not take",
      { event_filters: { contact: [] } },
      "VALIDATION_001",
      "event_filters.contact"
    ],
    ["with a filter of no family", { event_filters: { messages: [] } }, "VALIDATION_001", "event_filters.messages"],
    [
      "with a filter with a whole name [WHK-019]",
      { event_filters: { message: ["sent", "message.sent"] } },
      "VALIDATION_006",
      "event_filters.message[1]"
    ],
    ["with retry_count 0 [WHK-021]", { retry_count: 0 }, "VALIDATION_005", "retry_count"],
    ["with retry_count 6 [WHK-022]", { retry_count: 6 }, "VALIDATION_005", "retry_count"],
    ["with timeout_seconds 4 [WHK-024]", { timeout_seconds: 4 }, "VALIDATION_005", "timeout_seconds"],
    ["with timeout_seconds 121 [WHK-025]", { timeout_seconds: 121 }, "VALIDATION_005", "timeout_seconds"],
    ["with a retry_count in quotes", { retry_count: "3" }, "VALIDATION_001", "retry_count"]
  ])("%s", async (_, parts, code, field) => {
    expect(await refusal(parts)).toEqual([400, code, [field]])
  })

  it.each<readonly [string, Caller]>([
    ["a profile's own key [WHK-048]", profile],
    ["an organization that acts as a profile [WHK-049]", { account: profile.account, keyAccount: Scene.account }]
  ])("by %s when it sets sender_profile", async (_, caller) => {
    for (const value of [{}, { event_types: ["message"] }] as ReadonlyArray<Json>) {
      expect(await refusal({ sender_profile: value }, caller)).toEqual([400, "VALIDATION_001", ["sender_profile"]])
    }
  })

  it("when its address may not be called, in sandbox too", async () => {
    const refuse = (url: string) => url.includes("inner") ? "blocked address: 10.0.0.0/8" : null
    for (const sandbox of [false, true]) {
      const answer = await scene(
        Scene.ask("webhooks.create", { ...body, endpoint_url: "https://inner.example", sandbox }),
        { refuse }
      )
      expect(answer).toMatchObject({
        status: 400,
        sandbox,
        error: { code: "VALIDATION_001", details: { endpoint_url: ["blocked address: 10.0.0.0/8"] } }
      })
    }
  })
})
