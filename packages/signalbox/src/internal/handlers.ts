/**
 * The ways in over HTTP: a fetch function, and a handler for Node's server.
 */
import type * as HttpService from "@signalbox/http/HttpService"
import * as NodeState from "@signalbox/http/NodeState"
import * as Published from "@signalbox/http/Published"
import * as Unread from "@signalbox/http/Unread"
import type { WebHandler } from "@signalbox/http/WebHandler"
import * as WebHandlers from "@signalbox/http/WebHandler"
import * as NodeMiddleware from "@signalbox/node/NodeMiddleware"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Checked } from "./checkOptions.ts"

export class Handlers extends Context.Service<Handlers, {
  readonly fetch: WebHandler
  readonly node: NodeMiddleware.Handler
}>()("signalbox/Handlers") {}

export const layer = (
  { basePath, docs: page, health, limits, openapi: document }: Checked
): Layer.Layer<Handlers, never, Exclude<HttpService.Service, NodeState.NodeState>> =>
  Layer.effect(
    Handlers,
    Effect.all({ fetch: WebHandlers.makeUnder(basePath), node: NodeMiddleware.make({ basePath }) }).pipe(
      Effect.provideService(Published.Published, { document, page, health }),
      Effect.updateService(Unread.Bounds, ({ all, each, patienceMillis }) => ({
        each: limits.unreadBytes ?? each,
        all: limits.allUnreadBytes ?? all,
        patienceMillis
      }))
    )
  ).pipe(Layer.provide(NodeState.layer))
