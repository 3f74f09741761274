/**
 * The meaning of the platform's answers, whole, and whose agents are.
 */
import type { AccountId, AttemptId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import type { HttpAnswer } from "@signalbox/http-carrier/HttpClient"
import * as Answer from "@signalbox/rcs/Answer"
import * as Options from "@signalbox/rcs/Options"
import * as ServiceAccount from "@signalbox/rcs/ServiceAccount"
import { generateKeyPairSync, verify } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as Bench from "./Bench.ts"

const now = Instant.make(1_700_000_000_999)

const attempt = "a-1" as AttemptId

const read = (status: number, body: unknown = {}, headers = {}) => {
  const answer: HttpAnswer = { _tag: "Answered", status, headers, body: Buffer.from(JSON.stringify(body)) }
  return Answer.read(answer, attempt, now)
}

describe("an answer", () => {
  it("of success, or that the name is known, has taken the message by its attempt", () => {
    for (const status of [200, 299, 409]) expect(read(status)).toEqual({ _tag: "Accepted", references: ["a-1"] })
  })

  it("that is busy holds the line for a second, or as long as it says", () => {
    const busy = (millis: number) => ({ _tag: "Busy", until: now + millis, holds: "lane" })
    expect([read(429), read(429, {}, { "retry-after": "3" })]).toEqual([busy(1000), busy(3000)])
  })

  it("refuses with the class of its status and the words of the platform, or leaves open what became of it", () => {
    const told = new Map<string, Array<number>>()
    for (let status = 400; status < 600; status++) {
      const outcome = read(status)
      const meaning = outcome._tag === "Refused" ? outcome.failure : outcome._tag
      if (meaning !== "Unanswered") told.set(meaning, [...told.get(meaning) ?? [], status])
    }
    expect(Object.fromEntries(told)).toEqual({
      content_not_acceptable: [400, 413],
      sender_refused: [401, 403],
      recipient_not_on_channel: [404],
      provider_unavailable: [405],
      Accepted: [409],
      Busy: [429]
    })
    const error = { status: "INVALID_ARGUMENT", message: "no" }
    expect([read(400, { error }), read(500, { error }), read(500)]).toEqual([
      { _tag: "Refused", failure: "content_not_acceptable", detail: { code: "INVALID_ARGUMENT", text: "no" } },
      { _tag: "Unanswered", detail: { code: "INVALID_ARGUMENT", text: "no" } },
      { _tag: "Unanswered", detail: { code: "HTTP 500", text: "the platform says no more" } }
    ])
  })

  it("of which nobody knows what it means is named for its receipts", () => {
    const unanswered = { _tag: "Unanswered", detail: { code: "x", text: "y" } } as const
    expect(Answer.named(unanswered, attempt)).toEqual({ ...unanswered, references: ["a-1"] })
    const accepted = { _tag: "Accepted", references: ["b"] } as const
    expect(Answer.named(accepted, attempt)).toEqual(accepted)
  })
})

describe("an agent", () => {
  const [account, other] = ["acme" as AccountId, "other" as AccountId]
  const agents = [
    { id: "all" },
    { id: "of-account", account: account },
    { id: "of-number", number: "+1 (201) 555-0177" },
    { id: "of-both", number: "+12015550178", account: other }
  ]

  it("sends by its id, its number, its account, or for all", () => {
    const of = (from: string | null, owner: AccountId, all = agents) =>
      Options.agentFor(all, Bench.message(1, { from, account: owner }))?.id ?? null
    const strangers = "stranger" as AccountId
    expect([
      of("of-both", account),
      of("+12015550177", account),
      of("+12015550100", account),
      of(null, other),
      of(null, strangers),
      of(null, strangers, agents.slice(1)),
      of("+12015550100", strangers, agents.slice(2))
    ]).toEqual(["of-both", "of-number", "of-account", "of-both", "all", null, null])
  })

  it("is whose it is: an account's, a number's, or nobody's", () => {
    const ids = ["all", "of-account", "of-number", "of-both", "unknown"]
    expect(ids.map((id) => Options.addresseeOf(agents, id))).toEqual([
      { _tag: "Number", number: "all" },
      { _tag: "Account", account: "acme", sender: "of-account" },
      { _tag: "Number", number: "+12015550177" },
      { _tag: "Account", account: "other", sender: "+12015550178" },
      { _tag: "Number", number: "unknown" }
    ])
  })

  it("asks the platform of its region", () => {
    const options = { serviceAccount: "", clientToken: "", agents }
    expect([
      Options.urlOf(options),
      Options.urlOf({ ...options, region: "europe" }),
      Options.urlOf({ ...options, region: "europe", url: "https://rcs.example" })
    ]).toEqual([
      "https://rcsbusinessmessaging.googleapis.com",
      "https://europe-rcsbusinessmessaging.googleapis.com",
      "https://rcs.example"
    ])
  })
})

describe("a service account", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 })
  const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString()
  const file = {
    client_email: "me@acme.example",
    private_key: pem,
    private_key_id: "k-1",
    token_uri: "https://t.example"
  }
  const account = (more: object) => ServiceAccount.read(JSON.stringify({ ...file, ...more }))

  it("is read from its key file, and from nothing less", () => {
    expect(account({})).toMatchObject({ email: file.client_email, keyId: "k-1", tokenUrl: "https://t.example" })
    expect(account({ private_key_id: "", token_uri: "" }))
      .toMatchObject({ keyId: null, tokenUrl: "https://oauth2.googleapis.com/token" })
    const elliptic = generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString()
    const wrong = [{ client_email: "" }, { client_email: 7 }, { private_key: "x" }, { private_key: elliptic }, {
      token_uri: "x"
    }]
    expect(wrong.map(account)).toEqual(wrong.map(() => null))
    expect(["", "{", "7", "null"].map(ServiceAccount.read)).toEqual([null, null, null, null])
  })

  it("signs an assertion for an hour", () => {
    const parts = (more: object) => {
      const [header = "", claims = "", signature = ""] = ServiceAccount.assertion(account(more)!, now).split(".")
      const isSigned = verify(
        "sha256",
        Buffer.from(`${header}.${claims}`),
        publicKey,
        Buffer.from(signature, "base64url")
      )
      const json = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString())
      return [json(header), json(claims), isSigned]
    }
    const claims = {
      iss: "me@acme.example",
      scope: "https://www.googleapis.com/auth/rcsbusinessmessaging",
      aud: "https://t.example",
      iat: 1_700_000_000,
      exp: 1_700_003_600
    }
    expect(parts({})).toEqual([{ alg: "RS256", typ: "JWT", kid: "k-1" }, claims, true])
    expect(parts({ private_key_id: null })).toEqual([{ alg: "RS256", typ: "JWT" }, claims, true])
  })
})
