/**
 * A console answers each request word for word as it is written here, by who asks and for what.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import type { ConsoleOptions, Signalbox } from "signalbox"
import { createSignalbox, memory } from "signalbox"
import { tokenOf } from "signalbox/internal/console/origin"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"

const secret = "0123456789abcdef"
const base = "https://app.example/console"

const right = {
  webhook_id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  timestamp: "1795655885",
  signature: "v1,AAAA",
  body: "{}"
}

const onError = vi.fn()
let box: Signalbox
let account: string
let own: Readonly<Record<string, string>>

beforeAll(async () => {
  box = createSignalbox({ storage: memory(), carriers: [], log: false, onError })
  account = (await box.accounts.ensure({ name: "Acme" })).id
  own = {
    "content-type": "application/json",
    "sec-fetch-site": "same-origin",
    "x-console-token": tokenOf(secret, account)
  }
})

afterAll(() => box.close({ graceMs: 0 }))

const consoleOf = (options: Partial<ConsoleOptions> = {}) =>
  box.console({ account, authorize: () => ({ token: secret }), basePath: "/console", writable: true, ...options })

type Init = Pick<RequestInit, "method" | "headers" | "body"> & { readonly duplex?: "half" }

const ask = (path: string, init: Init = {}, options: Partial<ConsoleOptions> = {}) =>
  consoleOf(options).fetch(new Request(`${base}${path}`, init))

/** Returns the status, and the code and the sentence of the error. */
const refusal = async (path: string, init: Init = {}, options: Partial<ConsoleOptions> = {}) => {
  const answer = await ask(path, init, options)
  const { data, error, status, success } = await answer.json() as {
    readonly data: unknown
    readonly error: { readonly code: string; readonly message: string } | null
    readonly status: number
    readonly success: boolean
  }
  expect([success, data, status]).toEqual([false, null, answer.status])
  return [answer.status, error?.code, error?.message]
}

const nothing = [404, "RESOURCE_013", "There is nothing at this path"]
const noSession = [401, "AUTH_001", "There is no session that may see this"]
const notOwn = [403, "AUTH_004", "Only the page of this session may do this"]
const foreign = [403, "AUTH_004", "Pages of other origins may not read this"]

const post = (body: RequestInit["body"] = "{}", headers: Readonly<Record<string, string>> = {}): Init => ({
  method: "POST",
  headers: { ...own, ...headers },
  body: body ?? null,
  duplex: "half"
})

describe("a console says", () => {
  it.each<readonly [path: string, init: () => Init, said: ReadonlyArray<unknown>]>([
    ["/nothing", () => ({}), nothing],
    ["/", () => ({ method: "POST", headers: own }), nothing],
    ["/session", () => post(), nothing],
    ["/verify", () => ({ headers: own }), nothing],
    ["/sessions", () => ({}), nothing],
    ["/v3/users", () => ({}), nothing],
    ["/v3/messages", () => post(), nothing],
    ["/v3/messages/m1/cancel", () => post("{}", { "x-console-token": secret }), notOwn],
    ["/v3/messages/m1/cancel", () => post("{}", { "sec-fetch-site": "none" }), notOwn],
    ["/verify", () => post("{}", { "x-console-token": secret }), notOwn],
    ["/verify", () => post("{}", { "sec-fetch-site": "none" }), notOwn],
    ["/session", () => ({ headers: { "sec-fetch-site": "cross-site" } }), foreign],
    ["/v3/messages", () => ({ headers: { "sec-fetch-site": "cross-site" } }), foreign],
    ["/verify", () => post("{}", { "sec-fetch-site": "cross-site" }), foreign]
  ])("to %s what may not be", async (path, init, said) => {
    expect(await refusal(path, init())).toEqual(said)
  })

  it.each<readonly [what: string, init: () => Init, message: string]>([
    ["text", () => post("{}", { "content-type": "text/plain" }), "The body must be sent as application/json"],
    [
      "JSON of a kind",
      () => post("{}", { "content-type": "application/jsonl" }),
      "The body must be sent as application/json"
    ],
    ["no type", () => post("{}", { "content-type": "" }), "The body must be sent as application/json"],
    ["half of it", () => post("{"), "The body is not JSON"],
    ["too much", () => post(" ".repeat(2 ** 20 + 1)), "The body must have at most 1048576 bytes"],
    [
      "what breaks off",
      () => post(new ReadableStream({ start: (controller) => controller.error(new Error("gone")) })),
      "The body cannot be read"
    ],
    ["nothing", () => post(""), "The body must have webhook_id, timestamp, signature and body, all of them texts"],
    [
      "no webhook, as JSON with a set of characters",
      () => post("{}", { "content-type": " Application/JSON ; charset=utf-8" }),
      "The body must have webhook_id, timestamp, signature and body, all of them texts"
    ],
    [
      "a signature that is longer than any",
      () => post(JSON.stringify({ ...right, signature: "s".repeat(1001) })),
      "The body must have webhook_id, timestamp, signature and body, all of them texts"
    ],
    [
      "a time that is longer than any",
      () => post(JSON.stringify({ ...right, timestamp: "1".repeat(21) })),
      "The body must have webhook_id, timestamp, signature and body, all of them texts"
    ]
  ])("of a body that is %s what it should be", async (_, init, message) => {
    expect(await refusal("/verify", init())).toEqual([400, "VALIDATION_001", message])
  })

  it("of the longest that may be asked about a signature that it is wrong", async () => {
    const { id } = await box.as(account).webhooks.create({
      display_name: "Orders",
      endpoint_url: "https://example.com/hook",
      event_types: ["message"]
    })
    const asked = { ...right, webhook_id: id, signature: "s".repeat(1000), timestamp: "1".repeat(20) }
    const answer = await ask("/verify", post(JSON.stringify(asked)))
    expect([answer.status, await answer.json()]).toMatchObject([200, { success: true, data: { verified: false } }])
  })

  it("nothing to whoever has no session, and not why to whoever has one that is none", async () => {
    for (const session of [null, undefined]) {
      const authorize = () => session as null
      expect(await refusal("/", {}, { authorize })).toEqual(noSession)
      expect(await refusal("/session", {}, { authorize: async () => session as null })).toEqual(noSession)
    }
    onError.mockClear()
    const strange = [{ token: secret.slice(1) }, { token: 1e20 }, { secret }, secret, 5]
    for (const session of strange) {
      const [status, code, message] = await refusal("/", {}, { authorize: () => session as { token: string } })
      expect([status, code]).toEqual([500, "INTERNAL_001"])
      expect(message).not.toContain("token")
    }
    expect(onError.mock.calls).toEqual(strange.map(() => [{
      where: "console.authorize",
      error: new TypeError(
        "authorize must return null, or { token } with a secret of the session of 16 characters at least"
      )
    }]))
  })

  it("whose account it shows, what may be done, and what its page is to show with it", async () => {
    const token = tokenOf(secret, account)
    for (const writable of [true, false]) {
      const answer = await ask("/session", {}, { writable })
      expect(await answer.json()).toMatchObject({
        success: true,
        data: { account: { id: account, name: "Acme", type: "organization" }, may_write: writable, token }
      })
    }
  })
})

describe("a console answers", () => {
  it("where its page is, and to HEAD without a body", async () => {
    const moved = await ask("?a=1")
    expect([moved.status, Object.fromEntries(moved.headers), await moved.text()]).toEqual([
      308,
      { location: "./console/", "cache-control": "no-store" },
      ""
    ])
    const root = await consoleOf({ basePath: "" }).fetch(new Request("https://app.example"))
    expect([root.status, root.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    for (const path of ["/", "/nothing"]) {
      const head = await ask(path, { method: "HEAD" })
      expect([path, head.status, head.body]).toEqual([path, path === "/" ? 200 : 404, null])
    }
    const elsewhere = await consoleOf().fetch(new Request("https://app.example/other"))
    expect([elsewhere.status, await elsewhere.json()]).toMatchObject([404, { error: { message: nothing[2] } }])
  })

  it("with the bytes of a file as they were asked for, and without those that are known", async () => {
    const plain = await ask("/inbox/icon.svg")
    const etag = plain.headers.get("etag") ?? ""
    expect([plain.status, plain.headers.get("content-encoding")]).toEqual([200, null])
    const packed = await ask("/inbox/icon.svg", { headers: { "accept-encoding": "gzip" } })
    expect([packed.status, packed.headers.get("content-encoding")]).toEqual([200, "gzip"])
    const known = await ask("/inbox/icon.svg", { headers: { "if-none-match": etag } })
    expect([known.status, await known.text()]).toEqual([304, ""])
  })
})

describe("a console on Node's server", () => {
  /** Returns what is written, once it is. */
  const served = async (url: string, method: string, over: object, next?: () => void) => {
    const written: Array<unknown> = []
    const response = {
      writeHead: (status: number, headers: object) => void written.push(status, headers),
      end: (body?: unknown) => void written.push(body),
      ...over
    }
    const request = Object.assign(Readable.from([]), { url, method, headers: {} })
    consoleOf().node(request as unknown as IncomingMessage, response as unknown as ServerResponse, next)
    for (let turn = 0; turn < 20 && written.length === 0; turn++) await new Promise((then) => setImmediate(then))
    return written
  }

  it("writes what it answers, without the body to HEAD, and leaves other paths to the host where it goes on", async () => {
    const [status, headers, body] = await served("/console/nothing", "GET", {})
    expect([status, headers, JSON.parse(String(body))]).toMatchObject([
      404,
      { "content-type": "application/json" },
      { error: { message: nothing[2] } }
    ])
    expect(await served("/console/nothing", "HEAD", {})).toEqual([404, headers, undefined])
    const moved = [308, { location: "./console/", "cache-control": "no-store" }, undefined]
    expect(await served("/console", "GET", {})).toEqual(moved)
    const next = vi.fn()
    expect((await served("/other", "GET", {})).slice(0, 2)).toEqual([404, headers])
    expect([await served("/other", "GET", {}, next), next.mock.calls]).toEqual([[], [[]]])
    expect([(await served("/console/nothing", "GET", {}, next))[0], next.mock.calls]).toEqual([404, [[]]])
  })

  it("writes nothing where the host has answered already, or the client is gone", async () => {
    for (const over of [{ headersSent: true }, { destroyed: true }]) {
      expect(await served("/console/nothing", "GET", over)).toEqual([])
    }
  })
})
