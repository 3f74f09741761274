/**
 * Loads what several decisions need, together: each is asked again with the facts until it needs nothing more, and each
 * round is one call of the store for all of them. What later rounds will ask for is foreseen from the rows as they were
 * last seen, so that one round is nearly always enough.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { LastSeen } from "../port/LastSeen.ts"
import type { Store, StoreError } from "../port/Store.ts"
import { uniqueText } from "../row/Kind.ts"
import * as DecisionSet from "./DecisionSet.ts"
import type { Loader } from "./Loader.ts"

export type Ask = (known: Facts.Facts) => Needs.Needs

export type Gather = (asks: ReadonlyArray<Ask>) => Effect.Effect<Facts.Facts, StoreError>

/** How many rounds are foreseen. */
const rounds = 3

/** Returns whether all of this is known, as far as it can be foreseen. */
const isKnown = (facts: Facts.Facts, { lists, rows, uniques }: Needs.Needs): boolean =>
  lists.length === 0 && rows.every((ref) => facts.rows.has(ref)) &&
  uniques.every((key) => facts.owners.has(uniqueText(key)))

/**
 * Returns what the decisions will ask for once they know what they lack now, if nothing has changed since it was last
 * seen. A guess that is wrong loads too much, or leaves something to the next round.
 */
const foreseen = (
  asks: ReadonlyArray<Ask>,
  lacking: ReadonlyArray<Needs.Needs>,
  lastSeen: LastSeen
): ReadonlyArray<Needs.Needs> => {
  const all: Array<Needs.Needs> = []
  let guess = Facts.empty
  let open = asks.map((ask, index) => ({ ask, needs: lacking[index]! }))
  for (let round = 0; round < rounds && open.length > 0; round++) {
    const seen = lastSeen.of(Facts.missing(guess, Needs.all(...open.map(({ needs }) => needs))))
    if (seen.rows.size === 0) break
    guess = Facts.merge(guess, seen)
    open = open.flatMap(({ ask, needs }) => {
      if (!isKnown(guess, needs)) return []
      // Rows that were seen at different times need not go together.
      const asked = DecisionSet.attempt(() => Facts.missing(guess, { ...ask(guess), lists: [] }))
      return Exit.isFailure(asked) || Needs.isEmpty(asked.value) ? [] : [{ ask, needs: asked.value }]
    })
    all.push(...open.map(({ needs }) => needs))
  }
  return all
}

/** @param lastSeen what the store last saw of rows */
export const make = (
  store: Pick<Store["Service"], "list">,
  loader: Loader["Service"],
  lastSeen: LastSeen
): Gather => {
  const loadWithPages = Effect.fnUntraced(function*(missing: Needs.Needs) {
    const rows = Needs.isEmpty({ ...missing, lists: [] }) ? Facts.empty : yield* loader.load(missing)
    const pages = yield* Effect.forEach(
      missing.lists,
      (query) => Effect.map(store.list(query), (page) => [Needs.listText(query), page] as const)
    )
    return Facts.merge(rows, { ...Facts.empty, pages: new Map(pages) })
  })

  const load = (missing: Needs.Needs): Effect.Effect<Facts.Facts, StoreError> =>
    missing.lists.length === 0 ? loader.load(missing) : loadWithPages(missing)

  return Effect.fnUntraced(function*(asks) {
    let facts = Facts.empty
    let asking = asks
    while (true) {
      const lacking: Array<Needs.Needs> = []
      const again = asking.filter((ask) => {
        const missing = Facts.missing(facts, ask(facts))
        if (Needs.isEmpty(missing)) return false
        lacking.push(missing)
        return true
      })
      if (again.length === 0) return facts
      const more = facts === Facts.empty ? foreseen(again, lacking, lastSeen) : []
      const all = lacking.length + more.length
      const missing = all === 1 ? lacking[0]! : Facts.missing(facts, Needs.all(...lacking, ...more))
      facts = Facts.merge(facts, yield* load(missing))
      asking = again
    }
  })
}
