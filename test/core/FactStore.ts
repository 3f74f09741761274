/**
 * A tiny store of facts for pure tests: it runs a Use as the engine would, one at a time, and keeps what the Commit
 * says. It is as strict as a real one about versions, tokens, once-keys, floors and ceilings, and refuses what a
 * Commit must never ask for.
 */
import type { Commit } from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import * as Facts from "@signalbox/core/Facts"
import type { AccountId } from "@signalbox/core/Id"
import type { IdGenerator } from "@signalbox/core/IdGenerator"
import type { Instant } from "@signalbox/core/Instant"
import * as Continuation from "@signalbox/core/internal/commit/Continuation"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import type { Kind, Ref, UniqueKey } from "@signalbox/core/Kind"
import { refText, uniqueText } from "@signalbox/core/Kind"
import type { ListQuery } from "@signalbox/core/ListQuery"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import type { Outcome } from "@signalbox/core/Outcome"
import { done, insufficient, stale, taken } from "@signalbox/core/Outcome"
import { fromEntries } from "@signalbox/core/RefMap"
import type { Refused } from "@signalbox/core/Refused"
import type { Row } from "@signalbox/core/Row"
import { listings, unique } from "@signalbox/core/Row"
import type { Due, Lane, Lease, LeaseToken, WorkRef } from "@signalbox/core/Work"
import { refText as workText } from "@signalbox/core/Work"
import * as Result from "effect/Result"
import { watch } from "./DecisionWatch.ts"

/** Beyond this a Use that is never content is stuck. */
const patience = 20

/** Rows that many write: who changes one has read it. */
const contended = ["message", "contact"]

/** The work is in other hands, or no more: nothing was changed. */
export interface LeaseLost {
  readonly _tag: "LeaseLost"
}

const isSame = (one: Ref, other: Ref): boolean => one.kind === other.kind && one.key === other.key

export class FactStore {
  readonly events: Array<Event> = []
  readonly work = new Map<string, Due>()
  /** Until when lanes are closed. */
  readonly pauses = new Map<Lane, Instant>()
  /** The once-keys that have moved money, by account, and those that have raised a counter. */
  private readonly moved = new Set<string>()
  private readonly counted = new Set<string>()
  /** The row that has each unique key. */
  private readonly owners = new Map<string, Ref>()
  /** By kind and key. */
  private readonly rows = new Map<string, Map<string, Facts.Known>>()
  private readonly balances = new Map<AccountId, number>()
  private readonly counters = new Map<string, number>()
  /** The token under which each work item is held. */
  private readonly holders = new Map<string, LeaseToken>()
  private tokens = 0
  private versions = 0

  constructor(rows: ReadonlyArray<Row>) {
    for (const row of rows) this.put(row)
  }

  put(row: Row): void {
    this.drop(row)
    const known = { version: ++this.versions, row }
    const kind = this.rows.get(row.kind)
    if (kind === undefined) this.rows.set(row.kind, new Map([[row.key, known]]))
    else kind.set(row.key, known)
    for (const key of unique(row)) this.owners.set(uniqueText(key), row)
  }

  remove<Value>(kind: Kind<string, Value>, key: string): void {
    this.drop({ kind: kind.name, key })
  }

  private drop(ref: Ref): void {
    const row = this.known(ref)?.row ?? null
    if (row === null) return
    this.rows.get(ref.kind)?.delete(ref.key)
    for (const key of unique(row)) {
      const owner = this.owners.get(uniqueText(key))
      if (owner !== undefined && isSame(owner, ref)) this.owners.delete(uniqueText(key))
    }
  }

  private known({ key, kind }: Ref): Facts.Known | undefined {
    return this.rows.get(kind)?.get(key)
  }

  /** Every value of a kind, the oldest first. */
  values<Value>(kind: Kind<string, Value>): ReadonlyArray<Value> {
    return [...this.rows.get(kind.name)?.values() ?? []].flatMap(({ row }) => row === null ? [] : [row.value as Value])
  }

  get<Value>(kind: Kind<string, Value>, key: string): Value | null {
    return (this.known({ kind: kind.name, key })?.row?.value as Value | undefined) ?? null
  }

  version<Value>(kind: Kind<string, Value>, key: string): number {
    return this.known({ kind: kind.name, key })?.version ?? 0
  }

  balance(account: AccountId): number {
    return this.balances.get(account) ?? 0
  }

  give(account: AccountId, amount: number): void {
    this.balances.set(account, this.balance(account) + amount)
  }

  /** Every counter that was ever raised. */
  get counts(): ReadonlyMap<string, number> {
    return this.counters
  }

  /** The work in the hands of a worker. Whoever held it before holds it no more. */
  claim(work: WorkRef): Lease | null {
    const due = this.work.get(workText(work))
    if (due === undefined) return null
    const token = ++this.tokens as LeaseToken
    this.holders.set(workText(work), token)
    return { ...due, failures: due.failures ?? 0, token }
  }

  /** Work that falls due, in the hands of a worker immediately. */
  hold(due: Due): Lease {
    this.work.set(workText(due.work), due)
    return this.claim(due.work)!
  }

  isHeld({ token, work }: Pick<Lease, "work" | "token">): boolean {
    return this.holders.get(workText(work)) === token
  }

  private owner(key: UniqueKey): Ref | null {
    return this.owners.get(uniqueText(key)) ?? null
  }

  private page({ ahead, before, behind, limit, list, offset, scope }: ListQuery): Facts.Page {
    const all = [...this.rows.values()].flatMap((kind) => [...kind.values()])
    const found = all.flatMap(({ row }) =>
      (row === null ? [] : listings(row)).flatMap(({ at, ...listing }) =>
        listing.list === list && listing.scope === scope && (before === undefined || at < before) &&
          (ahead === undefined || at > ahead.at || at === ahead.at && row!.key > ahead.key) &&
          (behind === undefined || at < behind.at || at === behind.at && row!.key < behind.key)
          ? [{ at, row: row! }]
          : []
      )
    )
    const rows = (ahead === undefined ? found : found.toSorted((one, other) => one.at - other.at)).map(({ row }) => row)
    return { rows: rows.slice(offset, offset + limit), total: found.length }
  }

  find<Value>(kind: Kind<string, Value>, key: UniqueKey): Value | null {
    const owner = this.owner(key)
    return owner === null ? null : this.get(kind, owner.key)
  }

  load(needs: Needs.Needs): Facts.Facts {
    const owners = new Map(needs.uniques.map((key) => [uniqueText(key), this.owner(key)]))
    const refs = [...needs.rows, ...[...owners.values()].filter((owner) => owner !== null)]
    return {
      ...Facts.empty,
      owners,
      rows: fromEntries(refs.map((ref) => [ref, this.known(ref) ?? { version: 0, row: null }])),
      balances: new Map(needs.balances.map((account) => [account, money(this.balance(account))])),
      counters: new Map(needs.counters.map((counter) => [counter, this.counters.get(counter) ?? 0])),
      pages: new Map(needs.lists.map((query) => [Needs.listText(query), this.page(query)]))
    }
  }

  /**
   * Loads what the use needs, decides, commits; once more when something had changed meanwhile.
   *
   * @param meanwhile what happens after the first decision, before its commit
   */
  run<Command, Answer>(
    use: Decision<Command, Answer>,
    command: Command,
    now: Instant,
    ids: IdGenerator,
    meanwhile: () => void = () => {}
  ): Result.Result<Answer, Refused | LeaseLost> {
    for (let again = 0; again < patience; again++) {
      const reads: Array<Ref> = []
      const facts = { ...this.gather(use, command), seen: (ref: Ref) => void reads.push(ref) }
      const decided = Continuation.decide(use, command, { facts, now, ids })
      if (again === 0) meanwhile()
      if (Result.isFailure(decided)) return Result.fail(decided.failure)
      watch({ name: use.name, reads, commit: decided.success.commit })
      const outcome = this.commit(decided.success.commit)
      if (outcome._tag === "Done") return Result.succeed(decided.success.answer)
      if (outcome._tag === "Stale" && outcome.because !== "row") return Result.fail({ _tag: "LeaseLost" })
    }
    throw new Error(`${use.name} is never content`)
  }

  commit(commit: Commit): Outcome {
    const guarded = this.guard(commit)
    if (guarded._tag !== "Done") return guarded
    for (const each of commit.deletes) {
      if (each.kind === "message") throw new Error("a message is never deleted")
      this.drop(each)
    }
    for (const row of commit.puts) this.put(row)
    for (const spend of this.freshSpends(commit)) {
      this.give(spend.account, -spend.amount)
      if (spend.once !== null) this.moved.add(`${spend.account} ${spend.once}`)
    }
    for (const count of this.freshCounts(commit)) {
      this.counters.set(count.counter, (this.counters.get(count.counter) ?? 0) + count.by)
      if (count.once !== null) this.counted.add(`${count.counter} ${count.once}`)
    }
    for (const { work } of commit.releases) this.holders.delete(workText(work))
    for (const { work } of commit.completes) this.end(work)
    for (const work of commit.cancels) this.end(work)
    for (const due of commit.due) {
      this.end(due.work)
      this.work.set(workText(due.work), due)
    }
    for (const { lane, until } of commit.pauses) {
      if (until === null) this.pauses.delete(lane)
      else this.pauses.set(lane, until)
    }
    this.events.push(...commit.events)
    return done
  }

  private end(work: WorkRef): void {
    this.work.delete(workText(work))
    this.holders.delete(workText(work))
  }

  private freshSpends({ debits }: Commit): Commit["debits"] {
    return debits.filter(({ account, once }) => once === null || !this.moved.has(`${account} ${once}`))
  }

  private freshCounts({ counts }: Commit): Commit["counts"] {
    return counts.filter(({ counter, once }) => once === null || !this.counted.has(`${counter} ${once}`))
  }

  /** Stale goes before Insufficient. */
  private guard(commit: Commit): Outcome {
    const expects = new Set<string>()
    for (const each of commit.expects) {
      if ("free" in each) {
        if (this.owner(each.free) !== null) return stale("row")
        continue
      }
      expects.add(refText(each.ref))
      if ((this.known(each.ref)?.version ?? 0) !== each.version) return stale("row")
    }
    const fences = [...commit.completes, ...commit.holds, ...commit.releases]
    if (!fences.every((fence) => this.isHeld(fence))) return stale("lease")
    for (const row of commit.puts) {
      const isUnread = contended.includes(row.kind) && this.known(row) !== undefined && !expects.has(refText(row))
      if (isUnread) throw new Error(`overwritten unread: ${refText(row)}`)
    }
    for (const row of commit.puts) {
      for (const key of unique(row)) {
        const owner = this.owner(key)
        // A key can pass from a row that is deleted to another one.
        const isFreed = commit.deletes.some((ref) => owner !== null && isSame(ref, owner))
        if (owner !== null && !isFreed && !isSame(owner, row)) return taken(key)
      }
    }
    const debits = this.freshSpends(commit)
    const accounts = new Set(debits.map(({ account }) => account))
    for (const account of accounts) {
      const own = debits.filter((spend) => spend.account === account)
      const amount = own.reduce((sum, spend) => sum + spend.amount, 0)
      const floor = Math.max(...own.map((spend) => spend.floor))
      if (amount > 0 && this.balance(account) - amount < floor) return insufficient(account)
    }
    const counts = this.freshCounts(commit)
    for (const { ceiling, counter } of counts) {
      const by = counts.reduce((sum, count) => count.counter === counter ? sum + count.by : sum, 0)
      if (ceiling !== null && by > 0 && (this.counters.get(counter) ?? 0) + by > ceiling) return insufficient(counter)
    }
    return done
  }

  private gather<Command>(use: Decision<Command, unknown>, command: Command): Facts.Facts {
    let facts = Facts.empty
    for (let again = 0; again < patience; again++) {
      const missing = Facts.missing(facts, Continuation.needs(use, command, facts))
      if (Needs.isEmpty(missing)) return facts
      facts = Facts.merge(facts, this.load(missing))
    }
    throw new Error(`${use.name} needs more and more`)
  }
}
