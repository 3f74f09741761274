/**
 * Node's HTTP server, as Signalbox wants it.
 */
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as NodeServers from "@signalbox/node/NodeServer"
import * as Effect from "effect/Effect"
import type { RequestListener, Server, ServerOptions } from "node:http"

/**
 * Makes a server as `createServer` of `node:http` does, for `box.node` or an application of Express. What Node's server
 * refuses by itself, such as a head that is too large or is no HTTP, is answered in the envelope too, where Node would
 * answer a bare status line.
 */
export const createServer: {
  (listener?: RequestListener): Server
  (options: ServerOptions, listener?: RequestListener): Server
} = (first?: ServerOptions | RequestListener, second?: RequestListener): Server => {
  const make = Effect.runSync(Effect.provide(NodeServers.make, NodeIdGenerator.layer))
  return typeof first === "function" ? make({}, first) : make(first, second)
}
