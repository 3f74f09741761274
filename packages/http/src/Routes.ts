/**
 * Finds the endpoint of a request, and refuses those that no endpoint matched: 404 when the path is unknown, 405 with
 * `Allow` when it has other methods (decisions part 1, step 7).
 */
import * as FindMyWay from "effect/http/FindMyWay"
import type * as Binding from "./Binding.ts"
import { bindings } from "./Contract.ts"
import * as LegacyApi from "./legacy/LegacyApi.ts"
import type { Rejection } from "./steps/Rejection.ts"
import { reject } from "./steps/Rejection.ts"
import type { RequestContext } from "./steps/RequestContext.ts"

interface Route extends Pick<Binding.Route, "badPath" | "method"> {
  readonly segments: ReadonlyArray<string>
}

const routes: ReadonlyArray<Route> = [...bindings, ...LegacyApi.routes].map(({ badPath, method, path }) => ({
  method,
  segments: path.split("/"),
  badPath
}))

/** An endpoint, as it was found for a request. */
export interface Found<out A> extends Pick<RequestContext, "params" | "query"> {
  readonly route: A
}

/** Paths match exactly, in case and in slashes. Ids may have any length, so that step 9 can report invalid ones. */
const exactly = {
  caseSensitive: true,
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  maxParamLength: 4096
} as const

/** Makes the function that finds which of some routes a request is for. What can be read answers HEAD as well. */
export const finder = <A extends Pick<Binding.Route, "method" | "path">>(
  all: ReadonlyArray<A>
): (method: string, url: string) => Found<A> | undefined => {
  const router = FindMyWay.make<A>(exactly)
  for (const route of all) router.on(route.method, route.path, route)
  return (method, url) => {
    const found = router.find(method === "HEAD" ? "GET" : method, url)
    return found === undefined
      ? undefined
      : { route: found.handler, params: found.params, query: found.searchParams }
  }
}

const fits = (route: Route, segments: ReadonlyArray<string>): boolean =>
  route.segments.length === segments.length &&
  route.segments.every((segment, index) =>
    segment.startsWith(":") ? segments[index] !== "" : segment === segments[index]
  )

const notAllowed = (method: string, methods: ReadonlySet<string>) =>
  reject("VALIDATION_001", {
    status: 405,
    message: `This path does not know the method ${method}`,
    headers: { allow: [...methods].toSorted().join(", ") }
  })

/**
 * Returns the refusal for a request that the router could not match.
 *
 * @param published other paths that can be read
 */
export const refuse = (method: string, url: string, published: ReadonlyArray<string> = []): Rejection => {
  const [path = ""] = url.split("?")
  if (published.includes(path)) return notAllowed(method, new Set(["GET", "HEAD"]))
  const segments = path.split("/")
  const fitting = routes.filter((route) => fits(route, segments))
  if (fitting.length === 0) return reject("RESOURCE_013", { message: "There is nothing at this path" })
  const methods = new Set<string>(fitting.map((route) => route.method))
  if (methods.has("GET")) methods.add("HEAD")
  if (!methods.has(method)) return notAllowed(method, methods)
  // The path is known, but the router could not read one of its segments: it has bad escapes, or is far too long.
  const [route] = fitting.filter((each) => each.method === method || method === "HEAD")
  const names = route!.segments.filter((segment) => segment.startsWith(":")).map((segment) => segment.slice(1))
  const { code, message } = route!.badPath()
  return reject(code, { details: Object.fromEntries(names.map((name) => [name, [message]])) })
}
