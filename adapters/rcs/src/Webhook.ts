/**
 * Requests that the platform posts: the handshake by which it verifies the address, and signed messages. Pure.
 */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import * as Outcome from "@signalbox/http-carrier/Outcome"
import * as Path from "@signalbox/http-carrier/Path"
import * as Signature from "@signalbox/http-carrier/Signature"

export type Webhook =
  /** The answer has to repeat the secret. */
  | { readonly _tag: "Handshake"; readonly secret: string }
  | { readonly _tag: "Event"; readonly event: unknown }
  | { readonly _tag: "Forged" }
  | { readonly _tag: "Illegible" }

/** Reads a request, whose signature is over the data as they are decoded from base64. */
export const read = ({ body, headers }: CarrierRequest, clientToken: string): Webhook => {
  const json = Outcome.json(body)
  const data = Path.text(json, "message.data")
  if (data !== null) {
    const decoded = Buffer.from(data, "base64")
    const isTheirs = Signature.isHmac(
      { algorithm: "sha512", encoding: "base64", key: clientToken, signature: headers["x-goog-signature"] },
      decoded
    )
    if (!isTheirs) return { _tag: "Forged" }
    const event = Outcome.json(decoded)
    return event === undefined ? { _tag: "Illegible" } : { _tag: "Event", event }
  }
  const [token, secret] = [Path.text(json, "clientToken"), Path.text(json, "secret")]
  if (token === null || secret === null) return { _tag: "Illegible" }
  return Signature.isSame(token, clientToken) ? { _tag: "Handshake", secret } : { _tag: "Forged" }
}
