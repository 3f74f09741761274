/**
 * The headers that every operation takes and answers with, described once (specification "Headers on every response",
 * "Authentication", "Cross-cutting request rules").
 */
import * as Limit from "@signalbox/core/Limit"

const text = { type: "string" }
const uuid = { type: "string", format: "uuid" }

const parameters = {
  ProfileId: {
    name: "x-profile-id",
    in: "header",
    required: false,
    description: "The profile that a key of an organization acts for.",
    schema: uuid
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Makes a repeated request safe: within 24 hours the same key and the same request get the same answer.",
    schema: { type: "string", pattern: Limit.idempotencyKeyPattern.source }
  },
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    required: false,
    description: "An id of the client's own for this request, which the answer repeats: printable ASCII.",
    schema: { type: "string", minLength: 1, maxLength: 128 }
  }
} as const

const always = { required: true }

const headers = {
  "X-Request-Id": { ...always, description: "The id of the request.", schema: text },
  "X-Response-Time": {
    ...always,
    description: "How long the answer took.",
    schema: { type: "string", pattern: "^[0-9]+ms$" },
    example: "12ms"
  },
  "X-API-Version": { ...always, description: "The version of the API.", schema: { type: "string", const: "v3" } },
  "X-Profile-Id": { description: "The profile that the request was for, if any.", schema: uuid },
  "X-Sandbox": { description: "`true` when the answer is simulated.", schema: { type: "string", const: "true" } },
  "Idempotent-Replayed": {
    description: "`true` when the answer is that of an earlier request with the same key.",
    schema: { type: "string", const: "true" }
  },
  "X-Original-Request-Id": { description: "The id of that earlier request.", schema: text },
  "Retry-After": {
    ...always,
    description: "After how many seconds to ask again.",
    schema: { type: "string", pattern: "^[0-9]+$" }
  },
  "X-RateLimit-Limit": {
    description: "How many requests the pool that is used up admits.",
    schema: { type: "string", pattern: "^[0-9]+$" }
  },
  "X-RateLimit-Remaining": { description: "How many are left.", schema: { type: "string", const: "0" } },
  "X-RateLimit-Reset": {
    description: "When the pool admits requests again, in seconds since 1970.",
    schema: { type: "string", pattern: "^[0-9]+$" }
  }
} as const

/** The headers of an answer that tells to wait. A credential that is locked has no pool to tell of. */
export const waiting = () =>
  headersNamed("Retry-After", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")

/** A conflict tells to wait only when it is with a request in progress that has the same key. */
export const waitingForKey = () => ({ "Retry-After": { ...headers["Retry-After"], required: false } })

export const components = { parameters, headers }

export const reference = (part: "headers" | "parameters" | "responses" | "schemas", name: string) => ({
  $ref: `#/components/${part}/${name}`
})

/** References to headers of answers, by their names. */
export const headersNamed = (...names: ReadonlyArray<keyof typeof headers>): { readonly [name: string]: object } =>
  Object.fromEntries(names.map((name) => [name, reference("headers", name)]))
