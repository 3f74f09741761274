/**
 * Judges answers: whatever was asked, each owes no unexpected failure, the standard headers and the envelope
 * (specification "Headers on every response", "Response envelope", "Errors"), and also what the answer to its own
 * request owes.
 */
import * as Documented from "@signalbox/testing/http/Documented"
import type { Reply } from "@signalbox/testing/http/Reply"
import type { Wire } from "./Draft.ts"
import type { Plan } from "./Plans.ts"

interface Envelope {
  readonly success: boolean
  readonly status?: number
  readonly data?: unknown
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly details?: Readonly<Record<string, unknown>>
  } | null
  readonly meta: { readonly request_id: string; readonly timestamp: string; readonly version: string }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === "object" && !Array.isArray(value)

const headerFlaw = ({ headers }: Reply): string | null =>
  !/^[\x20-\x7e]{1,128}$/.test(headers.get("x-request-id") ?? "")
    ? "no request id"
    : !/^\d+ms$/.test(headers.get("x-response-time") ?? "")
    ? "no response time"
    : headers.get("x-api-version") !== "v3"
    ? "no version"
    : null

const metaFlaw = (meta: unknown, reply: Reply): string | null =>
  !isObject(meta) || Object.keys(meta).toSorted().join() !== "request_id,timestamp,version"
    ? "no meta"
    : meta["request_id"] !== (reply.headers.get("x-original-request-id") ?? reply.headers.get("x-request-id"))
    ? "another request's id"
    : !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(meta["timestamp"])) || meta["version"] !== "v3"
    ? "no timestamp or version"
    : null

const detailsFlaw = (details: unknown): string | null =>
  details === undefined ||
    (isObject(details) && Object.keys(details).length > 0 &&
      Object.values(details).every((messages) =>
        Array.isArray(messages) && messages.length > 0 && messages.every((each) => typeof each === "string")
      ))
    ? null
    : "details that are none"

const failureFlaw = (json: Readonly<Record<string, unknown>>, reply: Reply): string | null => {
  const { data, error, status, success } = json
  return success !== false || status !== reply.status || (data ?? null) !== null
    ? "no failure's envelope"
    : !isObject(error) || !/^[A-Z]+_\d{3}$/.test(String(error["code"])) || typeof error["message"] !== "string" ||
        error["message"] === ""
    ? "no error"
    : detailsFlaw(error["details"])
}

const isHeadless = (wire: Wire, reply: Reply): boolean => wire.method.toUpperCase() === "HEAD" || reply.status === 204

const envelopeFlaw = (wire: Wire, reply: Reply): string | null => {
  if (isHeadless(wire, reply)) return reply.text === "" ? null : "a body"
  if (!/^application\/json\b/.test(reply.headers.get("content-type") ?? "") || !isObject(reply.json)) return "no JSON"
  if (reply.status >= 400) return failureFlaw(reply.json, reply) ?? metaFlaw(reply.json["meta"], reply)
  // A success of v2 is bare.
  if (wire.url.startsWith("/v2/")) return null
  const { data, error, success } = reply.json
  return success !== true || (error ?? null) !== null || data === undefined
    ? "no success's envelope"
    : metaFlaw(reply.json["meta"], reply)
}

/** A preview tells what is wrong within a definition: that is what it is asked for. */
const isTold = ({ endpoint, flaw }: Plan): boolean =>
  endpoint.title === "POST /v3/templates/preview" && flaw?.field?.startsWith("definition.") === true

const flawFlaw = (plan: Plan, { json, status }: Reply): string | null => {
  const { flaw } = plan
  if (flaw === null) return null
  if (isTold(plan)) {
    const { flaws = [] } = ((json as Envelope | undefined)?.data ?? {}) as {
      readonly flaws?: ReadonlyArray<{ readonly field: string }>
    }
    return status === 200 && flaws.some(({ field }) => field.startsWith(flaw.field!)) ? null : "a flaw untold"
  }
  const error = (json as Envelope | undefined)?.error
  if (status !== flaw.status || !flaw.code.test(error?.code ?? "")) return `not ${flaw.status} ${flaw.code}`
  const fields = Object.keys(error?.details ?? {})
  if (flaw.field === null) return fields.length === 0 ? null : "details of no field"
  const isIn = (name: string) =>
    name === flaw.field || name.startsWith(`${flaw.field}.`) || name.startsWith(`${flaw.field}[`)
  return fields.length > 0 && fields.every(isIn) ? null : `details of ${JSON.stringify(fields)}, not of ${flaw.field}`
}

/** The statuses of refusals because of what is stored. */
const stored = [402, 403, 404, 409, 422]

/**
 * These refuse with 400 too when what is stored does not allow it: a profile is not whole or inherits its campaigns, a
 * template has no such body or does not fit a new category, a market has no brand, the last admin would be gone, a
 * template brings no codes.
 */
const refusedByState = [
  "POST /v3/messages",
  "POST /v3/messages/explain",
  "PUT /v3/templates/:id",
  "DELETE /v3/templates/:id",
  "PUT /v3/webhooks/:id",
  "PATCH /v3/users/:userId",
  "DELETE /v3/users/:userId",
  "POST /v3/sender-profiles",
  "PATCH /v3/profiles/:profileId",
  "POST /v3/profiles/:profileId/complete",
  "POST /v3/profiles/:profileId/campaigns",
  "PUT /v3/profiles/:profileId/campaigns/:campaignId",
  "POST /v3/verifications",
  "POST /v3/channels/sms",
  "PATCH /v3/channels/sms/:country/:type"
]

/** The answers of a right request: a success, or a refusal because of what is stored. */
const rightFlaw = ({ endpoint, flaw, isHostile }: Plan, wire: Wire, reply: Reply): string | null => {
  if (flaw !== null || isHostile) return null
  const isSuccess = endpoint.successes.includes(reply.status)
  if (endpoint.isSimulated && typeof wire.body === "string" && wire.body.includes("\"sandbox\":true")) {
    return isSuccess && reply.headers.get("x-sandbox") === "true" ? null : "no simulated answer"
  }
  return isSuccess || stored.includes(reply.status) || refusedByState.includes(endpoint.title)
    ? null
    : `a right request to ${endpoint.title} refused`
}

/** Throws when an answer is not what it has to be. */
export const check = (plan: Plan, wire: Wire, reply: Reply): void => {
  const flaw = (reply.status < 200 || (reply.status >= 300 && reply.status < 400) || reply.status >= 500
    ? "no answer of the API"
    : null) ?? headerFlaw(reply) ?? envelopeFlaw(wire, reply) ?? flawFlaw(plan, reply) ?? rightFlaw(plan, wire, reply)
  const asked = () =>
    `${wire.method} ${wire.url} ${JSON.stringify(wire.headers)}\n${
      String(wire.body).slice(0, 3000)
    }\n-> ${reply.status} ${JSON.stringify([...reply.headers])}\n${reply.text.slice(0, 2000)}`
  if (flaw !== null) {
    throw new Error(`${plan.endpoint.title}${plan.flaw === null ? "" : `, ${plan.flaw.name}`}: ${flaw}\n${asked()}`)
  }
  Documented.check(wire.method, wire.url, reply)
}
