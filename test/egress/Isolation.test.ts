/**
 * Hostile endpoints, real sockets and the whole engine: each of their attempts has failed within its time, and a healthy
 * endpoint beside them gets all that is its own.
 */
import * as Commits from "@signalbox/core/Commit"
import * as Places from "@signalbox/core/DeliveryPlaces"
import type { EventId, WebhookId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import type { Row } from "@signalbox/core/Row"
import { Store } from "@signalbox/core/Store"
import { Endpoints, Webhooks } from "@signalbox/core/Webhook"
import { WorkSignal } from "@signalbox/core/WorkSignal"
import { HttpWebhookSender } from "@signalbox/egress"
import * as FixedSecrets from "@signalbox/testing/FixedSecrets"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { once } from "node:events"
import { createServer as createTlsServer } from "node:https"
import type { Socket } from "node:net"
import { describe, expect, it } from "vitest"
import * as Bench from "../core/Bench.ts"
import * as Given from "../core/Given.ts"
import * as Scene from "../core/Scene.ts"
import { selfSigned } from "./Certificate.ts"
import { drip, http, listen, raw } from "./Endpoint.ts"

const events = 32

/** Only who never answers has little time: this process plays all of them, and may be slow. */
const timeoutSeconds = (url: string): number => /hangs|drips/.test(url) ? 1 : 60

const hook = (number: number, url: string): ReadonlyArray<Row> => {
  const id = Given.webhookId(number)
  return [
    Commits.put(
      Webhooks,
      FixedSecrets.kept(
        Given.webhook({ id, endpointUrl: url, timeoutSeconds: timeoutSeconds(url), subscribes: ["message.sent"] })
      )
    ),
    // It has succeeded before, so all of its attempts run at the same time.
    Commits.put(Endpoints, {
      webhook: id,
      consecutiveFailures: 0,
      failingSince: null,
      waitsUntil: null,
      lastAttemptAt: Given.now,
      lastSuccessAt: Given.now
    })
  ]
}

const tell = Effect.gen(function*() {
  const store = yield* Store
  yield* store.commit([Commits.make({
    events: Array.from({ length: events }, (_, index) => ({
      id: `01900000-0000-7000-8000-${String(index).padStart(12, "0")}` as EventId,
      account: Given.accountId(1),
      name: "message.sent" as const,
      at: plus(Given.now, -1000),
      body: JSON.stringify({ event: index })
    }))
  })])
  yield* Effect.flatMap(WorkSignal, ({ raise }) => raise)
  yield* Bench.idle
})

const pour = async (socket: Socket): Promise<void> => {
  const chunk = "x".repeat(65_536)
  socket.write(`HTTP/1.1 500 Oops\r\nContent-Length: ${1 << 30}\r\n\r\n`)
  for (let written = 0; written < 1 << 30 && !socket.destroyed; written += chunk.length) {
    if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), once(socket, "close")])
  }
}

/** Returns the lines of a webhook's log, each once. */
const told = (webhook: WebhookId) =>
  Effect.map(Scene.deliveries(webhook), (all) => {
    expect(all.length).toBe(events)
    return [...new Set(all.map(({ errorMessage, httpStatus, status }) => `${status} ${httpStatus} ${errorMessage}`))]
  })

describe("an endpoint among hostile ones", () => {
  it("gets all of its deliveries, and each attempt at the others has failed within its time [EVT-021]", async () => {
    const got: Array<number> = []
    let inside = 0
    await using healthy = await http((request, response) => {
      let body = ""
      request.on("data", (bytes) => body += String(bytes))
      request.on("end", () => {
        got.push((JSON.parse(body) as { readonly event: number }).event)
        response.end("thanks")
      })
    })
    await using inner = await http((_, response) => {
      inside++
      response.end("secret")
    })
    await using hangs = await raw(() => {})
    await using drips = await raw((socket) => drip(socket, "HTTP/1.1 200 OK\r\n\r\n", 1000))
    await using redirects = await http((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${inner.port}/`, connection: "close" }).end()
    )
    await using pours = await raw((socket) => void pour(socket).catch(() => {}))
    await using closes = await raw((socket) => socket.end("HTTP/1.1 20"))
    await using untrusted = await listen(
      createTlsServer(selfSigned("tls.example"), (_, response) => response.end("ok"))
    )
    await using rebinds = await http((_, response) => response.writeHead(200, { connection: "close" }).end("ok"))

    let rebound = 0
    const resolve = (host: string): Promise<ReadonlyArray<string>> =>
      Promise.resolve([host === "rebinds.example" && ++rebound > 1 ? "10.0.0.1" : "127.0.0.1"])
    const url = (name: string, { port }: { readonly port: number }, scheme = "http") =>
      `${scheme}://${name}.example:${port}/hook`
    const urls = [
      url("healthy", healthy),
      url("hangs", hangs),
      url("drips", drips),
      url("redirects", redirects),
      url("pours", pours),
      url("closes", closes),
      url("tls", untrusted, "https"),
      url("rebinds", rebinds)
    ]

    const before = process.memoryUsage().rss
    const began = performance.now()
    const logs = await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const sender = yield* HttpWebhookSender.make({ allow: ["127.0.0.0/8"], resolve, maxSockets: 4096 })
      return yield* Effect.promise(() =>
        Bench.run(
          // Room for all of them, so that each has begun before the first one at its endpoint has failed.
          Bench.layer({ sender }).pipe(
            Layer.provide(Layer.succeed(Places.Bounds, { endpoint: events, customer: 8 * events }))
          ),
          Effect.gen(function*() {
            yield* Scene.seed(0, ...urls.flatMap((each, index) => hook(index, each)))
            yield* tell
            return yield* Effect.forEach(urls, (_, index) => told(Given.webhookId(index)))
          })
        )
      )
    })))
    expect(logs.map((lines) => lines.toSorted())).toEqual([
      ["DELIVERED 200 null"],
      ["RETRYING null no answer within 1 s"],
      ["RETRYING null no answer within 1 s"],
      ["RETRYING 307 HTTP status 307"],
      ["RETRYING 500 HTTP status 500"],
      ["RETRYING null connection closed before an answer (ECONNRESET)"],
      ["RETRYING null TLS certificate refused (DEPTH_ZERO_SELF_SIGNED_CERT)"],
      [
        "DELIVERED 200 null",
        "RETRYING null blocked address: rebinds.example does not lead to a public one"
      ]
    ])
    expect(got.toSorted((a, b) => a - b)).toEqual(Array.from({ length: events }, (_, index) => index))
    expect(inside).toBe(0)
    // All of them run beside each other: one after the other they would take a minute.
    expect(performance.now() - began).toBeLessThan(30_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(256 << 20)
  }, 60_000)
})
