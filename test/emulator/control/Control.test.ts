/**
 * The control over HTTP, in this process: whom it lets in, which calls there are, and what it says to everything else.
 */
import { StoreError } from "@signalbox/core/Store"
import type { Allowed } from "@signalbox/emulator/control/Access"
import * as Call from "@signalbox/emulator/control/Call"
import * as Control from "@signalbox/emulator/control/Control"
import * as EventStream from "@signalbox/emulator/control/EventStream"
import { EventLog, Events } from "@signalbox/emulator/event/Events"
import * as Faults from "@signalbox/emulator/fault/Faults"
import * as MediaProbe from "@signalbox/emulator/media/MediaProbe"
import type { Services } from "@signalbox/emulator/server/RestartableService"
import * as Receivers from "@signalbox/emulator/webhook/Receivers"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as Client from "../ControlClient.ts"
import * as EventClient from "../EventClient.ts"
import { plain } from "./Plain.ts"

/** The parts of a service that its storage has nothing to do with. */
const parts = Layer.mergeAll(Faults.layer, Receivers.layer, MediaProbe.layer)

/** Serves the control on a free port until the scope ends. */
const serve = Effect.fnUntraced(function*(
  allowed: Allowed = { clients: [], hosts: [] },
  restart: Effect.Effect<void, Call.Refusal> = Effect.void
) {
  const log = new EventLog()
  const built = yield* Layer.build(Layer.merge(Layer.fresh(parts), Layer.succeed(Events, log)))
  const services = built as Context.Context<never> as Context.Context<Services>
  const handle = yield* Control.makeHandler({
    host: "127.0.0.1",
    allowed,
    run: (effect) => Effect.provideContext(effect, services),
    restart,
    events: yield* EventStream.make(log, { clients: 1 })
  })
  const server = createServer(handle)
  yield* Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
  yield* Effect.addFinalizer(() => Effect.sync(() => server.close().closeAllConnections()))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, log }
})

const scope = Scope.makeUnsafe()
const started = (...given: Parameters<typeof serve>) => Effect.runPromise(serve(...given).pipe(Scope.provide(scope)))
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const json = { "content-type": "application/json" }

interface Asked {
  readonly body?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

let url: string
let log: EventLog
beforeAll(async () => {
  ;({ log, url } = await started())
})

/** Asks, and returns what a client sees of the answer that is not the same for all. */
const ask = async (method: string, path: string, { body = null, headers = {} }: Asked = {}, at = url) => {
  const { body: answer, headers: all, status } = await Client.raw(`${at}/emulator${path}`, method, body, headers)
  const { allow, "retry-after": later } = all
  return { status, body: answer, ...(allow === undefined ? {} : { allow }), ...(later === undefined ? {} : { later }) }
}

const error = (message: string, ...details: ReadonlyArray<object>) => ({ error: { message, details } })

describe("the control", () => {
  const foreign = "this call is not for pages of another origin"
  const notHere = "the control is for clients on this machine; CONTROL_CLIENTS and CONTROL_HOSTS let in others"

  const foreignForm = "a page of another origin must send application/json"

  it.each<readonly [method: string, path: string, status: number, message: string, Asked]>([
    ["GET", "/faults", 403, notHere, { headers: { host: "box.lan" } }],
    ["GET", "/clock", 403, notHere, { headers: { origin: "http://box.lan" } }],
    ["PUT", "/faults", 415, foreignForm, { headers: { origin: "http://localhost:1", "content-type": "text/plain" } }],
    ["POST", "/reset", 415, foreignForm, { headers: { "sec-fetch-site": "cross-site" } }],
    ["GET", "/accounts", 403, foreign, { headers: { "sec-fetch-site": "same-site" } }],
    ["GET", "/messages", 403, foreign, { headers: { origin: "http://localhost:1" } }],
    ["GET", "/events", 403, foreign, { headers: { "sec-fetch-site": "same-site" } }],
    ["GET", "/events?a", 403, foreign, { headers: { origin: "http://localhost:1" } }],
    ["GET", "/nothing", 404, "the emulator has no such call", {}],
    ["GET", "", 404, "the emulator has no such call", {}],
    ["PUT", "/faults", 400, "the body is not JSON", { body: "{" }],
    ["PUT", "/faults", 413, "the body must have at most 1048576 bytes", { body: "{}".padStart((1 << 20) + 1) }],
    ["POST", "/receivers/a", 413, "the body cannot be read, or is too large", { body: "x".repeat((1 << 20) + 1) }]
  ])("refuses %s %s: %s %s", async (method, path, status, message, asked) => {
    expect(await ask(method, path, asked)).toEqual({ status, body: error(message) })
  })

  it.each([
    ["GET", "/reset", "POST"],
    ["PUT", "/events", "GET"],
    ["DELETE", "/receivers/a", "POST, PUT"],
    ["POST", "/carriers/sms-a?a=1", "GET, PUT, DELETE"],
    ["POST", "/calls", "GET"],
    ["PUT", "/users/1", "POST"]
  ])("says to %s %s which methods there are", async (method, path, allow) => {
    expect(await ask(method, path)).toEqual({
      status: 405,
      body: error(`this call takes ${allow.replaceAll(", ", " or ")}`),
      allow
    })
  })

  it("takes a body of a mebibyte, or none, from its own pages and from JSON of others", async () => {
    const [up, down] = [{ store: "up", idempotency: "up" }, { store: "up", idempotency: "down" }]
    expect(await ask("PUT", "/faults", { body: "{}".padStart(1 << 20) })).toEqual({ status: 200, body: up })
    const order = { body: JSON.stringify({ idempotency: "down" }) }
    const other = { ...json, origin: "http://localhost:1" }
    expect(await ask("PUT", "/faults", { ...order, headers: other })).toEqual({ status: 200, body: down })
    expect(await ask("PUT", "/faults")).toEqual({ status: 200, body: down })
    expect(await ask("GET", "/faults", { headers: { origin: url, "sec-fetch-site": "same-origin" } })).toEqual({
      status: 200,
      body: down
    })
    expect(await ask("PUT", "/faults", { body: "{\"idempotency\":\"up\"}" })).toEqual({ status: 200, body: up })
  })

  it("answers in JSON what a look at a file finds from then on", async () => {
    const file = { url: "https://files.example/a.png", size: 7 }
    const answer = await Client.raw(`${url}/emulator/media`, "PUT", JSON.stringify(file), json)
    expect([answer.status, answer.headers["content-type"], answer.body]).toEqual([200, "application/json", file])
  })

  it("lets in the clients and the names that its settings tell", async () => {
    const open = await started({ clients: [], hosts: ["box.lan"] })
    const headers = { host: "box.lan:80", origin: "http://box.lan:80" }
    expect((await ask("GET", "/faults", { headers }, open.url)).status).toBe(200)
    expect((await ask("GET", "/faults", { headers: { host: "other.lan" } }, open.url)).status).toBe(403)
  })

  it("begins anew, and takes nothing with the order", async () => {
    expect(await ask("POST", "/reset")).toEqual({ status: 200, body: { reset: true } })
    expect(await ask("POST", "/reset", { body: "{\"a\":1}" })).toMatchObject({
      status: 400,
      body: { error: { message: "the body is not what this call takes", details: [{ path: "a" }] } }
    })
  })

  it("says that it cannot begin anew", async () => {
    const refusal = new Call.Refusal({ status: 503, message: "the emulator cannot begin anew" })
    const { url: other } = await started(undefined, Effect.fail(refusal))
    expect(await ask("POST", "/reset", {}, other)).toEqual({
      status: 503,
      body: error("the emulator cannot begin anew"),
      later: "1"
    })
  })

  it("shows its events to as many pages as there is room for", async () => {
    const page = await EventClient.listen(`${url}/emulator/events`)
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff"
    })
    expect((await EventClient.listen(`${url}/emulator/events`)).status).toBe(503)
    expect(await ask("GET", "/events")).toEqual({
      status: 503,
      body: error("too many clients listen to events already"),
      later: "1"
    })
    log.publish({ type: "carrier", data: { id: "sms-a" } })
    const { data, id, type } = await page.until(({ type }) => type === "carrier")
    expect([type, data, id]).toEqual(["carrier", { id: "sms-a" }, log.since(undefined).last])
    expect(page.text()).toBe(
      `retry: 1000\nid: ${id.replace(/\d+$/, "0")}\n\nid: ${id}\nevent: carrier\ndata: {"id":"sms-a"}\n\n`
    )
    page.close()
  })
})

describe("a receiver of the emulator's", () => {
  const answers = (name: string, answer: unknown) =>
    ask("PUT", `/receivers/${name}`, { body: JSON.stringify({ answer }), headers: json })

  it("answers as it is told, and keeps what it got", async () => {
    expect(await ask("POST", "/receivers/b/hook/1?a=1", { body: "é", headers: { "x-one": "1" } })).toEqual({
      status: 204,
      body: null
    })
    for (const answer of [500, { status: 202, delay_ms: 0 }]) {
      expect((await answers("b", answer)).body).toMatchObject({ name: "b", path: "/emulator/receivers/b", answer })
      expect((await ask("POST", "/receivers/b")).status).toBe(typeof answer === "number" ? answer : answer.status)
    }
    const got = { at: "an instant", headers: expect.anything() as object, body: "" }
    expect(plain((await ask("GET", "/receivers")).body)).toEqual([{
      name: "b",
      path: "/emulator/receivers/b",
      answer: { status: 202, delay_ms: 0 },
      got: [
        { ...got, path: "/emulator/receivers/b", answer: { status: 202, delay_ms: 0 } },
        { ...got, path: "/emulator/receivers/b", answer: 500 },
        {
          ...got,
          path: "/emulator/receivers/b/hook/1?a=1",
          headers: expect.objectContaining({ "x-one": "1" }) as object,
          body: "é",
          answer: 204
        }
      ]
    }])
  })

  it("has a name", async () => {
    expect(await ask("POST", "/receivers/a.b")).toEqual({
      status: 400,
      body: error("the path names no receiver", { path: "name", message: "must be 1 to 64 letters, digits, _ or -" })
    })
  })

  it("that hangs or is late lets go of everybody when the emulator ends", async () => {
    const { log: other, url: at } = await started()
    for (const [name, answer] of [["c", "hang"], ["d", { status: 201, delay_ms: 60_000 }]] as const) {
      await ask("PUT", `/receivers/${name}`, { body: JSON.stringify({ answer }), headers: json }, at)
    }
    const asked = ["c", "d"].map((name) => ask("POST", `/receivers/${name}`, {}, at))
    await expect.poll(async () => {
      const { body } = await ask("GET", "/receivers", {}, at)
      return (body as ReadonlyArray<{ readonly got: ReadonlyArray<unknown> }>).flatMap(({ got }) => got).length
    }).toBe(2)
    await Effect.runPromise(other.over.open)
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([503, 201])
  })

  it("is one of fifty", async () => {
    const { url: at } = await started()
    for (let index = 0; index < 50; index++) await ask("POST", `/receivers/a${index}`, {}, at)
    const crowded = { status: 409, body: error("there are too many receivers already") }
    expect(await ask("POST", "/receivers/b", {}, at)).toEqual(crowded)
    const order = { body: "{\"answer\":204}", headers: json }
    expect(await ask("PUT", "/receivers/b", order, at)).toEqual(crowded)
  })
})

describe("a call that the store fails", () => {
  it("is answered so that it is tried again", async () => {
    const failure = new StoreError({ reason: "unavailable", cause: "a test" })
    const answer = HttpServerResponse.toWeb(Call.failed(failure))
    expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toEqual([
      503,
      "1",
      error("the store cannot do it now")
    ])
  })
})
