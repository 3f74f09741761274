/**
 * Reads what a carrier's hook answers: carriers are written by others and may return anything.
 */
import type { CarrierResponse } from "@signalbox/core/Carrier"
import type { HttpResponse } from "./HttpResponse.ts"
import * as HttpResponse_ from "./HttpResponse.ts"

export interface Read {
  readonly response: HttpResponse
  /** The number of its headers that cannot be sent. */
  readonly dropped: number
}

const name = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i
const value = /^[\t\x20-\x7e\x80-\xff]*$/

/** Headers of the connection, which belongs to the host. */
const ofConnection = new Set(["connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"])

/** Statuses whose answers have no body. */
const bodiless = new Set([204, 205, 304])

const headersOf = (given: unknown): ReadonlyArray<readonly [name: string, value: unknown]> =>
  typeof given === "object" && given !== null
    ? Object.entries(given).map(([key, each]) => [key.toLowerCase(), each] as const)
    : []

const isSendable = (header: readonly [name: string, value: unknown]): header is readonly [string, string] =>
  name.test(header[0]) && !ofConnection.has(header[0]) && typeof header[1] === "string" && value.test(header[1])

/** Of what type a body is that says nothing of it, or null when it is no body. */
const contentTypeOf = (body: unknown): string | null =>
  typeof body === "string" ? "text/plain" : body instanceof Uint8Array ? "application/octet-stream" : null

/** Returns null for what is no answer. */
export const read = (said: CarrierResponse): Read | null => {
  const { body = null, headers, status }: Readonly<Partial<Record<keyof CarrierResponse, unknown>>> =
    typeof said === "object" && said !== null ? said : {}
  if (typeof status !== "number" || !Number.isInteger(status) || status < 200 || status > 599) return null
  const given = headersOf(headers)
  const sendable = Object.fromEntries(given.filter(isSendable))
  const dropped = given.length - Object.keys(sendable).length
  if (body === null || bodiless.has(status)) return { response: HttpResponse_.empty(status, sendable), dropped }
  const contentType = contentTypeOf(body)
  return contentType === null
    ? null
    : {
      response: { status, headers: { "content-type": contentType, ...sendable }, body: body as HttpResponse["body"] },
      dropped
    }
}
