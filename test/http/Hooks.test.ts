/**
 * The patience with hooks, on a clock of the test's own, and what is no path of a hook.
 */
import type { Carrier, CarrierRequest, CarrierResponse } from "@signalbox/core/Carrier"
import type { CarrierId } from "@signalbox/core/Id"
import * as Hooks from "@signalbox/http/Hooks"
import * as Received from "@signalbox/http/Received"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"

const carrier = (hook: NonNullable<Carrier["hook"]>): Carrier => ({
  id: "carrier-a" as CarrierId,
  channels: [],
  submit: () => Effect.void,
  hook
})

const post = (body: string | ReadableStream) =>
  Received.of(
    Context.empty(),
    HttpServerRequest.fromWeb(
      new Request("http://localhost/carriers/carrier-a", { method: "POST", body, duplex: "half" } as RequestInit)
    )
  )

/** Answers the status before and after the time is over, and what was logged. */
const afterMillis = (
  millis: number,
  request: Received.Received,
  make: (asked: Effect.Effect<void>) => NonNullable<Carrier["hook"]>,
  isAsked = true
) => {
  const logged: Array<string> = []
  const program = Effect.gen(function*() {
    const asked = yield* Deferred.make<void>()
    const hook = make(Effect.asVoid(Deferred.succeed(asked, undefined)))
    const answer = yield* Effect.forkChild(Hooks.answer([carrier(hook)], request), { startImmediately: true })
    if (isAsked) yield* Deferred.await(asked)
    yield* TestClock.adjust(millis - 1)
    const before = answer.pollUnsafe()
    yield* TestClock.adjust(1)
    const { status } = yield* Fiber.join(answer)
    return { before, status, logged }
  })
  return program.pipe(
    Effect.provide(TestClock.layer()),
    Effect.provide(Logger.layer([Logger.make(({ message }) => void logged.push(JSON.stringify(message)))])),
    Effect.runPromise
  )
}

describe("a hook", () => {
  it.each([
    ["hangs", Effect.never],
    ["cannot be interrupted", Effect.uninterruptible(Effect.never)]
  ])("that %s is 503 after 30 seconds", async (_, never) => {
    const { before, logged, status } = await afterMillis(
      30_000,
      post("the body"),
      (asked) => () => Effect.andThen(asked, never)
    )
    expect([before, status]).toEqual([undefined, 503])
    expect(logged).toEqual([JSON.stringify(["a carrier's hook does not answer", { carrier: "carrier-a" }])])
  })

  it("waits 30 seconds for a body", async () => {
    const endless = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) })
    const { before, status } = await afterMillis(
      30_000,
      post(endless),
      () => () => Effect.succeed({ status: 200 }),
      false
    )
    expect([before, status]).toEqual([undefined, 408])
  })

  it.each([[1024 * 1024, 200], [1024 * 1024 + 1, 413]])(
    "takes 1 MiB that no length was announced for: %i bytes are %i",
    async (bytes, status) => {
      const request = post(new Blob([new Uint8Array(bytes)]).stream())
      const answer = Hooks.answer([carrier(() => Effect.succeed({ status: 200 }))], request)
      expect((await Effect.runPromise(answer)).status).toBe(status)
    }
  )

  it.each([204, 205, 304])("that answers %i has no body", async (status) => {
    const answer = Hooks.answer([carrier(() => Effect.succeed({ status, body: "none" }))], post(""))
    const { body, status: answered } = await Effect.runPromise(answer)
    expect([answered, body]).toEqual([status, null])
  })

  it("is given the request as the client has called it, whatever the host has made of its path", async () => {
    const asked: Array<CarrierRequest> = []
    const hook: NonNullable<Carrier["hook"]> = (request) =>
      Effect.sync(() => {
        asked.push(request)
        return { status: 204 }
      })
    const request: Received.Received = {
      ...post("the body"),
      method: "PUT",
      headers: { "x-signature": "s", "x-absent": undefined, "content-length": "8" },
      calledUrl: "/messaging/carriers/carrier-a?a=1"
    }
    await Effect.runPromise(Hooks.answer([carrier(hook)], request))
    expect(asked).toStrictEqual([{
      method: "PUT",
      url: "/messaging/carriers/carrier-a?a=1",
      headers: { "x-signature": "s", "content-length": "8" },
      body: new TextEncoder().encode("the body")
    }])
  })

  it.each<
    readonly [name: string, hook: NonNullable<Carrier["hook"]>, answered: object, logged: ReadonlyArray<unknown>]
  >([
    [
      "fails",
      () => Effect.die(new Error("a secret")),
      { status: 500, headers: {}, body: null },
      ["Error", "a carrier's hook failed", {
        carrier: "carrier-a",
        cause: expect.stringMatching(/^Error at (?!.*secret)/) as unknown
      }]
    ],
    [
      "answers nothing",
      () => Effect.succeed(undefined as unknown as CarrierResponse),
      { status: 500, headers: {}, body: null },
      ["Error", "a carrier's hook answers what is no answer", { carrier: "carrier-a" }]
    ],
    [
      "answers headers of the connection",
      () => Effect.succeed({ status: 200, headers: { connection: "close", "x-a": "1" } }),
      { status: 200, headers: { "x-a": "1" }, body: null },
      ["Warn", "a carrier's hook answers headers that cannot be sent", { carrier: "carrier-a", dropped: 1 }]
    ],
    ["answers", () => Effect.succeed({ status: 200 }), { status: 200, headers: {}, body: null }, []]
  ])("that %s is told to the log, and to nobody else", async (_, hook, answered, logged) => {
    const lines: Array<unknown> = []
    const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
      lines.push(logLevel, ...(Array.isArray(message) ? message : [message]) as ReadonlyArray<unknown>)
    })
    const answer = Effect.provide(Hooks.answer([carrier(hook)], post("")), Logger.layer([logger]))
    expect(await Effect.runPromise(answer)).toStrictEqual(answered)
    expect(lines).toEqual(logged)
  })

  it.each<readonly [length: string, status: number]>([["1048576", 500], ["1048577", 413], ["8", 500], ["0", 204]])(
    "whose body was read by the host before is 500 when %s bytes were announced, or %i",
    async (length, status) => {
      const request = { ...post(""), headers: { "content-length": length } }
      const answer = Hooks.answer([carrier(() => Effect.succeed({ status: 204 }))], request)
      expect((await Effect.runPromise(Effect.provide(answer, Logger.layer([])))).status).toBe(status)
    }
  )

  it("is nobody's where no carrier of that id has one", async () => {
    const { hook: _, ...silent } = carrier(() => Effect.succeed({ status: 204 }))
    const other = { ...carrier(() => Effect.succeed({ status: 204 })), id: "carrier-b" as CarrierId }
    expect([Hooks.serves([silent, other], "/carriers/carrier-a"), Hooks.serves([other], "/carriers/carrier-b?a")])
      .toStrictEqual([false, true])
    const answer = await Effect.runPromise(Hooks.answer([silent, other], post("")))
    expect(answer).toStrictEqual({ status: 404, headers: {}, body: null })
  })

  it("is called as a method of its carrier", async () => {
    class Own implements Carrier {
      readonly id = "carrier-a" as CarrierId
      readonly channels = []
      readonly status = 299
      submit() {
        return Effect.void
      }
      hook() {
        return Effect.succeed({ status: this.status })
      }
    }
    expect((await Effect.runPromise(Hooks.answer([new Own()], post("")))).status).toBe(299)
  })

  it.each([
    ["/carriers/carrier-a", "carrier-a"],
    ["/carriers/carrier-a?x=/y", "carrier-a"],
    ["/carriers/a%2Fb", "a/b"],
    ["/carriers/%zz", "%zz"],
    ["/carriers", null],
    ["/carriers/", null],
    ["/carriers/a/b", null],
    ["/carriers/a/", null],
    ["//carriers/a", null],
    ["/v3/carriers/a", null]
  ])("is at %s: %s", (url, id) => {
    expect(Hooks.named(url)).toBe(id)
  })
})
