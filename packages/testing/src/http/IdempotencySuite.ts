/**
 * Requests that are sent again with the same Idempotency-Key (specification "Cross-cutting request rules", decisions
 * 9.2).
 */
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { createTemplate, idempotencyKey, message, settled } from "./internal/actions.ts"
import { anyFields, failure, sound, success } from "./internal/answers.ts"
import { postText } from "./internal/endpoints.ts"
import type { Given } from "./internal/given.ts"
import { account, actingAs, server, withKey } from "./internal/given.ts"
import type { Sent, Template } from "./internal/resources.ts"
import { rewritten } from "./internal/rewritten.ts"
import { definition, greeting, parameters, phone, phones, unknownId, webhook } from "./internal/samples.ts"
import type { Reply } from "./Reply.ts"

const withIdempotency = (key: string): Readonly<Record<string, string>> => ({ "idempotency-key": key })

const isReplay = (reply: Reply): boolean => reply.headers.has("idempotent-replayed")

/** An answer that repeats an earlier one to the byte, and says so. */
const replays = (again: Reply, first: Reply): void => {
  expect({ status: again.status, text: again.text }).toEqual({ status: first.status, text: first.text })
  expect(again.headers.get("idempotent-replayed")).toBe("true")
  const original = first.headers.get("x-original-request-id") ?? first.headers.get("x-request-id")
  expect(again.headers.get("x-original-request-id")).toBe(original)
  expect(again.headers.get("x-request-id")).not.toBe(original)
  expect(again.headers.get("x-response-time")).toMatch(/^\d+ms$/)
  for (const name of ["x-sandbox", "x-profile-id", "content-type"]) {
    expect(again.headers.get(name), name).toBe(first.headers.get(name))
  }
}

const executed = (reply: Reply): void => {
  expect(reply.headers.has("idempotent-replayed")).toBe(false)
  expect(reply.headers.has("x-original-request-id")).toBe(false)
}

const text = (): object => ({ definition: definition(`Text ${randomUUID()}`) })

const keys = (given: () => Given): void => {
  const create = (key: string): Promise<Reply> =>
    given().client.post("/v3/webhooks", { ...webhook, sandbox: true }, withIdempotency(key))

  propWith({ runs: 40 })(
    "have 1 to 255 letters, digits, hyphens and underscores [IDM-014]",
    fc.stringMatching(/^[a-zA-Z0-9_-]{1,255}$/).filter((key) => key.length <= 255),
    async (key) => {
      success(await create(key), 201)
    }
  )

  it("have at most 255 characters [ERR-010, IDM-013, IDM-014]", async () => {
    success(await create("k".repeat(255)), 201)
    for (const length of [256, 1000, 8000]) failure(await create("k".repeat(length)), 400, "VALIDATION_007", anyFields)
  })

  it("are not empty [IDM-012]", async () => {
    failure(await create(""), 400, "VALIDATION_007", anyFields)
  })

  propWith({ runs: 40 })(
    "have no other characters [ERR-010, IDM-011]",
    fc.tuple(
      fc.stringMatching(/^[a-zA-Z0-9_-]{1,20}$/),
      fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code))
        .filter((character) => !/[a-zA-Z0-9_\x7f-]/.test(character)),
      fc.stringMatching(/^[a-zA-Z0-9_-]{1,20}$/)
    ),
    async (parts) => {
      failure(await create(parts.join("")), 400, "VALIDATION_007", anyFields)
    }
  )

  it("that are malformed stop the request [IDM-011]", async () => {
    const { client } = given()
    const body = { definition: definition(`Stopped ${randomUUID().replaceAll("-", " ")}`) }
    const reply = await client.post("/v3/templates", body, withIdempotency("not a key"))
    failure(reply, 400, "VALIDATION_007", anyFields)
    expect(success<Template>(await client.post("/v3/templates", body), 201).name).not.toMatch(/_2$/)
  })

  it("are ignored on GET [IDM-009]", async () => {
    const { client } = given()
    for (const key of ["not a key", "", "k".repeat(300)]) {
      success(await client.get("/v3/me", withIdempotency(key)), 200)
    }
    const key = withIdempotency(idempotencyKey())
    const replies = [await client.get("/v3/me", key), await client.get("/v3/me", key)]
    for (const reply of replies) executed(reply)
    failure(await client.get(`/v3/messages/${unknownId}`, key), 404, "RESOURCE_003")
  })
}

const replaying = (given: () => Given): void => {
  it("answers the same, to the byte, and executes nothing [IDM-001, IDM-002, IDM-003, IDM-004, IDM-006]", async () => {
    const { client } = given()
    const key = withIdempotency(idempotencyKey())
    const body = { definition: definition("Only once for all") }
    const first = await client.post("/v3/templates", body, key)
    expect(success<Template>(first, 201).name).toBe("only_once_for_all")
    executed(first)
    for (let time = 0; time < 3; time++) replays(await client.post("/v3/templates", body, key), first)
    expect((await createTemplate(client, body.definition)).name).toBe("only_once_for_all_2")
  })

  it("is only where there is a key [IDM-004, IDM-005]", async () => {
    const body = text()
    const replies = [await given().client.post("/v3/templates", body), await given().client.post("/v3/templates", body)]
    for (const reply of replies) executed(reply)
    expect(new Set(replies.map((reply) => success<Template>(reply, 201).id)).size).toBe(2)
  })

  it("shows a send as it was accepted, whatever became of it [IDM-001, MSG-031]", async () => {
    const { client } = given()
    const template = await createTemplate(client, greeting)
    const key = withIdempotency(idempotencyKey())
    const body = { to: phones(3), template: { id: template.id, parameters } }
    const first = await client.post("/v3/messages", body, key)
    const { recipients } = success<Sent>(first, 202)
    for (const each of recipients) await settled(client, each.message_id)
    const again = await client.post("/v3/messages", body, key)
    replays(again, first)
    expect(success<Sent>(again, 202).recipients.map((each) => each.channel)).toEqual(Array(3).fill("auto_detect"))
    expect((await message(client, recipients[0]!.message_id)).channel).toBe("auto")
  })

  it("is the same with any key of the account, in any header", async (context) => {
    const { apiKey, secondApiKey } = await account(given(), context)
    const key = idempotencyKey()
    const body = text()
    const first = await withKey(given(), apiKey).post("/v3/templates", body, withIdempotency(key))
    replays(await withKey(given(), secondApiKey).post("/v3/templates", body, withIdempotency(key)), first)
    const bearer = given().nobody.as({ authorization: `Bearer ${apiKey}` })
    replays(await bearer.post("/v3/templates", body, withIdempotency(key)), first)
  })

  it("is of sandbox answers too", async () => {
    const { client } = given()
    for (
      const [path, body] of [
        ["/v3/templates", { definition: greeting, sandbox: true }],
        ["/v3/webhooks", { ...webhook, sandbox: true }],
        ["/v3/messages", { to: [phone(1)], template: { id: unknownId }, sandbox: true }]
      ] as const
    ) {
      const key = withIdempotency(idempotencyKey())
      const first = await client.post(path, body, key)
      expect(first.headers.get("x-sandbox")).toBe("true")
      replays(await client.post(path, body, key), first)
      failure(await client.post(path, { ...body, sandbox: false }, key), 422, "CONFLICT_005")
    }
  })

  it("is of refusals that rest on stored things [IDM-001]", async () => {
    const { client } = given()
    const name = `late_${randomUUID().slice(0, 8)}`
    const key = withIdempotency(idempotencyKey())
    const body = { to: [phone(1)], template: { name } }
    const first = await client.post("/v3/messages", body, key)
    failure(first, 404, "RESOURCE_002")
    executed(first)
    expect((await createTemplate(client, definition(name.replaceAll("_", " ")))).name).toBe(name)
    const again = await client.post("/v3/messages", body, key)
    failure(again, 404, "RESOURCE_002")
    replays(again, first)

    const template = await createTemplate(client, greeting)
    const other = withIdempotency(idempotencyKey())
    const unsendable = { to: [phone(1)], template: { id: template.id, parameters: { name: "a\nb" } } }
    const refused = await client.post("/v3/messages", unsendable, other)
    failure(refused, 400, "VALIDATION_008", anyFields)
    replays(await client.post("/v3/messages", unsendable, other), refused)
  })

  it("is not of requests that were wrong by themselves", async () => {
    const { client, nobody } = given()
    const key = withIdempotency(idempotencyKey())
    const body = text()
    const early: ReadonlyArray<() => Promise<Reply>> = [
      () => nobody.post("/v3/templates", body, key),
      () => client.post("/v3/templates", {}, key),
      () => client.post("/v3/templates", { ...body, sandbox: "true" }, key),
      () => client.post("/v3/templates", {}, { ...key, "content-type": "text/plain" }),
      () => postText(client, "/v3/templates", "{", { ...key, "content-type": "application/json" })
    ]
    for (const ask of early) {
      for (let time = 0; time < 2; time++) {
        const reply = await ask()
        sound(reply)
        expect(reply.status).toBeGreaterThanOrEqual(400)
        executed(reply)
      }
    }
    const first = await client.post("/v3/templates", body, key)
    success(first, 201)
    executed(first)
    replays(await client.post("/v3/templates", body, key), first)

    const other = withIdempotency(idempotencyKey())
    const blocked = { ...webhook, endpoint_url: "http://10.0.0.1/hook" }
    failure(await client.post("/v3/webhooks", blocked, other), 400, "VALIDATION_001", ["endpoint_url"])
    success(await client.post("/v3/webhooks", webhook, other), 201)
  })
}

const sameness = (given: () => Given): void => {
  propWith({ runs: 30 })(
    "is of what the JSON means, not of how it is written [IDM-001]",
    fc.infiniteStream(fc.nat({ max: 1000 })),
    async (numbers) => {
      const { client } = given()
      const choose = (): number => numbers.next().value
      const body = {
        ...webhook,
        event_filters: { channel: ["approved", "rejected"] },
        retry_count: 2,
        timeout_seconds: 60,
        extra: { a: [1, 20, { c: "deep", b: null }], t: true }
      }
      const key = withIdempotency(idempotencyKey())
      const first = await client.post("/v3/webhooks", body, key)
      success(first, 201)
      const headers = { ...key, "content-type": "application/json" }
      replays(await postText(client, "/v3/webhooks", rewritten(body, choose), headers), first)
    }
  )

  const changed: ReadonlyArray<readonly [name: string, ask: (client: HttpClient, key: string) => Promise<Reply>]> = [
    [
      "another value",
      (client, key) => client.post("/v3/webhooks", { ...webhook, display_name: "Yours" }, withIdempotency(key))
    ],
    ["another field", (client, key) => client.post("/v3/webhooks", { ...webhook, extra: 1 }, withIdempotency(key))],
    [
      "another order in a list",
      (client, key) => client.post("/v3/webhooks", { ...webhook, list: [2, 1] }, withIdempotency(key))
    ],
    ["another path", (client, key) => client.post("/v3/templates", webhook, withIdempotency(key))],
    ["another query", (client, key) => client.post("/v3/webhooks?a=1", webhook, withIdempotency(key))]
  ]

  it.each(changed)("is not there with %s: 422 CONFLICT_005 [ERR-036, IDM-018]", async (name, ask) => {
    const { client } = given()
    const key = idempotencyKey()
    const body = name.includes("list") ? { ...webhook, list: [1, 2] } : webhook
    const first = await client.post("/v3/webhooks", body, withIdempotency(key))
    success(first, 201)
    const refused = await ask(client, key)
    failure(refused, 422, "CONFLICT_005")
    executed(refused)
    // The refusal changes nothing of what the key stands for.
    replays(await client.post("/v3/webhooks", body, withIdempotency(key)), first)
  })

  it("is not hurt by the order of the query", async () => {
    const { client } = given()
    const key = withIdempotency(idempotencyKey())
    const first = await client.post("/v3/webhooks?a=1&b=2", webhook, key)
    replays(await client.post("/v3/webhooks?b=2&a=1", webhook, key), first)
    failure(await client.post("/v3/webhooks?b=1&a=2", webhook, key), 422, "CONFLICT_005")
  })

  it("is asked before the body is looked at", async () => {
    const { client } = given()
    const key = withIdempotency(idempotencyKey())
    success(await client.post("/v3/webhooks", webhook, key), 201)
    failure(await client.post("/v3/webhooks", { display_name: 7 }, key), 422, "CONFLICT_005")
  })

  it("is of one account: another one's key is another key [IDM-021]", async () => {
    const body = { ...webhook, display_name: "Same everywhere" }
    const key = withIdempotency(idempotencyKey())
    const { client, other, profile, subject } = given()
    const first = await client.post("/v3/webhooks", body, key)
    for (const another of [other, profile, actingAs(given(), subject.siblingProfileId)]) {
      const reply = await another.post("/v3/webhooks", body, key)
      success(reply, 201)
      executed(reply)
    }
    replays(await client.post("/v3/webhooks", body, key), first)
  })

  it("is of the profile, whoever acts as it", async () => {
    const { profile, subject } = given()
    const key = withIdempotency(idempotencyKey())
    const first = await profile.post("/v3/webhooks", webhook, key)
    expect(first.headers.get("x-profile-id")).toBe(subject.profileId)
    replays(await actingAs(given(), subject.profileId).post("/v3/webhooks", webhook, key), first)
  })
}

const together = (given: () => Given): void => {
  it("are executed once, and all get the answer [IDM-015, IDM-017]", async () => {
    const { client } = given()
    const key = withIdempotency(idempotencyKey())
    const body = { definition: definition("Fifty at the same time") }
    const replies = await Promise.all(Array.from({ length: 50 }, () => client.post("/v3/templates", body, key)))
    const first = replies.filter((reply) => !isReplay(reply))
    expect(first).toHaveLength(1)
    expect(success<Template>(first[0]!, 201).name).toBe("fifty_at_the_same_time")
    for (const reply of replies.filter(isReplay)) replays(reply, first[0]!)
    expect((await createTemplate(client, body.definition)).name).toBe("fifty_at_the_same_time_2")
  })

  it("send once, to each recipient [IDM-017]", async () => {
    const { client } = given()
    const template = await createTemplate(client, greeting)
    const key = withIdempotency(idempotencyKey())
    const body = { to: phones(5, 700), template: { id: template.id, parameters }, channel: ["sms"] }
    const replies = await Promise.all(Array.from({ length: 20 }, () => client.post("/v3/messages", body, key)))
    const ids = replies.flatMap((reply) => success<Sent>(reply, 202).recipients.map((each) => each.message_id))
    expect(new Set(ids).size).toBe(5)
  })

  it("of which each is another request are one, and conflicts [IDM-017, IDM-018]", async () => {
    const { client } = given()
    const key = withIdempotency(idempotencyKey())
    const replies = await Promise.all(
      Array.from(
        { length: 20 },
        (_, index) => client.post("/v3/webhooks", { ...webhook, display_name: `Number ${index}` }, key)
      )
    )
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
    expect(replies.filter((reply) => reply.status === 422)).toHaveLength(19)
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Idempotency (${name})`, () => {
    const given = server(start)
    describe("keys", () => keys(given))
    describe("a replay", () => replaying(given))
    describe("sameness", () => sameness(given))
    describe("duplicates at the same time", () => together(given))
  })
}
