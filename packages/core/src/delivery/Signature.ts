/**
 * The signature of a delivery (decisions 7.1). It follows Standard Webhooks, but uses `x-webhook-*` headers and signs
 * the webhook's own id.
 */
import * as Base64 from "effect/encoding/Base64"
import * as Digest from "../value/Digest.ts"
import type { WebhookId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import * as Recent from "../value/Recent.ts"
import type { SigningSecret } from "../value/Secret.ts"
import { signingKey } from "../value/Secret.ts"

/** How many webhooks a generation has whose keys are kept prepared. */
const signers = 1024

/** Null where the secret is none. */
const signerOf = Recent.make((secret: SigningSecret) => {
  const key = signingKey(secret)
  return key === null ? null : Digest.hmacWith(key)
}, signers)

/**
 * Returns `v1,` and the base64 of the HMAC-SHA256 over `{id}.{timestamp}.{body}`. It throws when the secret is none, such as
 * one that is still sealed: nobody may be told anything that everybody could have signed.
 */
export const sign = (secret: SigningSecret, webhook: WebhookId, unixSeconds: number, body: string): string => {
  const signer = signerOf.of(secret)
  if (signer === null) throw new Error(`webhook ${webhook} has no usable secret`)
  return `v1,${Base64.encode(signer(`${webhook}.${unixSeconds}.${body}`))}`
}

/**
 * Returns whether a signature is by this secret. A header may hold several, with spaces between them, of which one must
 * be right.
 *
 * @param timestamp the text of its header
 */
export const isRight = (
  secret: SigningSecret,
  { body, signature, timestamp, webhook }: {
    readonly webhook: WebhookId
    readonly timestamp: string
    readonly signature: string
    readonly body: string
  }
): boolean =>
  /^[0-9]{1,12}$/.test(timestamp) && signingKey(secret) !== null &&
  signature.split(" ").some((each) => Digest.equal(each, sign(secret, webhook, Number(timestamp), body)))

/** Returns the headers of one attempt. Time and signature are new for each attempt; the event id stays the same. */
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
