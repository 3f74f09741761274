/**
 * Answers on Node's server: what is written and when, what of it waits to be read, and how a connection ends whose request
 * was not read whole. Timers are looked at and let run out by hand.
 */
import { IdGenerator } from "@signalbox/core/IdGenerator"
import type { HttpResponse } from "@signalbox/http/HttpResponse"
import { Outlet, Unread } from "@signalbox/http/Unread"
import * as Exchange from "@signalbox/node/internal/exchange"
import * as Underway from "@signalbox/node/internal/underway"
import { mostUnread, write, writeHttp2 } from "@signalbox/node/internal/writing"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Scope from "effect/Scope"
import { createHook } from "node:async_hooks"
import { EventEmitter } from "node:events"
import { IncomingMessage, ServerResponse } from "node:http"
import type { Http2ServerResponse } from "node:http2"
import { Socket } from "node:net"
import { describe, expect, it } from "vitest"

/** A timer of Node, of which the runtime shows more than its types. */
interface Timer {
  readonly _idleTimeout: number
  readonly _destroyed: boolean
  readonly _onTimeout: () => void
}

const isTimer = (resource: object): resource is Timer => "_idleTimeout" in resource && "_onTimeout" in resource

/** Notes the timers that begin until it is disposed of. */
const watched = () => {
  const all: Array<{ readonly timer: Timer; readonly millis: number }> = []
  let refreshes = 0
  const hook = createHook({
    init: (_id, type, _trigger, resource: object) => {
      if (type !== "Timeout" || !isTimer(resource)) return
      all.push({ timer: resource, millis: resource._idleTimeout })
      Object.assign(resource, { refresh: () => void refreshes++ })
    }
  }).enable()
  return {
    times: () => all.map(({ millis }) => millis),
    /** How often one of them was told to begin anew. */
    refreshes: () => refreshes,
    open: () => all.filter(({ timer }) => !timer._destroyed).length,
    /** Lets the last one run out now. */
    ring: () => all.at(-1)?.timer._onTimeout(),
    [Symbol.dispose]: () => void hook.disable()
  }
}

interface Given {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly isComplete?: boolean
  readonly isRead?: boolean
  readonly hasSocket?: boolean
  readonly writableLength?: number
}

class FakeSocket extends EventEmitter {
  readonly done: Array<string> = []
  destroySoon = (): void => void this.done.push("destroySoon")
  end = (): void => void this.done.push("end")
  destroy = (): void => void this.done.push("destroy")
}

type Done = readonly [name: string, ...given: ReadonlyArray<unknown>]

/** A response that notes what is done with it, piece by piece as the test lets it go on. */
class FakeResponse extends EventEmitter {
  readonly done: Array<Done> = []
  readonly req: object
  readonly stream = { destroyed: false }
  readonly writableLength: number
  socket: FakeSocket | null
  destroyed = false
  writableEnded = false
  headersSent = false
  goOn: (error?: Error | null) => void = () => {}

  constructor(
    { hasSocket = true, headers = {}, isComplete = true, isRead = false, method = "GET", ...given }: Given = {}
  ) {
    super()
    this.socket = hasSocket ? new FakeSocket() : null
    this.writableLength = given.writableLength ?? 0
    this.req = {
      method,
      headers,
      complete: isComplete,
      readableDidRead: isRead,
      resume: () => void this.done.push(["resume"])
    }
  }

  writeHead(...given: ReadonlyArray<unknown>): this {
    this.done.push(["writeHead", ...given])
    return this
  }

  write(piece: Uint8Array, next: (error?: Error | null) => void): void {
    this.done.push(["write", piece.length])
    this.goOn = next
  }

  end(...given: ReadonlyArray<unknown>): void {
    this.done.push(["end", ...given])
  }
}

const patienceMillis = 77

const unread = () => new Unread({ each: 1, all: 1, patienceMillis })

/** Writes an answer, and returns what was done, and what waits then. */
const written = (answer: Partial<HttpResponse>, given: Given = {}) => {
  const response = new FakeResponse(given)
  const all = unread()
  write(
    response as unknown as ServerResponse,
    { status: 200, headers: { "x-a": "b" }, body: null, ...answer },
    new Outlet(all)
  )
  return { response, done: response.done, waiting: () => all.waiting() }
}

const closing = { "x-a": "b", connection: "close" }

describe("an answer", () => {
  it.each<readonly [answer: Partial<HttpResponse>, given: Given, done: ReadonlyArray<Done>]>([
    [{ status: 204 }, {}, [["writeHead", 204, { "x-a": "b" }], ["end"]]],
    [{ body: "é" }, {}, [["writeHead", 200, { "x-a": "b", "content-length": 2 }], ["end", "é"]]],
    [{ body: new Uint8Array(3) }, {}, [
      ["writeHead", 200, { "x-a": "b", "content-length": 3 }],
      ["end", new Uint8Array(3)]
    ]],
    [{ body: "body" }, { method: "HEAD" }, [["writeHead", 200, { "x-a": "b", "content-length": 4 }], ["end"]]],
    [{ status: 204 }, { isComplete: false, headers: { expect: "100-continue" } }, [
      ["writeHead", 204, closing],
      ["end"]
    ]],
    [{ body: "a" }, { isComplete: false, headers: { "transfer-encoding": "chunked" } }, [
      ["writeHead", 200, { ...closing, "content-length": 1 }],
      ["end", "a"]
    ]]
  ])("%j to %j is written whole", (answer, given, done) => {
    expect(written(answer, given).done).toEqual(done)
  })

  it.each(["destroyed", "writableEnded"] as const)("is not written where the response is %s", (how) => {
    const response = Object.assign(new FakeResponse(), { [how]: true })
    const outlet = new Outlet(unread())
    write(response as unknown as ServerResponse, { status: 200, headers: {}, body: "a" }, outlet)
    expect(response.done).toEqual([])
  })

  it.each<readonly [body: string | null, method: string, done: ReadonlyArray<Done>]>([
    ["é", "GET", [["writeHead", 200, { "x-a": "b", "content-length": 2 }], ["end", "é"]]],
    ["é", "HEAD", [["writeHead", 200, { "x-a": "b", "content-length": 2 }], ["end"]]],
    [null, "GET", [["writeHead", 200, { "x-a": "b" }], ["end"]]]
  ])("%j to %s over HTTP/2 says nothing of its connection", (body, method, done) => {
    const response = new FakeResponse({ method })
    const answer = { status: 200, headers: { "x-a": "b", connection: "close" }, body }
    writeHttp2(response as unknown as Http2ServerResponse, answer)
    expect(response.done).toEqual(done)
    const [gone, ended] = [new FakeResponse(), Object.assign(new FakeResponse(), { writableEnded: true })]
    gone.stream.destroyed = true
    for (const each of [gone, ended]) {
      writeHttp2(each as unknown as Http2ServerResponse, answer)
      expect(each.done).toEqual([])
    }
  })
})

describe("a connection whose request was not read whole", () => {
  const isClosed = (given: Given) => {
    const { done, response } = written({}, { isComplete: false, ...given })
    response.emit("finish")
    return [JSON.stringify(done[0]).includes("close"), done.some(([name]) => name === "resume")]
  }

  it.each<readonly [given: Given, isClosed: boolean, isResumed: boolean]>([
    [{ isComplete: true, headers: { "transfer-encoding": "chunked" }, isRead: true }, false, false],
    [{ headers: { "content-length": String(mostUnread) } }, false, false],
    [{ headers: { "content-length": String(mostUnread) }, isRead: true }, false, true],
    [{ headers: { "content-length": String(mostUnread + 1) }, isRead: true }, true, false],
    [{ headers: {} }, false, false],
    [{ headers: { expect: "100-continue" } }, true, false],
    [{ headers: { "transfer-encoding": "chunked" }, hasSocket: false }, true, false]
  ])("%j ends: %s, or is read on: %s", (given, ...expected) => {
    expect(mostUnread).toBe(262_144)
    expect(isClosed(given)).toEqual(expected)
  })

  it("ends in order, and is destroyed half a second later unless it has closed by then", () => {
    using timers = watched()
    const begin = () => {
      const { response: { socket } } = written({}, { isComplete: false, headers: { expect: "100-continue" } })
      expect(socket?.done).toEqual([])
      socket?.destroySoon()
      return socket
    }
    const slow = begin()
    expect([slow?.done, timers.times()]).toEqual([["end"], [500]])
    timers.ring()
    expect(slow?.done).toEqual(["end", "destroy"])
    const quick = begin()
    const open = timers.open()
    quick?.emit("close")
    expect([quick?.done, timers.times(), timers.open()]).toEqual([["end"], [500, 500], open - 1])
  })
})

describe("what of an answer waits to be read", () => {
  const piece = 16 * 1024

  it("is nothing where the system has taken all, or else all of it until the client has gone", () => {
    using timers = watched()
    const taken = written({ body: "x".repeat(piece) })
    expect([taken.done.at(-1), taken.waiting(), timers.times()]).toEqual([["end", "x".repeat(piece)], 0, []])
    const waits = written({ body: "four" }, { writableLength: 1 })
    expect([waits.waiting(), timers.times()]).toEqual([4, [patienceMillis]])
    waits.response.emit("close")
    expect([waits.waiting(), timers.open()]).toEqual([0, 0])
  })

  it("is counted piece by piece, each of which follows when the one before has gone", () => {
    using timers = watched()
    const { done, response, waiting } = written({ body: "x".repeat(2 * piece + 1) })
    const [, ...pieces] = done
    // Whoever takes a piece has the whole patience for the next one.
    expect([pieces, waiting(), timers.refreshes()]).toEqual([[["write", piece]], 2 * piece + 1, 2])
    response.goOn(null)
    expect([done.slice(2), waiting(), timers.refreshes()]).toEqual([[["write", piece]], piece + 1, 3])
    response.goOn()
    expect([done.slice(3), waiting(), timers.refreshes()]).toEqual([[["end", Buffer.from("x")]], 1, 4])
    response.emit("close")
    expect([waiting(), timers.refreshes(), timers.open()]).toEqual([0, 4, 0])
  })

  it("is followed by no more once the connection has broken", () => {
    for (const error of [new Error("broken"), null]) {
      const { done, response, waiting } = written({ body: new Uint8Array(piece + 1) })
      if (error === null) response.destroyed = true
      response.goOn(error)
      expect([done.length, waiting()]).toEqual([2, piece + 1])
      response.emit("close")
      expect(waiting()).toBe(0)
    }
  })

  it("cuts the connection of whoever takes nothing for so long, and not where another answer is in the way", () => {
    using timers = watched()
    const { response } = written({ body: "a" }, { writableLength: 1 })
    const { socket } = response
    response.socket = null
    timers.ring()
    expect([socket?.done, timers.open(), timers.refreshes()]).toEqual([[], 1, 2])
    response.emit("socket")
    expect(timers.refreshes()).toBe(3)
    response.socket = socket
    timers.ring()
    expect(socket?.done).toEqual(["destroy"])
    response.emit("close")
    expect(timers.open()).toBe(0)
  })
})

describe("a request that is interrupted", () => {
  const begin = async (answer: Effect.Effect<HttpResponse>) => {
    const scope = Effect.runSync(Scope.make())
    const listener = Exchange.make(
      () => answer,
      Context.empty(),
      await Effect.runPromise(Underway.make(scope)),
      unread()
    )
    const request = Object.assign(new IncomingMessage(new Socket()), { url: "/", httpVersionMajor: 1 })
    const response = new ServerResponse(request)
    const done: Array<Done> = []
    const ended = Object.assign(response, {
      writeHead: (...given: ReadonlyArray<unknown>) => {
        done.push(["writeHead", ...given])
        return response
      },
      end: (...given: ReadonlyArray<unknown>) => {
        done.push(["end", ...given])
        return response
      },
      destroy: () => {
        done.push(["destroy"])
        return response
      }
    })
    listener(request, ended)
    return { done, response }
  }

  const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

  it("by the end of its service is told to come again", async () => {
    const { done } = await begin(Effect.interrupt)
    expect(done).toEqual([["writeHead", 503, { connection: "close", "retry-after": "1" }], ["end"]])
  })

  it("by a client that goes is answered no more, and one whose answer has ended is not interrupted", async () => {
    for (const isEnded of [false, true]) {
      let isInterrupted = false
      const latch = Latch.makeUnsafe(false)
      const answer = latch.await.pipe(
        Effect.as({ status: 204, headers: {}, body: null }),
        Effect.onInterrupt(() => Effect.sync(() => void (isInterrupted = true)))
      )
      const { response } = await begin(answer)
      if (isEnded) Object.defineProperty(response, "writableEnded", { value: true })
      response.emit("close")
      await turn()
      expect(isInterrupted).toBe(!isEnded)
      latch.openUnsafe()
    }
  })

  it("by its own head, which Node refuses to write, is cut off", async () => {
    const { done } = await begin(Effect.succeed({
      status: 200,
      get headers(): HttpResponse["headers"] {
        throw new Error("no head")
      },
      body: null
    }))
    expect(done).toEqual([["destroy"]])
  })
})

it("ids are made of random bytes that are used once, in block after block", async () => {
  const ids = await Effect.runPromise(Effect.provide(Effect.service(IdGenerator), NodeIdGenerator.layer))
  const all = Array.from({ length: 3000 }, () => ids.uuid())
  expect(new Set(all).size).toBe(all.length)
  for (const id of all) expect(id).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
})
