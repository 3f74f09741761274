/**
 * Node's HTTP server, as Signalbox wants it.
 */
import { DocsBase, isDocsBase } from "@signalbox/core/Answer"
import * as NodeIdGenerator from "@signalbox/node/NodeIdGenerator"
import * as NodeServers from "@signalbox/node/NodeServer"
import * as Effect from "effect/Effect"
import type { RequestListener, Server, ServerOptions } from "node:http"

export interface NodeServerOptions extends ServerOptions {
  /** The `docsUrl` of the service, for the errors that the server itself answers with. */
  readonly docsUrl?: string
}

/**
 * Makes a server as `createServer` of `node:http` does, for `box.node` or an application of Express. What Node's server
 * refuses by itself, such as a head that is too large or is no HTTP, is answered in the envelope too, where Node would
 * answer a bare status line.
 */
export const createServer: {
  (listener?: RequestListener): Server
  (options: NodeServerOptions, listener?: RequestListener): Server
} = (first?: NodeServerOptions | RequestListener, second?: RequestListener): Server => {
  const { docsUrl = "", ...options }: NodeServerOptions = typeof first === "function" ? {} : first ?? {}
  if (docsUrl !== "" && !isDocsBase(docsUrl)) {
    throw new TypeError("createServer: docsUrl must be a URL such as \"https://docs.example.com\"")
  }
  const make = Effect.runSync(
    NodeServers.make.pipe(Effect.provide(NodeIdGenerator.layer), Effect.provideService(DocsBase, docsUrl))
  )
  return make(options, typeof first === "function" ? first : second)
}
