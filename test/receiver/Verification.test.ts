/**
 * The receiver kit, with the service's own signatures and with those of Standard Webhooks and Svix (specification
 * "Events", decisions 7.1).
 */
import type { WebhookId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import * as Signature from "@signalbox/core/internal/delivery/Signature"
import type { HeadersLike } from "@signalbox/receiver"
import { VerificationError, verify } from "@signalbox/receiver"
import { secret as anySecret, uuid } from "@signalbox/testing/generate/Values"
import { propWith } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { createHash, createHmac } from "node:crypto"
import { Webhook as Standard } from "standardwebhooks"
import { Webhook as Svix } from "svix"
import { describe, expect, it } from "vitest"

const event = fc.record({
  field: fc.constant("message"),
  event: fc.constant("message.received"),
  timestamp: fc.constant("2025-10-09T08:53:20Z"),
  event_id: fc.constant("the-event"),
  payload: fc.record({ text: fc.string({ unit: "grapheme" }), message_id: fc.uuid() })
}).map((value) => JSON.stringify(value))

const sent = fc.record({
  secret: anySecret,
  webhook: uuid<WebhookId>(),
  body: event,
  number: fc.integer({ min: 1, max: 6 }),
  at: fc.integer({ min: 1_600_000_000, max: 2_000_000_000 })
})
type Sent = typeof sent extends fc.Arbitrary<infer A> ? A : never

const headersOf = ({ at, body, number, secret, webhook }: Sent): Record<string, string> => ({
  ...Signature.headers({ secret, webhook, eventId: "the-event", number, at: instant(at * 1000), body })
})

const now = ({ at }: Sent) => ({ now: () => at * 1000 })

const reason = async (received: Promise<unknown>): Promise<string> => {
  try {
    await received
    return "verified"
  } catch (error) {
    expect(error).toBeInstanceOf(VerificationError)
    return (error as VerificationError).reason
  }
}

const runs = { runs: 40 }

describe("verify", () => {
  propWith(runs)(
    "takes what the service signs, and tells it apart [SIG-001, SIG-002, SIG-003, SIG-007]",
    sent,
    async (each) => {
      const headers = headersOf(each)
      const shapes: ReadonlyArray<HeadersLike> = [
        headers,
        new Headers(headers),
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
      ]
      for (const shape of shapes) {
        for (const body of [each.body, Buffer.from(each.body)]) {
          expect(await verify(each.secret, shape, body, now(each))).toEqual({
            event: JSON.parse(each.body) as unknown,
            eventId: "the-event",
            webhookId: each.webhook,
            attempt: each.number,
            sentAt: new Date(each.at * 1000)
          })
        }
      }
    }
  )

  propWith(runs)("agrees with Standard Webhooks and with Svix, both ways [SIG-007]", sent, async (given) => {
    // Their clocks are real.
    const each = { ...given, at: Math.floor(Date.now() / 1000) }
    const headers = headersOf(each)
    for (const [prefix, other] of [["webhook", new Standard(each.secret)], ["svix", new Svix(each.secret)]] as const) {
      const mapped = Object.fromEntries(
        ["id", "timestamp", "signature"].map((name) => [`${prefix}-${name}`, headers[`x-webhook-${name}`]!])
      )
      expect(() => other.verify(each.body, mapped)).not.toThrow()
      const signature = other.sign(each.webhook, new Date(each.at * 1000), each.body)
      expect(signature).toBe(headers["x-webhook-signature"])
      await verify(each.secret, { ...headers, "x-webhook-signature": signature }, each.body)
    }
  })

  propWith(runs)(
    "takes the old and the new secret during a rotation, and no third one [SIG-012]",
    sent,
    anySecret,
    anySecret,
    async (each, other, third) => {
      fc.pre(new Set([each.secret, other, third]).size === 3)
      const headers = headersOf(each)
      for (const secrets of [[each.secret, other], [other, each.secret]]) {
        await verify(secrets, headers, each.body, now(each))
      }
      expect(await reason(verify([other, third], headers, each.body, now(each)))).toBe("signature")
      expect(await reason(verify([], headers, each.body, now(each)))).toBe("signature")
    }
  )

  propWith(runs)(
    "takes a signature as what its version says, and leaves versions that it does not know alone",
    sent,
    fc.constantFrom("v2", "v1a", "v", "V1", ""),
    async (each, version) => {
      const headers = headersOf(each)
      const signature = headers["x-webhook-signature"]!.replace(/^v1,/, `${version},`)
      const receive = (shown: string) =>
        reason(verify(each.secret, { ...headers, "x-webhook-signature": shown }, each.body, now(each)))
      expect(await receive(signature)).toBe("signature")
      // Beside one of another version, the known one counts.
      expect(await receive(`${signature} ${headers["x-webhook-signature"]!}`)).toBe("verified")
    }
  )

  propWith(runs)("refuses another body, id or time [SIG-008, SIG-009]", sent, fc.nat(), async (each, nth) => {
    const headers = headersOf(each)
    const at = nth % (each.body.length + 1)
    const longer = `${each.body.slice(0, at)} ${each.body.slice(at)}`
    expect(await reason(verify(each.secret, headers, longer, now(each)))).toBe("signature")
    const other = { ...headers, "x-webhook-id": "another" }
    expect(await reason(verify(each.secret, other, each.body, now(each)))).toBe("signature")
    const later = { ...headers, "x-webhook-timestamp": String(each.at + 1) }
    expect(await reason(verify(each.secret, later, each.body, now(each)))).toBe("signature")
  })

  propWith(runs)(
    "takes what is five minutes old, and nothing older or further ahead [SIG-011]",
    sent,
    fc.integer({ min: -900, max: 900 }),
    async (each, off) => {
      const clock = { now: () => (each.at + off) * 1000 + 999 }
      expect(await reason(verify(each.secret, headersOf(each), each.body, clock)))
        .toBe(Math.abs(off) <= 300 ? "verified" : "timestamp")
      const wide = { ...clock, toleranceSeconds: 900 }
      expect(await reason(verify(each.secret, headersOf(each), each.body, wide))).toBe("verified")
    }
  )

  it.each([[-301, "timestamp"], [-300, "verified"], [300, "verified"], [301, "timestamp"]])(
    "of an attempt that is %d seconds from its clock says: %s [SIG-011]",
    async (off, said) => {
      const each = fc.sample(sent, { numRuns: 1, seed: 7 })[0]!
      const clock = { now: () => (each.at + off) * 1000 }
      expect(await reason(verify(each.secret, headersOf(each), each.body, clock))).toBe(said)
    }
  )

  it("takes the vector of the texts", async () => {
    const body = `{"field":"message","event":"message.sent","timestamp":"2025-10-09T08:53:20Z",` +
      `"payload":{"message_id":"8ba7b830-9dad-11d1-80b4-00c04fd430c8"}}`
    const headers = {
      "x-webhook-id": "d4f5a6b7-c8d9-4e0f-a1b2-c3d4e5f6a7b8",
      "x-webhook-timestamp": "1760000000",
      "x-webhook-signature": "v1,V38fmO1Ep8sWB0WsRuR7RkVJJp+MpknQ0VHNTsPExjg=",
      "x-webhook-event-id": "the-event",
      "x-webhook-attempt": "1"
    }
    const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    const clock = { now: () => 1_760_000_000_000 }
    expect(await reason(verify(secret, headers, body, clock))).toBe("verified")
    const several = { ...headers, "x-webhook-signature": `v2,AAAA v1,AAAA ${headers["x-webhook-signature"]}` }
    expect(await reason(verify(secret, several, body, clock))).toBe("verified")
  })

  it.each(["x-webhook-id", "x-webhook-timestamp", "x-webhook-signature", "x-webhook-event-id", "x-webhook-attempt"])(
    "needs the header %s",
    async (name) => {
      const each = { ...fc.sample(sent, { numRuns: 1, seed: 7 })[0]! }
      for (const value of [undefined, ""]) {
        const headers = { ...headersOf(each), [name]: value }
        expect(await reason(verify(each.secret, headers, each.body, now(each)))).toBe("headers")
      }
    }
  )

  it("refuses headers, secrets and bodies that are none", async () => {
    const each = { ...fc.sample(sent, { numRuns: 1, seed: 7 })[0]! }
    const headers = headersOf(each)
    const wrong = (parts: object, secret: string = each.secret) =>
      reason(verify(secret, { ...headers, ...parts }, each.body, now(each)))
    expect(await wrong({ "x-webhook-timestamp": "soon" })).toBe("headers")
    expect(await wrong({ "x-webhook-attempt": "0" })).toBe("headers")
    for (const signature of ["v1,", "v1", "v1,%%%", "nonsense"]) {
      expect(await wrong({ "x-webhook-signature": signature })).toBe("signature")
    }
    expect(await wrong({}, "whsec_%%%")).toBe("secret")
    for (const body of ["", "[]", "null", "{\"event\":\"x\"}", "{"]) {
      const signed = { ...each, body }
      expect(await reason(verify(each.secret, headersOf(signed), body, now(each)))).toBe("body")
    }
  })
})

describe("what does not verify", () => {
  const given: Sent = {
    secret: "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=" as Sent["secret"],
    webhook: "d4f5a6b7-c8d9-4e0f-a1b2-c3d4e5f6a7b8" as WebhookId,
    body: "{\"field\":\"message\",\"event\":\"message.sent\",\"event_id\":\"the-event\",\"payload\":{}}",
    number: 1,
    at: 1_760_000_000
  }

  interface Changed {
    readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>
    readonly body?: string | Uint8Array
    readonly secret?: string
  }

  /** Returns the reason and the words, or nothing where it verifies. */
  const refusal = async ({ body = given.body, headers = {}, secret = given.secret }: Changed) => {
    const signed = typeof body === "string" ? { ...given, body } : given
    try {
      await verify(secret, { ...headersOf(signed), ...headers }, body, now(given))
      return null
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error
      return [error.reason, error.message]
    }
  }

  const key = (bytes: number) => Buffer.alloc(bytes, 7).toString("base64")
  const noBase64 = ["secret", "a secret is no base64 after whsec_"]
  const noTime = ["headers", "the header x-webhook-timestamp is no time"]
  const noNumber = ["headers", "the header x-webhook-attempt is no number from 1 on"]
  const noEvent = ["body", "the body is no event"]
  const whole = { field: "a", event: "b", event_id: "the-event", payload: {} }
  const text = (parts: object) => JSON.stringify({ ...whole, ...parts })

  it.each<readonly [string, Changed, ReadonlyArray<string> | null]>([
    ["nothing", {}, null],
    ["a list of headers", { headers: { "x-webhook-id": ["a"] } }, ["headers", "the header x-webhook-id is missing"]],
    ["a time of a word", { headers: { "x-webhook-timestamp": "soon" } }, noTime],
    ["a time of 13 digits", { headers: { "x-webhook-timestamp": "1760000000000" } }, noTime],
    ["a time with a sign", { headers: { "x-webhook-timestamp": "+1760000000" } }, noTime],
    ["a time with more behind it", { headers: { "x-webhook-timestamp": "1760000000 " } }, noTime],
    ["another time of 12 digits", { headers: { "x-webhook-timestamp": "176000000000" } }, [
      "timestamp",
      "the time of the attempt is too far from now"
    ]],
    ["attempt 0", { headers: { "x-webhook-attempt": "0" } }, noNumber],
    ["attempt 1.5", { headers: { "x-webhook-attempt": "1.5" } }, noNumber],
    ["a word for the attempt", { headers: { "x-webhook-attempt": "one" } }, noNumber],
    ["a key of 15 bytes", { secret: `whsec_${key(15)}` }, ["secret", "a secret has fewer than 16 bytes"]],
    ["a key of 16 bytes", { secret: `whsec_${key(16)}` }, ["signature", "no signature matches"]],
    ["a secret without its prefix", { secret: given.secret.slice("whsec_".length) }, null],
    ["a secret of two parts", { secret: `${given.secret} a` }, noBase64],
    ["a secret before its prefix", { secret: `?${given.secret}` }, noBase64],
    ["a secret with too much padding", { secret: `whsec_${"A".repeat(22)}===` }, noBase64],
    ["a secret with too little of the last letters", { secret: `whsec_${"A".repeat(25)}` }, noBase64],
    ["a body that is no JSON", { body: "{" }, ["body", "the body is no JSON"]],
    ["a body of null", { body: "null" }, noEvent],
    ["an event that is a number", { body: text({ event: 1 }) }, noEvent],
    ["a field that is a number", { body: text({ field: 1 }) }, noEvent],
    ["an id that is a number", { body: text({ event_id: 1 }) }, noEvent],
    ["a payload that is a text", { body: text({ payload: "a" }) }, noEvent],
    ["a payload of null", { body: text({ payload: null }) }, noEvent],
    ["no payload", { body: text({ payload: undefined }) }, noEvent],
    ["an event of a later version", { body: text({ payload: { more: 1 }, more: 1 }) }, null],
    ["another event in the header", { headers: { "x-webhook-event-id": "another" } }, [
      "headers",
      "the header x-webhook-event-id names another event than the body"
    ]]
  ])("is told in these words: %s", async (_, changed, expected) => {
    expect(await refusal(changed)).toEqual(expected)
  })

  it("is a body that is no UTF-8, although it was signed", async () => {
    const body = Buffer.concat([Buffer.from(given.body.slice(0, -3)), Buffer.from([0xff]), Buffer.from("\"}}")])
    const bytes = Buffer.from(given.secret.slice("whsec_".length), "base64")
    const signed = createHmac("sha256", bytes).update(`${given.webhook}.${given.at}.`).update(body).digest("base64")
    expect(await refusal({ headers: { "x-webhook-signature": `v1,${signed}` }, body }))
      .toEqual(["body", "the body is no JSON"])
  })

  it("is what shows its signature behind eight others", async () => {
    const signature = headersOf(given)["x-webhook-signature"]!
    const behind = (others: number) => ({ "x-webhook-signature": `${"v1,AAAA ".repeat(others)}${signature}` })
    expect(await refusal({ headers: behind(7) })).toBeNull()
    expect(await refusal({ headers: behind(8) })).toEqual(["signature", "no signature matches"])
  })

  it("is told apart by its name", async () => {
    await expect(verify([], headersOf(given), given.body, now(given))).rejects.toMatchObject({
      name: "VerificationError",
      message: "no signature matches"
    })
  })
})

describe("an event of a service that does not say which one it is", () => {
  it("is the digest of its webhook and its body, whatever its header says and whenever it comes", async () => {
    const each = fc.sample(sent, { numRuns: 1, seed: 7 })[0]!
    const body = "{\"field\":\"é\",\"event\":\"b\",\"payload\":{}}"
    const id = createHash("sha256").update(`${each.webhook}..${body}`).digest("hex")
    for (const at of [each.at, each.at + 1]) {
      const signed = { ...each, at, body }
      expect((await verify(each.secret, headersOf(signed), body, now(signed))).eventId).toBe(id)
    }
  })
})
