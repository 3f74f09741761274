/**
 * The signature of a delivery (decisions 7.1): Standard Webhooks' scheme, with `x-webhook-*` headers and the webhook's
 * own id as the id.
 */
import * as Base64 from "effect/encoding/Base64"
import * as Digest from "../value/Digest.ts"
import type { WebhookId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { SigningSecret } from "../value/Secret.ts"
import { signingKey } from "../value/Secret.ts"

/** `v1,` and the base64 of HMAC-SHA256 over `{id}.{timestamp}.{body}`. */
export const sign = (secret: SigningSecret, webhook: WebhookId, unixSeconds: number, body: string): string =>
  `v1,${Base64.encode(Digest.hmacSha256(signingKey(secret) ?? new Uint8Array(), `${webhook}.${unixSeconds}.${body}`))}`

/** The headers of one attempt: fresh time and signature each, the event's id always the same. */
export const headers = (attempt: {
  readonly secret: SigningSecret
  readonly webhook: WebhookId
  readonly eventId: string
  readonly number: number
  readonly at: Instant
  readonly body: string
}): Readonly<Record<string, string>> => {
  const unixSeconds = Math.floor(attempt.at / 1000)
  return {
    "content-type": "application/json; charset=utf-8",
    "user-agent": "Signalbox-Webhooks/1",
    "x-webhook-id": attempt.webhook,
    "x-webhook-timestamp": String(unixSeconds),
    "x-webhook-signature": sign(attempt.secret, attempt.webhook, unixSeconds, attempt.body),
    "x-webhook-attempt": String(attempt.number),
    "x-webhook-event-id": attempt.eventId
  }
}
