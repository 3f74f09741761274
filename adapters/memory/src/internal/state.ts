/**
 * The whole state of the store, and the one function that changes it.
 */
import type { Commit, Count, Debit, Fence } from "@signalbox/core/Commit"
import type { Room } from "@signalbox/core/Fanout"
import { expandAll } from "@signalbox/core/Fanout"
import type { AccountId } from "@signalbox/core/Id"
import type { Instant } from "@signalbox/core/Instant"
import { refText } from "@signalbox/core/Kind"
import { countMemory, debitMemory } from "@signalbox/core/Limit"
import type { Outcome } from "@signalbox/core/Outcome"
import { applied, insufficient, stale, taken } from "@signalbox/core/Outcome"
import type { Row } from "@signalbox/core/Row"
import type { Naming } from "@signalbox/core/Store"
import type { Lease } from "@signalbox/core/Work"
import { identity } from "effect/Function"
import { ClaimTable } from "./claimTable.ts"
import type { Draw } from "./ledger.ts"
import { Ledger } from "./ledger.ts"
import { RowTable } from "./rowTable.ts"
import { UsageTable } from "./usageTable.ts"
import { WorkTable } from "./workTable.ts"

export interface State {
  readonly rows: RowTable
  readonly work: WorkTable
  readonly balances: Ledger<AccountId>
  readonly counters: Ledger<string>
  readonly claims: ClaimTable
  readonly usage: UsageTable
}

export const make = (): State => ({
  rows: new RowTable(),
  work: new WorkTable(),
  balances: new Ledger(debitMemory, false),
  counters: new Ledger(countMemory, true),
  claims: new ClaimTable(),
  usage: new UsageTable()
})

const drawOf = ({ account, amount, floor, once }: Debit): Draw<AccountId> => ({ of: account, amount, floor, once })

/** A counter is kept as a negative sum. */
const raiseOf = ({ by, ceiling, counter, once }: Count): Draw<string> => ({
  of: counter,
  amount: by,
  floor: ceiling === null ? -Infinity : -ceiling,
  once
})

/** Among so few rows it is cheaper to compare each with each than to make names for them. */
const few = 12

const areDistinct = (puts: Commit["puts"]): boolean =>
  puts.length <= few && puts.every(({ key, kind }, index) => {
    for (let other = 0; other < index; other++) {
      if (puts[other]!.key === key && puts[other]!.kind === kind) return false
    }
    return true
  })

/** Of several puts of one row only the last one is written. */
const distinct = (puts: Commit["puts"]): Iterable<Row> =>
  areDistinct(puts) ? puts : new Map(puts.map((row) => [refText(row), row])).values()

/** Nobody listens to the events of a commit. */
const unheard: ReturnType<typeof expandAll> = []

/** Returns the value of a counter, which is kept as a negative sum. */
export const counted = (state: State, counter: string): number => 0 - state.counters.sum(counter)

/**
 * Applies a Commit wholly or not at all. Every guard is asked before anything is changed.
 *
 * @param now by the store's own clock
 * @param room how many pairs of an event and a webhook still become deliveries in this batch
 * @param name names who holds the work of events
 */
export const apply = (state: State, commit: Commit, now: Instant, room: Room, name: Naming = identity): Outcome => {
  const { balances, claims, counters, rows, work } = state
  if (!commit.expects.every((expects) => rows.stands(expects))) return stale("row")
  const isHeld = (fence: Fence): boolean => work.isHeld(fence)
  if (!commit.completes.every(isHeld) || !commit.holds.every(isHeld) || !commit.releases.every(isHeld)) {
    return stale("lease")
  }
  if (commit.reply !== null && !claims.holds(commit.reply)) return stale("claim")
  const conflict = rows.conflict(commit)
  if (conflict !== null) return taken(conflict)

  const spent = balances.changes(commit.debits.map(drawOf))
  const counted = counters.changes(commit.counts.map(raiseOf))
  const lacking = balances.short(spent) ?? counters.short(counted)
  if (lacking !== null) return insufficient(lacking)

  for (const ref of commit.deletes) rows.remove(ref)
  for (const row of distinct(commit.puts)) rows.put(row)
  balances.apply(spent, now)
  counters.apply(counted, now)
  state.usage.add(commit.tallies)
  for (const { work: freed } of commit.releases) work.letGo(freed)
  for (const { work: ended } of commit.completes) work.remove(ended)
  for (const unwanted of commit.cancels) work.remove(unwanted)
  const leases = commit.due.map((due) => work.put(due, now))
  for (const pause of commit.pauses) work.pause(pause)
  const expanded = commit.events.some(({ account }) => rows.hasWebhooks(account))
    ? expandAll(commit.events, (event) => rows.subscribers(event), room, (id) => rows.parentOf(id))
    : unheard
  let fansOut = false
  for (const added of expanded) {
    for (const row of added.puts) rows.put(row)
    for (const due of added.due) {
      const lease = work.put(name(due), now)
      leases.push(lease)
      fansOut ||= lease === null
    }
  }
  if (commit.reply !== null) claims.finish(commit.reply)
  // Of several dues of one item the last one counts.
  const last = leases.filter((lease): lease is Lease => lease !== null && work.isHeld(lease))
  return applied(last, fansOut)
}
