/**
 * A request as the steps see it: what the mount handed over, what the router found, and the exchange, in one plain value
 * that is made once.
 */
import type { IdGenerator } from "@signalbox/core/IdGenerator"
import * as Instant from "@signalbox/core/Instant"
import type * as Context from "effect/Context"
import * as ClientAddress from "../ClientAddress.ts"
import * as Exchange from "../Exchange.ts"
import type { Received } from "../Received.ts"

export interface RequestContext extends Received, Exchange.Exchange {
  /** The parameters of the path; none of a path that no route has. */
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: Readonly<Record<string, string | ReadonlyArray<string>>>
}

export const make = (
  received: Received,
  { params, query }: Pick<RequestContext, "params" | "query">,
  ids: IdGenerator,
  context: Context.Context<never>
): RequestContext => {
  const exchange = Exchange.open(received.headers["x-request-id"], ids, context)
  return { ...received, ...exchange, params, query }
}

/** The instant now, which is later after each step that waits. */
export const now = ({ clock }: Pick<RequestContext, "clock">): Instant.Instant =>
  Instant.make(clock.currentTimeMillisUnsafe())

/** The address for rate limits. Requests without an address share one. */
export const address = ({ ip }: Pick<RequestContext, "ip">): string => ClientAddress.network(ip ?? "unknown")
