/**
 * What anybody may read without a key: the OpenAPI document and the reference page made from it. Both are made at the
 * first request for them, and kept.
 */
import * as Digest from "@signalbox/core/Digest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiOpenApi from "effect/http-api/OpenApi"
import { Api } from "./Api.ts"
import type { HttpResponse } from "./HttpResponse.ts"
import * as HttpResponse_ from "./HttpResponse.ts"
import * as ReferencePage from "./openapi/ReferencePage.ts"
import type { Arrival } from "./steps/Arrival.ts"

export interface Published {
  /** Whether `GET /openapi.json` answers with the document. */
  readonly document: boolean
  /** Whether `GET /docs` answers with the page, which holds the document. */
  readonly page: boolean
}

/** An embedder that wants neither, or only one, provides another value around the mount. */
export const Published = Context.Reference<Published>("@signalbox/http/Published", {
  defaultValue: () => ({ document: true, page: true })
})

/** Where they are. */
export const paths = { document: "/openapi.json", page: "/docs" } as const

/** Returns the paths that are switched on. */
export const shown = ({ document, page }: Published): ReadonlyArray<(typeof paths)[keyof typeof paths]> => [
  ...(document ? [paths.document] : []),
  ...(page ? [paths.page] : [])
]

const pathOf = (url: string): string | undefined => url.split(/[?#]/)[0]

/** Returns by which name an operator sees requests for one of these, or null when the path is none of them. */
export const named = (url: string): string | null => {
  const path = pathOf(url)
  if (path === paths.document) return "published.document"
  return path === paths.page ? "published.page" : null
}

/** Returns whether a path is one of these, and switched off. */
export const isHidden = (published: Published, url: string): boolean => {
  const path = pathOf(url)
  return Object.values(paths).some((each) => each === path) && !shown(published).some((each) => each === path)
}

const document = Effect.sync((): HttpResponse => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(HttpApiOpenApi.fromApi(Api))
}))

/** Marks a response, so that a client that has it already need not be sent it again. */
const tagged = (response: HttpResponse): HttpResponse => {
  const { body } = response
  return typeof body !== "string" ? response : HttpResponse_.withHeaders(response, {
    etag: `"${Digest.sha256(body)}"`,
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff"
  })
}

const unchanged = ({ headers: { "cache-control": cacheControl = "", etag = "" } }: HttpResponse): HttpResponse =>
  HttpResponse_.empty(304, { etag, "cache-control": cacheControl })

type Making = Effect.Effect<HttpResponse>

/** Makes a response once. One who goes away meanwhile leaves nothing behind, and the next one makes it again. */
const once = (make: Making) => {
  let made: HttpResponse | undefined
  return ({ headers }: Pick<Arrival, "headers">): Making =>
    Effect.map(made === undefined ? make : Effect.succeed(made), (response) => {
      made ??= tagged(response)
      return headers["if-none-match"] === made.headers["etag"] ? unchanged(made) : made
    })
}

const responses = {
  [paths.document]: once(document),
  [paths.page]: once(ReferencePage.make(Api, paths.page))
}

/** Returns the answer to a request for one of these, or null when it asks for something else. */
export const answer = (
  published: Published,
  arrival: Pick<Arrival, "headers" | "method" | "url">
): Making | null => {
  const path = shown(published).find((each) => each === pathOf(arrival.url))
  const isRead = arrival.method === "GET" || arrival.method === "HEAD"
  return path === undefined || !isRead ? null : responses[path](arrival)
}
