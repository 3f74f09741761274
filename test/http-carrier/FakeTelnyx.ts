/**
 * Telnyx as its documents describe it: it takes messages, and calls back with signed events.
 */
import type { CarrierRequest } from "@signalbox/core/Carrier"
import type { TelnyxOptions } from "@signalbox/http-carrier/Telnyx"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { generateKeyPairSync, sign } from "node:crypto"
import type { Heard, Provider, Reply } from "./Provider.ts"
import * as Providers from "./Provider.ts"

export const apiKey = "KEY-s3cret"

const { privateKey, publicKey } = generateKeyPairSync("ed25519")

export interface Taken {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly text: string
  readonly media_urls?: ReadonlyArray<string>
}

export interface FakeTelnyx extends Provider {
  /** The messages that it has taken and will send. */
  readonly taken: Array<Taken>
  /** Decides about a request before it takes the message; null takes it. */
  fault: (request: Heard) => Reply | null
  /** Takes a message, and returns the answer that says so. */
  readonly take: (request: Heard) => Reply
}

const errors = (
  status: number,
  code: string,
  title: string,
  headers: Readonly<Record<string, string>> = {}
): Reply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify({ errors: [{ code, title, detail: title }] })
})

export const refusals = {
  busy: errors(429, "10011", "Too many requests", { "retry-after": "0.05" }),
  invalid: errors(422, "40310", "Invalid 'to' address"),
  optedOut: errors(422, "40300", "Blocked due to STOP message")
}

export const make: Effect.Effect<FakeTelnyx, never, Scope.Scope> = Effect.map(Providers.make(), (provider) => {
  const take = ({ body }: Heard): Reply => {
    const message = JSON.parse(body) as Omit<Taken, "id">
    const id = `40000000-0000-4000-8000-${String(fake.taken.length + 1).padStart(12, "0")}`
    fake.taken.push({ ...message, id })
    return { status: 200, body: JSON.stringify({ data: { record_type: "message", id, to: [{ status: "queued" }] } }) }
  }
  const fake: FakeTelnyx = Object.assign(provider, { taken: [], fault: () => null, take })
  provider.answer = (request) => {
    if (request.method !== "POST" || request.path !== "/v2/messages") return errors(404, "10005", "Resource not found")
    if (request.headers["authorization"] !== `Bearer ${apiKey}`) return errors(401, "10009", "Authentication failed")
    return fake.fault(request) ?? take(request)
  }
  return fake
})

/** The settings of a carrier for this provider. */
export const options = ({ url }: Provider): TelnyxOptions => ({
  apiKey,
  publicKey: publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64"),
  url
})

/** An event as Telnyx posts it, signed for a time in seconds. */
export const webhook = (event: object, seconds: number = Math.floor(Date.now() / 1000)): CarrierRequest => {
  const body = Buffer.from(JSON.stringify({ data: { record_type: "event", ...event }, meta: { attempt: 1 } }))
  const signature = sign(null, Buffer.concat([Buffer.from(`${seconds}|`), body]), privateKey)
  return {
    method: "POST",
    url: "/carriers/telnyx",
    headers: {
      "content-type": "application/json",
      "telnyx-signature-ed25519": signature.toString("base64"),
      "telnyx-timestamp": String(seconds)
    },
    body
  }
}

/** The event of a message that has come to an end. */
export const finalized = ({ from, id, to }: Taken, status: string, code?: string): object => ({
  event_type: "message.finalized",
  id: `event-${id}-${status}`,
  payload: {
    id,
    from: { phone_number: from },
    to: [{ phone_number: to, status, carrier: "ACME", line_type: "Wireless" }],
    errors: code === undefined ? [] : [{ code, title: `The meaning of ${code}` }],
    cost: { amount: "0.0051", currency: "USD" },
    completed_at: "2026-11-25T12:00:00.000+00:00"
  }
})

/** The event of a message that somebody wrote. */
export const received = (from: string, to: string, text: string, media: ReadonlyArray<object> = []): object => ({
  event_type: "message.received",
  id: "event-received",
  payload: {
    id: "in-1",
    direction: "inbound",
    type: media.length > 0 ? "MMS" : "SMS",
    from: { phone_number: from },
    to: [{ phone_number: to, status: "webhook_delivered" }],
    text,
    media
  }
})
