/**
 * Whether a callback is the provider's, by the way in which a description says that it signs.
 */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import type * as Instant from "@signalbox/core/Instant"
import type { Description } from "../Description.ts"
import { reveal } from "../Settings.ts"
import * as Signature from "../Signature.ts"

const usualTolerance = 300_000

/** The address as the provider has called it: proxies may have changed all but the query. */
const calledUrl = ({ url }: CarrierRequest, publicUrl: string | undefined): string =>
  publicUrl === undefined ? url : `${publicUrl}${url.includes("?") ? url.slice(url.indexOf("?")) : ""}`

/** Returns the parts of the signed text in their order. The body is the bytes as they came. */
const signedParts = (
  request: CarrierRequest,
  signed: string,
  timestamp: string,
  publicUrl: string | undefined
): ReadonlyArray<string | Uint8Array> =>
  signed.split(/(\{(?:body|timestamp|url|method)\})/).map((part) => {
    switch (part) {
      case "{body}":
        return request.body
      case "{timestamp}":
        return timestamp
      case "{url}":
        return calledUrl(request, publicUrl)
      case "{method}":
        return request.method
      default:
        return part
    }
  })

const secretIn = (request: CarrierRequest, query: string): string =>
  new URLSearchParams(request.url.split("?")[1] ?? "").get(query) ?? ""

export const isTheirs = (
  { publicUrl, signature }: Description,
  request: CarrierRequest,
  now: Instant.Instant
): boolean => {
  if (signature === undefined || signature === "none") return signature === "none"
  if ("query" in signature) return Signature.isSame(reveal(signature.secret), secretIn(request, signature.query))
  const given = request.headers[signature.header.toLowerCase()]
  if (!("hmac" in signature) && !("ed25519" in signature)) {
    return Signature.isSame(reveal(signature.secret), given ?? "")
  }
  const { prefix = "", signed = "{body}", timestamp } = signature
  const said = timestamp === undefined ? undefined : request.headers[timestamp.header.toLowerCase()]
  if (timestamp !== undefined && !Signature.isFresh(said, now, timestamp.tolerance ?? usualTolerance)) return false
  if (given === undefined || !given.startsWith(prefix)) return false
  const text = given.slice(prefix.length)
  const parts = signedParts(request, signed, said ?? "", publicUrl)
  if ("hmac" in signature) {
    const { encoding = "hex", hmac: algorithm, secret } = signature
    return Signature.isHmac({ algorithm, encoding, key: reveal(secret), signature: text }, ...parts)
  }
  const key = Signature.ed25519Key(signature.ed25519)
  return key !== null &&
    Signature.isEd25519({ encoding: signature.encoding ?? "base64", key, signature: text }, ...parts)
}
