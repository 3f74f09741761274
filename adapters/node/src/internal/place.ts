/**
 * Finds where Signalbox's own path begins in a request that a host passes on.
 */
import { below } from "@signalbox/http/WebHandler"

export type Place =
  /** A path of Signalbox; `url` is its path and query. */
  | { readonly _tag: "Ours"; readonly url: string }
  /** No path of Signalbox: the host's next handler gets the request. */
  | { readonly _tag: "TheHosts" }
  /** The host gave a route to Signalbox without an endpoint in its path. */
  | { readonly _tag: "Unclear"; readonly message: string }

/** Of v2 only what there is: the host may well have a v2 of its own. */
const begins =
  /^\/(?:v3(?:[/?#]|$)|v2\/(?:messages|templates|contacts)(?:[/?#]|$)|(?:carriers\/[^/?#]+|healthcheck|health\/(?:live|ready))(?:[?#]|$))/

/** The pages that can be read without a key. */
const published = /^\/(?:openapi\.json|docs)(?:[?#]|$)/

/**
 * Returns where a path of ours begins in the path of a route: that of the contract, or else of a carrier's hook or of
 * health.
 */
const beginnings = (path: string): ReadonlyArray<number> => {
  const found = [...path.matchAll(/\/(?:v3(?=\/|$)|v2(?=\/(?:messages|templates|contacts)(?:\/|$)))/g)]
  return (found.length > 0
    ? found
    : [...path.matchAll(/\/(?:carriers(?=\/[^/]+$)|healthcheck$|health(?=\/(?:live|ready)$))/g)]).map(({ index }) =>
      index
    )
}

interface Called {
  readonly url?: string | undefined
  readonly baseUrl?: string
  readonly route?: unknown
}

/**
 * Express strips the mount path of `app.use(path, handler)` from `url` and keeps it in `baseUrl`; the path of a route
 * such as `app.post(path, handler)` it leaves in `url`.
 *
 * @param basePath the mount path of a host that strips nothing
 */
export const place = ({ baseUrl = "", route, url: called = "/" }: Called, basePath = ""): Place => {
  const url = baseUrl === "" ? below(basePath, called) : called
  if (url === null) return { _tag: "TheHosts" }
  if (baseUrl.endsWith("/v3")) return { _tag: "Ours", url: `/v3${url}` }
  if (baseUrl.endsWith("/v2") && begins.test(`/v2${url}`)) return { _tag: "Ours", url: `/v2${url}` }
  if (begins.test(url) || published.test(url)) return { _tag: "Ours", url }
  for (const root of ["/carriers", "/health"]) {
    if (baseUrl.endsWith(root) && begins.test(`${root}${url}`)) return { _tag: "Ours", url: `${root}${url}` }
  }
  if (route === undefined) return { _tag: "TheHosts" }
  const [path = ""] = url.split(/[?#]/)
  const [at, another] = beginnings(path)
  if (at !== undefined && another === undefined) return { _tag: "Ours", url: url.slice(at) }
  return {
    _tag: "Unclear",
    message: at === undefined
      ? "Signalbox has a route of the host's whose path has no /v3 in it, and no /carriers with the id of a carrier, so it " +
        "cannot tell which endpoint is meant: keep the path from /v3 on, as in app.post(\"/x/v3/messages\", handler)."
      : "Signalbox has a route of the host's whose path has /v3 in it more than once, so it cannot tell where its own " +
        "path begins: give it the prefix, as in app.use(\"/v3/x\", handler)."
  }
}
