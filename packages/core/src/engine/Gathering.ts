/**
 * Loads what several decisions need, together: each is asked again with the facts until it needs nothing more, and each
 * round is one call of the store for all of them.
 */
import * as Effect from "effect/Effect"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Store, StoreError } from "../port/Store.ts"
import type { Loader } from "./Loader.ts"

export type Ask = (known: Facts.Facts) => Needs.Needs

export type Gather = (asks: ReadonlyArray<Ask>) => Effect.Effect<Facts.Facts, StoreError>

export const make = (store: Store["Service"], loader: Loader["Service"]): Gather => {
  const load = Effect.fnUntraced(function*(missing: Needs.Needs) {
    const rows = Needs.isEmpty({ ...missing, lists: [] }) ? Facts.empty : yield* loader.load(missing)
    if (missing.lists.length === 0) return rows
    const pages = yield* Effect.forEach(
      missing.lists,
      (query) => Effect.map(store.list(query), (page) => [Needs.listText(query), page] as const)
    )
    return Facts.merge(rows, { ...Facts.empty, pages: new Map(pages) })
  })

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
      const missing = lacking.length === 1 ? lacking[0]! : Facts.missing(facts, Needs.all(...lacking))
      facts = Facts.merge(facts, yield* load(missing))
      asking = again
    }
  })
}
