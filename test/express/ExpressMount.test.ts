/**
 * Signalbox as a guest in an Express application: the traps of body parsers, paths and error handlers.
 */
import express from "express"
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

/** What may stand before Signalbox without taking anything from it. */
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
      error: { details: { to: ["is required"], template: ["must have id or name"] } }
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

describe("a body that something else has eaten", () => {
  test("is an error, never an empty request", async () => {
    const { send, templateName } = await start((app, signalbox) => {
      app.use((request, _response, next) => {
        request.resume()
        request.once("end", () => next())
      })
      app.use(signalbox)
    })
    const answer = await send("/v3/messages", sandboxed(templateName))
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({ error: { code: "INTERNAL_001" } })
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
