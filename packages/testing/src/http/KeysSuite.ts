/**
 * Keys that are narrowed down: to the operations of some scopes, and to addresses (decisions 17.8).
 */
import type { KeyScope as Scope } from "@signalbox/core/KeyScope"
import { KeyScope } from "@signalbox/core/KeyScope"
import { bindings } from "@signalbox/http/Api"
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { idempotencyKey } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, narrowedKeys, server, voiceTokens, withKey } from "./internal/given.ts"
import { unknownId } from "./internal/samples.ts"
import type { Reply } from "./Reply.ts"

const lacks = (reply: Reply, scope: Scope): void => {
  expect(failure(reply, 403, "AUTH_004").message).toContain(`lacks the scope \`${scope}\``)
}

/** Answers of others than the step that looks at scopes. */
const passes = (reply: Reply, what: string): void => {
  expect(reply.status, what).not.toBe(401)
  expect(reply.text, what).not.toContain("lacks the scope")
}

const template = (text: string) => ({ definition: { body: { multiChannel: { template: text } } } })

const sandbox = { headers: { "content-type": "application/json" }, body: JSON.stringify({ sandbox: true }) }

const scopes = (given: () => Given): void => {
  it("let a key do what its scopes say, and nothing else, in the sandbox too [XPR-140, XPR-141]", async (context) => {
    const make = narrowedKeys(given(), context)
    const { id } = await account(given(), context, { requestsPerMinute: 10_000 })
    for (const scope of KeyScope.literals) {
      const client = withKey(given(), await make(id, { scopes: [scope] }))
      for (const { method, name, path, scope: needed } of bindings) {
        const url = path.replaceAll(/:\w+/g, unknownId)
        const reply = await client.send(method, url, method === "GET" ? {} : sandbox)
        if (needed === scope) passes(reply, name)
        else lacks(reply, needed)
      }
      // Nobody learns from a scope which paths there are.
      failure(await client.get("/v3/nothing"), 404, "RESOURCE_013")
    }
  })

  it("add up, and a key without any does everything [XPR-140, XPR-142]", async (context) => {
    const make = narrowedKeys(given(), context)
    const { id } = await account(given(), context)
    for (const wanted of [{}, { scopes: [] }, { scopes: ["manage", "read"] as const }]) {
      const client = withKey(given(), await make(id, wanted))
      success(await client.get("/v3/me"), 200)
      success(await client.post("/v3/templates", template(`Of ${JSON.stringify(wanted).length} letters`)), 201)
    }
    const reading = withKey(given(), await make(id, { scopes: ["read"] }))
    lacks(await reading.post("/v3/templates", template("Never written")), "manage")
    const { templates } = success<{ readonly templates: ReadonlyArray<{ readonly name: string }> }>(
      await reading.get("/v3/templates"),
      200
    )
    expect(templates.map(({ name }) => name)).not.toContain("never_written")
  })

  it("are asked of legacy v2 too [XPR-141]", async (context) => {
    const make = narrowedKeys(given(), context)
    const { id } = await account(given(), context)
    const client = async (scope: Scope): Promise<HttpClient> =>
      given().nobody.as({ "x-api-key": await make(id, { scopes: [scope] }), "x-sender-id": id })
    lacks(await (await client("send")).get("/v2/templates"), "read")
    lacks(await (await client("read")).post("/v2/messages/phone", {}), "send")
    passes(await (await client("read")).get("/v2/templates"), "templates")
  })

  it("are none of voice tokens [XPR-141]", async (context) => {
    const { id } = await account(given(), context)
    const token = await voiceTokens(given(), context)(id, "ada")
    const app = given().nobody.as({ authorization: `Bearer ${token}` })
    expect((await app.post("/v3/voice/telemetry", { call: "call_1" })).status).toBe(204)
  })

  it("come before a kept answer, which all keys of an account share [XPR-143]", async (context) => {
    const make = narrowedKeys(given(), context)
    const { apiKey, id } = await account(given(), context)
    const sent = { "idempotency-key": idempotencyKey() }
    const write = (key: string) => withKey(given(), key).post("/v3/templates", template("Written once"), sent)
    const first = success<{ readonly id: string }>(await write(await make(id, { scopes: ["manage"] })), 201)
    lacks(await write(await make(id, { scopes: ["read"] })), "manage")
    const again = await write(apiKey)
    expect(success<{ readonly id: string }>(again, 201).id).toBe(first.id)
    expect(again.headers.get("idempotent-replayed")).toBe("true")
  })
}

const here = ["127.0.0.0/8", "::1"]
const elsewhere = ["192.0.2.0/24", "2001:db8::/32"]

const addresses = (given: () => Given): void => {
  it("are the only ones that a key may be used from: 403 AUTH_004, which does not say which [XPR-144]", async (context) => {
    const make = narrowedKeys(given(), context)
    const { apiKey, id } = await account(given(), context)
    success(await withKey(given(), await make(id, { addresses: here })).get("/v3/me"), 200)
    const away = withKey(given(), await make(id, { addresses: elsewhere }))
    for (const path of ["/v3/me", "/v3/nothing"]) {
      const { message } = failure(await away.get(path), 403, "AUTH_004")
      expect(message).toBe("This API key may not be used from this address")
    }
    // It locks nobody out.
    for (let tries = 0; tries < 12; tries++) failure(await away.get("/v3/me"), 403, "AUTH_004")
    success(await withKey(given(), apiKey).get("/v3/me"), 200)
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Keys (${name})`, () => {
    const given = server(start)
    describe("scopes", () => scopes(given))
    describe("addresses", () => addresses(given))
  })
}
