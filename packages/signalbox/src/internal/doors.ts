/**
 * The ways in over HTTP: a fetch function, and a handler for Node's server.
 */
import type * as HttpService from "@signalbox/http/HttpService"
import type { WebHandler } from "@signalbox/http/WebHandler"
import * as WebHandlers from "@signalbox/http/WebHandler"
import * as NodeMiddleware from "@signalbox/node/NodeMiddleware"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export class Doors extends Context.Service<Doors, {
  readonly fetch: WebHandler
  readonly node: NodeMiddleware.Handler
}>()("signalbox/Doors") {}

export const layer = (basePath: string): Layer.Layer<Doors, never, HttpService.Service> =>
  Layer.effect(
    Doors,
    Effect.all({ fetch: WebHandlers.makeUnder(basePath), node: NodeMiddleware.make({ basePath }) })
  )
