/**
 * The hooks of carriers in an Express application: its prefixes, its own paths, and its body parsers.
 */
import * as ExpressMount from "@signalbox/express/ExpressMount"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import express from "express"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { afterEach, describe, expect, test } from "vitest"
import type { Echo } from "../http/HookService.ts"
import * as HookService from "../http/HookService.ts"

type Compose = (app: express.Express, signalbox: express.RequestHandler) => void

let stop: (() => Promise<void>) | null = null

afterEach(async () => {
  await stop?.()
  stop = null
})

/** Starts an application, and returns how to call it. */
const start = async (compose: Compose) => {
  const scope = await Effect.runPromise(Scope.make())
  const handler = await Effect.runPromise(
    Effect.flatMap(
      Layer.build(HookService.layer),
      (context) => Effect.provideContext(ExpressMount.makeHandler, context)
    ).pipe(Effect.provideService(Scope.Scope, scope))
  )
  const app = express()
  compose(app, handler)
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
  const { port } = server.address() as AddressInfo
  return (
    path: string,
    body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> = "",
    contentType = "application/json",
    headers: Readonly<Record<string, string>> = {}
  ) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { "content-type": contentType, ...headers },
      body,
      duplex: "half"
    } as RequestInit)
}

const places: ReadonlyArray<readonly [name: string, prefix: string, compose: Compose]> = [
  ["app.use(handler)", "", (app, signalbox) => app.use(signalbox)],
  ["app.use('/x', handler)", "/x", (app, signalbox) => app.use("/x", signalbox)],
  ["app.use('/carriers', handler)", "", (app, signalbox) => app.use("/carriers", signalbox)],
  ["app.use('/x/carriers', handler)", "/x", (app, signalbox) => app.use("/x/carriers", signalbox)],
  [
    "app.use('/carriers', handler), with the prefix twice",
    "/carriers",
    (app, signalbox) => app.use("/carriers", signalbox)
  ],
  ["app.post('/x/carriers/:id', handler)", "/x", (app, signalbox) => app.post("/x/carriers/:id", signalbox)],
  [
    "app.post('/carriers/x/carriers/:id', handler)",
    "/carriers/x",
    (app, signalbox) => app.post("/carriers/x/carriers/:id", signalbox)
  ],
  ["a router under '/x'", "/x", (app, signalbox) => app.use("/x", express.Router().use(signalbox))]
]

describe("a hook", () => {
  test.each(places)("in %s hears how it was called", async (_, prefix, compose) => {
    const call = await start(compose)
    const path = `${prefix}/carriers/echo?x=/carriers/y`
    const heard = await (await call(path, "{\"a\":1}")).json() as Echo
    expect([heard.url, Buffer.from(heard.body, "hex").toString()]).toEqual([path, "{\"a\":1}"])
  })

  test("leaves the host its own paths, also those that begin with /carriers", async () => {
    const call = await start((app, signalbox) => {
      app.use(signalbox)
      app.post("/carriers{/*rest}", (_request, response) => {
        response.send("the host")
      })
    })
    for (const path of ["/carriers", "/carriers/", "/carriers/theirs", "/carriers/mute", "/carriers/echo/more"]) {
      expect(await (await call(path)).text(), path).toBe("the host")
    }
    expect((await call("/carriers/echo")).headers.get("content-type")).toBe("application/json")
  })

  test("does not stand in the way of an application that has all of Signalbox under /carriers", async () => {
    const call = await start((app, signalbox) => app.use("/carriers", signalbox))
    const answer = await call("/carriers/v3/messages", "{}")
    expect([answer.status, answer.headers.get("x-api-version")]).toEqual([401, "v3"])
  })

  test("gets the bytes that a parser has kept", async () => {
    const call = await start((app, signalbox) => {
      app.use(express.raw({ type: "*/*" }))
      app.use(signalbox)
    })
    const bytes = Uint8Array.of(0, 255, 128)
    const heard = await (await call("/carriers/echo", bytes, "application/octet-stream")).json() as Echo
    expect(heard.body).toBe("00ff80")
  })

  test("gets no more than 1 MiB, whatever a parser has let pass", async () => {
    const call = await start((app, signalbox) => {
      app.use(express.raw({ type: "*/*", limit: "10mb" }))
      app.use(signalbox)
    })
    const packed = gzipSync(new Uint8Array(2 * 1024 * 1024))
    const answer = await call("/carriers/echo", new Uint8Array(packed), "application/json", {
      "content-encoding": "gzip"
    })
    expect(answer.status).toBe(413)
  })

  test.each([
    ["express.json()", express.json(), "application/json", "{}"],
    ["express.urlencoded()", express.urlencoded(), "application/x-www-form-urlencoded", "a=1"]
  ])("is not asked what %s has parsed, since carriers sign bytes", async (_, parser, contentType, body) => {
    const call = await start((app, signalbox) => {
      app.use(parser)
      app.use(signalbox)
    })
    expect((await call("/carriers/echo", body, contentType)).status).toBe(500)
    // What comes in chunks announces no length.
    expect((await call("/carriers/echo", new Blob([body]).stream(), contentType)).status).toBe(500)
    const lines = await (await call("/carriers/logs", "x", "text/plain")).json() as ReadonlyArray<string>
    expect(lines.filter((line) => line.includes("was read before it came to Signalbox")).length).toBe(2)
  })

  test("gets an empty body in chunks as what it is, behind a parser as well", async () => {
    const call = await start((app, signalbox) => {
      app.use(express.json())
      app.use(signalbox)
    })
    const answer = await call("/carriers/echo", new Blob([]).stream(), "application/json")
    expect([answer.status, ((await answer.json()) as Echo).body]).toEqual([200, ""])
  })
})
