/**
 * Gives away what belongs to an account, and takes it on. A place is the number of things that were read before.
 */
import type { Instant } from "@signalbox/core/Instant"
import type { Book, Relocation, SumQuery } from "@signalbox/core/Relocation"
import * as Effect from "effect/Effect"
import type { Used } from "./ledger.ts"
import type { State } from "./state.ts"

interface Part<Item> {
  readonly items: ReadonlyArray<Item>
  readonly next: string | null
}

const partOf = <Item>(all: ReadonlyArray<Item>, after: string | null, limit: number): Part<Item> => {
  const begin = Number(after ?? 0)
  const end = begin + limit
  return { items: all.slice(begin, end), next: end < all.length ? String(end) : null }
}

const namedBy = (names: ReadonlyArray<string>) => (name: string): boolean =>
  names.some((each) => each.endsWith("/") ? name.startsWith(each) : name === each)

const sums = ({ balances, counters }: State, { book, names }: Pick<SumQuery, "book" | "names">) =>
  book === "balance"
    ? balances.named(namedBy(names)).map(([name, amount]) => ({ name, amount }))
    : counters.named(namedBy(names)).map(([name, amount]) => ({ name, amount: 0 - amount }))

const onces = (state: State, { book, names }: Pick<SumQuery, "book" | "names">) => {
  const isNamed = namedBy(names)
  const keys: ReadonlyArray<Used<string>> = book === "balance"
    ? state.balances.keysOf(isNamed)
    : state.counters.keysOf(isNamed)
  return keys.map(({ at, of: name, once }) => ({ _tag: "Once" as const, book, name, once, at }))
}

const use = ({ balances, counters }: State, book: Book, key: { of: string; once: string; at: Instant }): void => {
  if (book === "balance") balances.use(key as Parameters<typeof balances.use>[0])
  else counters.use(key)
}

export const relocation = (state: State): Relocation => {
  const { balances, claims, counters, rows, usage, work } = state
  return {
    keys: (query) => Effect.sync(() => rows.keys(query)),
    waiting: ({ after, lanes, limit }) =>
      Effect.sync(() => {
        const { items: due, next } = partOf(lanes.toSorted().flatMap((lane) => work.workOf(lane)), after, limit)
        return { due, next }
      }),
    settle: () => Effect.succeed(null),
    held: (lanes) => Effect.sync(() => lanes.reduce((sum, lane) => sum + work.heldOf(lane), 0)),
    lanes: ({ after, kind, limit }) =>
      Effect.sync(() => work.names(kind).filter((lane) => after === null || lane > after).slice(0, limit)),
    sums: ({ after, limit, ...query }) =>
      Effect.sync(() => {
        const { items, next } = partOf(sums(state, query), after, limit)
        return { sums: items, next }
      }),
    onces: ({ after, limit, ...query }) =>
      Effect.sync(() => {
        const { items, next } = partOf(onces(state, query), after, limit)
        return { onces: items, next }
      }),
    answered: ({ account, after, limit }) =>
      Effect.sync(() => {
        const { items, next } = partOf(claims.answered(account), after, limit)
        return { answered: items, next }
      }),
    days: ({ account, after, limit }) => Effect.sync(() => usage.daysOf(account, after ?? "", limit)),
    keep: (kept) =>
      Effect.sync(() => {
        for (const each of kept) {
          if (each._tag === "Answered") claims.keep(each)
          else use(state, each.book, { of: each.name, once: each.once, at: each.at })
        }
      }),
    forget: ({ account, counters: names, most, whileAt }) =>
      Effect.sync(() => {
        if (whileAt !== undefined && !rows.stands(whileAt)) return false
        balances.drop((name) => name === account)
        counters.drop(namedBy(names))
        claims.drop(account)
        return usage.forget({ account, before: "9999-12-31", most }) === most
      })
  }
}
