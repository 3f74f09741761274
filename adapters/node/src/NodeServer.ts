/**
 * Node's HTTP server, as Signalbox wants it: whatever the server refuses by itself is answered in the envelope.
 */
import type { IdGenerator } from "@signalbox/core/IdGenerator"
import * as Limit from "@signalbox/core/Limit"
import * as Effect from "effect/Effect"
import type { RequestListener, Server, ServerOptions } from "node:http"
import { createServer } from "node:http"
import * as ServerRefusals from "./internal/serverRefusals.ts"

/**
 * The time that a request may take to arrive, body and all, and the interval at which that is looked at, in elapsed
 * milliseconds. A form has the longest time of all; whoever drips his body holds a connection no longer. Node's own
 * bounds are 5 minutes and 30 seconds.
 */
const arrival = { requestTimeout: Limit.formPatience, connectionsCheckingInterval: 5000 } as const

/**
 * Makes servers as `createServer` does, for `NodeMount.makeHandler` or an application of Express. The whole server then
 * answers so, also for paths of the host's.
 */
export const make: Effect.Effect<
  (options?: ServerOptions, listener?: RequestListener) => Server,
  never,
  IdGenerator
> = Effect.map(ServerRefusals.make, (attend) => (options = {}, listener) => {
  // The mounts ask for the Host themselves: Node's own answer would have no body. No path of the service is upgraded,
  // so such a request is answered like any other.
  const server = createServer({ ...arrival, ...options, requireHostHeader: false, shouldUpgradeCallback: () => false })
  attend(server)
  if (listener !== undefined) server.on("request", listener)
  return server
})
