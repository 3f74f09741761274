/**
 * Voice without HTTP: tokens, who gets one, the list of calls that an embedder provides, and the codes of voice
 * (specification "Errors", decisions 8.1 and part 11).
 */
import { Access } from "@signalbox/core/Access"
import { Accounts } from "@signalbox/core/Account"
import type { CallLog as Port } from "@signalbox/core/CallLog"
import { CallLog } from "@signalbox/core/CallLog"
import { ListCalls } from "@signalbox/core/Catalogue"
import * as Commit from "@signalbox/core/Commit"
import type { ErrorCode } from "@signalbox/core/ErrorCode"
import * as ErrorCodes from "@signalbox/core/ErrorCode"
import { make as instant } from "@signalbox/core/Instant"
import * as VoiceToken from "@signalbox/core/internal/voice/VoiceToken"
import type { JsonObject } from "@signalbox/core/Json"
import { Operations } from "@signalbox/core/Operations"
import { Operator } from "@signalbox/core/Operator"
import { Store } from "@signalbox/core/Store"
import { VoiceSecret } from "@signalbox/core/VoiceSecret"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"
import * as Scene from "../Scene.ts"

const secret = Given.seeded(7)(32)
const anotherSecret = Given.seeded(8)(32)

const identities = fc.stringMatching(/^[A-Za-z0-9._@+:-]{1,128}$/)
const expiries = fc.integer({ min: 1, max: 4_102_444_800 }).map((seconds) => instant(seconds * 1000))
const claims = fc.record({
  account: fc.nat({ max: 1000 }).map(Given.accountId),
  identity: identities,
  expiresAt: expiries
})

describe("a voice token", () => {
  prop("says what it was made with, until it expires [AUT-012]", claims, fc.nat(), (made, early) => {
    const token = VoiceToken.sign(secret, made)
    expect(VoiceToken.verify(secret, token, instant(made.expiresAt - 1 - early))).toEqual(made)
    expect(VoiceToken.verify(secret, token, made.expiresAt)).toBe(null)
    expect(VoiceToken.verify(secret, token, instant(made.expiresAt + early))).toBe(null)
  })

  prop("of another secret is none [AUT-012]", claims, (made) => {
    expect(VoiceToken.verify(anotherSecret, VoiceToken.sign(secret, made), instant(0))).toBe(null)
  })

  prop(
    "is none any more with one character changed, left out or put in [AUT-012]",
    claims,
    fc.nat(),
    fc.constantFrom("", "0", "f", "x", ".", "é"),
    fc.boolean(),
    (made, at, put, keeps) => {
      const token = VoiceToken.sign(secret, made)
      const place = at % token.length
      const changed = `${token.slice(0, place)}${put}${token.slice(keeps ? place : place + 1)}`
      if (changed !== token) expect(VoiceToken.verify(secret, changed, instant(0))).toBe(null)
    }
  )

  prop("is no text that somebody made up [AUT-012]", fc.string({ unit: "binary" }), (text) => {
    expect(VoiceToken.verify(secret, text, instant(0))).toBe(null)
  })
})

const scene = <A, E>(
  program: Effect.Effect<A, E, Bench.Services>,
  provided: Layer.Layer<never> = Layer.empty
): Promise<A> => Bench.run(Bench.layer().pipe(Layer.provide(provided)), Effect.andThen(Scene.seed(0), program))

const voice = Layer.succeed(VoiceSecret, secret)

const make = (identity: string, seconds?: number, account = Scene.account.id) =>
  Effect.flatMap(Operator, (operator) => operator.createVoiceToken(account, identity, seconds))

const refusal = (made: ReturnType<typeof make>) =>
  Effect.map(Effect.flip(made), (error) => "code" in error ? error.code : error)

const details = (made: ReturnType<typeof make>) =>
  Effect.map(Effect.flip(made), (error) => "details" in error ? error.details : error)

describe("a voice token that the operator makes", () => {
  it("lets an app in as its account, for ten minutes unless told otherwise [AUT-012]", async () => {
    await scene(
      Effect.gen(function*() {
        const access = yield* Access
        const clock = yield* Bench.TheClock
        const { expiresAt, token } = yield* make("ada")
        expect(expiresAt).toBe(Math.floor(Given.now / 1000) * 1000 + 600_000)
        expect(yield* access.authenticateVoice(token)).toMatchObject({
          account: { id: Scene.account.id },
          identity: "ada"
        })
        expect((yield* make("ada", 3600)).expiresAt).toBe(Math.floor(Given.now / 1000) * 1000 + 3_600_000)
        clock.set(expiresAt)
        expect(yield* access.authenticateVoice(token)).toBe(null)
      }),
      voice
    )
  })

  it("is refused for what is no identity: VALIDATION_011 [VOI-002]", async () => {
    await scene(
      Effect.gen(function*() {
        for (const wrong of ["", " ", "a b", "a/b", "é", "a\u0000", "x".repeat(129)]) {
          expect(yield* refusal(make(wrong))).toBe("VALIDATION_011")
        }
        expect((yield* make("x".repeat(128))).token).toContain("x")
      }),
      voice
    )
  })

  it("is refused for more than an hour, for no time, and for an account that is not there", async () => {
    await scene(
      Effect.gen(function*() {
        for (const seconds of [0, -1, 1.5, 3601, Number.NaN, Infinity]) {
          expect(yield* refusal(make("ada", seconds))).toBe("VALIDATION_005")
        }
        for (const seconds of [1, 3600]) {
          expect((yield* make("ada", seconds)).expiresAt).toBe(Math.floor(Given.now / 1000) * 1000 + seconds * 1000)
        }
        expect(yield* refusal(make("ada", 60, Given.accountId(404)))).toBe("RESOURCE_004")
      }),
      voice
    )
  })

  it("is refused in words, and as that of nobody once its account is closed", async () => {
    await scene(
      Effect.gen(function*() {
        expect([yield* details(make("a b")), yield* details(make("ada", 0))]).toStrictEqual([
          { identity: ["must have 1 to 128 letters, digits or any of . _ @ + : -"] },
          { ttl: ["must be a whole number of seconds between 1 and 3600"] }
        ])
        const { token } = yield* make("ada")
        const store = yield* Store
        yield* store.commit([Commit.make({ puts: [Commit.put(Accounts, { ...Scene.account, deletedAt: Given.now })] })])
        expect(yield* refusal(make("ada"))).toBe("RESOURCE_004")
        expect(yield* Effect.flatMap(Access, (access) => access.authenticateVoice(token))).toBeNull()
      }),
      voice
    )
  })

  it("is refused when the service has no voice: BUSINESS_023, and none is valid then [VOI-006]", async () => {
    const token = VoiceToken.sign(secret, {
      account: Scene.account.id,
      identity: "ada",
      expiresAt: instant(Given.now + 60_000)
    })
    await scene(Effect.gen(function*() {
      expect(yield* refusal(make("ada"))).toBe("BUSINESS_023")
      expect(yield* Effect.flatMap(Access, (access) => access.authenticateVoice(token))).toBe(null)
    }))
  })
})

const list = (query: { readonly page?: number; readonly page_size?: number }, log?: Port) =>
  scene(
    Effect.gen(function*() {
      const { run } = yield* Operations
      const account = Scene.account
      const request = { path: {}, query, body: {}, requestId: "req", idempotency: null }
      const { outcome, status } = yield* run(ListCalls, { account, keyAccount: account }, request)
      return { status, said: JSON.parse(outcome!.json) as Readonly<Record<string, unknown>> }
    }),
    log === undefined ? Layer.empty : Layer.succeed(CallLog, log)
  )

const all: ReadonlyArray<JsonObject> = Array.from({ length: 45 }, (_, index) => ({ id: `call_${index}`, price: index }))

const honest: Port = {
  list: (account, offset, limit) =>
    Effect.succeed(
      account === Scene.account.id
        ? { calls: all.slice(offset, offset + limit), total: all.length }
        : { calls: [], total: 0 }
    )
}

describe("the calls", () => {
  it("are none unless somebody makes some", async () => {
    const pagination = { page: 1, page_size: 20, total_count: 0, total_pages: 0, has_more: false, cursors: null }
    expect(await list({})).toEqual({ status: 200, said: { calls: [], pagination } })
  })

  it("of an embedder are shown in its order, page by page", async () => {
    for (const page of [1, 2, 3, 4]) {
      const { said, status } = await list({ page }, honest)
      expect([status, said["calls"]]).toEqual([200, all.slice((page - 1) * 20, page * 20)])
      expect(said["pagination"]).toMatchObject({ page, total_count: 45, total_pages: 3, has_more: page < 3 })
    }
  })

  const lies: ReadonlyArray<readonly [string, unknown]> = [
    ["nothing", undefined],
    ["no list", { calls: {}, total: 0 }],
    ["what is no JSON", { calls: [{ at: new Date(0), of: () => 1 }], total: 1 }],
    ["more than was asked for", { calls: all, total: 45 }],
    ["a total that is none", { calls: [], total: -1 }]
  ]

  it.each(lies)("are 502 INTERNAL_003 when the embedder tells %s", async (_, said) => {
    const answer = await list({}, { list: () => Effect.succeed(said as Effect.Success<ReturnType<Port["list"]>>) })
    expect([answer.status, answer.said["code"]]).toEqual([502, "INTERNAL_003"])
  })

  it("are 502 INTERNAL_003 when the embedder fails or does not answer", { timeout: 20_000 }, async () => {
    const answers = await Promise.all(
      [Effect.die("gone"), Effect.never, Effect.uninterruptible(Effect.never)].map((how) =>
        list({}, { list: () => how })
      )
    )
    for (const { said, status } of answers) expect([status, said["code"]]).toEqual([502, "INTERNAL_003"])
  })
})

/** The meaning of each code of voice by the specification, and its status by decisions 8.1. */
const codes: ReadonlyArray<readonly [rule: string, code: ErrorCode, status: number, meaning: RegExp]> = [
  ["VOI-002", "VALIDATION_011", 400, /voice identity/i],
  ["VOI-003", "RESOURCE_015", 404, /call not found/i],
  ["VOI-004", "RESOURCE_017", 404, /participant not found/i],
  ["VOI-005", "BUSINESS_022", 403, /number is not owned by this account/i],
  ["VOI-006", "BUSINESS_023", 403, /calls are not enabled/i],
  ["VOI-007", "BUSINESS_024", 422, /number is not voice-enabled/i],
  ["VOI-008", "BUSINESS_025", 502, /participant could not be added/i],
  ["VOI-009", "BUSINESS_026", 404, /recording is not available/i],
  ["VOI-010", "BUSINESS_027", 503, /number could not be set up.*retry shortly/i],
  ["VOI-011", "BUSINESS_028", 422, /no number is available for this area code/i],
  ["VOI-012", "CONFLICT_007", 409, /default app-call line cannot be turned off.*other voice numbers are active/i],
  ["VOI-013", "CONFLICT_008", 409, /call is no longer active/i],
  ["VOI-014", "CONFLICT_009", 409, /call is not in a conference/i],
  ["VOI-015", "CONFLICT_011", 409, /call has no phone leg/i]
]

describe("the codes of voice", () => {
  for (const [rule, code, status, meaning] of codes) {
    it(`${code} is ${status}, and says what it stands for [${rule}]`, () => {
      expect(ErrorCodes.status(code)).toBe(status)
      expect(ErrorCodes.meaning(code)).toMatch(meaning)
    })
  }
})
