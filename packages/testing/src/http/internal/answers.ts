/**
 * Expects of an answer what every one owes (specification "Headers on every response", "Response envelope"; decisions
 * part 2). Each suite reads its answers through here, so no endpoint gets away with an answer of its own form.
 */
import { expect } from "vitest"
import type { Reply } from "../Reply.ts"

export const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const millis = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
export const seconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
export const generatedId = /^req_[0-9a-f]{16}$/

export const aUuid: unknown = expect.stringMatching(uuid)
export const anInstant: unknown = expect.stringMatching(millis)
export const aText: unknown = expect.any(String)

export interface Failure {
  readonly code: string
  readonly message: string
  readonly details?: Readonly<Record<string, ReadonlyArray<string>>>
  readonly doc_url?: string
}

interface Envelope {
  readonly success: boolean
  readonly status?: number
  readonly data: unknown
  readonly error: unknown
  readonly meta: { readonly request_id: string; readonly timestamp: string; readonly version: string }
}

/** The headers that are on every answer, with and without a body. */
export const standing = (reply: Reply): void => {
  expect(reply.headers.get("x-request-id")).toMatch(/^[\x20-\x7e]{1,128}$/)
  expect(reply.headers.get("x-response-time")).toMatch(/^\d+ms$/)
  expect(reply.headers.get("x-api-version")).toBe("v3")
}

const envelope = (reply: Reply): Envelope => {
  standing(reply)
  expect(reply.headers.get("content-type")).toMatch(/^application\/json\b/)
  expect(reply.json, `no JSON object: ${reply.text.slice(0, 200)}`).toBeTypeOf("object")
  const found = reply.json as Envelope
  expect(found.meta).toStrictEqual({ request_id: aText, timestamp: anInstant, version: "v3" })
  // A replay shows the body of the original request.
  const id = reply.headers.get("x-original-request-id") ?? reply.headers.get("x-request-id")
  expect(found.meta.request_id).toBe(id)
  return found
}

/** The `data` of an answer that must be a success. */
export const success = <Data>(reply: Reply, status: number): Data => {
  const found = envelope(reply)
  expect(reply.status, reply.text.slice(0, 500)).toBe(status)
  expect(Object.keys(found).toSorted()).toStrictEqual(["data", "error", "meta", "success"])
  expect(found).toMatchObject({ success: true, error: null })
  return found.data as Data
}

/** For failures whose fields are not the point. */
export const anyFields = Symbol("any fields")

/**
 * The `error` of an answer that must be a failure. Its details name exactly these fields; without fields there must be
 * no details.
 */
export const failure = (
  reply: Reply,
  status: number,
  code: string,
  fields: ReadonlyArray<string> | typeof anyFields = []
): Failure => {
  const found = envelope(reply)
  const error = found.error as Failure
  expect({ status: reply.status, code: error?.code, details: error?.details ?? {} })
    .toMatchObject({ status, code })
  expect(Object.keys(found).toSorted()).toStrictEqual(["data", "error", "meta", "status", "success"])
  expect(found).toMatchObject({ success: false, status, data: null })
  expect(error.message).toBeTypeOf("string")
  expect(Object.keys(error).filter((key) => !["code", "message", "details", "doc_url"].includes(key))).toEqual([])
  if ("doc_url" in error) expect(error.doc_url).toBeTypeOf("string")
  if ("details" in error) {
    expect(Object.keys(error.details ?? {}), "empty details are left out").not.toEqual([])
    for (const messages of Object.values(error.details ?? {})) {
      expect(messages.length).toBeGreaterThan(0)
      for (const message of messages) expect(message).toBeTypeOf("string")
    }
  }
  if (fields !== anyFields) expect(Object.keys(error.details ?? {}).toSorted()).toStrictEqual(fields.toSorted())
  return error
}

/** Expects an answer of the API that is no unexpected failure, whichever it is. */
export const sound = (reply: Reply): void => {
  expect(reply.status, reply.text.slice(0, 500)).toBeLessThan(500)
  if (reply.status === 204) {
    standing(reply)
    expect(reply.text).toBe("")
  } else if (reply.status < 400) success(reply, reply.status)
  else failure(reply, reply.status, (envelope(reply).error as Failure).code, anyFields)
}
