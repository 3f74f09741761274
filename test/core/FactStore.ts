/**
 * A tiny store of facts for pure tests: it runs a Use as the engine would, one at a time, and keeps what the Commit
 * says. It refuses what a Commit must never ask for.
 */
import type { Commit } from "@signalbox/core/commit/Commit"
import * as Facts from "@signalbox/core/commit/Facts"
import type { Mint } from "@signalbox/core/commit/Mint"
import * as Needs from "@signalbox/core/commit/Needs"
import type { Refused } from "@signalbox/core/commit/Refused"
import type { Use } from "@signalbox/core/commit/Use"
import type { Event } from "@signalbox/core/row/Delivery"
import type { Kind } from "@signalbox/core/row/Kind"
import { refText } from "@signalbox/core/row/Kind"
import type { Row } from "@signalbox/core/row/Row"
import type { AccountId } from "@signalbox/core/value/Id"
import type { Instant } from "@signalbox/core/value/Instant"
import { make as money } from "@signalbox/core/value/Money"
import type { Due, Lease, LeaseToken } from "@signalbox/core/work/Work"
import { refText as workText } from "@signalbox/core/work/Work"
import * as Result from "effect/Result"

/** Beyond this a Use that is never content is stuck. */
const patience = 20

export class FactStore {
  readonly events: Array<Event> = []
  /** Every once-key that has moved money, with the amount taken. */
  readonly moved = new Map<string, number>()
  readonly work = new Map<string, Due>()
  private readonly rows = new Map<string, Facts.Known>()
  private readonly balances = new Map<AccountId, number>()

  constructor(rows: ReadonlyArray<Row>) {
    for (const row of rows) this.put(row)
  }

  put(row: Row): void {
    const version = (this.rows.get(refText(row))?.version ?? 0) + 1
    this.rows.set(refText(row), { version, row })
  }

  remove<Value>(kind: Kind<string, Value>, key: string): void {
    this.rows.delete(refText({ kind: kind.name, key }))
  }

  get<Value>(kind: Kind<string, Value>, key: string): Value | null {
    return (this.rows.get(refText({ kind: kind.name, key }))?.row?.value as Value | undefined) ?? null
  }

  balance(account: AccountId): number {
    return this.balances.get(account) ?? 0
  }

  give(account: AccountId, amount: number): void {
    this.balances.set(account, this.balance(account) + amount)
  }

  load(needs: Needs.Needs): Facts.Facts {
    return {
      ...Facts.empty,
      rows: new Map(needs.rows.map((ref) => [refText(ref), this.rows.get(refText(ref)) ?? { version: 0, row: null }])),
      balances: new Map(needs.balances.map((account) => [account, money(this.balance(account))])),
      counters: new Map(needs.counters.map((counter) => [counter, 0]))
    }
  }

  /** Loads what the use needs, decides, commits; once more when money was short. */
  run<Command, Answer>(
    use: Use<Command, Answer>,
    command: Command,
    now: Instant,
    mint: Mint
  ): Result.Result<Answer, Refused> {
    for (let again = 0; again < patience; again++) {
      const decided = use.decide(command, this.gather(use, command), now, mint)
      if (Result.isFailure(decided)) return Result.fail(decided.failure)
      if (this.commit(decided.success.commit)) return Result.succeed(decided.success.answer)
    }
    throw new Error(`${use.name} is never content`)
  }

  /** Whether it was kept; false when money was short. */
  commit(commit: Commit): boolean {
    for (const { ref, version } of commit.relied) {
      if ((this.rows.get(refText(ref))?.version ?? 0) !== version) throw new Error(`stale: ${refText(ref)}`)
    }
    const fresh = commit.spends.filter(({ once }) => !this.moved.has(once))
    const amount = fresh.reduce((sum, spend) => sum + spend.amount, 0)
    const floor = Math.max(...fresh.map((spend) => spend.floor))
    const accounts = new Set(fresh.map(({ account }) => account))
    if (accounts.size > 1) throw new Error("one message, several purses")
    for (const account of accounts) {
      if (amount > 0 && this.balance(account) - amount < floor) return false
      this.give(account, -amount)
    }
    for (const spend of fresh) this.moved.set(spend.once, spend.amount)
    if (commit.deletes.length > 0) throw new Error("a message is never deleted")
    for (const row of commit.puts) this.put(row)
    for (const { work } of commit.settles) this.work.delete(workText(work))
    for (const work of commit.withdraws) this.work.delete(workText(work))
    for (const due of commit.due) this.work.set(workText(due.work), due)
    this.events.push(...commit.events)
    return true
  }

  private gather<Command>(use: Use<Command, unknown>, command: Command): Facts.Facts {
    let facts = Facts.empty
    for (let again = 0; again < patience; again++) {
      const missing = Facts.missing(facts, use.needs(command, facts))
      if (Needs.isEmpty(missing)) return facts
      facts = Facts.merge(facts, this.load(missing))
    }
    throw new Error(`${use.name} needs more and more`)
  }
}

/** A lease on due work, as a worker would hold it. */
export const lease = (due: Due): Lease => ({ ...due, token: 1 as LeaseToken })
