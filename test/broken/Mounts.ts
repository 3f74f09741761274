/**
 * Mounts that do one thing wrong to requests or answers on their way: the fetch function with a fault around it.
 */
import { getRequestListener } from "@hono/node-server"
import * as WebHandler from "@signalbox/http/WebHandler"
import * as ContactListSuite from "@signalbox/testing/http/ContactListSuite"
import type { Start } from "@signalbox/testing/http/HttpSubject"
import * as IdempotencySuite from "@signalbox/testing/http/IdempotencySuite"
import * as RateSuite from "@signalbox/testing/http/RateSuite"
import * as RoutesSuite from "@signalbox/testing/http/RoutesSuite"
import * as ScopeSuite from "@signalbox/testing/http/ScopeSuite"
import * as WebhooksSuite from "@signalbox/testing/http/WebhooksSuite"
import * as Effect from "effect/Effect"
import type { Mount } from "../http/Mounts.ts"
import { around } from "../http/Mounts.ts"
import type { Broken } from "./Broken.ts"

type Fault = (handle: WebHandler.WebHandler) => WebHandler.WebHandler

const mount = (fault: Fault): Mount =>
  around(Effect.map(WebHandler.make, (sound) => {
    const handle = fault(sound)
    return getRequestListener((request, env) =>
      handle(request, { ip: "incoming" in env ? env.incoming.socket.remoteAddress ?? null : null })
    )
  }))

export interface BrokenMount extends Broken<Mount> {
  /** The suite that the case is of. */
  readonly suite: (name: string, start: Start) => void
}

const broken = (
  { suite }: Pick<BrokenMount, "suite">,
  name: string,
  fault: Fault,
  caughtBy: string
): BrokenMount => ({ suite, name, adapter: mount(fault), caughtBy })

/** Changes the headers of each answer. */
const answers =
  (change: (headers: Headers, response: Response) => void): Fault => (handle) => async (request, client) => {
    const response = await handle(request, client)
    const headers = new Headers(response.headers)
    change(headers, response)
    return new Response(response.body, { status: response.status, headers })
  }

/** Changes each request. */
const requests = (change: (request: Request) => Request): Fault => (handle) => (request, client) =>
  handle(change(request), client)

const without = (name: string): Fault =>
  requests((request) => {
    const headers = new Headers(request.headers)
    headers.delete(name)
    return new Request(request, { headers })
  })

const at = (request: Request, change: (url: URL) => void): Request => {
  const url = new URL(request.url)
  change(url)
  return new Request(url, request)
}

export const mounts: ReadonlyArray<BrokenMount> = [
  broken(
    RoutesSuite,
    "loses the request id",
    answers((headers) => headers.delete("x-request-id")),
    "of any text that nobody knows are 404 RESOURCE_013 [ENV-034]"
  ),
  broken(
    RoutesSuite,
    "names no type of what it answers",
    answers((headers) => headers.set("content-type", "text/plain")),
    "on an unknown path are 404, not 405"
  ),
  broken(
    WebhooksSuite,
    "answers 200 for 201",
    (handle) => async (request, client) => {
      const response = await handle(request, client)
      return response.status === 201
        ? new Response(response.body, { status: 200, headers: response.headers })
        : response
    },
    "answers with all of it, and its secret [WHK-001, WHK-002, WHK-012, WHK-015, WHK-027, WHK-031, WHK-032, WHK-058]"
  ),
  broken(
    IdempotencySuite,
    "drops Idempotency-Keys",
    without("idempotency-key"),
    "answers the same, to the byte, and executes nothing [IDM-001, IDM-002, IDM-003, IDM-004, IDM-006]"
  ),
  broken(
    IdempotencySuite,
    "does not say that it replays",
    answers((headers) => headers.delete("idempotent-replayed")),
    "answers the same, to the byte, and executes nothing [IDM-001, IDM-002, IDM-003, IDM-004, IDM-006]"
  ),
  broken(
    ScopeSuite,
    "drops the profile that is acted as",
    without("x-profile-id"),
    "acts as its profile [ENV-014, SCP-001]"
  ),
  broken(
    RoutesSuite,
    "mends paths with a slash at the end",
    requests((request) => at(request, (url) => url.pathname = url.pathname.replace(/\/$/, ""))),
    "that nobody knows are 404 RESOURCE_013: /v3/me/ [ERR-024]"
  ),
  broken(
    RoutesSuite,
    "says nothing of the methods that it takes",
    answers((headers) => headers.delete("allow")),
    "other than GET of /v3/me are 405 with Allow"
  ),
  broken(
    RateSuite,
    "takes all clients for one",
    (handle) => (request) => handle(request, { ip: "192.0.2.1" }),
    "without a valid key has a pool of its own [RTL-005]"
  ),
  broken(
    RateSuite,
    "does not say when to come again",
    answers((headers) => headers.delete("retry-after")),
    "is shared by all keys of the account [RTL-003]"
  ),
  broken(
    WebhooksSuite,
    "reads bodies in another encoding",
    (handle) => async (request, client) => {
      if (request.body === null) return await handle(request, client)
      const body = Buffer.from(await request.arrayBuffer()).toString("latin1")
      return await handle(new Request(request, { method: request.method, body, duplex: "half" }), client)
    },
    "keeps what is said [WHK-004, WHK-023, WHK-026]"
  ),
  broken(
    ContactListSuite,
    "forgets the query",
    requests((request) => at(request, (url) => url.search = "")),
    "choose one number, with or without its plus [PAG-012]"
  )
]
