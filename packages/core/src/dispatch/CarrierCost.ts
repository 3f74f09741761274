/**
 * The cost of a message: what its carrier charges the operator, whatever the account pays for it (decisions 18.5).
 */
import * as Context from "effect/Context"
import type { Channel } from "../value/Channel.ts"
import type { CarrierId } from "../value/Id.ts"

/** A carrier charges this on one channel for one destination. */
export interface CarrierCost {
  readonly carrier: CarrierId
  readonly channel: Channel
  /** The destination as ISO 3166-1 alpha-2, or null for every one for which the carrier has no cost of its own. */
  readonly region: string | null
  /** Per message, and on SMS per segment. All costs are in one currency, and have as many decimals as carriers write. */
  readonly price: number
}

/** The costs of all carriers, of which there may be none. */
export const Costs = Context.Reference<ReadonlyArray<CarrierCost>>(
  "@signalbox/core/dispatch/CarrierCost/Costs",
  { defaultValue: () => [] }
)

/** Returns what the carrier charges, or null when nobody has said. */
export const of = (
  costs: ReadonlyArray<CarrierCost>,
  carrier: CarrierId,
  channel: Channel,
  region: string
): number | null => {
  const able = costs.filter((each) => each.carrier === carrier && each.channel === channel)
  return (able.find((each) => each.region === region) ?? able.find((each) => each.region === null))?.price ?? null
}

const rank = (cost: number | null): number => cost ?? Infinity

/** Orders carriers by their costs, cheapest first and unknown ones last. Those of equal cost keep their order. */
export const ordered = <Entry extends { readonly cost: number | null }>(
  entries: ReadonlyArray<Entry>
): ReadonlyArray<Entry> =>
  entries.toSorted(({ cost: self }, { cost: other }) => self === other ? 0 : rank(self) - rank(other))
