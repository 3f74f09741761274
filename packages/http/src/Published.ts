/**
 * Anybody may read two pages without a key, the OpenAPI document and the reference page made from it, and ask how the
 * process is. Both pages are made at the first request for them, and kept as bytes. All who read share these, so that a
 * reader costs no more than a header does.
 */
import * as Digest from "@signalbox/core/Digest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Health from "./Health.ts"
import type { HttpResponse } from "./HttpResponse.ts"
import * as HttpResponse_ from "./HttpResponse.ts"
import type { RequestContext } from "./steps/RequestContext.ts"

export interface Published {
  /** True when `GET /openapi.json` answers with the document. */
  readonly document: boolean
  /** True when `GET /docs` answers with the page, which holds the document. */
  readonly page: boolean
  /** True when the endpoints of `Health` answer. */
  readonly health: boolean
}

/** An embedder that wants not all of them provides another value around the mount. */
export const Published = Context.Reference<Published>("@signalbox/http/Published", {
  defaultValue: () => ({ document: true, page: true, health: true })
})

/** The paths of the two pages. */
export const paths = { document: "/openapi.json", page: "/docs" } as const

/** Returns the paths of the pages that are switched on. */
export const shown = ({ document, page }: Published): ReadonlyArray<(typeof paths)[keyof typeof paths]> => [
  ...(document ? [paths.document] : []),
  ...(page ? [paths.page] : [])
]

const pathOf = (url: string): string | undefined => url.split(/[?#]/)[0]

/** Returns by which name an operator sees requests for a page, or null when the path is none of theirs. */
export const named = (url: string): string | null => {
  const path = pathOf(url)
  if (path === paths.document) return "published.document"
  return path === paths.page ? "published.page" : null
}

/** Returns whether a path is one of a page or of `Health`, and switched off. */
export const isHidden = (published: Published, url: string): boolean => {
  if (Health.named(url) !== null) return !published.health
  const path = pathOf(url)
  return Object.values(paths).some((each) => each === path) && !shown(published).some((each) => each === path)
}

/** A service that nobody asks for a page does not load what makes them. */
const pages = Effect.promise(() => import("./Pages.ts"))

/** The answers to whoever reads, whoever asks only how long it is, and whoever has it already. */
interface Made {
  readonly whole: HttpResponse
  readonly head: HttpResponse
  readonly unchanged: HttpResponse
}

const encoder = new TextEncoder()

/** Encodes a response, and marks it, so that a client that has it already need not be sent it again. */
const made = (response: HttpResponse): Made => {
  const body = typeof response.body === "string" ? encoder.encode(response.body) : response.body ?? new Uint8Array()
  const kept = { etag: `"${Digest.sha256Of(body)}"`, "cache-control": "no-cache" }
  const { headers, status } = HttpResponse_.withHeaders(response, { ...kept, "x-content-type-options": "nosniff" })
  return {
    whole: { status, headers, body },
    head: HttpResponse_.empty(status, { ...headers, "content-length": String(body.length) }),
    unchanged: HttpResponse_.empty(304, kept)
  }
}

type Making = Effect.Effect<HttpResponse>

/** Makes a response once. Whoever asks meanwhile waits for the same, and nobody who goes away ends it for the others. */
const once = (make: Making) => {
  let making: Fiber.Fiber<Made> | null = null
  let kept: Made | null = null
  const first = Effect.gen(function*() {
    making ??= yield* Effect.forkDetach(Effect.map(make, made), { startImmediately: true })
    const exit = yield* Fiber.await(making)
    making = null
    return kept = yield* exit
  })
  return ({ headers, method }: Pick<RequestContext, "headers" | "method">): Making =>
    Effect.map(kept === null ? first : Effect.succeed(kept), ({ head, unchanged, whole }) => {
      if (headers["if-none-match"] === whole.headers["etag"]) return unchanged
      return method === "HEAD" ? head : whole
    })
}

const responses = {
  [paths.document]: once(Effect.flatMap(pages, ({ document }) => document)),
  [paths.page]: once(Effect.flatMap(pages, ({ page }) => page(paths.page)))
}

/** Returns the answer to an admitted request for a page, or null when it asks for something else. */
export const answer = (
  published: Published,
  request: Pick<RequestContext, "headers" | "method" | "url">
): Making | null => {
  const path = shown(published).find((each) => each === pathOf(request.url))
  const isRead = request.method === "GET" || request.method === "HEAD"
  return path === undefined || !isRead ? null : responses[path](request)
}
