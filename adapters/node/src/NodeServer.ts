/**
 * Node's HTTP server, as Signalbox wants it: whatever the server refuses by itself is answered in the envelope.
 */
import type { Mint } from "@signalbox/core/Mint"
import * as Effect from "effect/Effect"
import type { RequestListener, Server, ServerOptions } from "node:http"
import { createServer } from "node:http"
import * as ServerRefusals from "./internal/serverRefusals.ts"

/**
 * Makes servers as `createServer` does, for `NodeMount.makeHandler` or an application of Express. The whole server then
 * answers so, also for paths of the host's.
 */
export const make: Effect.Effect<
  (options?: ServerOptions, listener?: RequestListener) => Server,
  never,
  Mint
> = Effect.map(ServerRefusals.make, (attend) => (options = {}, listener) => {
  // The mounts ask for the Host themselves: Node's own answer would have no body. No path of the service is upgraded,
  // so such a request is answered like any other.
  const server = createServer({ ...options, requireHostHeader: false, shouldUpgradeCallback: () => false })
  attend(server)
  if (listener !== undefined) server.on("request", listener)
  return server
})
