/**
 * The handlers of the receiver kit on real servers: what they answer, and that an event is handled once.
 */
import type { WebhookId } from "@signalbox/core/Id"
import { make as instant } from "@signalbox/core/Instant"
import * as Signature from "@signalbox/core/internal/delivery/Signature"
import { sandboxSecret } from "@signalbox/core/Secret"
import type { Delivery, HandlerOptions } from "@signalbox/receiver"
import {
  bunServer,
  deduplicate,
  expressHandler,
  fetchHandler,
  memory,
  nodeHandler,
  VerificationError
} from "@signalbox/receiver"
import express from "express"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, describe, expect, it, vi } from "vitest"

const webhook = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" as WebhookId

const bodyOf = (text: string, eventId?: string): string =>
  JSON.stringify({
    field: "message",
    event: "message.received",
    timestamp: "2025-10-09T08:53:20Z",
    event_id: eventId,
    payload: { text }
  })

const headersOf = (body: string, eventId: string, number = 1): Record<string, string> => ({
  ...Signature.headers({ secret: sandboxSecret, webhook, eventId, number, at: instant(Date.now()), body })
})

const servers: Array<() => Promise<void>> = []
afterAll(() => Promise.all(servers.map((stop) => stop())))

type Listener = Parameters<typeof createServer>[1]

const listen = async (listener: Listener): Promise<string> => {
  const server = createServer(listener!)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  servers.push(() => new Promise((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

type Post = (body: string, headers: Record<string, string>, method?: string) => Promise<number>

const over = (url: string): Post => async (body, headers, method = "POST") =>
  (await fetch(url, { method, headers: { ...headers, connection: "close" }, ...(method === "POST" ? { body } : {}) }))
    .status

const hosts: Readonly<Record<string, (options: HandlerOptions) => Promise<Post>>> = {
  Node: async (options) => {
    const handler = nodeHandler(options)
    return over(await listen((request, response) => void handler(request, response)))
  },
  Express: async (options) => over(await listen(express().all("/", expressHandler(options)))),
  "Express with express.raw": async (options) =>
    over(await listen(express().all("/", express.raw({ type: "*/*" }), expressHandler(options)))),
  fetch: async (options) => {
    const handler = fetchHandler(options)
    return async (body, headers, method = "POST") =>
      (await handler(new Request("http://here/", { method, headers, ...(method === "POST" ? { body } : {}) }))).status
  },
  Bun: async (options) => {
    const { fetch: handler } = bunServer(options)
    return async (body, headers, method = "POST") =>
      (await handler(new Request("http://here/", { method, headers, ...(method === "POST" ? { body } : {}) }))).status
  }
}

describe.each(Object.entries(hosts))("a handler on %s", (_, start) => {
  it("hands each event over once, and answers what came of it", async () => {
    const seen: Array<Delivery> = []
    const errors: Array<unknown> = []
    let isDown = true
    const post = await start({
      secrets: () => sandboxSecret,
      onError: (error) => errors.push(error),
      onEvent: (delivery) => {
        seen.push(delivery)
        if (isDown) throw new Error("not today")
      },
      maxBytes: 2000
    })
    const [body, other] = [bodyOf("é 📬", "one"), bodyOf("é 📬", "two")]
    // What failed is handled again.
    expect(await post(body, headersOf(body, "one"))).toBe(500)
    isDown = false
    expect(await post(body, headersOf(body, "one", 2))).toBe(204)
    expect(await post(body, headersOf(body, "one", 3))).toBe(204)
    expect(await post(other, headersOf(other, "two"))).toBe(204)
    expect(seen.map(({ attempt, eventId }) => [eventId, attempt])).toEqual([["one", 1], ["one", 2], ["two", 1]])
    expect(seen[0]!.event).toMatchObject({ event: "message.received", payload: { text: "é 📬" } })
    expect(await post(`${body} `, headersOf(body, "three"))).toBe(401)
    expect(await post(body, {})).toBe(400)
    expect(await post(body, {}, "GET")).toBe(405)
    expect(seen).toHaveLength(3)
    expect(errors).toHaveLength(3)
  })
})

/** The lines that go to the console as errors. */
const onConsole = () => {
  const spy = vi.spyOn(console, "error").mockImplementation(() => {})
  return {
    get lines() {
      return spy.mock.calls.map((parts) => parts.map(String).join(" "))
    },
    [Symbol.dispose]: () => spy.mockRestore()
  }
}

describe("a handler", () => {
  /** Sends one captured delivery under several event ids, none of which is signed, and then another event. */
  const capture = async (eventId: string | undefined) => {
    const handled: Array<string> = []
    const post = await hosts["fetch"]!({
      secrets: sandboxSecret,
      onEvent: ({ event }) => void handled.push((event.payload as { readonly text: string }).text)
    })
    const [body, later] = [bodyOf("captured", eventId), bodyOf("later", eventId === undefined ? eventId : "later")]
    const headers = headersOf(body, "captured")
    const statuses: Array<number> = []
    for (const id of ["captured", "other", "later", "captured"]) {
      statuses.push(await post(body, { ...headers, "x-webhook-event-id": id }))
    }
    statuses.push(await post(later, headersOf(later, "later")))
    return { handled, statuses }
  }

  it("handles a captured delivery once, whatever event its headers name, and the later event that they name too", async () => {
    expect(await capture("captured")).toEqual({
      handled: ["captured", "later"],
      statuses: [204, 400, 400, 204, 204]
    })
    // Of a service that does not say the event's id in the body, the body itself tells.
    expect(await capture(undefined)).toEqual({
      handled: ["captured", "later"],
      statuses: [204, 204, 204, 204, 204]
    })
  })

  it.each([
    ["none", []],
    ["an empty one", ""],
    ["no base64", "whsec_not a secret"],
    ["one of 15 bytes", `whsec_${Buffer.alloc(15, 7).toString("base64")}`],
    ["a short one beside a good one", [sandboxSecret, "whsec_AAAA"]]
  ])("refuses a secret that is none when it is set up: %s", (_, secrets) => {
    expect(() => fetchHandler({ secrets, onEvent: () => {} })).toThrow(VerificationError)
    expect(() => fetchHandler({ secrets: `whsec_${Buffer.alloc(16, 7).toString("base64")}`, onEvent: () => {} }))
      .not.toThrow()
  })

  it.each([["an empty one", ""], ["a blank one", " "], ["none", undefined], ["an empty one of two", [
    "",
    sandboxSecret
  ]]])(
    "says at its set-up that there is no secret: %s",
    (_, secrets) => {
      const start = () => nodeHandler({ secrets: secrets as string, onEvent: () => {} })
      expect(start).toThrow("there is no secret: is the variable set that holds the signing secret of the webhook?")
    }
  )

  it("takes no delivery while its function gives no secret, and says so", async () => {
    using told = onConsole()
    const post = await hosts["fetch"]!({ secrets: () => "", onEvent: () => {} })
    const body = bodyOf("text")
    expect(await post(body, headersOf(body, "text"))).toBe(500)
    expect(told.lines).toEqual([
      "Signalbox receiver: a delivery has failed, and comes again: VerificationError: " +
      "there is no secret: is the variable set that holds the signing secret of the webhook?"
    ])
  })

  it("tells the console what its host has thrown, each time, where nobody else is told", async () => {
    using told = onConsole()
    const post = await hosts["fetch"]!({
      secrets: sandboxSecret,
      onEvent: () => {
        throw new RangeError("not today")
      }
    })
    const body = bodyOf("text")
    for (const number of [1, 2]) expect(await post(body, headersOf(body, "text", number))).toBe(500)
    const line = "Signalbox receiver: a delivery has failed, and comes again: RangeError: not today"
    expect(told.lines).toEqual([line, line])
  })

  it("tells the console of what does not verify once a minute, and holds neither body nor secret", async () => {
    using told = onConsole()
    const post = await hosts["fetch"]!({ secrets: sandboxSecret, onEvent: () => {}, maxBytes: 500 })
    const body = bodyOf("private words")
    for (let nth = 0; nth < 20; nth++) {
      expect(await post(`${body} `, headersOf(body, "text"))).toBe(401)
      expect(await post(body, {})).toBe(400)
      expect(await post(bodyOf("x".repeat(600)), headersOf(body, "text"))).toBe(413)
    }
    expect(told.lines).toEqual([
      "Signalbox receiver: a delivery was refused: no signature matches",
      "Signalbox receiver: a delivery was refused: the header x-webhook-id is missing",
      "Signalbox receiver: a delivery was refused: its body is too large"
    ])
  })

  it.each<[string, () => unknown]>([
    ["throws", () => {
      throw new Error("own affair")
    }],
    ["rejects", () => Promise.reject(new Error("own affair"))]
  ])("answers all the same when onError %s", async (_, onError) => {
    using told = onConsole()
    const post = await hosts["Node"]!({ secrets: sandboxSecret, onEvent: () => {}, onError })
    expect(await post(bodyOf("text"), {})).toBe(400)
    await vi.waitFor(() => expect(told.lines).toEqual(["Signalbox receiver: onError has thrown: Error: own affair"]))
  })

  it.each(["Node", "fetch"])("reads no body that is too large: %s", async (name) => {
    const post = await hosts[name]!({ secrets: sandboxSecret, onEvent: () => {}, maxBytes: 1000 })
    const body = bodyOf("x".repeat(2000))
    expect(await post(body, headersOf(body, "large"))).toBe(413)
  })

  it("says what is wrong when the body was parsed before", async () => {
    const errors: Array<unknown> = []
    const handler = expressHandler({
      secrets: sandboxSecret,
      onEvent: () => {},
      onError: (error) => errors.push(error)
    })
    const post = over(await listen(express().post("/", express.json(), handler)))
    const body = bodyOf("parsed")
    expect(await post(body, headersOf(body, "parsed"))).toBe(500)
    expect(String(errors[0])).toContain("express.raw")
  })
})

const delivery = (eventId: string): Delivery => ({
  event: JSON.parse(bodyOf("text")) as Delivery["event"],
  eventId,
  webhookId: webhook,
  attempt: 1,
  sentAt: new Date(0)
})

describe("deduplicate", () => {
  it("handles deliveries of one event at the same time once, and lets the second one fail as the first one", async () => {
    const once = deduplicate()
    let handled = 0
    const results = await Promise.all([1, 2, 3].map(() =>
      once(delivery("one"), async () => {
        handled++
        await new Promise(setImmediate)
      })
    ))
    expect([handled, ...results.toSorted()]).toEqual([1, "handled", "repeated", "repeated"])
    const fail = () => once(delivery("two"), () => Promise.reject(new Error("not today")))
    const failed = await Promise.allSettled([fail(), fail()])
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"])
    expect(await once(delivery("two"), () => {})).toBe("handled")
  })

  it("keeps so many ids, for so long", async () => {
    let at = 0
    const seen = memory({ size: 2, ttlMillis: 100, leastMillis: 0, now: () => at })
    for (const id of ["a", "b", "c"]) await seen.add(id)
    expect(await Promise.all(["a", "b", "c"].map((id) => seen.has(id)))).toEqual([false, true, true])
    at = 100
    expect(await Promise.all(["b", "c"].map((id) => seen.has(id)))).toEqual([false, false])
  })

  it("keeps each id for as long as a captured delivery verifies, however many there are", async () => {
    let at = 0
    const seen = memory({ size: 2, ttlMillis: 100, leastMillis: 50, now: () => at })
    for (const id of ["a", "b", "c", "d"]) await seen.add(id)
    at = 49
    await seen.add("e")
    expect(await seen.has("a")).toBe(true)
    at = 50
    await seen.add("f")
    expect(await Promise.all(["a", "d", "e", "f"].map((id) => seen.has(id)))).toEqual([false, false, true, true])
  })
})
