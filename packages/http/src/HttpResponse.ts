/**
 * An answer as it goes over the wire. Each mount writes it in the way of its server.
 */
import * as HttpServerResponse from "effect/http/HttpServerResponse"

export interface HttpResponse {
  readonly status: number
  /** The names are in lower case. Mounts add the length of the body. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

export const empty = (status: number, headers: HttpResponse["headers"] = {}): HttpResponse => ({
  status,
  headers,
  body: null
})

/** Adds headers, or replaces those of the same names. */
export const withHeaders = (response: HttpResponse, headers: HttpResponse["headers"]): HttpResponse => ({
  ...response,
  headers: { ...response.headers, ...headers }
})

/** The same for a server of Effect's. */
export const toEffects = ({ body, headers, status }: HttpResponse): HttpServerResponse.HttpServerResponse => {
  const options = { status, headers }
  if (body === null) return HttpServerResponse.empty(options)
  return typeof body === "string"
    ? HttpServerResponse.text(body, options)
    : HttpServerResponse.uint8Array(body, options)
}
