/**
 * Examples of requests, answers and events, as an emulator was asked, answered and delivered them:
 * `npm run openapi:examples` records them.
 */
import type { ErrorCode } from "@signalbox/core/ErrorCode"
import * as ErrorCode_ from "@signalbox/core/ErrorCode"
import type { Json, JsonObject } from "@signalbox/core/Json"
import * as Envelope from "../Envelope.ts"
import recording from "../internal/examples.json" with { type: "json" }

/** A request of an operation, and what it is answered. */
export interface Example {
  readonly body?: JsonObject
  readonly data?: Json
}

/** By the names of operations. */
export const all: Readonly<Record<string, Example>> = recording.operations

/** The bodies that a webhook is delivered, by the names of events. */
export const events: Readonly<Record<string, Json>> = recording.events

/** Returns the example of an operation, or undefined. */
export const of = (name: string): Example | undefined => all[name]

const meta = { request_id: "req_7f3a9c21d4e8b605", timestamp: "2030-01-31T09:00:00.000Z", version: Envelope.version }

export const success = (data: Json): Json => ({ success: true, data, error: null, meta })

export const failure = (status: number, code: ErrorCode): Json => ({
  success: false,
  status,
  data: null,
  error: { code, message: ErrorCode_.meaning(code) },
  meta
})
