/**
 * The signature of Twilio's callbacks: HMAC-SHA1 with the AuthToken over the URL that was called and the parameters of the
 * form. A body that is no form is covered by its SHA-256 in the query.
 */
import { hmac, isSame } from "@signalbox/http-carrier/Signature"
import { createHash } from "node:crypto"

/** The name and the value of each parameter, in the order in which they came. */
export type Parameters = ReadonlyArray<readonly [name: string, value: string]>

const byUnits = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0

/** Returns the text that is signed. A parameter that comes several times counts once with each of its values. */
const signed = (url: string, parameters: Parameters): string => {
  const values = new Map<string, Set<string>>()
  for (const [name, value] of parameters) {
    const own = values.get(name) ?? new Set<string>()
    values.set(name, own.add(value))
  }
  const names = [...values].toSorted(([a], [b]) => byUnits(a, b))
  return url + names.map(([name, own]) => [...own].toSorted(byUnits).map((value) => name + value).join("")).join("")
}

/** Returns the signature in base64. */
export const sign = (authToken: string, url: string, parameters: Parameters): string =>
  hmac("sha1", authToken, signed(url, parameters)).toString("base64")

/** Matches the scheme and the authority of a URL. */
const origin = /^(https?):\/\/([^/?#:]+|\[[^\]]*\])(:\d+)?/i

/** Returns the URL with and without its standard port: Twilio does not say which of them it signs. */
const spellings = (url: string): ReadonlyArray<string> => {
  const [start = "", scheme = "", host = "", port = ""] = origin.exec(url) ?? []
  const standard = scheme.toLowerCase() === "https" ? ":443" : ":80"
  if (start === "" || (port !== "" && port !== standard)) return [url]
  const rest = url.slice(start.length)
  return [`${scheme}://${host}${rest}`, `${scheme}://${host}${standard}${rest}`]
}

/** Returns the SHA-256 of the body that the query states, or null. */
const bodyHash = (url: string): string | null => {
  const query = url.indexOf("?")
  return query === -1 ? null : new URLSearchParams(url.slice(query + 1)).get("bodySHA256")
}

/** A callback, as it must have been signed. */
export interface Signed {
  /** The URL that was called, with its query. */
  readonly url: string
  readonly signature: string
  /** Null for a body that is no form. */
  readonly form: Parameters | null
  readonly body: Uint8Array
}

/**
 * Returns whether one of the tokens has signed the callback, its body included. It takes as long for a wrong signature as
 * for the right one.
 */
export const isValid = ({ body, form, signature, url }: Signed, authTokens: ReadonlyArray<string>): boolean => {
  const hash = bodyHash(url)
  // Nothing vouches for a body that is neither a form nor hashed.
  if (hash === null && form === null && body.length > 0) return false
  const isCovered = hash === null || isSame(hash, createHash("sha256").update(body).digest("hex"))
  const parameters = hash === null ? form ?? [] : []
  const found = authTokens.flatMap((token) =>
    spellings(url).map((spelling) => isSame(signature, sign(token, spelling, parameters)))
  )
  return found.includes(true) && isCovered
}
