/**
 * Verifies that a request comes from the service and was not changed on the way. The signature is an HMAC-SHA256 over
 * `{x-webhook-id}.{x-webhook-timestamp}.{raw body}`; the comparison takes the same time wherever two signatures differ.
 */
import type { WebhookEvent } from "./Event.ts"

/** Headers as a `Headers` object, or as Node keeps them. Names may be in any case. */
export type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/** A verified delivery. */
export interface Delivery {
  readonly event: WebhookEvent
  /**
   * The same on all attempts to deliver one event: whoever has seen it, has seen the event. It is signed: the `event_id`
   * of the body, or where a body has none, the digest of webhook and body.
   */
  readonly eventId: string
  /** The webhook that it was delivered through. */
  readonly webhookId: string
  /** 1 on the first attempt. It is not signed: whoever sends a captured delivery again may change it. */
  readonly attempt: number
  /** The time at which this attempt was made. */
  readonly sentAt: Date
}

export interface VerifyOptions {
  /** The largest distance of the attempt's time from now, in seconds; 300 by default. */
  readonly toleranceSeconds?: number
  /** The time now in milliseconds; `Date.now` by default. */
  readonly now?: () => number
}

export type Reason = "headers" | "timestamp" | "signature" | "body" | "secret"

/** The request is not to be trusted, or a secret is none. The message holds neither secrets nor the body. */
export class VerificationError extends Error {
  override readonly name = "VerificationError"
  readonly reason: Reason

  constructor(reason: Reason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** The largest distance of an attempt's time from now by default, in seconds. */
export const tolerance = 300
const prefix = "whsec_"
/** A key that is shorter could be guessed. */
const leastKeyBytes = 16
/** At most so many signatures of one header are looked at. */
const mostSignatures = 8

const hasGet = (headers: HeadersLike): headers is { get(name: string): string | null } =>
  typeof (headers as { readonly get?: unknown }).get === "function"

const header = (headers: HeadersLike, name: string): string => {
  const found = hasGet(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  if (typeof found === "string" && found !== "") return found
  throw new VerificationError("headers", `the header ${name} is missing`)
}

const base64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

/** Returns the key of a secret, or throws a `VerificationError`. */
export const keyBytes = (secret: string): Uint8Array<ArrayBuffer> => {
  const bytes = base64(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret)
  if (bytes === null) throw new VerificationError("secret", "a secret is no base64 after whsec_")
  if (bytes.length < leastKeyBytes) {
    throw new VerificationError("secret", `a secret has fewer than ${leastKeyBytes} bytes`)
  }
  return bytes
}

const keyOf = (secret: string): Promise<CryptoKey> => {
  const bytes = keyBytes(secret)
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"])
}

const bytesOf = (body: string | Uint8Array): Uint8Array =>
  typeof body === "string" ? new TextEncoder().encode(body) : body

const signedBytes = (id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const all = new Uint8Array(head.length + body.length)
  all.set(head)
  all.set(body, head.length)
  return all
}

const parsed = (body: Uint8Array): WebhookEvent => {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))
  } catch {
    throw new VerificationError("body", "the body is no JSON")
  }
  const { event, event_id: id = "", field, payload } = (value ?? {}) as Readonly<Record<string, unknown>>
  const texts = [event, field, id].every((each) => typeof each === "string")
  if (!texts || typeof payload !== "object" || payload === null) {
    throw new VerificationError("body", "the body is no event")
  }
  return value as WebhookEvent
}

/** Services that do not say which event it is send no two events of one webhook with the same body. */
const digest = async (id: string, body: Uint8Array): Promise<string> => {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", signedBytes(id, "", body)))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}

/**
 * Returns the delivery, or throws a `VerificationError`.
 *
 * @param secrets the webhook's secret; during a rotation the old one and the new one
 * @param rawBody the body as it came: a body that was parsed and written again does not verify
 */
export const verify = async (
  secrets: string | ReadonlyArray<string>,
  headers: HeadersLike,
  rawBody: string | Uint8Array,
  { now = Date.now, toleranceSeconds = tolerance }: VerifyOptions = {}
): Promise<Delivery> => {
  const id = header(headers, "x-webhook-id")
  const timestamp = header(headers, "x-webhook-timestamp")
  const signatures = header(headers, "x-webhook-signature").split(" ").slice(0, mostSignatures)
  const named = header(headers, "x-webhook-event-id")
  const attempt = Number(header(headers, "x-webhook-attempt"))
  if (!Number.isSafeInteger(attempt) || attempt < 1) {
    throw new VerificationError("headers", "the header x-webhook-attempt is no number from 1 on")
  }
  if (!/^\d{1,12}$/.test(timestamp)) throw new VerificationError("headers", "the header x-webhook-timestamp is no time")
  const sentAt = Number(timestamp) * 1000
  if (Math.abs(Math.floor(now() / 1000) * 1000 - sentAt) > toleranceSeconds * 1000) {
    throw new VerificationError("timestamp", "the time of the attempt is too far from now")
  }
  const keys = await Promise.all((typeof secrets === "string" ? [secrets] : secrets).map(keyOf))
  const body = bytesOf(rawBody)
  const signed = signedBytes(id, timestamp, body)
  // Every secret is tried with every signature, so that the time does not tell which one was right.
  const matches = await Promise.all(keys.flatMap((key) =>
    signatures.map((signature) => {
      const bytes = signature.startsWith("v1,") ? base64(signature.slice("v1,".length)) : null
      return bytes === null ? false : crypto.subtle.verify("HMAC", key, bytes, signed)
    })
  ))
  if (!matches.includes(true)) throw new VerificationError("signature", "no signature matches")
  const event = parsed(body)
  if (event.event_id !== undefined && event.event_id !== named) {
    throw new VerificationError("headers", "the header x-webhook-event-id names another event than the body")
  }
  const eventId = event.event_id ?? await digest(id, body)
  return { event, eventId, webhookId: id, attempt, sentAt: new Date(sentAt) }
}
