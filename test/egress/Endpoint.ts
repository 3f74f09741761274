/**
 * Endpoints on loopback, well-behaved and hostile, and a sender that may reach them.
 */
import { WebhookSender } from "@signalbox/core/WebhookSender"
import type { WebhookRequest, WebhookResult } from "@signalbox/core/WebhookSender"
import { HttpWebhookSender } from "@signalbox/egress"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { RequestListener } from "node:http"
import { createServer as createHttpServer } from "node:http"
import type { AddressInfo, Server, Socket } from "node:net"
import { createServer } from "node:net"

export interface Endpoint {
  readonly port: number
  /** The connections so far. */
  readonly sockets: ReadonlyArray<Socket>
  /** Those of them that are still open. */
  readonly open: () => number
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export const listen = async (server: Server): Promise<Endpoint> => {
  const sockets: Array<Socket> = []
  server.on("connection", (socket) => {
    sockets.push(socket)
    socket.on("error", () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    open: () => sockets.filter((socket) => !socket.destroyed).length,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      })
  }
}

/** Speaks HTTP. */
export const http = (listener: RequestListener): Promise<Endpoint> => listen(createHttpServer(listener))

/** Speaks whatever `onRequest` writes when a request has come in, the number of the connection and of the request. */
export const raw = (onRequest: (socket: Socket, connection: number, request: number) => void): Promise<Endpoint> => {
  let connections = 0
  return listen(createServer((socket) => {
    const connection = ++connections
    let requests = 0
    socket.on("data", (bytes) => {
      if (bytes.includes("POST ")) onRequest(socket, connection, ++requests)
    })
  }))
}

/** Writes a text, a character at a time, until the socket is closed. */
export const drip = (socket: Socket, text: string, everyMillis: number): void => {
  let at = 0
  const timer = setInterval(() => {
    if (socket.destroyed || at === text.length) clearInterval(timer)
    else socket.write(text.charAt(at++))
  }, everyMillis)
  socket.on("close", () => clearInterval(timer))
}

export interface Sender {
  readonly refuse: (url: string) => Promise<string | null>
  readonly send: (url: string, request?: Partial<WebhookRequest>) => Promise<WebhookResult>
  /** Starts to send; the answer interrupts. */
  readonly start: (url: string, request?: Partial<WebhookRequest>) => () => Promise<void>
  /** The names that were looked up. */
  readonly asked: ReadonlyArray<string>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** A name resolves to the addresses that stand for its n-th look-up, the last of them for all later ones. */
export type Answers = ReadonlyArray<ReadonlyArray<string>>

export const sender = (
  options: HttpWebhookSender.Options & { readonly answers?: Answers } = {}
): Sender => {
  const { answers = [["127.0.0.1"]], ...rest } = options
  const asked: Array<string> = []
  const resolve = (host: string): Promise<ReadonlyArray<string>> => {
    asked.push(host)
    return Promise.resolve(answers[Math.min(asked.length, answers.length) - 1] ?? [])
  }
  const runtime = ManagedRuntime.make(HttpWebhookSender.layer({ allow: ["127.0.0.0/8"], resolve, ...rest }))
  const attempt = (url: string, request: Partial<WebhookRequest> = {}) =>
    WebhookSender.use((service) => service.send({ url, headers: {}, body: "{}", timeoutMillis: 5000, ...request }))
  return {
    refuse: (url) => runtime.runPromise(WebhookSender.use((service) => service.refuse(url))),
    send: (url, request) => runtime.runPromise(attempt(url, request)),
    start: (url, request) => {
      const fiber = runtime.runFork(attempt(url, request))
      return () => Effect.runPromise(Fiber.interrupt(fiber))
    },
    asked,
    [Symbol.asyncDispose]: () => runtime.dispose()
  }
}

/** Waits until something is so, for less time than a connection may be idle. */
export const until = async (isSo: () => boolean): Promise<void> => {
  const end = performance.now() + 2000
  while (!isSo()) {
    if (performance.now() > end) throw new Error("waited in vain")
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
