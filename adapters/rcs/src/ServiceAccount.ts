/**
 * The service account by which Google knows an agent's partner, and the assertions that it signs (RFC 7523).
 */
import * as Instant from "@signalbox/core/Instant"
import type { KeyObject } from "node:crypto"
import { createPrivateKey, sign } from "node:crypto"

export interface ServiceAccount {
  readonly email: string
  readonly key: KeyObject
  /** Names the key among those of the account; null when the file does not say it. */
  readonly keyId: string | null
  /** Where tokens are to be had. */
  readonly tokenUrl: string
}

const usualTokenUrl = "https://oauth2.googleapis.com/token"

/** The right to send messages and to ask what devices can do. */
export const scope = "https://www.googleapis.com/auth/rcsbusinessmessaging"

/** How long an assertion is good, which is as long as Google allows. */
const lifetime = Instant.hour

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const privateKey = (pem: string): KeyObject | null => {
  try {
    const key = createPrivateKey(pem)
    return key.asymmetricKeyType === "rsa" ? key : null
  } catch {
    return null
  }
}

/** Reads the key file of a service account, as Google's console gives it. Returns null for anything else. */
export const read = (text: string): ServiceAccount | null => {
  const file = parsed(text)
  if (typeof file !== "object" || file === null) return null
  const word = (name: string): string | null => {
    const value: unknown = Reflect.get(file, name)
    return typeof value === "string" && value !== "" ? value : null
  }
  const email = word("client_email")
  const key = privateKey(word("private_key") ?? "")
  const tokenUrl = word("token_uri") ?? usualTokenUrl
  if (email === null || key === null || !URL.canParse(tokenUrl)) return null
  return { email, key, keyId: word("private_key_id"), tokenUrl }
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url")

/** Signs a request for a token: a JSON Web Token with RS256. */
export const assertion = ({ email, key, keyId, tokenUrl }: ServiceAccount, now: Instant.Instant): string => {
  const issued = Math.floor(now / 1000)
  const header = { alg: "RS256", typ: "JWT", ...(keyId === null ? {} : { kid: keyId }) }
  const claims = { iss: email, scope, aud: tokenUrl, iat: issued, exp: issued + lifetime / 1000 }
  const signed = `${encoded(header)}.${encoded(claims)}`
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`
}
