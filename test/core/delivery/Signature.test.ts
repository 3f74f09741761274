/**
 * The signature of a delivery (specification "Events", decisions 7.1), with the npm package `standardwebhooks` as
 * receiver: it verifies once the three headers have its names.
 */
import type { WebhookId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { make as instant } from "@signalbox/core/Instant"
import * as Signature from "@signalbox/core/internal/delivery/Signature"
import type { SigningSecret } from "@signalbox/core/Secret"
import { secret as anySecret, uuid } from "@signalbox/testing/generate/Values"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { Webhook } from "standardwebhooks"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

interface Delivered {
  readonly secret: SigningSecret
  readonly webhook: WebhookId
  readonly body: string
}

const delivered: fc.Arbitrary<Delivered> = fc.record({
  secret: anySecret,
  webhook: uuid<WebhookId>(),
  body: fc.oneof(fc.json(), fc.string({ unit: "grapheme" }))
})

/** The receiver's clock is real, so is the time of these attempts. */
const present = (): Instant => instant(Date.now())

const headers = ({ body, secret, webhook }: Delivered, at: Instant, number = 1) =>
  Signature.headers({ secret, webhook, eventId: "event", number, at, body })

type Headers = Readonly<Record<string, string>>

const verifies = (secret: SigningSecret, body: string, sent: Headers): boolean => {
  try {
    new Webhook(secret).verify(body, {
      "webhook-id": sent["x-webhook-id"]!,
      "webhook-timestamp": sent["x-webhook-timestamp"]!,
      "webhook-signature": sent["x-webhook-signature"]!
    }, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

it("signs nothing with a secret that is none, such as a sealed one", () => {
  for (const secret of ["sealed:2029-01:c2VjcmV0", "whsec_no base64", ""]) {
    expect(() => Signature.sign(secret as SigningSecret, Given.webhookId(1), 1, "{}")).toThrow("no usable secret")
  }
})

describe("Signature", () => {
  it("of the vector in decisions 7.1", () => {
    const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=" as SigningSecret
    const body = `{"field":"message","event":"message.sent","timestamp":"2025-10-09T08:53:20Z",` +
      `"payload":{"message_id":"8ba7b830-9dad-11d1-80b4-00c04fd430c8"}}`
    expect(Signature.sign(secret, "d4f5a6b7-c8d9-4e0f-a1b2-c3d4e5f6a7b8" as WebhookId, 1_760_000_000, body)).toBe(
      "v1,V38fmO1Ep8sWB0WsRuR7RkVJJp+MpknQ0VHNTsPExjg="
    )
  })

  prop("is verified by any receiver of Standard Webhooks [SIG-007]", delivered, (each) => {
    expect(verifies(each.secret, each.body, headers(each, present()))).toBe(true)
  })

  prop("covers every byte of the body [SIG-008]", delivered, fc.nat(), (each, nth) => {
    const sent = headers(each, present())
    const at = nth % (each.body.length + 1)
    const changed = `${each.body.slice(0, at)}x${each.body.slice(at)}`
    expect(verifies(each.secret, changed, sent)).toBe(false)
    expect(verifies(each.secret, `${each.body} `, sent)).toBe(false)
  })

  prop("covers the id and the time [SIG-009]", delivered, uuid<WebhookId>(), (each, other) => {
    const sent = headers(each, present())
    const later = String(Number(sent["x-webhook-timestamp"]) + 1)
    expect(verifies(each.secret, each.body, { ...sent, "x-webhook-timestamp": later })).toBe(false)
    if (other !== each.webhook) {
      expect(verifies(each.secret, each.body, { ...sent, "x-webhook-id": other })).toBe(false)
    }
  })

  prop("of another webhook's secret does not verify [SIG-012]", delivered, anySecret, (each, other) => {
    if (other !== each.secret) expect(verifies(other, each.body, headers(each, present()))).toBe(false)
  })
})

describe("Signature.headers", () => {
  it("are the five of the specification, with type and agent [SIG-001, SIG-002, SIG-003]", () => {
    const each = { secret: Given.webhook().secret, webhook: Given.webhookId(1), body: "{}" }
    expect(headers(each, instant(1_760_000_000_999), 3)).toEqual({
      "content-type": "application/json; charset=utf-8",
      "user-agent": expect.stringMatching(/\S/),
      "x-webhook-id": each.webhook,
      "x-webhook-timestamp": "1760000000",
      "x-webhook-signature": Signature.sign(each.secret, each.webhook, 1_760_000_000, "{}"),
      "x-webhook-attempt": "3",
      "x-webhook-event-id": "event"
    })
  })

  prop("have a time and a signature of their own for each attempt", delivered, fc.integer({ min: 1000, max: 1e9 }), (
    each,
    wait
  ) => {
    const [first, second] = [headers(each, Given.now), headers(each, instant(Given.now + wait), 2)]
    expect(second["x-webhook-timestamp"]).not.toBe(first["x-webhook-timestamp"])
    expect(second["x-webhook-signature"]).not.toBe(first["x-webhook-signature"])
    expect(second["x-webhook-event-id"]).toBe(first["x-webhook-event-id"])
  })
})
