/**
 * Decides on rows that are given, by lists that know both directions, and says what the commit does. Nothing is committed, so a
 * whole commit can be compared.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import * as Continuation from "@signalbox/core/internal/commit/Continuation"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import type { Ref, UniqueKey } from "@signalbox/core/Kind"
import { uniqueText } from "@signalbox/core/Kind"
import type { ListPosition, ListQuery } from "@signalbox/core/ListQuery"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { fromEntries } from "@signalbox/core/RefMap"
import type { Row } from "@signalbox/core/Row"
import { listings, unique } from "@signalbox/core/Row"
import type { Due, Lease, LeaseToken } from "@signalbox/core/Work"
import * as Result from "effect/Result"
import * as Given from "./Given.ts"

const text = ({ key, kind }: Ref): string => `${kind} ${key}`

const order = (one: ListPosition, other: ListPosition): number =>
  one.at - other.at || (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)

const page = (rows: ReadonlyArray<Row>, query: ListQuery): Facts.Page => {
  const { ahead, before, behind, isCounted, limit, list, offset, scope } = query
  const found = rows.flatMap((row) =>
    listings(row).flatMap((each) =>
      each.list === list && each.scope === scope && (before === undefined || each.at < before)
        ? [{ row, place: { at: each.at, key: row.key } }]
        : []
    )
  ).toSorted((one, other) => order(one.place, other.place))
  const shown = ahead === undefined
    ? found.filter(({ place }) => behind === undefined || order(place, behind) < 0).toReversed()
    : found.filter(({ place }) => order(place, ahead) > 0)
  return {
    rows: shown.slice(offset, offset + limit).map(({ row }) => row),
    total: isCounted === false ? 0 : found.length
  }
}

/** The row that has a key which no other one has. */
const ownerOf = (rows: ReadonlyArray<Row>, key: UniqueKey): Ref | null =>
  rows.find((row) => unique(row).some((each) => uniqueText(each) === uniqueText(key))) ?? null

/**
 * The facts that are asked for, until nothing more is. The version of a row is its place among those that are given; nobody has
 * any money, and nothing was counted.
 */
export const gathered = (rows: ReadonlyArray<Row>, needs: (facts: Facts.Facts) => Needs.Needs): Facts.Facts => {
  let facts = Facts.empty
  for (let again = 0; again < 10; again++) {
    const missing = Facts.missing(facts, needs(facts))
    if (Needs.isEmpty(missing)) return facts
    facts = Facts.merge(facts, {
      ...Facts.empty,
      rows: fromEntries(
        [...missing.rows, ...missing.uniques.flatMap((key) => ownerOf(rows, key) ?? [])].map((ref) => {
          const index = rows.findIndex((row) => text(row) === text(ref))
          return [ref, { version: index + 1, row: rows[index] ?? null }]
        })
      ),
      owners: new Map(missing.uniques.map((key) => [uniqueText(key), ownerOf(rows, key)])),
      counters: new Map(missing.counters.map((name) => [name, 0])),
      balances: new Map(missing.balances.map((account) => [account, money(0)])),
      pages: new Map(missing.lists.map((query) => [Needs.listText(query), page(rows, query)]))
    })
  }
  throw new Error("needs more and more")
}

/** The work in the hands of a worker. */
export const held = (due: Due): Lease => ({ ...due, failures: 0, token: 1 as LeaseToken })

/** All that a commit does, by the names of what it is about. Neither what it deletes nor what it expects has an order. */
export const told = (commit: Partial<Commit>) => {
  const { cancels = [], completes = [], deletes = [], due = [], expects = [], puts = [] } = commit
  return {
    puts: puts.map(({ value }) => value),
    deletes: deletes.map(text).toSorted(),
    expects: expects.map((each) => "ref" in each ? `${text(each.ref)} ${each.version}` : "free").toSorted(),
    due: due.map(({ at, work }) => [text(work), at - Given.now] as const),
    cancels: cancels.map(text),
    completes: completes.map(({ work }) => text(work))
  }
}
export type Changes = ReturnType<typeof told>

/** Returns what is decided on these rows. */
export const decided = <Command>(
  use: Decision<Command, void>,
  command: Command,
  rows: ReadonlyArray<Row>,
  now = Given.now
): Changes => {
  const facts = gathered(rows, (known) => Continuation.needs(use, command, known))
  return told(Result.getOrThrow(Continuation.decide(use, command, { facts, now, ids: Given.ids() })).commit)
}
