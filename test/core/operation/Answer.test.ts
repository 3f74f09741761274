/**
 * An answer as a caller in this process has it, as its text has it, and as it is kept for replays.
 */
import type { AccountId } from "@signalbox/core/Id"
import * as Answer from "@signalbox/core/internal/operation/Answer"
import * as Caller from "@signalbox/core/internal/operation/Caller"
import type { Refused } from "@signalbox/core/Refused"
import * as Refusals from "@signalbox/core/Refused"
import type { ClaimToken } from "@signalbox/core/Reply"
import { hashKey } from "@signalbox/core/Secret"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const frame = { requestId: "req_1", at: Given.now, sandbox: true, profile: Given.accountId(2) }
const claim = { claim: { account: Given.accountId(1), key: "key" }, token: 5 as ClaimToken }

/** All of an answer but its typed result. */
const shown = <Data>(answer: Answer.Answer<Data>) =>
  Object.fromEntries(Object.entries(answer).filter(([name]) => name !== "result"))

const error = (refused: Refused, docs = "") => Answer.failure(frame, refused, docs)

describe("an answer", () => {
  it("has its data, and their text unless its status says that there is none", () => {
    const data = { id: "a", list: [1] }
    expect(shown(Answer.success(frame, 201, data))).toStrictEqual({
      ...frame,
      status: 201,
      outcome: { part: "data", json: `{"id":"a","list":[1]}` },
      replayed: false,
      retryAfter: null
    })
    expect(Effect.runSync(Answer.success(frame, 200, data).result)).toBe(data)
    expect(Answer.success(frame, 204, null).outcome).toBe(null)
    expect(Effect.runSync(Answer.success(frame, 204, null).result)).toBe(null)
  })

  it("that refuses has the code, the sentence and the details, and leads to its page", () => {
    const refused = Refusals.refused("VALIDATION_001", { body: ["must be a JSON object"] })
    expect(shown(error(refused))).toStrictEqual({
      ...frame,
      status: 400,
      outcome: {
        part: "error",
        json: JSON.stringify({
          code: "VALIDATION_001",
          message: refused.message,
          details: { body: ["must be a JSON object"] }
        })
      },
      replayed: false,
      retryAfter: null
    })
    const plain = Refusals.refused("RESOURCE_001")
    expect(JSON.parse(error(plain, "https://docs.example.com//").outcome!.json)).toStrictEqual({
      code: "RESOURCE_001",
      message: plain.message,
      doc_url: "https://docs.example.com/reference/errors#resource_001"
    })
    expect(Effect.runSync(Effect.flip(error(plain).result))).toBe(plain)
  })

  it("that refuses says when to come again where somebody knows, and else after a second when the service is away", () => {
    const with_ = (parts: Partial<ConstructorParameters<typeof Refusals.Refused>[0]>) =>
      error(new Refusals.Refused({ code: "BUSINESS_001", message: "no", ...parts }))
    expect(
      [
        with_({}),
        with_({ retryAfter: 7 }),
        with_({ code: "INTERNAL_005" }),
        with_({ code: "INTERNAL_005", retryAfter: 9 })
      ]
        .map(({ retryAfter }) => retryAfter)
    ).toEqual([null, 7, 1, 9])
    expect(with_({ status: 501 }).status).toBe(501)
  })
})

describe("the address of the documentation", () => {
  it.each([
    ["https://docs.example.com", true],
    ["http://docs.example.com/v3/", true],
    ["HTTPS://docs.example.com", true],
    [`https://docs.example.com/${"a".repeat(975)}`, true],
    [`https://docs.example.com/${"a".repeat(976)}`, false],
    ["https://docs.example.com?", false],
    ["https://docs.example.com/#", false],
    ["https://docs.example.com/a b", false],
    ["https://ada@docs.example.com", false],
    ["https://:secret@docs.example.com", false],
    ["ftp://docs.example.com", false],
    ["docs.example.com", false],
    ["", false]
  ])("is one of HTTP without a query, a fragment and a password: %s", (text, isOne) => {
    expect(Answer.isDocsBase(text)).toBe(isOne)
  })
})

describe("an answer that is kept for replays", () => {
  const Data = Schema.Struct({ id: Schema.String, secret: Schema.NullOr(Schema.String) })
  const data = { id: "a", secret: "s3cret" }
  const answer = Answer.success(frame, 201, data)
  const digest = createHash("sha256").update("s3cret").digest("hex")
  const kept = { ...claim, status: 201, requestId: "req_1", at: Given.now, sandbox: true, profile: Given.accountId(2) }
  const text = (secret: string | null) => ({ part: "data", json: JSON.stringify({ id: "a", secret }) })

  it("is all of it, without the secret that it shows once", () => {
    expect(Answer.toReply(answer, claim, null)).toStrictEqual({ ...kept, outcome: text("s3cret") })
    expect(Answer.toReply(answer, claim, { field: "secret" })).toStrictEqual({
      ...kept,
      outcome: text(null),
      withheld: { field: "secret", digest }
    })
    expect(Answer.toReply(answer, claim, { field: "secret", isKept: true }).withheld).toStrictEqual({
      field: "secret",
      digest,
      secret: "s3cret"
    })
    // There is no secret in it.
    expect(Answer.toReply(answer, claim, { field: "other" })).toStrictEqual({ ...kept, outcome: text("s3cret") })
    const none = Answer.success(frame, 204, null)
    expect(Answer.toReply(none, claim, { field: "secret" })).toStrictEqual({ ...kept, status: 204, outcome: null })
    const refused = error(Refusals.refused("RESOURCE_001"))
    expect(Answer.toReply(refused, claim, { field: "code" })).toStrictEqual({
      ...kept,
      status: 404,
      outcome: refused.outcome
    })
  })

  it("is the same again, with its secret as long as that is the same", () => {
    const reply = Answer.toReply(answer, claim, { field: "secret" })
    const again = (secret: string | null) => Answer.fromReply(reply, secret, Data)
    expect(shown(again("s3cret"))).toStrictEqual({ ...shown(answer), replayed: true })
    expect(Effect.runSync(again("s3cret").result)).toStrictEqual(data)
    for (const secret of [null, "another"]) {
      expect(again(secret).outcome).toStrictEqual(text(null))
      expect(Effect.runSync(again(secret).result)).toStrictEqual({ id: "a", secret: null })
    }
    const plain = Answer.fromReply(Answer.toReply(answer, claim, null), "another", Data)
    expect(plain.outcome).toStrictEqual(text("s3cret"))
    const none = Answer.fromReply(Answer.toReply(Answer.success(frame, 204, null), claim, null), null, Schema.Null)
    expect([none.outcome, Effect.runSync(none.result)]).toEqual([null, null])
  })

  it("is the same refusal again, and a defect when it cannot be read", () => {
    const refused = Refusals.refused("VALIDATION_001", { body: ["must be a JSON object"] })
    const again = Answer.fromReply(Answer.toReply(error(refused, "https://docs.example.com"), claim, null), null, Data)
    expect({ ...Effect.runSync(Effect.flip(again.result)) }).toMatchObject({
      _tag: "Refused",
      code: "VALIDATION_001",
      details: { body: ["must be a JSON object"] }
    })
    expect(again.retryAfter).toBe(null)
    const strange = { ...Answer.toReply(answer, claim, null), outcome: { part: "data" as const, json: "{}" } }
    expect(Effect.runSync(Effect.exit(Answer.fromReply(strange, null, Data).result))).toMatchObject({
      cause: { reasons: [{ _tag: "Die" }] }
    })
  })
})

describe("the caller of an operation", () => {
  const organization = Given.account()
  const profile = Given.account({ id: Given.accountId(2), type: "profile", organization: organization.id })

  it("acts as a profile or as none, and shares what its organization has", () => {
    const of = (account: typeof organization): readonly [AccountId | null, AccountId] => {
      const caller = { account, keyAccount: organization, key: hashKey("a key") }
      return [Caller.profile(caller), Caller.organization(caller)]
    }
    expect(of(organization)).toEqual([null, organization.id])
    expect(of(profile)).toEqual([profile.id, organization.id])
    expect(of(Given.account({ type: "user" }))).toEqual([null, organization.id])
  })
})
