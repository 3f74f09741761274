/**
 * The emulator's HTTP server: `/emulator/...` is its control, `/` and `/inbox/...` are the inbox, everything else the
 * API.
 */
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as NodeServer from "@signalbox/node/NodeServer"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { RequestListener, Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as InboxFiles from "./InboxFiles.ts"

export class ListenError extends Data.TaggedError("ListenError")<{ readonly message: string }> {}

export interface Options {
  readonly port: number
  readonly host: string
}

const listen = (server: Server, { host, port }: Options) =>
  Effect.callback<void, ListenError>((resume) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      resume(Effect.fail(
        new ListenError({
          message: error.code === "EADDRINUSE"
            ? `PORT: ${port} is in use on ${host}`
            : `HOST and PORT: cannot listen on ${host}:${port} (${error.code ?? error.message})`
        })
      )))
    server.listen(port, host, () => resume(Effect.void))
  })

/** Accepts nothing new. Node closes idle connections immediately, the others after their answer. */
const close = (server: Server) => Effect.sync(() => void server.close())

export interface Listening {
  readonly address: string
  /** Takes no new connections and requests. */
  readonly close: Effect.Effect<void>
  /** Waits until whoever has an answer coming has it, for a bounded time. */
  readonly answered: Effect.Effect<void>
}

/** The time that answers which are ready may take to leave, in elapsed milliseconds. */
const patience = 1000

/** A server that listens as long as the scope lives. */
export const make = Effect.fnUntraced(function*(
  options: Options,
  control: RequestListener,
  api: RequestListener
) {
  let isClosing = false
  let open = 0
  const makeServer = yield* Effect.provide(NodeServer.make, NodeIdGenerator.layer)
  const server = makeServer({}, (request, response) => {
    // Tells connected clients that this was the last answer.
    if (isClosing) response.setHeader("connection", "close")
    open++
    response.once("close", () => open--)
    const path = request.url ?? "/"
    if (InboxFiles.answers(request, response)) return
    const isControl = /^\/emulator(?:[/?]|$)/.test(path)
    ;(isControl ? control : api)(request, response)
  })
  yield* Effect.acquireRelease(
    listen(server, options),
    () => Effect.sync(() => server.closeAllConnections())
  )
  const { port } = server.address() as AddressInfo
  const { host } = options
  return {
    address: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    close: Effect.suspend(() => {
      isClosing = true
      return close(server)
    }),
    answered: Effect.suspend(() => Effect.sleep(5)).pipe(
      Effect.repeat({ while: () => open > 0 }),
      Effect.timeoutOption(patience),
      Effect.asVoid
    )
  } satisfies Listening
})
