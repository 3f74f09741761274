/**
 * The parts of a console: what a request asks for, where it comes from, which operation it names, and how it is answered.
 */
import * as Commit from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import * as Limit from "@signalbox/core/Limit"
import { sandboxSecret } from "@signalbox/core/Secret"
import { Secrets, SecretsError } from "@signalbox/core/Secrets"
import * as Signature from "@signalbox/core/Signature"
import { Store, StoreError } from "@signalbox/core/Store"
import type { Webhook } from "@signalbox/core/Webhook"
import { Webhooks } from "@signalbox/core/Webhook"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createHmac } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { Readable } from "node:stream"
import type { ConsoleOptions } from "signalbox"
import { SignalboxError } from "signalbox"
import * as Asked from "signalbox/internal/console/asked"
import { check } from "signalbox/internal/console/checked"
import * as Offered from "signalbox/internal/console/offered"
import * as Origin from "signalbox/internal/console/origin"
import * as Reply from "signalbox/internal/console/reply"
import { verify } from "signalbox/internal/console/verified"
import { describe, expect, it, vi } from "vitest"
import * as Given from "../core/Given.ts"

type Headers = Readonly<Record<string, string>>

const account = "6F9619FF-8B86-4D01-B42D-00CF4FC964FF"
const authorize = () => null

describe("a request", () => {
  it.each<readonly [url: string, base: string, path: string | null, query: ReadonlyArray<readonly [string, string]>]>([
    ["/console", "/console", "", []],
    ["/console/", "/console", "/", []],
    ["/console/v3/messages?page=1&search=a%20b?c", "/console", "/v3/messages", [["page", "1"], ["search", "a b?c"]]],
    ["/console?a=1", "/console", "", [["a", "1"]]],
    ["/consoles", "/console", null, []],
    ["/other/console/", "/console", null, []],
    ["/", "", "/", []],
    ["/v3/messages", "", "/v3/messages", []]
  ])("for %s below %j asks for %j with %j", (url, base, path, query) => {
    const both = [
      Asked.fromWeb(new Request(`https://app.example${url}#part?b=2`), base),
      Asked.fromNode({ method: "GET", url: `${url}#part?b=2`, headers: {} }, base)
    ]
    for (const asked of both) {
      expect([asked.method, asked.base, asked.path, [...asked.query]]).toEqual(["GET", base, path, query])
    }
  })

  it("of Node's server has what its framework has taken off", async () => {
    const parsed = { to: ["a"], text: "Zürich" }
    const headers = { cookie: "session=a", accept: ["a", "b"] as unknown as string }
    const mounted = Asked.fromNode({
      method: "PATCH",
      url: "/session?a=2",
      originalUrl: "/app/console/session?a=1",
      baseUrl: "/app",
      body: parsed,
      headers
    }, "/console")
    expect([mounted.method, mounted.base, mounted.path, [...mounted.query]]).toEqual([
      "PATCH",
      "/app/console",
      "/session",
      [["a", "1"]]
    ])
    expect(JSON.parse(await mounted.body())).toEqual(parsed)
    expect(["cookie", "accept", "host"].map(mounted.header)).toEqual(["session=a", "a,b", undefined])
    const bare = Asked.fromNode({ headers: {} }, "")
    expect([bare.method, bare.base, bare.path, [...bare.query]]).toEqual(["GET", "", "/", []])
  })

  it("of the web has its method and its headers, and no body unless it is given one", async () => {
    const asked = Asked.fromWeb(
      new Request("https://app.example/session", { method: "DELETE", headers: { Host: "app.example" } }),
      ""
    )
    expect([asked.method, asked.header("host"), asked.header("origin")]).toEqual(["DELETE", "app.example", undefined])
    expect(await asked.body()).toBe("")
  })

  it("has a body of as many bytes as any may have, whatever pieces it comes in, and of no more", async () => {
    const half = Buffer.alloc(Limit.bodyBytes / 2, "ü")
    const bodyOf = async (...pieces: ReadonlyArray<Uint8Array>): Promise<string> =>
      Asked.fromNode(Object.assign(Readable.from(pieces), { headers: {} }) as unknown as IncomingMessage, "").body()
    expect(await bodyOf(half, half)).toBe("ü".repeat(Limit.bodyBytes / 2))
    await expect(bodyOf(half, half, Buffer.from("x"))).rejects.toMatchObject({
      code: "VALIDATION_001",
      message: `The body must have at most ${Limit.bodyBytes} bytes`
    })
    const request = new Request("https://app.example/", { method: "POST", body: "Zürich" })
    expect(await Asked.fromWeb(request, "").body()).toBe("Zürich")
  })
})

describe("a request that comes from", () => {
  it.each<readonly [from: string, headers: Headers, mayRead: boolean, isOwn: boolean]>([
    ["the page itself", { "sec-fetch-site": "same-origin" }, true, true],
    ["the page, as its browser says", { "sec-fetch-site": "same-origin", origin: "https://evil.example" }, true, true],
    ["another page of the site", { "sec-fetch-site": "same-site" }, false, false],
    [
      "another site",
      { "sec-fetch-site": "cross-site", origin: "https://app.example", host: "app.example" },
      false,
      false
    ],
    ["whatever a browser may say one day", { "sec-fetch-site": "" }, false, false],
    ["somebody who typed the address", { "sec-fetch-site": "none" }, true, false],
    ["nowhere that is named", { host: "app.example" }, true, false],
    ["the same host", { origin: "https://app.example", host: "app.example" }, true, true],
    ["the same host in other letters", { origin: "HTTP://App.example:80", host: "app.EXAMPLE:80" }, true, true],
    ["another port", { origin: "https://app.example:81", host: "app.example" }, false, false],
    ["another host", { origin: "https://app.example", host: "evil.example" }, false, false],
    ["an origin that is hidden", { origin: "null", host: "app.example" }, false, false],
    ["an origin, to no host", { origin: "https://app.example" }, false, false]
  ])("%s", (_, headers, mayRead, isOwn) => {
    const asked = { header: (name: string) => headers[name] }
    expect([Origin.mayRead(asked), Origin.isOwn(asked)]).toEqual([mayRead, isOwn])
  })

  it("a page shows a token that all nodes know, of its session and its account", () => {
    const token = Origin.tokenOf("secret", account)
    expect(token).toBe(createHmac("sha256", "secret").update(`signalbox console\n${account}`).digest("base64url"))
    expect(Origin.header).toBe("x-console-token")
    const shown = [token, `${token}x`, token.slice(0, -1), `${token.slice(0, -1)}!`, "", undefined]
    expect(shown.map((each) => Origin.isToken(each, token))).toEqual([true, false, false, false, false, false])
  })
})

describe("an operation of a console", () => {
  const found = (method: string, path: string, isWritable = true) => {
    const one = Offered.find(method, path, isWritable)
    return one === null ? null : [one.plan.binding.name, one.params]
  }

  it("is that of the account itself, beside those that are found by their paths", () => {
    expect([Offered.me.binding.method, Offered.me.binding.path]).toEqual(["GET", "/v3/me"])
  })

  it.each<readonly [method: string, path: string, found: ReturnType<typeof found>]>([
    ["GET", "/v3/messages", ["messages.list", {}]],
    ["GET", "/v3/messages/m%201", ["messages.get", { id: "m 1" }]],
    ["GET", "/v3/messages/m1/activities", ["messages.activities", { id: "m1" }]],
    ["GET", "/v3/webhooks/w1", ["webhooks.get", { id: "w1" }]],
    ["POST", "/v3/templates/preview", ["templates.preview_definition", {}]],
    ["PATCH", "/v3/contacts/c1", ["contacts.update", { id: "c1" }]],
    ["POST", "/v3/messages/m1/cancel", ["messages.cancel", { id: "m1" }]],
    // It names no webhook, and a console has no such list.
    ["GET", "/v3/webhooks/event-types", null],
    ["GET", "/v3/messages/", null],
    ["GET", "/v3/messages/%E0", null],
    ["GET", "/v3/messages/m1/activities/", null],
    ["GET", "/v3/messages/m1/cancel", null],
    ["GET", "/v3", null],
    ["DELETE", "/v3/contacts/c1", null],
    ["POST", "/v3/messages", null]
  ])("%s %s is %j", (method, path, wanted) => {
    expect(found(method, path)).toEqual(wanted)
  })

  it("changes something only where the host lets it, and looks at a template that is not kept everywhere", () => {
    expect([found("PATCH", "/v3/contacts/c1", false), found("POST", "/v3/templates/preview", false)]).toEqual([
      null,
      ["templates.preview_definition", {}]
    ])
  })
})

describe("an answer", () => {
  const headers = {
    "content-type": "application/json",
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff"
  }
  const timestamp = "2026-01-15T10:00:00.000Z"
  const meta = { request_id: "req_0000000000000000", timestamp, version: "v3" }

  const read = (reply: () => Reply.Reply) => {
    vi.useFakeTimers({ now: new Date(timestamp), toFake: ["Date"] })
    try {
      const { body, ...rest } = reply()
      return { ...rest, body: JSON.parse(String(body)) as unknown }
    } finally {
      vi.useRealTimers()
    }
  }

  it("has what was found in the envelope, without any secret that stands in it", () => {
    const list = [{ id: "w1", signing_secret: "whsec_1", api_key: "key", name: "signing_secret" }]
    expect(read(() => Reply.data({ list, api_key: { id: "k1" }, signing_secret: null }))).toEqual({
      status: 200,
      headers,
      body: {
        success: true,
        data: {
          list: [{ id: "w1", signing_secret: null, api_key: null, name: "signing_secret" }],
          api_key: { id: "k1" },
          signing_secret: null
        },
        error: null,
        meta
      }
    })
    expect(read(() => Reply.data(undefined)).body).toEqual({ success: true, data: null, error: null, meta })
  })

  it("has what is wrong in the envelope, each flaw, and when it may be tried again", () => {
    const about = { code: "LIMIT_001", message: "Too many.", status: 429 } as const
    const bare = { success: false, status: 429, data: null, error: { code: about.code, message: about.message }, meta }
    expect(read(() => Reply.failure(new SignalboxError(about)))).toEqual({ status: 429, headers, body: bare })
    const whole = new SignalboxError({
      ...about,
      details: { page: ["must be a number"] },
      requestId: "req_1",
      retryAfterMs: 1001
    })
    expect(read(() => Reply.failure(whole))).toEqual({
      status: 429,
      headers: { ...headers, "retry-after": "2" },
      body: {
        ...bare,
        error: { ...bare.error, details: { page: ["must be a number"] } },
        meta: { ...meta, request_id: "req_1" }
      }
    })
  })
})

describe("a signature that a page asks about", () => {
  const body = `{"a":1}`
  const webhook = Given.webhook()
  const signature = Signature.sign(sandboxSecret, webhook.id, 1_795_655_885, body)
  const asked = { webhook_id: webhook.id, timestamp: "1795655885", signature, body }

  const verified = (parts: Partial<Webhook>, open: Secrets["Service"]["open"] = (secret) => Effect.succeed(secret)) => {
    const facts = Facts.withRows(Facts.empty, [Commit.put(Webhooks, { ...webhook, ...parts })])
    return Effect.runPromise(
      verify(webhook.account, asked).pipe(
        Effect.match({ onFailure: ({ code, status }) => [status, code], onSuccess: (answer) => answer }),
        Effect.provide([Layer.mock(Store, { load: () => Effect.succeed(facts) }), Layer.mock(Secrets, { open })])
      )
    )
  }

  it("is right or wrong for a webhook of the account that is still there, and none is by a secret that nobody opens", async () => {
    expect(await verified({})).toEqual({ verified: true })
    expect(await verified({ deletedAt: Given.now })).toEqual([404, "RESOURCE_008"])
    expect(await verified({ account: Given.accountId(2) })).toEqual([404, "RESOURCE_008"])
    expect(await verified({}, () => Effect.fail(new SecretsError({ message: "sealed" })))).toEqual({ verified: false })
  })
})

it("a signature that a page asks about while the storage is away is neither right nor wrong", async () => {
  const { id } = Given.webhook()
  const asked = { webhook_id: id, timestamp: "1795655885", signature: "", body: "" }
  const gone = new StoreError({ reason: "unavailable", message: "the database is gone", cause: null })
  const failed = await Effect.runPromise(
    Effect.flip(verify(account, asked)).pipe(
      Effect.provide([Layer.mock(Store, { load: () => Effect.fail(gone) }), Layer.mock(Secrets, {})])
    )
  )
  expect([failed.status, failed.code, failed.cause]).toEqual([503, "INTERNAL_005", gone])
})

describe("the options of a console", () => {
  const checked = (options: unknown) => check(options as ConsoleOptions)

  it("are those of the account alone unless the host says more", () => {
    expect(checked({ account, authorize })).toEqual({
      account: account.toLowerCase(),
      authorize,
      basePath: "",
      writable: false
    })
    for (const basePath of ["", "/console", "/a.b/~c-d/_1"]) {
      const whole = { account: "a", authorize, basePath, writable: true }
      expect(checked(whole)).toEqual(whole)
    }
  })

  it.each<readonly [options: unknown, said: string]>([
    [null, "console takes { account, authorize }."],
    ["account", "console takes { account, authorize }."],
    [{}, "console takes { account, authorize }."],
    [
      { account, authorise: authorize, b: 1 },
      "console: authorise, b is no option; it takes account, authorize, basePath, writable."
    ],
    [
      { account, authorize: null },
      "console: authorize must be a function that returns the session of a request, or null."
    ],
    [{ account, authorize, writable: null }, "console: writable must be true or false."],
    ...["console", "/", "/console/", "/a b", "//a", null].map((basePath) =>
      [
        { account, authorize, basePath },
        "console: basePath must be a path that begins with a slash and ends without one."
      ] as const
    ),
    [{ account: "", authorize }, "as(caller) takes the id of an account, as accounts.ensure returns it."]
  ])("%j are none", (options, said) => {
    expect(() => checked(options)).toThrow(new TypeError(said))
  })
})
