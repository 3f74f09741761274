/**
 * Reads what a carrier's hook answers: carriers are written by others and may return anything.
 */
import type { CarrierResponse } from "@signalbox/core/Carrier"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

export interface Read {
  readonly response: HttpServerResponse.HttpServerResponse
  /** How many of its headers cannot be sent. */
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

/** Returns null for what is no answer. */
export const read = (said: CarrierResponse): Read | null => {
  const { body = null, headers, status }: Readonly<Partial<Record<keyof CarrierResponse, unknown>>> =
    typeof said === "object" && said !== null ? said : {}
  if (typeof status !== "number" || !Number.isInteger(status) || status < 200 || status > 599) return null
  const given = headersOf(headers)
  const sendable = Object.fromEntries(given.filter(isSendable))
  const contentType = sendable["content-type"]
  const options = { status, headers: sendable, ...(contentType === undefined ? {} : { contentType }) }
  const dropped = given.length - Object.keys(sendable).length
  if (body === null || bodiless.has(status)) return { response: HttpServerResponse.empty(options), dropped }
  if (typeof body === "string") return { response: HttpServerResponse.text(body, options), dropped }
  return body instanceof Uint8Array ? { response: HttpServerResponse.uint8Array(body, options), dropped } : null
}
