/**
 * Signalbox as a guest in an Express application: the traps of body parsers, paths and error handlers.
 */
import express from "express"
import { gzipSync } from "node:zlib"
import { afterEach, describe, expect, test } from "vitest"
import * as Host from "./Host.ts"

let host: Host.Host | null = null

const start = async (compose: Parameters<typeof Host.start>[0]): Promise<Host.Host> => {
  host = await Host.start(compose)
  return host
}

afterEach(async () => {
  await host?.stop()
  host = null
})

const sandboxed = (templateName: string): string =>
  JSON.stringify({ to: ["+12015550123"], template: { name: templateName, parameters: { name: "Ada" } }, sandbox: true })

const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`

/** These may stand before Signalbox without taking anything from it. */
const parsers: ReadonlyArray<readonly [name: string, use: (app: express.Express) => void]> = [
  ["nothing", () => {}],
  ["express.json()", (app) => app.use(express.json())],
  ["express.json({ strict: false })", (app) => app.use(express.json({ strict: false }))],
  ["express.text({ type: '*/*' })", (app) => app.use(express.text({ type: "*/*" }))],
  ["express.raw({ type: '*/*' })", (app) => app.use(express.raw({ type: "*/*" }))],
  ["express.urlencoded()", (app) => app.use(express.urlencoded())]
]

describe.each(parsers)("behind %s", (_name, use) => {
  const mounted = () =>
    start((app, signalbox) => {
      use(app)
      app.use(signalbox)
    })

  test("the body arrives whole: a sandbox request stays one", async () => {
    const { send, templateName } = await mounted()
    const answer = await send("/v3/messages", sandboxed(templateName))
    expect(answer.status).toBe(202)
    expect(answer.headers.get("x-sandbox")).toBe("true")
  })

  test("a body that is wrong is refused with its fields", async () => {
    const { send } = await mounted()
    const answer = await send("/v3/messages", JSON.stringify({ to: [], template: {} }))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: { code: "VALIDATION_001", details: { to: [expect.any(String)], template: ["must have id or name"] } }
    })
  })

  test("an empty body counts as {}", async () => {
    const { send } = await mounted()
    const answer = await send("/v3/messages", "")
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: { details: { to: ["is required"], template: ["must have id or name, unless there is a text"] } }
    })
  })

  test("a body of too many names is refused, not compared", async () => {
    const { send } = await mounted()
    const names = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`n${index}`, 0]))
    const answer = await send("/v3/messages", JSON.stringify(names))
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: { code: "VALIDATION_001", details: { body: ["must have at most 10000 names"] } }
    })
  })

  test("a body that nests too deep is refused, not walked", async () => {
    const { send } = await mounted()
    const answer = await send("/v3/messages", `{"to":${nested(20_000)}}`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: { code: "VALIDATION_001", details: { body: [expect.stringContaining("deep")] } }
    })
  })
})

describe("behind a parser that lets 5 MB pass, a body of more than 1 MiB is 413", () => {
  const padded = (bytes: number): string => {
    const empty = JSON.stringify({ to: [], pad: "" })
    return empty.replace(`"pad":""`, `"pad":"${"x".repeat(bytes - empty.length)}"`)
  }
  const limit = 1024 * 1024

  test.each([
    ["json", express.json({ limit: "5mb" })],
    ["text", express.text({ limit: "5mb", type: "*/*" })],
    ["raw", express.raw({ limit: "5mb", type: "*/*" })]
  ])("%s, with a declared length, in chunks, and compressed", async (_, parser) => {
    const { baseUrl, apiKey } = await start((app, signalbox) => {
      app.use(parser)
      app.use(signalbox)
    })
    const post = async (body: string | Buffer | ReadableStream, more: Record<string, string> = {}) => {
      const headers = { "x-api-key": apiKey, "content-type": "application/json", ...more }
      const init = { method: "POST", headers, body, duplex: "half" } as RequestInit
      const answer = await fetch(`${baseUrl}/v3/messages`, init)
      const { error } = await answer.json() as { error: { details: object } }
      return [answer.status, Object.keys(error.details)]
    }
    const fine = [400, ["to", "template"]]
    const refused = [413, ["body"]]
    for (const [bytes, answer] of [[limit, fine], [limit + 1, refused]] as const) {
      expect(await post(padded(bytes))).toEqual(answer)
      expect(await post(new Blob([padded(bytes)]).stream())).toEqual(answer)
      expect(await post(gzipSync(padded(bytes)), { "content-encoding": "gzip" })).toEqual(answer)
    }
  })
})

describe("a body that something else has eaten", () => {
  test("is an error, never an empty request", async () => {
    const { send, templateName } = await start((app, signalbox) => {
      app.use((request, _response, next) => {
        request.resume()
        request.once("end", () => next())
      })
      app.use(signalbox)
    })
    for (const body of [sandboxed(templateName), new Blob([sandboxed(templateName)]).stream()]) {
      const answer = await send("/v3/messages", body)
      expect(answer.status).toBe(500)
      expect(await answer.json()).toMatchObject({ error: { code: "INTERNAL_001" } })
    }
  })
})

describe("the host's own", () => {
  test("paths go on to the host", async () => {
    const { baseUrl, send } = await start((app, signalbox) => {
      app.use(signalbox)
      app.get("/hello", (_request, response) => {
        response.send("the host")
      })
      app.get("/v3x", (_request, response) => {
        response.send("also the host")
      })
    })
    expect(await (await fetch(`${baseUrl}/hello`)).text()).toBe("the host")
    expect(await (await fetch(`${baseUrl}/v3x`)).text()).toBe("also the host")
    expect((await send("/v3/nothing", null)).status).toBe(404)
  })

  test("mount path is stripped, with and without a query", async () => {
    const { send } = await start((app, signalbox) => app.use("/messaging/api", signalbox))
    expect((await send("/messaging/api/v3/me", null)).status).toBe(200)
    expect((await send("/messaging/api/v3/me?x=1", null)).status).toBe(200)
    expect((await send("/messaging/api/v3/messages/nope", null)).status).toBe(400)
    expect((await send("/v3/me", null)).status).toBe(404)
  })

  test("error handler hears of its own errors only", async () => {
    const heard: Array<string> = []
    const { baseUrl, send } = await start((app, signalbox) => {
      app.use(signalbox)
      app.get("/broken", () => {
        throw new Error("host broken")
      })
      app.use(
        ((error: Error, _request, response, _next) => {
          heard.push(error.message)
          response.status(418).end()
        }) satisfies express.ErrorRequestHandler
      )
    })
    expect((await send("/v3/messages", "{ not json")).status).toBe(400)
    expect((await fetch(`${baseUrl}/broken`)).status).toBe(418)
    expect(heard).toEqual(["host broken"])
  })

  test("trust in proxies decides whose address is counted", async () => {
    const { baseUrl } = await start((app, signalbox) => {
      app.set("trust proxy", true)
      app.use(signalbox)
    })
    const knock = (address: string) => fetch(`${baseUrl}/v3/me`, { headers: { "x-forwarded-for": address } })
    for (let count = 0; count < 600; count++) expect((await knock("192.0.2.1")).status).toBe(401)
    expect((await knock("192.0.2.1")).status).toBe(429)
    expect((await knock("192.0.2.2")).status).toBe(401)
  })
})

describe("health", () => {
  const statuses = async (compose: Parameters<typeof Host.start>[0], paths: ReadonlyArray<string>) => {
    const { baseUrl } = await start((app, signalbox) => {
      compose(app, signalbox)
      app.use((_request, response) => void response.status(418).end())
    })
    return await Promise.all(paths.map(async (path) => (await fetch(`${baseUrl}${path}`)).status))
  }

  test("is told under any path, and nothing else of that name is taken from the host", async () => {
    expect(
      await statuses((app, signalbox) => {
        app.use(signalbox)
        app.use("/x", signalbox)
        app.use("/y/health", signalbox)
        app.get("/z/health/ready", signalbox)
      }, [
        "/healthcheck",
        "/health/live",
        "/health/ready?a=1",
        "/x/health/ready",
        "/y/health/live",
        "/z/health/ready"
      ])
    ).toEqual([204, 204, 204, 204, 204, 204])
    await host?.stop()
    expect(
      await statuses(
        (app, signalbox) => app.use(signalbox),
        ["/health", "/health/", "/health/other", "/health/ready/x", "/healthchecks"]
      )
    ).toEqual([418, 418, 418, 418, 418])
  })

  test("is the host's own where it has registered some first", async () => {
    expect(
      await statuses((app, signalbox) => {
        app.get("/health/ready", (_request, response) => void response.status(299).end())
        app.use(signalbox)
      }, ["/health/ready", "/health/live"])
    ).toEqual([299, 204])
  })
})

describe("legacy v2", () => {
  const code = async (answer: Response): Promise<string> =>
    ((await answer.json()) as { readonly error: { readonly code: string } }).error.code

  test.each(
    [
      ["app.use(handler)", (app, signalbox) => app.use(signalbox), ""],
      ["app.use('/v2', handler)", (app, signalbox) => app.use("/v2", signalbox), ""],
      ["app.use('/x/v2', handler)", (app, signalbox) => app.use("/x/v2", signalbox), "/x"],
      ["app.all('/x/v2/{*rest}', handler)", (app, signalbox) => app.all("/x/v2/{*rest}", signalbox), "/x"]
    ] satisfies ReadonlyArray<
      readonly [string, (app: express.Express, signalbox: express.RequestHandler) => void, string]
    >
  )("is there by %s", async (_, mount, prefix) => {
    const { send } = await start(mount)
    expect(await code(await send(`${prefix}/v2/contacts?page=0`, null))).toBe("AUTH_003")
    expect(await code(await send(`${prefix}/v2/messages/phone`, "{}"))).toBe("AUTH_003")
  })

  test("leaves a v2 of the host's alone", async () => {
    const { baseUrl, send } = await start((app, signalbox) => {
      app.use(signalbox)
      app.use("/v2", (_request, response) => {
        response.send("the host")
      })
    })
    for (const path of ["/v2", "/v2/orders", "/v2/contactsx"]) {
      expect(await (await fetch(`${baseUrl}${path}`)).text()).toBe("the host")
    }
    expect(await code(await send("/v2/templates", null))).toBe("AUTH_003")
  })
})

describe("a place in the host", () => {
  interface Mounted {
    readonly name: string
    readonly mount: (app: express.Express, signalbox: express.RequestHandler) => void
    /** A client has this before `/v3`. */
    readonly prefix: string
  }

  const places: ReadonlyArray<Mounted> = [
    { name: "app.use(handler)", mount: (app, signalbox) => app.use(signalbox), prefix: "" },
    { name: "app.use('/v3', handler)", mount: (app, signalbox) => app.use("/v3", signalbox), prefix: "" },
    { name: "app.use('/x', handler)", mount: (app, signalbox) => app.use("/x", signalbox), prefix: "/x" },
    { name: "app.use('/x/v3', handler)", mount: (app, signalbox) => app.use("/x/v3", signalbox), prefix: "/x" },
    {
      name: "app.use('/:tenant/v3', handler)",
      mount: (app, signalbox) => app.use("/:tenant/v3", signalbox),
      prefix: "/acme"
    },
    {
      name: "app.all('/x/{*rest}', handler)",
      mount: (app, signalbox) => app.all("/x/{*rest}", signalbox),
      prefix: "/x"
    },
    {
      name: "a router under '/x' that uses it",
      mount: (app, signalbox) => app.use("/x", express.Router().use(signalbox)),
      prefix: "/x"
    },
    {
      name: "a router under '/x' that uses it under '/v3'",
      mount: (app, signalbox) => app.use("/x", express.Router().use("/v3", signalbox)),
      prefix: "/x"
    },
    {
      name: "a router under '/v3' with routes",
      mount: (app, signalbox) =>
        app.use(
          "/v3",
          express.Router().get("/me", signalbox).post("/messages", signalbox).get("/messages/:id", signalbox)
        ),
      prefix: ""
    },
    {
      name: "routes with a prefix",
      mount: (app, signalbox) => {
        app.get("/x/v3/me", signalbox)
        app.post("/x/v3/messages", signalbox)
        app.get("/x/v3/messages/:id", signalbox)
      },
      prefix: "/x"
    },
    {
      name: "routes without one",
      mount: (app, signalbox) => {
        app.get("/v3/me", signalbox)
        app.post("/v3/messages", signalbox)
        app.get("/v3/messages/:id", signalbox)
      },
      prefix: ""
    }
  ]

  test.each(places)("$name", async ({ mount, prefix }) => {
    const { send, templateName } = await start((app, signalbox) => {
      app.use(express.json())
      mount(app, signalbox)
    })
    expect((await send(`${prefix}/v3/me?x=/v3/y`, null)).status).toBe(200)
    const sent = await send(`${prefix}/v3/messages`, sandboxed(templateName))
    expect({ status: sent.status, sandbox: sent.headers.get("x-sandbox") }).toEqual({ status: 202, sandbox: "true" })
    const wrong = await send(`${prefix}/v3/messages/nope`, null)
    expect(await wrong.json()).toMatchObject({ error: { code: "VALIDATION_003", details: { id: ["must be a UUID"] } } })
    expect((await send(`${prefix}/v2/me`, null)).headers.has("x-api-version")).toBe(false)
  })

  test("leaves the address as the host knows it to whoever comes after it", async () => {
    const seen: Array<string> = []
    const { send } = await start((app, signalbox) => {
      app.use((request, response, next) => {
        response.once("finish", () => seen.push(request.originalUrl))
        next()
      })
      app.use("/x/v3", signalbox)
    })
    await send("/x/v3/me", null)
    expect(seen).toEqual(["/x/v3/me"])
  })

  test.each([
    ["/send", "/send", "no /v3 in it"],
    ["/x/v3/y/v3/:rest", "/x/v3/y/v3/me", "more than once"]
  ])("that does not tell the endpoint is an error of the host: %s", async (route, path, reason) => {
    const heard: Array<string> = []
    const { send } = await start((app, signalbox) => {
      app.all(route, signalbox)
      app.use(
        ((error: Error, _request, response, _next) => {
          heard.push(error.message)
          response.status(418).end()
        }) satisfies express.ErrorRequestHandler
      )
    })
    expect((await send(path, null)).status).toBe(418)
    expect(heard).toEqual([expect.stringContaining(reason)])
  })
})
