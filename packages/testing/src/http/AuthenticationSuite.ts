/**
 * Tests hold who gets in: keys, the headers that carry them, and credentials that are locked after too many failures
 * (specification "Authentication", decisions part 6).
 */
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { propWith } from "../Prop.ts"
import type { HttpClient } from "./HttpClient.ts"
import type { Start } from "./HttpSubject.ts"
import { me } from "./internal/actions.ts"
import { failure, success } from "./internal/answers.ts"
import type { Given } from "./internal/given.ts"
import { account, keys, server, withKey } from "./internal/given.ts"
import type { Me } from "./internal/resources.ts"
import * as RawHttp from "./RawHttp.ts"
import type { Reply } from "./Reply.ts"
import { operations } from "./RoutesSuite.ts"

const refused = (reply: Reply): void => {
  failure(reply, 401, "AUTH_002")
}

const bearer = (key: string): HttpClient["as"] extends (headers: infer H) => HttpClient ? H : never => ({
  authorization: `Bearer ${key}`
})

const headers = (given: () => Given): void => {
  const key = (): string => given().subject.apiKey
  const ask = async (sent: Readonly<Record<string, string>>): Promise<Reply> => given().nobody.get("/v3/me", sent)

  it("take a key from x-api-key, and need nothing else [AUT-003, AUT-009]", async () => {
    const raw = await RawHttp.send(given().subject.baseUrl, { path: "/v3/me", headers: [["x-api-key", key()]] })
    expect(success<Me>(raw, 200).type).toBe("organization")
  })

  it("take a key from Authorization: Bearer [AUT-004]", async () => {
    expect(success<Me>(await ask(bearer(key())), 200).id).toBe((await me(given().client)).id)
  })

  propWith({ runs: 25 })(
    "take the scheme's name in any case [AUT-007]",
    fc.mixedCase(fc.constant("bearer")),
    async (scheme) => {
      success(await ask({ authorization: `${scheme} ${key()}` }), 200)
    }
  )

  propWith({ runs: 30 })(
    "with any other scheme carry no key [AUT-008]",
    fc.oneof(
      fc.constantFrom("Basic", "Digest", "ApiKey", "Token", "Bearers", "X-Bearer", "Bearer-Token", "Bear"),
      fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,12}$/)
    ).filter((scheme) => scheme.toLowerCase() !== "bearer"),
    async (scheme) => {
      refused(await ask({ authorization: `${scheme} ${key()}` }))
    }
  )

  it("without a scheme carry no key", async () => refused(await ask({ authorization: key() })))

  it("let x-api-key decide when it is right [AUT-005]", async () => {
    const { id } = await me(given().client)
    for (const wrong of [bearer(randomUUID()), bearer(given().subject.otherApiKey), bearer(""), bearer("nonsense")]) {
      expect(success<Me>(await ask({ "x-api-key": key(), ...wrong }), 200).id).toBe(id)
    }
  })

  it("let x-api-key decide when it is wrong or empty [AUT-006, AUT-014]", async () => {
    for (const wrong of [randomUUID(), "nonsense", "", " "]) {
      refused(await ask({ "x-api-key": wrong, ...bearer(key()) }))
    }
  })

  it("without a key are refused [AUT-013, AUT-014]", async () => {
    const empty = [
      {},
      { "x-api-key": "" },
      { authorization: "" },
      { authorization: "Bearer" },
      bearer(""),
      bearer("  ")
    ]
    for (const sent of empty) refused(await ask(sent))
  })

  it("may hold blanks around the key", async () => {
    success(await ask({ authorization: `Bearer   ${key()}  ` }), 200)
    success(await ask({ "x-api-key": `  ${key()} ` }), 200)
  })

  it("are asked of every operation [AUT-001]", async () => {
    for (const { method, path } of operations) refused(await given().nobody.send(method, path))
  })

  it("do not need, and do not look at, x-sender-id [AUT-009, AUT-010]", async () => {
    for (const id of ["", "nonsense", randomUUID()]) {
      success(await given().client.get("/v3/me", { "x-sender-id": id }), 200)
    }
  })
}

const credentials = (given: () => Given): void => {
  it("that nobody has are refused [AUT-015]", async () => {
    refused(await withKey(given(), randomUUID()).get("/v3/me"))
    refused(await given().nobody.get("/v3/me", bearer(randomUUID())))
  })

  propWith({ runs: 30 })(
    "that are no UUID are refused, without an accident",
    fc.oneof(
      fc.string({
        unit: fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f).map((code) =>
          String.fromCharCode(code)
        )
      }),
      fc.string({ minLength: 4000, maxLength: 6000 }),
      fc.uuid().map((id) => id.replaceAll("-", ""))
    ),
    async (credential) => {
      refused(await given().nobody.get("/v3/me", { "x-api-key": credential }))
    }
  )

  it("are UUIDs without a prefix of any environment, and do for live and sandbox requests [AUT-002]", async () => {
    const { client, subject: { apiKey } } = given()
    for (const prefix of ["sk_", "test_", "live_", "sk_live_", "sk_test_", "sandbox-"]) {
      refused(await withKey(given(), `${prefix}${apiKey}`).get("/v3/me"))
    }
    const body = { definition: { body: { multiChannel: { template: "By one key" } } } }
    success(await client.post("/v3/templates", body), 201)
    const simulated = await client.post("/v3/templates", { ...body, sandbox: true })
    success(simulated, 201)
    expect(simulated.headers.get("x-sandbox")).toBe("true")
  })

  it(
    "let an account in that is not set up yet: nothing of v3 answers AUTH_005, AUTH_006 or AUTH_007 [AUT-018, AUT-022]",
    async (context) => {
      const { apiKey, profileApiKey } = await account(given(), context, { channels: [] })
      for (const client of [withKey(given(), apiKey), withKey(given(), profileApiKey)]) {
        expect(await me(client)).toMatchObject({ channels: { sms: { configured: false } } })
        for (const { method, path } of operations) {
          const reply = await client.send(method, path)
          expect(reply.status, `${method} ${path}`).not.toBe(401)
          const { error } = (reply.json ?? { error: null }) as { readonly error: { readonly code: string } | null }
          // Roles may be in the way of its profile.
          expect(["", "AUTH_004"], `${method} ${path}`).toContain(/^AUTH.*/.exec(error?.code ?? "")?.[0] ?? "")
        }
      }
    }
  )

  it("may be written in upper case", async () => {
    success(await withKey(given(), given().subject.apiKey.toUpperCase()).get("/v3/me"), 200)
  })

  it("that were revoked are refused [AUT-015]", async (context) => {
    const setKeyActive = keys(given(), context)
    const { apiKey, secondApiKey } = await account(given(), context)
    success(await withKey(given(), secondApiKey).get("/v3/me"), 200)
    await setKeyActive(secondApiKey, false)
    refused(await withKey(given(), secondApiKey).get("/v3/me"))
    success(await withKey(given(), apiKey).get("/v3/me"), 200)
  })

  it("that were refused get nothing done", async (context) => {
    const { apiKey } = await account(given(), context)
    const body = { definition: { body: { multiChannel: { template: "Nobody wrote this" } } } }
    refused(await given().nobody.post("/v3/templates", body))
    const { name } = success<{ name: string }>(await withKey(given(), apiKey).post("/v3/templates", body), 201)
    expect(name).toBe("nobody_wrote_this")
  })
}

const fail = async (client: HttpClient, times: number): Promise<void> => {
  for (let time = 0; time < times; time++) refused(await client.get("/v3/me"))
}

const locked = (reply: Reply): void => {
  failure(reply, 429, "BUSINESS_002")
  const wait = Number(reply.headers.get("retry-after"))
  expect(wait).toBeLessThanOrEqual(60)
  expect(wait).toBeGreaterThan(50)
  for (const name of reply.headers.keys()) expect(name).not.toMatch(/^x-ratelimit/)
}

const lockout = (given: () => Given): void => {
  it("comes after ten failures, and not before [AUT-023, AUT-024, ERR-027]", async () => {
    const client = withKey(given(), randomUUID())
    await fail(client, 10)
    for (let time = 0; time < 3; time++) locked(await client.get("/v3/me"))
  })

  it("says that it lasts a minute [AUT-025]", async () => {
    const client = withKey(given(), `not even a UUID, ${randomUUID()}`)
    const before = performance.now()
    await fail(client, 10)
    const reply = await client.get("/v3/me")
    locked(reply)
    // It began after the first failure: no more than the time since then has gone of its minute.
    const gone = Math.ceil((performance.now() - before) / 1000)
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThanOrEqual(60 - gone)
  })

  it("is of the credential, in whichever header it comes", async () => {
    const credential = randomUUID()
    await fail(withKey(given(), credential), 5)
    await fail(given().nobody.as(bearer(credential)), 5)
    locked(await withKey(given(), credential).get("/v3/me"))
    locked(await given().nobody.get("/v3/me", bearer(credential)))
  })

  it("is of one credential only [AUT-032]", async () => {
    const locking = withKey(given(), randomUUID())
    await fail(locking, 10)
    locked(await locking.get("/v3/me"))
    refused(await withKey(given(), randomUUID()).get("/v3/me"))
    success(await given().client.get("/v3/me"), 200)
  })

  it("does not come for requests without a credential", () => fail(given().nobody, 15))

  it("refuses what it locks without looking at it", async (context) => {
    const apiKey = randomUUID()
    const client = withKey(given(), apiKey)
    await fail(client, 10)
    await account(given(), context, { apiKey })
    locked(await client.get("/v3/me"))
    locked(await client.get("/v3/nothing"))
    locked(await client.post("/v3/templates", {}))
  })

  it("is put off by a success [AUT-031]", async (context) => {
    const setKeyActive = keys(given(), context)
    const { apiKey } = await account(given(), context)
    const client = withKey(given(), apiKey)
    await setKeyActive(apiKey, false)
    await fail(client, 9)
    await setKeyActive(apiKey, true)
    success(await client.get("/v3/me"), 200)
    await setKeyActive(apiKey, false)
    await fail(client, 10)
    locked(await client.get("/v3/me"))
  })
}

export const suite = (name: string, start: Start): void => {
  describe(`Authentication (${name})`, () => {
    const given = server(start)
    describe("headers", () => headers(given))
    describe("keys", () => credentials(given))
    describe("a lock", () => lockout(given))
  })
}
