/**
 * Voice tokens: what the voice client library shows instead of an API key, because it runs in apps that people hold in
 * their hands. A token says for which account it speaks, which app identity it was made for, and when it ends; it is
 * signed, so it is stored nowhere.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Digest from "../value/Digest.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { make as instant, second } from "../value/Instant.ts"

export interface VoiceClaims {
  readonly account: AccountId
  /** Whose app it is: a name that the account chose. */
  readonly identity: string
  /** In whole seconds. */
  readonly expiresAt: Instant
}

/** Returns whether a text may be an app identity. */
export const isIdentity = (text: string): boolean => Limit.voiceIdentityPattern.test(text)

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")

const signature = (secret: Uint8Array, head: string): string => hex(Digest.hmacSha256(secret, head))

/** Compares two texts in a time that does not tell where they differ. */
const areEqual = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}

/** `voice.{account}.{expiry in Unix seconds}.{identity}.{HMAC-SHA256 of all before it}` */
export const sign = (secret: Uint8Array, { account, expiresAt, identity }: VoiceClaims): string => {
  const head = `voice.${account}.${Math.floor(expiresAt / second)}.${identity}`
  return `${head}.${signature(secret, head)}`
}

const form = /^(voice\.([0-9a-f-]{36})\.([1-9][0-9]{0,11})\.(.{1,128}))\.([0-9a-f]{64})$/

/** Returns the account that a text names if it is a token; whether it is a right one is not looked at. */
export const named = (text: string): string | null => form.exec(text)?.[2] ?? null

/** Returns what a token says, or null when it is no token of this secret, or has expired. */
export const verify = (secret: Uint8Array, text: string, now: Instant): VoiceClaims | null => {
  const [, head, account, expiry, identity, signed] = form.exec(text) ?? []
  if (head === undefined || identity === undefined || signed === undefined) return null
  const expiresAt = instant(Number(expiry) * second)
  return areEqual(signature(secret, head), signed) && now < expiresAt
    ? { account: account as AccountId, identity, expiresAt }
    : null
}
