/**
 * Voice's edge: the list of calls, and the telemetry of voice clients with its tokens and limits (specification "Other
 * endpoints", "Authentication", "Limits"; decisions 5.8).
 */
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { idempotencyKey } from "./internal/actions.ts"
import { failure, standing, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, eventually, server, voiceTokens, withKey } from "./internal/given.ts"
import { unknownId } from "./internal/samples.ts"
import type { Reply } from "./Reply.ts"

const telemetry = "/v3/voice/telemetry"

const report = { call: "call_1", jitter_ms: [3, 4.5], device: { os: "ios", muted: false } }

const bearer = (given: Given, credential: string): HttpClient =>
  given.nobody.as({ authorization: `Bearer ${credential}` })

const taken = (reply: Reply): void => {
  standing(reply)
  expect([reply.status, reply.text]).toEqual([204, ""])
}

const limited = (reply: Reply, limit: number): void => {
  failure(reply, 429, "BUSINESS_002")
  expect(reply.headers.get("retry-after")).toMatch(/^[1-9]\d?$/)
  expect(reply.headers.get("x-ratelimit-limit")).toBe(String(limit))
  expect(reply.headers.get("x-ratelimit-remaining")).toBe("0")
  expect(reply.headers.get("x-ratelimit-reset")).toMatch(/^\d+$/)
}

const calls = (given: () => Given): void => {
  it("are listed, in pages [PAG-001, PAG-009]", async () => {
    for (const client of [given().client, given().profile]) {
      expect(success<object>(await client.get("/v3/calls?page=1&page_size=5"), 200)).toStrictEqual({
        calls: [],
        pagination: { page: 1, page_size: 5, total_count: 0, total_pages: 0, has_more: false, cursors: null }
      })
      expect(success<{ readonly pagination: object }>(await client.get("/v3/calls"), 200).pagination)
        .toMatchObject({ page: 1, page_size: 20 })
    }
    failure(await given().client.get("/v3/calls?page=0&page_size=101"), 400, "VALIDATION_001", ["page", "page_size"])
  })

  it("are for whoever has a key, and not for apps", async (context) => {
    const { id } = await account(given(), context)
    const token = await voiceTokens(given(), context)(id, "ada")
    failure(await given().nobody.get("/v3/calls"), 401, "AUTH_002")
    failure(await bearer(given(), token).get("/v3/calls"), 401, "AUTH_002")
  })
}

const reports = (given: () => Given): void => {
  it("are any JSON objects: 204 [VOI-001]", async (context) => {
    const { apiKey } = await account(given(), context)
    const client = withKey(given(), apiKey)
    for (const body of [{}, report, { sandbox: "maybe" }, { "": null }]) taken(await client.post(telemetry, body))
    taken(await client.send("POST", telemetry))
  })

  it("are nothing else: 400", async (context) => {
    const { apiKey } = await account(given(), context)
    for (const body of [[], [report], "text", 1, null, true]) {
      failure(await withKey(given(), apiKey).post(telemetry, body), 400, "VALIDATION_001", ["body"])
    }
  })

  it("have at most 64 KiB: 413", async (context) => {
    const { apiKey } = await account(given(), context)
    const client = withKey(given(), apiKey)
    const sized = (bytes: number) => ({ text: "x".repeat(bytes - JSON.stringify({ text: "" }).length) })
    taken(await client.post(telemetry, sized(65_536)))
    failure(await client.post(telemetry, sized(65_537)), 413, "VALIDATION_001", ["body"])
  })

  it("with an Idempotency-Key are replayed", async (context) => {
    const { apiKey } = await account(given(), context)
    const headers = { "idempotency-key": idempotencyKey() }
    taken(await withKey(given(), apiKey).post(telemetry, report, headers))
    const again = await withKey(given(), apiKey).post(telemetry, report, headers)
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([204, "true"])
    failure(await withKey(given(), apiKey).post(telemetry, {}, headers), 422, "CONFLICT_005")
  })
}

const tokens = (given: () => Given): void => {
  it("are taken as Bearer in the place of a key [AUT-012]", async (context) => {
    const { id, profileId } = await account(given(), context)
    const make = voiceTokens(given(), context)
    taken(await bearer(given(), await make(id, "ada")).post(telemetry, report))
    const ofProfile = await bearer(given(), await make(profileId, "ada")).post(telemetry, report)
    taken(ofProfile)
    expect(ofProfile.headers.get("x-profile-id")).toBe(profileId)
  })

  it("that are invalid are 401 AUTH_001 [AUT-012]", async (context) => {
    const { id } = await account(given(), context)
    const token = await voiceTokens(given(), context)(id, "ada")
    const last = token.at(-1) === "0" ? "1" : "0"
    const wrong = [
      "nonsense",
      token.slice(0, -1),
      `${token.slice(0, -1)}${last}`,
      token.replace(".ada.", ".eve."),
      token.replace(id, unknownId),
      token.toUpperCase()
    ]
    for (const each of wrong) failure(await bearer(given(), each).post(telemetry, report), 401, "AUTH_001")
  })

  it("that have expired are 401 AUTH_001 [AUT-012]", async (context) => {
    const { id } = await account(given(), context)
    const client = bearer(given(), await voiceTokens(given(), context)(id, "ada", 1))
    const reply = await eventually(() => client.post(telemetry, report), ({ status }) => status !== 204)
    failure(reply, 401, "AUTH_001")
  })

  it("are no keys: a missing, an empty and a wrong key are 401 AUTH_002 [AUT-012]", async (context) => {
    const { id } = await account(given(), context)
    const token = await voiceTokens(given(), context)(id, "ada")
    const { nobody } = given()
    failure(await nobody.post(telemetry, report), 401, "AUTH_002")
    failure(await nobody.post(telemetry, report, { authorization: "Bearer " }), 401, "AUTH_002")
    failure(await nobody.post(telemetry, report, { authorization: `Basic ${token}` }), 401, "AUTH_002")
    failure(await bearer(given(), randomUUID()).post(telemetry, report), 401, "AUTH_002")
    // A key in x-api-key goes before whatever Authorization has.
    failure(await bearer(given(), token).post(telemetry, report, { "x-api-key": "nonsense" }), 401, "AUTH_002")
    failure(await bearer(given(), token).get("/v3/me"), 401, "AUTH_002")
  })

  it("that fail ten times in a row are locked", async (context) => {
    const { id } = await account(given(), context)
    const client = bearer(given(), `voice.${id}.1.ada.${"0".repeat(64)}`)
    for (let time = 0; time < 10; time++) failure(await client.post(telemetry, report), 401, "AUTH_001")
    const locked = await client.post(telemetry, report)
    failure(locked, 429, "BUSINESS_002")
    expect(locked.headers.get("retry-after")).toMatch(/^[1-9]\d?$/)
  })
}

const limits = (given: () => Given): void => {
  it("is 30 of one app identity, however many tokens it has [VOI-016]", async (context) => {
    const { apiKey, id } = await account(given(), context)
    const make = voiceTokens(given(), context)
    const [one, other, neighbour] = [await make(id, "ada"), await make(id, "ada", 60), await make(id, "grace")]
    for (let count = 0; count < 30; count++) {
      taken(await bearer(given(), count % 2 === 0 ? one : other).post(telemetry, report))
    }
    limited(await bearer(given(), one).post(telemetry, report), 30)
    limited(await bearer(given(), other).post(telemetry, report), 30)
    // The requests of the apps take nothing from the others, nor from the account itself.
    taken(await bearer(given(), neighbour).post(telemetry, report))
    taken(await withKey(given(), apiKey).post(telemetry, report))
  })

  it("is 30 of a key, which is an identity of its own, and counts in the account's pool [VOI-016]", async (context) => {
    const { apiKey } = await account(given(), context, { requestsPerMinute: 32 })
    const client = withKey(given(), apiKey)
    for (let count = 0; count < 30; count++) taken(await client.post(telemetry, report))
    limited(await client.post(telemetry, report), 30)
    success(await client.get("/v3/me"), 200)
    limited(await client.get("/v3/me"), 32)
  })

  it("takes nothing from the account's own pool for a token", async (context) => {
    const { apiKey, id } = await account(given(), context, { requestsPerMinute: 1 })
    const client = bearer(given(), await voiceTokens(given(), context)(id, "ada"))
    for (let count = 0; count < 3; count++) taken(await client.post(telemetry, report))
    success(await withKey(given(), apiKey).get("/v3/me"), 200)
    taken(await client.post(telemetry, report))
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Voice (${name})`, () => {
    const given = server(start)
    describe("calls", () => calls(given))
    describe("telemetry reports", () => reports(given))
    describe("voice tokens", () => tokens(given))
    describe("the limit of telemetry", () => limits(given))
  })
}
