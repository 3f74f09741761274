/**
 * The ways in over HTTP: a fetch function, and a handler for Node's server.
 */
import type * as HttpService from "@signalbox/http/HttpService"
import type { WebHandler } from "@signalbox/http/WebHandler"
import * as WebHandlers from "@signalbox/http/WebHandler"
import * as NodeMount from "@signalbox/node/NodeMount"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { IncomingMessage, ServerResponse } from "node:http"

export class Doors extends Context.Service<Doors, {
  readonly fetch: WebHandler
  readonly node: (request: IncomingMessage, response: ServerResponse) => void
}>()("signalbox/Doors") {}

export const layer = (basePath: string): Layer.Layer<Doors, never, HttpService.Service> =>
  Layer.effect(
    Doors,
    Effect.gen(function*() {
      return { fetch: yield* WebHandlers.makeUnder(basePath), node: yield* NodeMount.makeHandler }
    })
  )
