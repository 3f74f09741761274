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
