/**
 * Knows how this node routes: its carriers, and the channels for which one of them chooses senders by itself. Operations
 * cannot ask the carriers, whose Layer may require the services that carriers report to. So whoever builds the carriers
 * tells the node, and the node tells operations.
 *
 * A node answers by its own carriers. Nodes of one service have the same, those included that only take requests: one that
 * was given no carriers knows of no sender that they choose, and calls such a channel unavailable.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Caller } from "../operation/Caller.ts"
import type { Here } from "../operation/Operation.ts"
import type { Carriers } from "../port/Carrier.ts"
import type { Channel } from "../value/Channel.ts"
import * as RoutingSettings from "./RoutingSettings.ts"

/** The channels on which a message needs no sender of its account's. */
export type ChosenSenders = ReadonlySet<Channel>

export const none: ChosenSenders = new Set()

interface NodeRoutes {
  chosen: ChosenSenders
  settings: RoutingSettings.RoutingSettings | null
}

/** Null outside of a node. */
const Known = Context.Reference<NodeRoutes | null>("@signalbox/core/dispatch/ChosenSenders/Known", {
  defaultValue: () => null
})

/** A call in a host's transaction, which has an engine of its own within a node, knows what the node knows. */
export const layer: Layer.Layer<never> = Layer.effect(
  Known,
  Effect.map(Known, (known) => known ?? { chosen: none, settings: null })
)

/** Tells the node what its carriers choose, and by which settings it routes. */
export const tell: Effect.Effect<void, never, Carriers> = Effect.gen(function*() {
  const known = yield* Known
  if (known === null) return
  known.settings = yield* RoutingSettings.settings
  known.chosen = new Set(
    known.settings.carriers.flatMap(({ channels, choosesSender }) => choosesSender === true ? channels : [])
  )
})

/** Answers an operation that must know whether a channel is available. */
export const consult = (_input: unknown, _caller: Caller, { services }: Here): Effect.Effect<ChosenSenders> =>
  Effect.succeed(Context.get(services, Known)?.chosen ?? none)

/** Returns the settings by which this node routes; those of a node without carriers when nobody has told it. */
export const settings = ({ services }: Here): Effect.Effect<RoutingSettings.RoutingSettings> => {
  const told = Context.get(services, Known)?.settings ?? null
  return told === null ? RoutingSettings.of([]) : Effect.succeed(told)
}
