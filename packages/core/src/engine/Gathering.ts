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
import { nothing } from "../port/LastSeen.ts"
import type { Store, StoreError } from "../port/Store.ts"
import { uniqueText } from "../row/Kind.ts"
import type { Asker } from "./Asker.ts"
import * as DecisionSet from "./DecisionSet.ts"
import type { Loader } from "./Loader.ts"

export type Ask = (known: Facts.Facts) => Needs.Needs

/** @param known what is known already */
export type Gather = (asks: ReadonlyArray<Ask>, known?: Facts.Facts) => Effect.Effect<Facts.Facts, StoreError>

/** Who is told of what one decision needs, without a fiber that waits for it. */
export interface Listener {
  readonly caller: Asker
  /** Once nothing more is needed, or when something could not be loaded. What `ask` throws is a defect of it. */
  readonly told: (gathered: Exit.Exit<Facts.Facts, StoreError>) => void
  /** In place of that, when so much is needed that others would wait for it: the rest is for `Gather`. */
  readonly apart: (known: Facts.Facts) => void
}

export interface Gathering {
  readonly gather: Gather
  /** The same for one decision. */
  readonly listen: (ask: Ask, listener: Listener, known?: Facts.Facts) => void
}

/**
 * From so many rows on, other requests have their turn between loading, deciding and committing: a send to a thousand
 * recipients must not hold up everybody else for the sum of the three.
 */
const large = 250

export const isLarge = (rows: number): boolean => rows >= large

/** Pages are loaded one by one, and many rows take their time. */
const isApart = ({ lists, rows, uniques }: Needs.Needs): boolean =>
  lists.length > 0 || isLarge(rows.length + uniques.length)

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
  if (lastSeen === nothing) return all
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
): Gathering => {
  const loadWithPages = Effect.fnUntraced(function*(needs: Needs.Needs, known: Facts.Facts) {
    const rows = Needs.isEmpty({ ...needs, lists: [] }) ? known : yield* loader.load({ needs, known })
    const pages = yield* Effect.forEach(
      needs.lists,
      (query) => Effect.map(store.list(query), (page) => [Needs.listText(query), page] as const)
    )
    return Facts.merge(rows, { ...Facts.empty, pages: new Map(pages) })
  })

  const load = (needs: Needs.Needs, known: Facts.Facts): Effect.Effect<Facts.Facts, StoreError> =>
    needs.lists.length === 0 ? loader.load({ needs, known }) : loadWithPages(needs, known)

  const gather: Gather = Effect.fnUntraced(function*(asks, known = Facts.empty) {
    let facts = known
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
      facts = yield* load(missing, facts)
      asking = again
    }
  })

  /** Returns what must be loaded for one decision, with what is foreseen. */
  const wanted = (ask: Ask, known: Facts.Facts): Needs.Needs => {
    const missing = Facts.missing(known, ask(known))
    if (known !== Facts.empty || Needs.isEmpty(missing) || isApart(missing)) return missing
    const more = foreseen([ask], [missing], lastSeen)
    return more.length === 0 ? missing : Needs.all(missing, ...more)
  }

  const listen = (ask: Ask, listener: Listener, known: Facts.Facts = Facts.empty): void => {
    const asked = DecisionSet.attempt(() => wanted(ask, known))
    if (Exit.isFailure(asked)) return listener.told(Exit.failCause(asked.cause))
    const needs = asked.value
    if (Needs.isEmpty(needs)) return listener.told(Exit.succeed(known))
    if (isApart(needs)) return listener.apart(known)
    loader.offer({ needs, known }, listener.caller, (loaded) => {
      if (Exit.isFailure(loaded)) listener.told(loaded)
      else listen(ask, listener, loaded.value)
    })
  }

  return { gather, listen }
}
