/**
 * The answers of a console in the envelope of the API.
 */
import * as Envelope from "@signalbox/http/Envelope"
import type { SignalboxError } from "../../SignalboxError.ts"

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

const headers = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff"
}

const meta = (requestId: string | null) => ({
  request_id: requestId ?? "req_0000000000000000",
  timestamp: new Date().toISOString(),
  version: Envelope.version
})

/** A page has no use for secrets, whatever answer they stand in. */
const withoutSecrets = (name: string, value: unknown): unknown =>
  (name === "signing_secret" || name === "api_key") && typeof value === "string" ? null : value

export const data = (value: unknown): Reply => ({
  status: 200,
  headers,
  body: JSON.stringify({ success: true, data: value ?? null, error: null, meta: meta(null) }, withoutSecrets)
})

export const failure = ({ code, details, message, requestId, retryAfterMs, status }: SignalboxError): Reply => {
  const flaws = Object.keys(details).length === 0 ? {} : { details }
  return {
    status,
    headers: retryAfterMs === null ? headers : { ...headers, "retry-after": String(Math.ceil(retryAfterMs / 1000)) },
    body: JSON.stringify({
      success: false,
      status,
      data: null,
      error: { code, message, ...flaws },
      meta: meta(requestId)
    })
  }
}
