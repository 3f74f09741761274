/** One token serves all requests until shortly before its end. */
import * as Instant from "@signalbox/core/Instant"
import * as HttpClient from "@signalbox/http-carrier/HttpClient"
import { reveal } from "@signalbox/http-carrier/Settings"
import type { AccessToken, AccessTokens } from "@signalbox/rcs/AccessToken"
import * as Tokens from "@signalbox/rcs/AccessToken"
import * as ServiceAccount from "@signalbox/rcs/ServiceAccount"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { generateKeyPairSync } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"
import type { FakePlatform } from "./FakePlatform.ts"
import * as Fake from "./FakePlatform.ts"

/** An account without an address of its own for tokens. */
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 })
const account = ServiceAccount.read(
  JSON.stringify({ client_email: "me@example", private_key: privateKey.export({ format: "pem", type: "pkcs8" }) })
)!

type Answer = { readonly status: number; readonly body: string } | "Unsent"

const word = (token: AccessToken): string =>
  token._tag === "Granted" ? Redacted.value(token.token) : token._tag === "Denied" ? token.code : token._tag

/** Lets time pass for both sides. */
const pass = (platform: FakePlatform, millis: number): Effect.Effect<void> =>
  Effect.andThen(
    TestClock.adjust(millis),
    Effect.sync(() => {
      const before = platform.now
      platform.now = () => before() + millis
    })
  )

const run = (test: (platform: FakePlatform, tokens: AccessTokens) => Effect.Effect<void>): Promise<void> =>
  Effect.gen(function*() {
    const platform = yield* Fake.make
    platform.now = () => 0
    const client = yield* HttpClient.make()
    const account = ServiceAccount.read(reveal(Fake.options(platform).serviceAccount))
    expect(account).not.toBeNull()
    yield* test(platform, Tokens.make(client, account!))
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()), Effect.runPromise)

describe("AccessToken", () => {
  it("is fetched once by all who need it at the same time, and again shortly before its end", () =>
    run((platform, { get }) =>
      Effect.gen(function*() {
        platform.lifetime = 600
        const all = yield* Effect.all(Array.from({ length: 20 }, () => get), { concurrency: "unbounded" })
        expect(new Set(all.map(word))).toEqual(new Set(["t0ken-1"]))
        yield* pass(platform, 480_000)
        expect(word(yield* get)).toBe("t0ken-1")
        yield* pass(platform, 61_000)
        expect(word(yield* get)).toBe("t0ken-2")
        expect(platform.tokens).toBe(2)
      })
    ))

  it("is not asked for again for a while after a refusal, and again and again while nobody answers", () =>
    run((platform, { get }) =>
      Effect.gen(function*() {
        platform.denies = () => ({ status: 400, body: JSON.stringify({ error: "invalid_grant" }) })
        expect([word(yield* get), word(yield* get)]).toEqual(["invalid_grant", "invalid_grant"])
        expect(platform.heard.length).toBe(1)
        yield* pass(platform, 11_000)
        platform.denies = () => ({ status: 503 })
        expect([word(yield* get), word(yield* get)]).toEqual(["Unavailable", "Unavailable"])
        platform.denies = () => ({ status: 200, body: "{}" })
        expect(word(yield* get)).toBe("Unavailable")
        platform.denies = () => null
        expect(word(yield* get)).toBe("t0ken-1")
      })
    ))

  it("is replaced when the platform believes it no more, and the message goes out", () =>
    Bench.run((bench) =>
      Effect.gen(function*() {
        yield* Bench.submit(bench, Bench.message(1))
        bench.platform.revoke()
        expect(yield* Bench.submit(bench, Bench.message(2))).toMatchObject([{ _tag: "Accepted" }])
        expect([bench.platform.tokens, bench.platform.taken.length]).toEqual([2, 2])
      })
    ))

  it("that is denied refuses the message, and one that nobody gives leaves it to others", () =>
    Bench.run((bench) =>
      Effect.gen(function*() {
        bench.platform.denies = () => ({ status: 503 })
        expect(yield* Bench.submit(bench, Bench.message(1))).toMatchObject([{ _tag: "Busy", holds: "node" }])
        bench.platform.denies = () => ({ status: 401, body: JSON.stringify({ error: "invalid_client" }) })
        expect(yield* Bench.submit(bench, Bench.message(1))).toMatchObject([{
          _tag: "Refused",
          failure: "sender_refused",
          detail: { code: "invalid_client" }
        }])
        expect(bench.platform.asked).toEqual([])
      })
    ))

  const granted = (more: object) => ({ status: 200, body: JSON.stringify({ access_token: "t0ken", ...more }) })
  const failed = (status: number, body = "") => ({ status, body })

  it.each<[what: string, answer: Answer, told: string, kept: number]>([
    ["with its lifetime", granted({ expires_in: 600 }), "t0ken", 540_000],
    ["without a lifetime", granted({}), "t0ken", 3_540_000],
    ["that ends soon", granted({ expires_in: 61 }), "t0ken", 1000],
    ["that has ended", granted({ expires_in: 30 }), "t0ken", 0],
    ["that is no word", granted({ access_token: "a b" }), "Unavailable", 0],
    ["in a refusal", { ...granted({}), status: 300 }, "Unavailable", 0],
    ["refused with a word", failed(400, JSON.stringify({ error: "invalid_grant" })), "invalid_grant", 10_000],
    ["refused without a word", failed(499), "HTTP 499", 10_000],
    ["refused for now", failed(429), "Unavailable", 0],
    ["not refused", failed(399), "Unavailable", 0],
    ["that cannot be given", failed(500), "Unavailable", 0],
    ["that was not asked for", "Unsent", "Unavailable", 0]
  ])("%s is kept as long as it is good", (_, answer, told, kept) =>
    Effect.gen(function*() {
      const asked: Array<HttpClient.HttpRequest> = []
      const { get } = Tokens.make({
        request: (request) =>
          Effect.sync((): HttpClient.HttpResult => {
            asked.push(request)
            return answer === "Unsent"
              ? { _tag: "Unsent", why: "ECONNREFUSED" }
              : { _tag: "Answered", status: answer.status, headers: {}, body: new TextEncoder().encode(answer.body) }
          })
      }, account)
      expect(word(yield* get)).toBe(told)
      if (kept > 0) {
        yield* TestClock.adjust(kept - 1)
        expect([word(yield* get), asked.length]).toEqual([told, 1])
        yield* TestClock.adjust(1)
      }
      expect([word(yield* get), asked.length]).toEqual([told, 2])
      const [{ body, ...request }] = asked as [HttpClient.HttpRequest]
      expect(request).toEqual({
        method: "POST",
        url: "https://oauth2.googleapis.com/token",
        headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" }
      })
      expect(Object.fromEntries(new URLSearchParams(String(body)))).toEqual({
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion: ServiceAccount.assertion(account, Instant.make(0))
      })
    }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise))
})
