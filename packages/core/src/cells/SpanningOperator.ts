/**
 * The operator's calls that span cells: lists, settings, and rows that are sought by their id.
 */
import * as Effect from "effect/Effect"
import type { ListPosition } from "../commit/ListQuery.ts"
import type { DeadLetter } from "../row/DeadLetter.ts"
import { deadLetterKey } from "../row/DeadLetter.ts"
import { Operator } from "../service/Operator.ts"
import type { ListedAccount } from "../service/OperatorAccounts.ts"
import type { Routing } from "./Routing.ts"
import type { Spanning, Walk } from "./Spanning.ts"

/** As many lanes as one cell names at most. */
const mostLanes = 100

/** Orders positions as lists are: the newest first, those of one instant by key descending. */
const order = (one: ListPosition, other: ListPosition): number =>
  other.at - one.at || (one.key < other.key ? 1 : one.key > other.key ? -1 : 0)

interface Part<Item> {
  readonly items: ReadonlyArray<Item>
  readonly total: number
}

/** Returns one page of the pages of all cells, each of which began at the same place and has as many items at least. */
const merged = <Item>(
  parts: ReadonlyArray<Part<Item>>,
  placeOf: (item: Item) => ListPosition,
  offset: number,
  limit: number
) => {
  const all = parts.flatMap(({ items }) => items).toSorted((one, other) => order(placeOf(one), placeOf(other)))
  const items = all.slice(offset, offset + limit)
  const last = items.at(-1)
  return {
    items,
    total: parts.reduce((sum, { total }) => sum + total, 0),
    after: last === undefined || items.length < limit ? null : placeOf(last)
  }
}

const ofAccount = ({ account: { createdAt: at, id: key } }: ListedAccount): ListPosition => ({ at, key })

const ofLetter = ({ at, key, kind }: DeadLetter): ListPosition => ({ at, key: deadLetterKey(kind, key) })

export const make = (
  { all, everywhere, sought }: Routing["Service"]
): Pick<Operator["Service"], Exclude<Spanning, Walk>> => {
  const isThere = (found: unknown) => found !== null
  return {
    accounts: Effect.fnUntraced(function*(after, limit) {
      const pages = yield* all(Effect.flatMap(Operator, ({ accounts }) => accounts(after, limit)))
      const parts = pages.map(({ accounts: items, total }) => ({ items, total }))
      const { items, ...rest } = merged(parts, ofAccount, 0, limit)
      return { ...rest, accounts: items }
    }),
    deadLetters: Effect.fnUntraced(function*(offset, limit, behind = null) {
      const pages = yield* all(Effect.flatMap(Operator, ({ deadLetters }) => deadLetters(0, offset + limit, behind)))
      const parts = pages.map(({ letters: items, total }) => ({ items, total }))
      const { items, ...rest } = merged(parts, ofLetter, offset, limit)
      return { ...rest, letters: items }
    }),
    lanes: (kind, after) =>
      Effect.map(
        all(Effect.flatMap(Operator, ({ lanes }) => lanes(kind, after))),
        (found) => found.flat().toSorted((one, other) => one.lane < other.lane ? -1 : 1).slice(0, mostLanes)
      ),
    // Each cell has the same ones, but for those that have not reached it.
    restrictions: Effect.map(all(Effect.flatMap(Operator, ({ restrictions }) => restrictions)), (found) => {
      const names = new Set<string>()
      return found.flat().filter((each) => {
        const name = `${each.mode} ${each.on}`
        return names.has(name) ? false : names.add(name)
      })
    }),
    carrierWeights: Effect.map(
      all(Effect.flatMap(Operator, ({ carrierWeights }) => carrierWeights)),
      (found) => found.flat()
    ),
    restrict: (subject, mode) => everywhere(Effect.flatMap(Operator, ({ restrict }) => restrict(subject, mode))),
    lift: (subject) => everywhere(Effect.flatMap(Operator, ({ lift }) => lift(subject))),
    pinCarrier: (place, weight, until) =>
      everywhere(Effect.flatMap(Operator, ({ pinCarrier }) => pinCarrier(place, weight, until))),
    releaseCarrier: (place) => everywhere(Effect.flatMap(Operator, ({ releaseCarrier }) => releaseCarrier(place))),
    setServiceRetention: (retention) =>
      everywhere(Effect.flatMap(Operator, ({ setServiceRetention }) => setServiceRetention(retention))),
    findUser: (user) => sought(Effect.flatMap(Operator, ({ findUser }) => findUser(user)), isThere),
    findTemplate: (template) => sought(Effect.flatMap(Operator, ({ findTemplate }) => findTemplate(template)), isThere),
    assess: (template, statement) =>
      sought(
        Effect.flatMap(Operator, ({ assess }) => assess(template, statement)),
        ({ _tag }) => _tag !== "Unknown"
      ),
    retryDeadLetter: (kind, key) =>
      sought(
        Effect.flatMap(Operator, ({ retryDeadLetter }) => retryDeadLetter(kind, key)),
        (answer) => answer !== "NotFound"
      ),
    discardDeadLetter: (kind, key) =>
      sought(
        Effect.flatMap(Operator, ({ discardDeadLetter }) => discardDeadLetter(kind, key)),
        (answer) => answer !== "NotFound"
      )
  }
}
