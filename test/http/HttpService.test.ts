/**
 * The HTTP side as one function, on services that the test holds: who answers at which path, what it is called in the log,
 * and what whoever asks without a key is told there (decisions part 1).
 */
import { Access } from "@signalbox/core/Access"
import * as Answer from "@signalbox/core/Answer"
import { Carriers } from "@signalbox/core/Carrier"
import * as IdGenerator from "@signalbox/core/IdGenerator"
import { Lockout } from "@signalbox/core/Lockout"
import { Operations } from "@signalbox/core/Operations"
import { RateWindow } from "@signalbox/core/RateWindow"
import { Readiness } from "@signalbox/core/Readiness"
import * as HttpService from "@signalbox/http/HttpService"
import * as NodeState from "@signalbox/http/NodeState"
import * as Published from "@signalbox/http/Published"
import type { Received } from "@signalbox/http/Received"
import * as Unread from "@signalbox/http/Unread"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Stream from "effect/Stream"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"

const account = Given.account()
const uuid = "6f1d7c1e-6f6b-4a1e-9d2b-0a5b8f2d7c11"
const id = Given.webhookId(1)

/** Every carrier that there is answers with the path that was called, and every operation with its name and its path. */
const services = Context.empty().pipe(
  Context.add(Carriers, [{
    id: Given.carrierId("sms-a"),
    channels: [],
    submit: () => Effect.void,
    hook: ({ method, url }) => Effect.succeed({ status: 299, body: `${method} ${url}` })
  }]),
  Context.add(
    Operations,
    {
      run: ({ name }: { readonly name: string }, _: unknown, { path }: { readonly path: object }) =>
        Effect.succeed(
          Answer.success({ requestId: "req", at: Given.now, sandbox: false, profile: null }, 200, { name, path })
        )
    } as unknown as Operations["Service"]
  ),
  Context.add(
    Access,
    {
      authenticate: () =>
        Effect.succeed({
          account,
          at: Given.now,
          key: { hash: "h", account: account.id, prefix: "p", createdAt: Given.now, revokedAt: null }
        }),
      permits: () => Effect.succeed(true)
    } as unknown as Access["Service"]
  ),
  Context.add(
    Lockout,
    { standing: () => Effect.succeed({ failures: 0, lockedUntil: null }) } as unknown as Lockout["Service"]
  ),
  Context.add(RateWindow, { take: () => Effect.succeed({ _tag: "Admitted" }) } as unknown as RateWindow["Service"]),
  Context.add(NodeState.NodeState, NodeState.make()),
  Context.add(Readiness, { unready: () => Effect.succeed([{ part: "clock", why: "is off" }]) }),
  Context.add(IdGenerator.IdGenerator, Given.ids())
)

interface Asked {
  readonly hasKey?: boolean
  readonly published?: Partial<Published.Published>
  readonly outlet?: Unread.Outlet
}

/** Asks, and returns the status, what is said of it, and the line of the log. */
const ask = async (method: string, url: string, { hasKey = false, outlet, published = {} }: Asked = {}) => {
  const lines: Array<unknown> = []
  const logger = Logger.make<unknown, void>(({ message }) => {
    const [text, { milliseconds: _, ...told }] = message as [string, { readonly milliseconds: number }]
    lines.push(text === "request answered" ? told : text)
  })
  const received: Received = {
    method,
    headers: hasKey ? { "x-api-key": uuid } : {},
    url,
    calledUrl: `/base${url}`,
    ip: "192.0.2.1",
    parsedBody: null,
    body: { bytes: () => Effect.succeed(new Uint8Array()), stream: Stream.empty, wasRead: false },
    frameworks: () => [],
    outlet: outlet ?? null
  }
  const { body, headers, status } = await Effect.flatMap(HttpService.make, (answer) => answer(received)).pipe(
    Effect.provideContext(services),
    Effect.provideService(Published.Published, { document: true, page: true, health: true, ...published }),
    Effect.provideService(References.MinimumLogLevel, "Debug"),
    Effect.provide(Logger.layer([logger])),
    Effect.runPromise
  )
  const envelope = typeof body === "string" && body.startsWith("{") ? JSON.parse(body) as Record<string, object> : null
  const said = envelope === null ? body : envelope["data"] ?? (envelope["error"] as { readonly code?: string }).code
  return { status, said, allow: headers["allow"], lines }
}

const line = (operation: string, status: number) => [{ operation, status }]

describe("a request", () => {
  it("of an operation is answered by it, with what stands in its path", async () => {
    expect(await ask("GET", `/v3/webhooks/${id}?a=1`, { hasKey: true })).toStrictEqual({
      status: 200,
      said: { name: "webhooks.get", path: { id } },
      allow: undefined,
      lines: line("webhooks.get", 200)
    })
    expect(await ask("HEAD", "/v3/webhooks/event-types", { hasKey: true })).toMatchObject({
      status: 200,
      said: { name: "webhooks.event_types", path: {} }
    })
  })

  it.each<readonly [method: string, url: string, status: number, said: unknown, allow: string | undefined]>([
    ["GET", "/v3/webhooks/", 404, "RESOURCE_013", undefined],
    ["GET", "/v3/webhooks/;a", 400, "VALIDATION_003", undefined],
    ["GET", "/v3/Webhooks", 404, "RESOURCE_013", undefined],
    ["GET", "/", 404, "RESOURCE_013", undefined],
    ["POST", `/v3/webhooks/${id}?a`, 405, "VALIDATION_001", "DELETE, GET, HEAD, PUT"],
    ["GET", "/v3/messages/explain/", 404, "RESOURCE_013", undefined],
    ["GET", "/v3/webhooks/%zz", 400, "VALIDATION_003", undefined],
    ["DELETE", "/docs", 405, "VALIDATION_001", "GET, HEAD"],
    ["PUT", "/openapi.json?a", 405, "VALIDATION_001", "GET, HEAD"]
  ])("%s %s with a key is %d, and without one 401", async (method, url, status, said, allow) => {
    expect(await ask(method, url, { hasKey: true })).toMatchObject({ status, said, allow })
    expect(await ask(method, url)).toMatchObject({ status: 401, said: "AUTH_002", allow: undefined })
  })

  it("of a hook is answered by its carrier, without a key, and by nobody where there is no such carrier", async () => {
    expect(await ask("POST", "/carriers/sms-a?b")).toStrictEqual({
      status: 299,
      said: "POST /base/carriers/sms-a?b",
      allow: undefined,
      lines: line("carriers.hook", 299)
    })
    expect(await ask("GET", "/carriers/sms-b", { hasKey: true })).toStrictEqual({
      status: 404,
      said: null,
      allow: undefined,
      lines: line("carriers.hook", 404)
    })
  })

  it("of the health is answered without a key, and told to nobody; where that is switched off it is like any other", async () => {
    expect(await ask("GET", "/health/live")).toStrictEqual({ status: 204, said: null, allow: undefined, lines: [] })
    expect(await ask("GET", "/healthcheck?a")).toMatchObject({ status: 503, said: "INTERNAL_005", lines: [] })
    expect(await ask("POST", "/health/ready")).toMatchObject({ status: 405, allow: "GET, HEAD", lines: [] })
    expect(await ask("GET", "/health/live", { published: { health: false } })).toMatchObject({
      status: 401,
      lines: line("unknown", 401)
    })
  })

  it("of a page is called by its name, whether it is shown or not", async () => {
    expect((await ask("POST", "/openapi.json")).lines).toStrictEqual(line("published.document", 401))
    const off = { published: { document: false, page: false }, hasKey: true }
    expect(await ask("GET", "/openapi.json", off)).toMatchObject({ status: 404, said: "RESOURCE_013" })
    expect(await ask("GET", "/docs", off)).toMatchObject({ status: 404, said: "RESOURCE_013" })
    expect((await ask("POST", "/docs")).lines).toStrictEqual(line("published.page", 401))
  })

  it("tells the outlet of its mount whose answer it is", async () => {
    const made = () => new Unread.Outlet(new Unread.Unread({ each: 1, all: 10, patienceMillis: 1 }))
    const [keyless, own] = [made(), made()]
    await ask("GET", "/v3/webhooks", { outlet: keyless })
    await ask("GET", "/v3/webhooks", { outlet: own, hasKey: true })
    expect([keyless.holder, own.holder]).toStrictEqual(["address:192.0.2.1", `account:${account.id}`])
  })
})
