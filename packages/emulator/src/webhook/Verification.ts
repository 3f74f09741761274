/**
 * The check that an endpoint makes of a request, by the bytes that were sent: it reads the headers as the endpoint does.
 */
import * as Digest from "@signalbox/core/Digest"
import * as Secret from "@signalbox/core/Secret"
import * as Base64 from "effect/encoding/Base64"
import type { SentWebhook } from "./SentWebhooks.ts"

/** Says whether the signature of a request is right by this secret. */
export const isSigned = (
  { body, headers }: Pick<SentWebhook, "body" | "headers">,
  secret: Secret.SigningSecret
): boolean => {
  const key = Secret.signingKey(secret)
  const signed = `${headers["x-webhook-id"]}.${headers["x-webhook-timestamp"]}.${body}`
  return key !== null && headers["x-webhook-signature"] === `v1,${Base64.encode(Digest.hmacSha256(key, signed))}`
}
