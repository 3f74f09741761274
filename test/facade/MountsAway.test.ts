/**
 * The facade's `fetch` and `node` while there is no service, and what a host may hand over to them: every answer is compared
 * whole.
 */
import { StoreError } from "@signalbox/core/Store"
import { EventEmitter } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Signalbox } from "signalbox"
import { createServer, SignalboxError } from "signalbox"
import type { Handlers } from "signalbox/internal/handlers"
import * as InFlight from "signalbox/internal/inFlight"
import * as Mounts from "signalbox/internal/mounts"
import { describe, expect, it, vi } from "vitest"

const away = new StoreError({
  reason: "unavailable",
  message: "the database cannot be reached (ECONNREFUSED at 10.0.0.1)",
  cause: null
})

const error = (retryAfterMs: number | null, cause: unknown = away): SignalboxError =>
  new SignalboxError({ code: "INTERNAL_005", message: "a secret", status: 503, retryAfterMs, cause })

/** A service that is away for this reason, and what it answers. */
const gone = (reason: unknown) => () => Promise.reject(reason)

const envelope = (words: string) => ({
  success: false,
  status: 503,
  data: null,
  error: { code: "INTERNAL_005", message: `The service is temporarily unavailable${words}` },
  meta: {
    request_id: "req_0000000000000000",
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    version: "v3"
  }
})

const headers = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff"
}

const refusals: ReadonlyArray<readonly [name: string, reason: SignalboxError, again: string, words: string]> = [
  ["its storage is away", error(1001), "2", ": the database cannot be reached"],
  ["its storage is away for a second", error(1000), "1", ": the database cannot be reached"],
  ["its storage refuses", error(null, new StoreError({ reason: "failed", message: "no", cause: null })), "1", ""],
  ["something else is wrong", error(null, new Error("a secret")), "1", ""]
]

const request = () => new Request("http://localhost/v3/me")

describe("fetch", () => {
  it.each(refusals)("is answered 503 while %s", async (_, reason, again, words) => {
    const response = await Mounts.fetch(InFlight.make(), gone(reason))(request())
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([503, { ...headers, "retry-after": again }])
    expect(await response.json()).toEqual(envelope(words))
  })

  it("rejects with what is no refusal", async () => {
    const reason = new Error("a bug")
    await expect(Mounts.fetch(InFlight.make(), gone(reason))(request())).rejects.toBe(reason)
  })

  const asked = async (client: unknown) => {
    const seen: Array<unknown> = []
    const service = {
      fetch: (_: unknown, address: unknown) => {
        seen.push(address)
        return Promise.resolve(new Response(null, { status: 204 }))
      }
    } as unknown as Handlers["Service"]
    const fetch = Mounts.fetch(InFlight.make(), () => Promise.resolve(service)) as (
      ...given: ReadonlyArray<unknown>
    ) => Promise<Response>
    return fetch(request(), client).then(() => seen[0], (error: unknown) => String(error))
  }

  const help =
    "hand the client's address over by name, as in fetch(request, { ip }); leave it out when it is not known."
  const noClient = `TypeError: Signalbox: the second argument of fetch is no client: ${help}`
  const noAddress = `TypeError: Signalbox: the ip that fetch was given is no IP address: ${help}`
  const noPort = "TypeError: Signalbox: the port that fetch was given is no port; leave it out when it is not known."

  it.each<readonly [client: unknown, answer: unknown]>([
    [undefined, { ip: null }],
    [null, { ip: null }],
    [{ ip: undefined }, { ip: null }],
    [{ ip: null, port: 7 }, { ip: null }],
    [{ ip: "192.0.2.7" }, { ip: "192.0.2.7" }],
    [{ ip: "192.0.2.7", port: undefined }, { ip: "192.0.2.7" }],
    [{ ip: "192.0.2.7", port: null }, { ip: "192.0.2.7" }],
    [{ ip: "2001:db8::7", port: 443 }, { ip: "2001:db8::7", port: 443 }],
    ["192.0.2.7", noClient],
    [{ port: 7 }, noClient],
    [{ ip: "somebody" }, noAddress],
    [{ ip: 7 }, noAddress],
    [{ ip: "192.0.2.7", port: "443" }, noPort],
    [{ ip: "192.0.2.7", port: 4.5 }, noPort]
  ])("by the client %j is %j", async (client, answer) => {
    expect(await asked(client)).toStrictEqual(answer)
  })

  it.each<unknown>([
    null,
    "http://localhost",
    {},
    { url: "/", method: "GET" },
    { url: "/", method: "GET", headers: {} },
    {
      url: "/",
      headers: { get: () => null }
    },
    { method: "GET", headers: { get: () => null } }
  ])("of %j is a mistake", async (given) => {
    const fetch = Mounts.fetch(InFlight.make(), gone(error(null))) as (given: unknown) => Promise<Response>
    await expect(fetch(given)).rejects.toThrow(
      new TypeError("Signalbox: the first argument of fetch must be a Request.")
    )
  })
})

/** A response of Node's server that notes what is written. */
class FakeResponse extends EventEmitter {
  readonly done: Array<ReadonlyArray<unknown>> = []
  closed = false
  headersSent = false
  writeHead = (...given: ReadonlyArray<unknown>): void => void this.done.push(["writeHead", ...given])
  end = (...given: ReadonlyArray<unknown>): void => void this.done.push(["end", ...given])
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

describe("node", () => {
  const asked = async (
    reason: unknown,
    method = "GET",
    parts: Partial<FakeResponse> = {},
    next?: (error?: unknown) => void
  ) => {
    const response = Object.assign(new FakeResponse(), parts)
    Mounts.node(InFlight.make(), gone(reason))(
      { method } as IncomingMessage,
      response as unknown as ServerResponse,
      next
    )
    await turn()
    return response.done
  }

  it.each(refusals)("is answered 503 while %s", async (_, reason, again, words) => {
    const [head, end] = await asked(reason)
    const body = String(end?.[1])
    expect(head).toEqual(["writeHead", 503, {
      ...headers,
      connection: "close",
      "retry-after": again,
      "content-length": Buffer.byteLength(body)
    }])
    expect([end?.[0], JSON.parse(body)]).toEqual(["end", envelope(words)])
    const [, bare] = await asked(reason, "HEAD")
    expect(bare).toEqual(["end", undefined])
  })

  it("leaves to the host what is no refusal, and what comes too late", async () => {
    const bug = new Error("a bug")
    const late = error(null)
    for (const [reason, parts] of [[bug, {}], [late, { headersSent: true }]] as const) {
      const next = vi.fn()
      expect(await asked(reason, "GET", parts, next)).toEqual([])
      expect(next.mock.calls).toEqual([[reason]])
      expect(await asked(reason, "GET", parts)).toEqual([])
    }
  })

  /** Calls a service that answers so, and tells whether its end still waits for the answer. */
  const serve = async (
    handle: (next: ((error?: unknown) => void) | undefined, response: FakeResponse) => void,
    parts: Partial<FakeResponse> = {},
    next?: (error?: unknown) => void
  ) => {
    const response = Object.assign(new FakeResponse(), parts)
    const inFlight = InFlight.make()
    const service = { node: (_: unknown, __: unknown, next: (error?: unknown) => void) => handle(next, response) }
    Mounts.node(inFlight, () => Promise.resolve(service as unknown as Handlers["Service"]))(
      {} as IncomingMessage,
      response as unknown as ServerResponse,
      next
    )
    await turn()
    const state = { isOver: false }
    const over = inFlight.stop(60_000).then(() => state.isOver = true)
    await turn()
    const before = state.isOver
    response.emit("close")
    await over
    return before
  }

  it("is under way until its answer has gone, or the host goes on with it", async () => {
    const handle = vi.fn()
    expect(await serve(handle)).toBe(false)
    expect(handle.mock.calls.map(([pass]) => pass as unknown)).toEqual([undefined])
    // An answer may have gone before anybody waits for that.
    expect(await serve((_, response) => void (response.closed = true))).toBe(true)
    const next = vi.fn()
    const reason = new Error("the host's")
    expect(await serve((pass) => pass?.(reason), {}, next)).toBe(true)
    expect(next.mock.calls).toEqual([[reason]])
    // A client that has waited for the service may be gone.
    const unasked = vi.fn()
    expect(await serve(unasked, { closed: true })).toBe(true)
    expect(unasked.mock.calls).toEqual([])
  })

  it.each<unknown>([null, "response", {}, { writeHead: 7 }, new Response()])("with %j is a mistake", (response) => {
    const node: (...given: ReadonlyArray<unknown>) => void = Mounts.node(
      InFlight.make(),
      gone(error(null))
    ) as Signalbox["node"] as (...given: ReadonlyArray<unknown>) => void
    expect(() => node({}, response)).toThrow(
      "Signalbox: node needs the request and the response of Node's server, in Fastify request.raw and reply.raw; a " +
        "Request of the web is for fetch."
    )
  })
})

describe("the facade's server", () => {
  it("has the listener and the options that it is given", () => {
    const listener = () => {}
    for (
      const server of [createServer(listener), createServer({}, listener), createServer({ docsUrl: "" }, listener)]
    ) {
      expect(server.listeners("request")).toContain(listener)
    }
    expect(createServer({ requestTimeout: 77 }).requestTimeout).toBe(77)
    expect(createServer({ docsUrl: "https://docs.example.com" }).listeners("request")).toHaveLength(1)
    expect(() => createServer({ docsUrl: "docs" })).toThrow(
      new TypeError("createServer: docsUrl must be a URL such as \"https://docs.example.com\"")
    )
  })
})
