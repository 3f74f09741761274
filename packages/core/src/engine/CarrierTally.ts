/**
 * Counts in this node how carriers fare, until that is added to what all nodes share (decisions 18.3).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CarrierOutcome } from "../commit/CarrierOutcomes.ts"
import * as CarrierOutcomes from "../commit/CarrierOutcomes.ts"
import type { Commit } from "../commit/Commit.ts"
import type { Facts } from "../commit/Facts.ts"
import * as Tallied from "../commit/Tallied.ts"
import type { Counts } from "../row/CarrierCounts.ts"
import * as Counts_ from "../row/CarrierCounts.ts"
import type { CarrierId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import * as HealthTerms from "./HealthTerms.ts"

/** The counts of a node of one carrier, country and minute. */
export interface Counted {
  readonly carrier: CarrierId
  readonly country: string
  readonly minute: number
  readonly counts: Counts
  readonly isHeard: boolean
}

/** So many are kept at most; what comes beyond that is not counted. */
const most = 10_000

const keyOf = ({ carrier, country, minute }: Omit<Counted, "counts" | "isHeard">): string =>
  `${carrier}/${country}/${minute}`

export class Tally {
  private counted = new Map<string, Counted>()

  private add(more: Counted): void {
    const key = keyOf(more)
    const before = this.counted.get(key)
    if (before === undefined && this.counted.size >= most) return
    this.counted.set(key, {
      ...more,
      counts: Counts_.sum(before?.counts ?? Counts_.none, more.counts),
      isHeard: more.isHeard || before?.isHeard === true
    })
  }

  count(outcomes: ReadonlyArray<CarrierOutcome>): void {
    for (const { carrier, country, counts, isHeard, minute } of outcomes) {
      this.add({ carrier, country, minute, isHeard, counts: { ...Counts_.none, [counts]: 1 } })
    }
  }

  /** Returns all that was counted since the last call. */
  take(): ReadonlyArray<Counted> {
    const taken = [...this.counted.values()]
    this.counted = new Map()
    return taken
  }

  /** Takes back what could not be added. */
  giveBack(taken: ReadonlyArray<Counted>): void {
    for (const each of taken) this.add(each)
  }
}

/** Null outside of a node. */
export const CarrierTally = Context.Reference<Tally | null>("@signalbox/core/engine/CarrierTally", {
  defaultValue: () => null
})

/** A call in a host's transaction, which has an engine of its own within a node, counts for the node. */
export const layer: Layer.Layer<never> = Layer.effect(
  CarrierTally,
  Effect.map(CarrierTally, (tally) => tally ?? new Tally())
)

/** Sees how carriers have fared in a commit, and counts that once the commit is applied. */
export interface Watch {
  readonly see: (commit: Commit, facts: Facts, now: Instant.Instant) => ReadonlyArray<CarrierOutcome> | undefined
  readonly count: (outcomes: ReadonlyArray<CarrierOutcome>) => void
}

/** Undefined where no health of carriers is judged, so that nothing is looked at. */
export const watch: Effect.Effect<Watch | undefined> = Effect.gen(function*() {
  const terms = yield* HealthTerms.Terms
  const tally = yield* CarrierTally
  if (terms === null || tally === null) return undefined
  const slow = terms.slowSeconds * Instant.second
  return {
    see: (commit, facts, now) => {
      const changes = Tallied.changesOf(commit, facts)
      return changes === null ? undefined : changes.flatMap((each) => CarrierOutcomes.ofChange(each, slow, now))
    },
    count: (outcomes) => tally.count(outcomes)
  }
})
