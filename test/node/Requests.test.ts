/**
 * Requests of Node's server: which of them go the short way, what is read of them, and which framework they come through.
 */
import type { RequestBody } from "@signalbox/http/RequestBody"
import * as Body from "@signalbox/node/internal/body"
import { isShort } from "@signalbox/node/internal/exchange"
import { frameworksOf } from "@signalbox/node/internal/frameworks"
import * as Underway from "@signalbox/node/internal/underway"
import * as NodeVersion from "@signalbox/node/NodeVersion"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { describe, expect, it } from "vitest"

interface Parts {
  readonly headers?: Record<string, string>
  readonly major?: number
  readonly url?: string
}

const requestOf = ({ headers = {}, major = 1, url = "/" }: Parts = {}): IncomingMessage => {
  const request = new IncomingMessage(new Socket())
  request.httpVersionMajor = major
  request.url = url
  request.headers = headers
  return request
}

const length = (bytes: number) => ({ "content-length": String(bytes) })

describe("a body that may be read the short way", () => {
  it.each<readonly [string, Parts, expected: boolean]>([
    ["none", {}, true],
    ["one of the most bytes", { headers: length(10) }, true],
    ["one of more bytes", { headers: length(11) }, false],
    ["one that waits to be asked for", { headers: { ...length(1), expect: "100-continue" } }, false],
    ["one of unknown length", { headers: { "transfer-encoding": "chunked" } }, false],
    ["one of HTTP/2", { major: 2, headers: length(1) }, false]
  ])("is %s", (_, parts, expected) => {
    expect(Body.isPlain(requestOf(parts), 10)).toBe(expected)
  })

  it.each<readonly [string, (request: IncomingMessage) => unknown]>([
    ["reads", (request) => request.resume()],
    ["holds back", (request) => request.pause()],
    ["reads as a text", (request) => request.setEncoding("utf8")],
    ["has ended", (request) => request.destroy()],
    ["has broken", (request) => request.on("error", () => {}).destroy(new Error("a test"))]
  ])("is none that somebody %s", (_, touch) => {
    const request = requestOf({ headers: length(1) })
    touch(request)
    expect(Body.isPlain(request, 10)).toBe(false)
  })

  it("is none that has been read", async () => {
    const request = requestOf({ headers: length(1) })
    request.push("a")
    request.push(null)
    expect(request.read()).toEqual(Buffer.from("a"))
    await new Promise((resolve) => request.once("end", resolve).read())
    expect([request.readableEnded, Body.isPlain(request, 10)]).toEqual([true, false])
  })

  it.each<readonly [Parts, expected: boolean]>([
    [{ url: "/v3/me", headers: length(256 * 1024) }, true],
    [{ url: "/v3/me", headers: length(256 * 1024 + 1) }, false],
    [{ url: "http://host/v3/me" }, false],
    [{ url: "*" }, false],
    [{ url: "" }, false],
    [{ headers: { "set-cookie": "a=b" } }, false]
  ])("is that of a whole request that is as usual: %j", (parts, expected) => {
    expect(isShort(requestOf(parts))).toBe(expected)
  })
})

describe.each<readonly [string, (request: IncomingMessage) => RequestBody]>([
  ["a plain body", (request) => new Body.PlainBody(request)],
  ["any body", (request) => Body.ofSource(request)]
])("the bytes of %s", (_, bodyOf) => {
  const arriving = (bytes: number, ...pieces: ReadonlyArray<string>) => {
    const request = requestOf({ headers: length(bytes) })
    for (const piece of pieces) request.push(piece)
    return { request, body: bodyOf(request) }
  }

  const read = (body: Pick<RequestBody, "bytes">, most: number) =>
    Effect.runPromise(Effect.match(body.bytes(most), {
      onFailure: ({ isTooLarge }) => isTooLarge ? "too large" : "broken",
      onSuccess: (bytes) => Buffer.from(bytes).toString()
    }))

  it.each<readonly [ReadonlyArray<string>]>([[[]], [["one"]], [["o", "n", "e"]]])(
    "are whole, of %j",
    async (pieces) => {
      const { body, request } = arriving(pieces.join("").length, ...pieces)
      request.push(null)
      expect(body.wasRead).toBe(false)
      expect(await read(body, 3)).toBe(pieces.join(""))
      expect(request.listenerCount("data")).toBe(0)
    }
  )

  it("are refused where there are too many", async () => {
    const { body, request } = arriving(4, "four")
    request.push(null)
    expect(await read(body, 3)).toBe("too large")
  })

  it("come in a stream as well, which breaks off as they do", async () => {
    const all = (body: Pick<RequestBody, "stream">) =>
      Effect.runPromise(Effect.match(Stream.runCollect(body.stream), {
        onFailure: ({ isTooLarge }) => isTooLarge ? "too large" : "broken",
        onSuccess: (pieces) => Buffer.concat(pieces).toString()
      }))
    const whole = arriving(3, "o", "ne")
    whole.request.push(null)
    expect(await all(whole.body)).toBe("one")
    const broken = arriving(4, "fo")
    const read = all(broken.body)
    broken.request.destroy()
    expect(await read).toBe("broken")
  })

  it("are waited for by nobody any more when whoever reads them is interrupted", async () => {
    const { body, request } = arriving(4, "fo")
    const fiber = Effect.runFork(body.bytes(4))
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect([request.destroyed, request.listenerCount("data")]).toEqual([true, 0])
  })

  it("are broken off when the client goes away", async () => {
    const { body, request } = arriving(4, "fo")
    const broken = read(body, 4)
    request.destroy()
    expect(await broken).toBe("broken")
  })
})

describe("the framework of a request", () => {
  it.each<readonly [parts: object, ReadonlyArray<string>]>([
    [{}, ["fastify"]],
    [{ body: {} }, ["express", "next"]],
    [{ baseUrl: "" }, ["fastify"]],
    [{ app: {} }, ["fastify"]],
    [{ baseUrl: "", app: {}, body: {} }, ["express"]],
    [{ draftMode: false, body: {} }, ["next"]],
    [{ previewData: {}, baseUrl: "", app: {} }, ["next"]]
  ])("is told by what it adds: %j", (parts, expected) => {
    expect(frameworksOf(Object.assign(requestOf(), parts))).toEqual(expected)
  })

  it("may be Nest where its library is there", () => {
    Object.defineProperty(Reflect, "getMetadata", { configurable: true, value: () => {} })
    try {
      expect(frameworksOf(Object.assign(requestOf(), { baseUrl: "", app: {} }))).toEqual(["nest", "express"])
      expect(frameworksOf(requestOf())).toEqual(["fastify"])
    } finally {
      Reflect.deleteProperty(Reflect, "getMetadata")
    }
  })
})

describe("what is under way", () => {
  it("is interrupted when its scope ends, but for what has ended before, and so is what comes later", () =>
    Effect.runPromise(Effect.gen(function*() {
      const scope = yield* Scope.make()
      const { add } = yield* Underway.make(scope)
      const ends = yield* Effect.forEach(
        [0, 1, 2, 3, 4],
        () =>
          Effect.map(Latch.make(false), (latch) => ({ latch, fiber: Effect.runFork(Effect.as(latch.await, "done")) }))
      )
      for (const { fiber } of ends) add(fiber)
      // The last one takes the place of each that ends.
      for (const index of [1, 4, 0]) {
        yield* ends[index]!.latch.open
        expect(yield* Fiber.join(ends[index]!.fiber)).toBe("done")
      }
      yield* Scope.close(scope, Exit.void)
      const late = Effect.runFork(Effect.never)
      add(late)
      const exits = yield* Effect.forEach([...ends.map(({ fiber }) => fiber), late], Fiber.await)
      expect(exits.map((exit) => Exit.isSuccess(exit))).toEqual([true, true, false, false, true, false])
    })))
})

describe("a Node of the version", () => {
  const needs = (version: string) => `Signalbox needs Node.js 22.19 or newer, or Bun. This is Node.js ${version}.`

  it.each<readonly [version: string, flaw: string | null]>([
    ["v22.19.0", null],
    ["v22.20.1", null],
    ["23.0.0", null],
    ["v24.1.0", null],
    ["v22.18.9", needs("22.18.9")],
    ["v21.30.0", needs("21.30.0")],
    ["8.0.0", needs("8.0.0")],
    ["", needs("")]
  ])("%s can run Signalbox, or is told why not", (version, flaw) => {
    expect(NodeVersion.flawOf(version)).toBe(flaw)
  })
})
