/**
 * Tests hold how many requests are answered in a minute (specification "Limits", decisions 9.1 and part 6).
 */
import { randomInt, randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { idempotencyKey } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, keys, server, withKey } from "./internal/given.ts"
import { leaveOut } from "./internal/leaveOut.ts"
import { unknownId, webhook } from "./internal/samples.ts"
import * as RawHttp from "./RawHttp.ts"
import type { Reply } from "./Reply.ts"

/** A refusal for too many requests, with the headers that only it has. */
const limited = (reply: Reply, limit: number): void => {
  failure(reply, 429, "BUSINESS_002")
  const number = (name: string): number => Number(reply.headers.get(name) ?? "missing")
  expect(reply.headers.get("x-ratelimit-limit")).toBe(String(limit))
  expect(reply.headers.get("x-ratelimit-remaining")).toBe("0")
  expect(reply.headers.get("retry-after")).toMatch(/^[1-9]\d*$/)
  expect(number("retry-after")).toBeLessThanOrEqual(60)
  expect(reply.headers.get("x-ratelimit-reset")).toMatch(/^\d+$/)
  const now = Date.now() / 1000
  expect(number("x-ratelimit-reset")).toBeGreaterThan(now - 1)
  expect(Math.abs(number("x-ratelimit-reset") - now - number("retry-after"))).toBeLessThanOrEqual(2)
}

const wholeWindow = async (client: HttpClient, limit: number): Promise<void> => {
  for (let request = 0; request < limit; request++) success(await client.get("/v3/me"), 200)
  limited(await client.get("/v3/me"), limit)
}

const pool = (given: () => Given): void => {
  it(
    "of an account is used up by its limit, and then answers 429 " +
      "[ERR-027, RTL-016, RTL-017, RTL-018, RTL-019]",
    async (context) => {
      const { apiKey } = await account(given(), context, { requestsPerMinute: 7 })
      const client = withKey(given(), apiKey)
      await wholeWindow(client, 7)
      limited(await client.post("/v3/templates", {}), 7)
      limited(await client.get("/v3/nothing"), 7)
    }
  )

  it("is shared by all keys of the account [RTL-003]", async (context) => {
    const { apiKey, secondApiKey } = await account(given(), context, { requestsPerMinute: 4 })
    for (const key of [apiKey, secondApiKey, apiKey, secondApiKey]) {
      success(await withKey(given(), key).get("/v3/me"), 200)
    }
    limited(await withKey(given(), apiKey).get("/v3/me"), 4)
    limited(await withKey(given(), secondApiKey).get("/v3/me"), 4)
  })

  it("is not shared with other accounts [RTL-004]", async (context) => {
    const mine = await account(given(), context, { requestsPerMinute: 2 })
    const other = await account(given(), context, { requestsPerMinute: 2 })
    await wholeWindow(withKey(given(), mine.apiKey), 2)
    await wholeWindow(withKey(given(), other.apiKey), 2)
  })

  it("is the organization's when it acts for a profile, and not the profile's [SCP-010]", async (context) => {
    const { apiKey, profileApiKey, profileId } = await account(given(), context, { requestsPerMinute: 4 })
    const acting = given().nobody.as({ "x-api-key": apiKey, "x-profile-id": profileId })
    for (const client of [acting, withKey(given(), apiKey), acting, acting]) success(await client.get("/v3/me"), 200)
    limited(await acting.get("/v3/me"), 4)
    limited(await withKey(given(), apiKey).get("/v3/me"), 4)
    await wholeWindow(withKey(given(), profileApiKey), 4)
  })

  it("admits no more when they come at the same time", async (context) => {
    const { apiKey } = await account(given(), context, { requestsPerMinute: 20 })
    const client = withKey(given(), apiKey)
    const replies = await Promise.all(Array.from({ length: 50 }, () => client.get("/v3/me")))
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(20)
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(30)
  })
}

interface Counted {
  readonly name: string
  readonly status: number
  readonly ask: (client: HttpClient, key: string) => Promise<Reply>
}

const counted: ReadonlyArray<Counted> = [
  { name: "400 [RTL-011]", status: 400, ask: (client) => client.post("/v3/templates", {}) },
  {
    name: "400 for a malformed x-profile-id [RTL-011]",
    status: 400,
    ask: (client) => client.get("/v3/me", { "x-profile-id": "nonsense" })
  },
  {
    name: "404 for an unknown profile [RTL-013]",
    status: 404,
    ask: (client) => client.get("/v3/me", { "x-profile-id": unknownId })
  },
  { name: "404 [RTL-013]", status: 404, ask: (client) => client.get(`/v3/messages/${unknownId}`) },
  { name: "404 for an unknown path [RTL-013]", status: 404, ask: (client) => client.get("/v3/nothing") },
  { name: "405 [RTL-013]", status: 405, ask: (client) => client.send("DELETE", "/v3/me") },
  {
    name: "415 [RTL-013]",
    status: 415,
    ask: (client) => client.post("/v3/templates", {}, { "content-type": "text/plain" })
  },
  {
    name: "a sandbox answer [RTL-014]",
    status: 201,
    ask: (client) => client.post("/v3/webhooks", { ...webhook, sandbox: true })
  },
  {
    name: "a replay [RTL-015]",
    status: 201,
    ask: (client, key) => client.post("/v3/webhooks", { ...webhook, sandbox: true }, { "idempotency-key": key })
  },
  {
    name: "422 [RTL-012]",
    status: 422,
    ask: (client, key) =>
      client.post("/v3/webhooks", { ...webhook, display_name: "Another" }, { "idempotency-key": key })
  }
]

const counting = (given: () => Given): void => {
  // Not it.for: it cuts long titles, and the rules with them.
  for (const { ask, name, status } of counted) {
    it(`takes from the pool for ${name}`, async (context) => {
      const key = idempotencyKey()
      const { apiKey } = await account(given(), context, { requestsPerMinute: 4 })
      const client = withKey(given(), apiKey)
      success(await client.post("/v3/webhooks", { ...webhook, sandbox: true }, { "idempotency-key": key }), 201)
      for (let time = 0; time < 3; time++) expect((await ask(client, key)).status).toBe(status)
      limited(await client.get("/v3/me"), 4)
      limited(await ask(client, key), 4)
    })
  }

  it("takes nothing for a foreign x-profile-id that was refused with 403 [RTL-010]", async (context) => {
    const { profileApiKey } = await account(given(), context, { requestsPerMinute: 3 })
    const client = withKey(given(), profileApiKey)
    for (let time = 0; time < 6; time++) {
      failure(await client.get("/v3/me", { "x-profile-id": unknownId }), 403, "AUTH_004")
    }
    await wholeWindow(client, 3)
  })

  it("takes nothing for what was refused with 401 [RTL-009]", async (context) => {
    const setKeyActive = keys(given(), context)
    const { apiKey, secondApiKey } = await account(given(), context, { requestsPerMinute: 3 })
    await setKeyActive(secondApiKey, false)
    for (let time = 0; time < 6; time++) failure(await withKey(given(), secondApiKey).get("/v3/me"), 401, "AUTH_002")
    await wholeWindow(withKey(given(), apiKey), 3)
  })

  it("executes nothing that it refuses", async (context) => {
    const { apiKey } = await account(given(), context, { requestsPerMinute: 1 })
    const client = withKey(given(), apiKey)
    const headers = { "idempotency-key": idempotencyKey() }
    success(await client.get("/v3/me"), 200)
    limited(await client.post("/v3/webhooks", webhook, headers), 1)
    // Not even the key is used up: in another window of the same account it would be free. Here it must not replay.
    expect((await client.post("/v3/webhooks", webhook, headers)).headers.has("idempotent-replayed")).toBe(false)
  })
}

/** The limit of decisions part 6 for an address that shows no valid key. */
const keylessLimit = 600

/** An address of this machine that nobody has used, or null: not every system has more than one. Linux has a range. */
const newAddress = (baseUrl: string): string | null =>
  process.platform === "linux" && new URL(baseUrl).hostname.startsWith("127.")
    ? `127.${[2, 3, 4].map(() => randomInt(1, 255)).join(".")}`
    : null

/** Somebody without a valid key, who asks from an address of its own where that can be. */
const keyless = (given: Given): (key: string | null, path: string) => Promise<Reply> => {
  const { baseUrl, isShared = false } = given.subject
  const from = newAddress(baseUrl)
  if (from === null) {
    if (isShared) leaveOut("the only address of this machine has asked this server already")
    return (key, path) => (key === null ? given.nobody : withKey(given, key)).get(path)
  }
  return (key, path) => RawHttp.send(baseUrl, { path, from, headers: key === null ? [] : [["x-api-key", key]] })
}

const addresses = (given: () => Given): void => {
  it("without a valid key has a pool of its own [RTL-005]", async () => {
    const { client, subject } = given()
    const ask = keyless(given())
    // Pages that anybody may read take from it as well.
    const readings = [await ask(null, "/openapi.json"), await ask(null, "/docs")]
    expect(readings.map(({ status }) => status)).toEqual([200, 200])
    const replies: Array<Reply> = []
    while (replies.length < keylessLimit + 50) {
      // A wrong key takes from it too; each of another one, because ten failures would lock it.
      replies.push(
        ...await Promise.all(
          Array.from(
            { length: 50 },
            (_, index) => ask(index === 0 ? randomUUID() : null, "/v3/me")
          )
        )
      )
    }
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(keylessLimit - readings.length)
    for (const reply of replies.filter((reply) => reply.status !== 401)) limited(reply, keylessLimit)
    limited(await ask(null, "/v3/me"), keylessLimit)
    limited(await ask(randomUUID(), "/v3/templates"), keylessLimit)
    for (const path of ["/openapi.json", "/docs"]) limited(await ask(null, path), keylessLimit)
    expect((await ask(null, "/health/ready")).status).toBe(204)
    success(await client.get("/v3/me"), 200)
    limited(await ask(null, "/v3/nothing"), keylessLimit)
    const from = newAddress(subject.baseUrl)
    if (from !== null) {
      failure(await RawHttp.send(subject.baseUrl, { path: "/v3/me", headers: [], from }), 401, "AUTH_002")
    }
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Rate limits (${name})`, () => {
    const given = server(start)
    describe("the pool", () => pool(given))
    describe("an answer", () => counting(given))
  })
  describe(`Rate limits of callers without a key (${name})`, () => {
    const given = server(start)
    describe("an address", () => addresses(given))
  })
}
