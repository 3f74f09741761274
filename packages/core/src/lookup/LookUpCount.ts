/**
 * Counts the look-ups that the rules of an account have cost, by the day of UTC (decisions 18.7).
 */
import type { Count } from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { UsageQuery } from "../row/Usage.ts"
import { dayOf } from "../row/Usage.ts"
import type { AccountId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { day as dayLength, plus } from "../value/Instant.ts"
import * as Timestamp from "../value/Timestamp.ts"

const counterOf = (account: AccountId, day: string): string => `lookups/${account}/${day}`

export const count = (account: AccountId, at: Instant): Count => ({
  counter: counterOf(account, dayOf(at)),
  by: 1,
  ceiling: null,
  once: null
})

/** Returns the counters of all days from the first to the last one. */
const countersOf = ({ account, first, last }: UsageQuery): ReadonlyArray<string> => {
  const counters: Array<string> = []
  const begin = Timestamp.parse(`${first}T00:00:00Z`)
  if (begin === null) return counters
  for (let at = begin; dayOf(at) <= last; at = plus(at, dayLength)) counters.push(counterOf(account, dayOf(at)))
  return counters
}

export const needs = (query: UsageQuery): Needs.Needs => ({ ...Needs.none, counters: countersOf(query) })

export const sum = (query: UsageQuery, facts: Facts.Facts): number =>
  countersOf(query).reduce((all, counter) => all + Facts.counter(facts, counter), 0)
