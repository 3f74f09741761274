/**
 * The contract of `Idempotency` and of the Reply in a commit: a key is executed by one request, and its answer is kept
 * for 24 hours.
 */
import type { AccountId } from "@signalbox/core/Id"
import { idempotencyClaimLifetime, idempotencyLifetime } from "@signalbox/core/Limit"
import { done, insufficient, stale } from "@signalbox/core/Outcome"
import type { ClaimToken, Reply } from "@signalbox/core/Reply"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import { instant, jsonText, text, uuid } from "./generate/Values.ts"
import type { Given } from "./internal/given.ts"
import { cases, run } from "./internal/given.ts"
import { after, bob, claimKey, contact, contactRef, now, reply, spend } from "./internal/samples.ts"
import { propWith } from "./Prop.ts"
import type { Harness } from "./StoreHarness.ts"

const key = claimKey("key")
const inProgress = { _tag: "InProgress" }
const mismatch = { _tag: "Mismatch" }

/** The token of a claim that must be free. */
const start = function*({ idempotency }: Given, at = now, claim = key, fingerprint = "request") {
  const begun = yield* idempotency.begin(claim, fingerprint, at)
  expect(begun._tag).toBe("Started")
  return begun._tag === "Started" ? begun.token : (0 as ClaimToken)
}

const replies: fc.Arbitrary<Omit<Reply, "token" | "at">> = fc.record<Omit<Reply, "token" | "at">>({
  claim: fc.record({ account: uuid<AccountId>(), key: fc.stringMatching(/^[a-zA-Z0-9_-]{1,255}$/) }),
  status: fc.constantFrom(200, 202, 204, 402, 404, 422),
  outcome: fc.option(fc.record({ part: fc.constantFrom("data", "error"), json: jsonText })),
  requestId: text,
  sandbox: fc.boolean(),
  profile: fc.option(uuid<AccountId>()),
  isRemade: fc.constant(true as const),
  withheld: fc.record({ field: text, digest: text, secret: text }, { requiredKeys: ["field", "digest"] })
}, { requiredKeys: ["claim", "status", "outcome", "requestId", "sandbox", "profile"] })

const answers = (harness: Harness): void => {
  const it = cases(harness)

  propWith({ runs: 100 })(
    "gives a finished answer back as it was committed, byte by byte",
    replies,
    instant,
    (parts, at) =>
      run(harness, function*(given) {
        const token = yield* start(given, at, parts.claim)
        const whole: Reply = { ...parts, token, at }
        expect(yield* given.commit({ reply: whole })).toEqual(done)
        expect(yield* given.idempotency.begin(parts.claim, "request", at)).toEqual({ _tag: "Finished", reply: whole })
      })
  )

  it("keeps an answer of a megabyte", function*(given) {
    const token = yield* start(given)
    const outcome = { part: "data", json: JSON.stringify("é".repeat(500_000)) } as const
    const whole = { ...reply(key, token), outcome }
    yield* given.commit({ reply: whole })
    expect(yield* given.idempotency.begin(key, "request", now)).toEqual({ _tag: "Finished", reply: whole })
  })

  it("is a mismatch for another request, while the first runs and afterwards", function*(given) {
    const token = yield* start(given)
    expect(yield* given.idempotency.begin(key, "another", now)).toEqual(mismatch)
    yield* given.commit({ reply: reply(key, token) })
    expect(yield* given.idempotency.begin(key, "another", now)).toEqual(mismatch)
    expect(yield* given.idempotency.begin(key, "request", now)).toMatchObject({ _tag: "Finished" })
  })

  it("holds an answer for 24 hours from its completion [IDM-022]", function*(given) {
    const token = yield* start(given)
    yield* given.commit({ reply: reply(key, token, after(40_000)) })
    const end = 40_000 + idempotencyLifetime
    expect(yield* given.idempotency.begin(key, "request", after(end - 1))).toMatchObject({ _tag: "Finished" })
  })

  it("is free again after 24 hours, for any request [IDM-023]", function*(given) {
    const token = yield* start(given)
    yield* given.commit({ reply: reply(key, token, after(40_000)) })
    const again = yield* start(given, after(40_000 + idempotencyLifetime), key, "another")
    expect(again).not.toBe(token)
    expect(yield* given.idempotency.begin(key, "another", after(40_001 + idempotencyLifetime))).toEqual(inProgress)
  })

  it("belongs to one account [IDM-021]", function*(given) {
    const token = yield* start(given)
    const other = yield* start(given, now, claimKey("key", bob), "another")
    yield* given.commit({ reply: reply(key, token) })
    expect(yield* given.idempotency.begin(claimKey("key", bob), "another", now)).toEqual(inProgress)
    expect(yield* given.commit({ reply: reply(claimKey("key", bob), other) })).toEqual(done)
  })
}

const claims = (harness: Harness): void => {
  const it = cases(harness)

  it("is held by one of many that begin at the same time [IDM-017]", function*({ idempotency }) {
    const begun = yield* Effect.forEach(
      Array.from({ length: 50 }),
      () => idempotency.begin(key, "request", now),
      { concurrency: "unbounded" }
    )
    expect(begun.filter(({ _tag }) => _tag === "Started")).toHaveLength(1)
    expect(begun.filter(({ _tag }) => _tag === "InProgress")).toHaveLength(49)
  })

  it("that was never finished is free again after a minute, and then lost", function*(given) {
    const token = yield* start(given)
    const end = after(idempotencyClaimLifetime)
    expect(yield* given.idempotency.begin(key, "request", after(idempotencyClaimLifetime - 1))).toEqual(inProgress)
    const next = yield* start(given, end, key, "another")
    expect(next).not.toBe(token)
    expect(yield* given.commit({ puts: [contact(1)], reply: reply(key, token, end) })).toEqual(stale("claim"))
    expect((yield* given.known(contactRef(1))).row).toBe(null)
    expect(yield* given.commit({ puts: [contact(1)], reply: reply(key, next, end) })).toEqual(done)
    expect(yield* given.idempotency.begin(key, "another", end)).toEqual({
      _tag: "Finished",
      reply: reply(key, next, end)
    })
  })

  it("can be finished late as long as nobody else has begun", function*(given) {
    const token = yield* start(given)
    const late = after(10 * idempotencyClaimLifetime)
    yield* start(given, late, claimKey("another"))
    expect(yield* given.commit({ reply: reply(key, token, late) })).toEqual(done)
    expect(yield* given.idempotency.begin(key, "request", late)).toMatchObject({ _tag: "Finished" })
  })

  it("that was not finished within a day is lost", function*(given) {
    const token = yield* start(given)
    yield* start(given, now, claimKey("another"))
    expect(yield* given.commit({ reply: reply(key, token, after(idempotencyLifetime)) })).toEqual(stale("claim"))
    expect(yield* given.commit({ reply: reply(key, token, after(idempotencyLifetime - 1)) })).toEqual(done)
  })

  it("is finished once", function*(given) {
    const token = yield* start(given)
    const first = { puts: [contact(1)], reply: reply(key, token) }
    const second = { puts: [contact(2)], reply: { ...reply(key, token), status: 404 } }
    expect(yield* given.batch(first, second)).toEqual([done, stale("claim")])
    expect(yield* given.commit(second)).toEqual(stale("claim"))
    expect((yield* given.known(contactRef(2))).row).toBe(null)
    expect(yield* given.idempotency.begin(key, "request", now)).toEqual({ _tag: "Finished", reply: first.reply })
  })

  it("that nobody has begun can not be finished", function*({ commit, idempotency }) {
    expect(yield* commit({ reply: reply(key, 1 as ClaimToken) })).toEqual(stale("claim"))
    expect(yield* idempotency.begin(key, "request", now)).toMatchObject({ _tag: "Started" })
  })

  it("outlives a commit that was not applied", function*(given) {
    const token = yield* start(given)
    const late = reply(key, token)
    const gone = { ref: contactRef(1), version: 1 }
    expect(yield* given.commit({ expects: [gone], reply: late })).toEqual(stale("row"))
    expect((yield* given.commit({ debits: [spend(1, "a")], reply: late }))._tag).toBe(insufficient("")._tag)
    expect(yield* given.idempotency.begin(key, "request", now)).toEqual(inProgress)
    expect(yield* given.commit({ reply: late })).toEqual(done)
  })

  it("that is abandoned is free immediately, and lost", function*(given) {
    const token = yield* start(given)
    yield* given.idempotency.abandon(key, token)
    expect(yield* given.commit({ reply: reply(key, token) })).toEqual(stale("claim"))
    const next = yield* start(given, now, key, "another")
    expect(next).not.toBe(token)
  })

  it("is abandoned by its holder only", function*(given) {
    const token = yield* start(given)
    yield* given.idempotency.abandon(key, token)
    const next = yield* start(given)
    yield* given.idempotency.abandon(key, token)
    yield* given.idempotency.abandon(claimKey("key", bob), next)
    expect(yield* given.idempotency.begin(key, "request", now)).toEqual(inProgress)
    expect(yield* given.commit({ reply: reply(key, next) })).toEqual(done)
  })

  it("that is finished is not abandoned any more", function*(given) {
    const token = yield* start(given)
    yield* given.commit({ reply: reply(key, token) })
    yield* given.idempotency.abandon(key, token)
    expect(yield* given.idempotency.begin(key, "request", now)).toMatchObject({ _tag: "Finished" })
  })

  it("is kept while many others come and go, and so is its answer", function*(given) {
    const [mine, finished] = [claimKey("mine"), claimKey("finished")]
    const token = yield* start(given, now, mine)
    const answer = reply(finished, yield* start(given, now, finished))
    yield* given.commit({ reply: answer })
    for (const hours of [1, 12, 23]) {
      yield* Effect.forEach(
        Array.from({ length: 100 }, (_, number) => claimKey(`other-${hours}-${number}`)),
        (claim) => given.idempotency.begin(claim, "request", after(hours * 3_600_000)),
        { concurrency: 16, discard: true }
      )
    }
    const late = after(23 * 3_600_000)
    expect(yield* given.idempotency.begin(finished, "request", late)).toEqual({ _tag: "Finished", reply: answer })
    expect(yield* given.commit({ reply: reply(mine, token, late) })).toEqual(done)
  })

  it("is kept apart from a thousand others", function*(given) {
    const tokens = []
    for (let number = 0; number < 1000; number++) {
      tokens.push(yield* start(given, after(number), claimKey(`key-${number}`)))
    }
    const outcomes = yield* given.batch(
      ...tokens.map((token, number) => ({ reply: reply(claimKey(`key-${number}`), token, after(number)) }))
    )
    expect(outcomes.every(({ _tag }) => _tag === "Done")).toBe(true)
    expect(yield* given.idempotency.begin(claimKey("key-7"), "request", after(1000)))
      .toEqual({ _tag: "Finished", reply: reply(claimKey("key-7"), tokens[7]!, after(7)) })
  })
}

export const suite = (name: string, harness: Harness): void => {
  describe(`Idempotency (${name})`, () => {
    describe("a key", () => answers(harness))
    describe("a claim", () => claims(harness))
  })
}
