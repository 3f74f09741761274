/**
 * A request before it is sent: its parts as values, so that one of them can be changed.
 */
import type { Json } from "@signalbox/core/Json"
import type { Endpoint } from "./Contract.ts"

export type Step = number | string

export interface Draft {
  readonly method: string
  /** With `:name` where a parameter stands. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** A value is sent as JSON, bytes and texts as they are. */
  readonly body: { readonly json: Json } | { readonly raw: string | Uint8Array } | null
}

/** A request as it is sent. */
export interface Wire {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

export const begin = (
  { body, method, path }: Endpoint,
  params: Draft["params"],
  query: Draft["query"],
  json: Json
): Draft => ({
  method,
  path,
  params,
  query,
  headers: body === null ? {} : { "content-type": "application/json" },
  body: body === null ? null : { json }
})

export const write = ({ body, headers, method, params, path, query }: Draft): Wire => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const search = new URLSearchParams(query).toString()
  return {
    method,
    url: search === "" ? filled : `${filled}?${search}`,
    headers,
    body: body === null ? null : "raw" in body ? body.raw : JSON.stringify(body.json)
  }
}

/** The name of a place in a body, as `details` spells it: `to[2]`, `template.id`. */
export const fieldOf = (steps: ReadonlyArray<Step>): string =>
  steps.reduce<string>(
    (name, step) => typeof step === "number" ? `${name}[${step}]` : name === "" ? step : `${name}.${step}`,
    ""
  )

/** Returns a value with another one at a place in it; undefined takes out what is there. */
export const put = (value: Json, [step, ...rest]: ReadonlyArray<Step>, inner: Json | undefined): Json => {
  if (step === undefined) return inner ?? null
  if (Array.isArray(value)) return value.map((each: Json, index) => index === step ? put(each, rest, inner) : each)
  const fields = value as Readonly<Record<string, Json>>
  if (rest.length === 0 && inner === undefined) {
    return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== step))
  }
  return { ...fields, [step]: put(fields[step] ?? {}, rest, inner) }
}
