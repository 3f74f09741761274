/**
 * Examples of requests and answers, by operation.
 */
import type { ErrorCode } from "@signalbox/core/ErrorCode"
import * as ErrorCode_ from "@signalbox/core/ErrorCode"
import type { Json, JsonObject } from "@signalbox/core/Json"
import * as Envelope from "../Envelope.ts"

export interface Example {
  readonly body?: JsonObject
  readonly data?: Json
}

const examples: Readonly<Record<string, Example>> = {}

/** Returns the example of an operation, or undefined. */
export const of = (name: string): Example | undefined => examples[name]

const meta = { request_id: "req_7f3a9c21d4e8b605", timestamp: "2030-01-31T09:00:00.000Z", version: Envelope.version }

export const success = (data: Json): Json => ({ success: true, data, error: null, meta })

export const failure = (status: number, code: ErrorCode): Json => ({
  success: false,
  status,
  data: null,
  error: { code, message: ErrorCode_.meaning(code) },
  meta
})
