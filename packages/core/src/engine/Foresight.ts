/**
 * Foresees what decisions will ask for once they know what they lack now, from the rows as the store last saw them, so
 * that one load is nearly always enough. A wrong forecast loads too much, or leaves something to the next load.
 */
import * as Exit from "effect/Exit"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { LastSeen } from "../port/LastSeen.ts"
import { nothing } from "../port/LastSeen.ts"
import { uniqueText } from "../row/Kind.ts"
import * as DecisionSet from "./DecisionSet.ts"
import type * as PendingDecision from "./PendingDecision.ts"

/** How many rounds are foreseen. */
const rounds = 3

/** Returns whether all of this is known, as far as it can be foreseen. */
const isKnown = (facts: Facts.Facts, { lists, rows, uniques, usages }: Needs.Needs): boolean =>
  lists.length === 0 && usages.length === 0 && rows.every((ref) => facts.rows.has(ref)) &&
  uniques.every((key) => facts.owners.has(uniqueText(key)))

/**
 * Returns what decisions of which nothing is known yet will need besides.
 *
 * @param lacking what each of them lacks now
 */
export const of = (
  decisions: ReadonlyArray<PendingDecision.Any>,
  lacking: ReadonlyArray<Needs.Needs>,
  lastSeen: LastSeen
): ReadonlyArray<Needs.Needs> => lastSeen === nothing ? none : foreseen(decisions, lacking, lastSeen)

/** Nothing is foreseen. */
export const none: ReadonlyArray<Needs.Needs> = []

const foreseen = (
  decisions: ReadonlyArray<PendingDecision.Any>,
  lacking: ReadonlyArray<Needs.Needs>,
  lastSeen: LastSeen
): ReadonlyArray<Needs.Needs> => {
  const all: Array<Needs.Needs> = []
  let forecast = Facts.empty
  let open = decisions.map((decision, index) => ({ decision, needs: lacking[index]! }))
  for (let round = 0; round < rounds && open.length > 0; round++) {
    const seen = lastSeen.of(Facts.missing(forecast, Needs.all(...open.map(({ needs }) => needs))))
    if (seen.rows.size === 0) break
    forecast = Facts.merge(forecast, seen)
    open = open.flatMap(({ needs, decision }) => {
      if (!isKnown(forecast, needs)) return []
      // Rows that were seen at different times need not go together.
      const asked = DecisionSet.attempt(() =>
        Facts.missing(forecast, { ...decision.needs(forecast), lists: [], usages: [] })
      )
      return Exit.isFailure(asked) || Needs.isEmpty(asked.value) ? [] : [{ decision, needs: asked.value }]
    })
    all.push(...open.map(({ needs }) => needs))
  }
  return all
}

/** Returns all that is asked for as the store last saw it, or null when something of it is not remembered. */
export const remembered = (
  ask: (known: Facts.Facts) => Needs.Needs,
  lastSeen: LastSeen
): Facts.Facts | null => {
  if (lastSeen === nothing) return null
  let known = Facts.empty
  for (let round = 0; round < rounds; round++) {
    const lacking = Facts.missing(known, ask(known))
    if (Needs.isEmpty(lacking)) return known
    known = Facts.merge(known, lastSeen.of(lacking))
    if (!isKnown(known, lacking)) return null
  }
  return null
}

/**
 * Returns all that decisions need as the store last saw it, or null when that is not to be decided on, or something of it
 * is not remembered.
 */
export const seen = (decisions: ReadonlyArray<PendingDecision.Any>, lastSeen: LastSeen): Facts.Facts | null => {
  if (lastSeen === nothing || !decisions.every(({ isOpen, isVerified }) => isOpen && isVerified)) return null
  let known = Facts.empty
  for (let round = 0; round < rounds; round++) {
    const lacking = Needs.all(...decisions.map((decision) => decision.lacks(known)))
    if (Needs.isEmpty(lacking)) return decisions.every(({ isOpen }) => isOpen) ? known : null
    if (lacking.balances.length > 0 || lacking.counters.length > 0) return null
    known = Facts.merge(known, lastSeen.of(lacking))
    if (!isKnown(known, lacking)) return null
  }
  return null
}
