/**
 * The mounts that the HTTP suites run on, each behind a free port of 127.0.0.1.
 */
import { getRequestListener } from "@hono/node-server"
import * as ExpressMount from "@signalbox/express/ExpressMount"
import type * as HttpService from "@signalbox/http/HttpService"
import * as WebHandler from "@signalbox/http/WebHandler"
import * as NodeMount from "@signalbox/node/NodeMount"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as NetAddress from "effect/net/NetAddress"
import type * as Scope from "effect/Scope"
import express from "express"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

export type Mount = Layer.Layer<HttpServer.HttpServer, unknown, HttpService.Service>

/** A mount that listens on this port by itself. */
export const listening = (port: number): HttpServer.HttpServer["Service"] =>
  HttpServer.make({
    address: NetAddress.inetAddressFromIpStringUnsafe("127.0.0.1", port),
    serve: () => Effect.die(new Error("it serves already"))
  })

/** A server of Node's around a listener that a mount makes. */
export const around = (make: Effect.Effect<RequestListener, never, HttpService.Service | Scope.Scope>): Mount =>
  Layer.effect(
    HttpServer.HttpServer,
    Effect.gen(function*() {
      const listener = yield* make
      const server = yield* Effect.acquireRelease(
        Effect.promise(() =>
          new Promise<ReturnType<typeof createServer>>((resolve) => {
            const made = createServer(listener)
            made.listen(0, "127.0.0.1", () => resolve(made))
          })
        ),
        (made) =>
          Effect.promise(() => {
            made.closeAllConnections()
            return new Promise((resolve) => made.close(resolve))
          })
      )
      return listening((server.address() as AddressInfo).port)
    })
  )

export const node: Mount = NodeMount.layerServer({ port: 0, host: "127.0.0.1" })

/** An Express application with nothing else in it; body parsers have tests of their own. */
export const expressMount: Mount = around(Effect.map(ExpressMount.makeHandler, (handler) => express().use(handler)))

/** The fetch function, behind somebody else's bridge from Node to fetch. */
export const web: Mount = around(
  Effect.map(
    WebHandler.make,
    (handle) =>
      getRequestListener((request, env) =>
        handle(request, { ip: "incoming" in env ? env.incoming.socket.remoteAddress ?? null : null })
      )
  )
)
