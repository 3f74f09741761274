/**
 * A scripted provider over HTTP, whose faults are those of real ones: it is slow, busy, loses its answers or its connections.
 */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"

export interface Heard {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
  /** The port of the other end, which tells connections apart. */
  readonly port: number
}

export type Reply =
  | {
    readonly status: number
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
  }
  /** The request was taken, and its connection ends without an answer. */
  | "lost"
  /** The connection stays open, and no answer ever comes. */
  | "silent"

export interface Provider {
  readonly url: string
  /** The requests in the order in which they came. */
  readonly heard: Array<Heard>
  /** The answer to a request; 200 unless set. */
  answer: (request: Heard) => Reply | Promise<Reply>
  /** Goes away: connections end, and no further one is taken. */
  readonly stop: () => void
}

const send = (response: ServerResponse, reply: Reply): void => {
  if (reply === "silent") return
  if (reply === "lost") response.socket?.destroy()
  else response.writeHead(reply.status, reply.headers).end(reply.body)
}

const heardOf = async (request: IncomingMessage): Promise<Heard> => ({
  method: request.method ?? "",
  path: request.url ?? "",
  headers: request.headers,
  body: (await buffer(request)).toString("utf8"),
  port: request.socket.remotePort ?? 0
})

/** Starts a provider on a free port, which ends with the scope. */
export const make = (
  answer: Provider["answer"] = () => ({ status: 200 })
): Effect.Effect<Provider, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(async () => {
        const stop = () => {
          server.close()
          server.closeAllConnections()
        }
        const provider: Omit<Provider, "url"> = { heard: [], answer, stop }
        const server = createServer(async (request, response) => {
          const heard = await heardOf(request)
          provider.heard.push(heard)
          send(response, await provider.answer(heard))
        })
        await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
        return { provider, server }
      }),
      ({ server }) =>
        Effect.promise(() => {
          server.closeAllConnections()
          return new Promise((closed) => server.close(closed))
        })
    ),
    ({ provider, server }) =>
      Object.assign(provider, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  )
