/**
 * The receiver's side of signatures, by the library of Standard Webhooks. Our headers have its names with `x-` before.
 */
import type { Verify } from "@signalbox/testing/http/SignatureSuite"
import { Webhook } from "standardwebhooks"

/** Throws when the signature, or the time of it, is wrong. */
export const verify: Verify = (secret, body, { id, signature, timestamp }) => {
  new Webhook(secret).verify(body, {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signature
  })
}
