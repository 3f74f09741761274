/**
 * A store as its port describes it, without any regard for speed: one Map for each thing, one commit after the other.
 * Versions are the store's own business, so a row has a stamp here: another one after each put.
 */
import type { Commit, Count, Debit, ExpectedRow, Fence } from "@signalbox/core/Commit"
import type { Event } from "@signalbox/core/Delivery"
import { deliveryId } from "@signalbox/core/Fanout"
import type { NodeId } from "@signalbox/core/Id"
import type { Begun } from "@signalbox/core/Idempotency"
import type { Instant } from "@signalbox/core/Instant"
import type { Ref, UniqueKey } from "@signalbox/core/Kind"
import { refText, uniqueText } from "@signalbox/core/Kind"
import type { ClaimToken, Reply } from "@signalbox/core/Reply"
import { claimText } from "@signalbox/core/Reply"
import type { Row } from "@signalbox/core/Row"
import { unique } from "@signalbox/core/Row"
import type { ClaimRequest } from "@signalbox/core/Store"
import type { Due, Lane, LeaseToken } from "@signalbox/core/Work"
import { laneKind, refText as workText } from "@signalbox/core/Work"

interface Work {
  readonly due: Due
  readonly sequence: number
  readonly lease: { readonly node: NodeId; readonly token: LeaseToken } | null
}

interface Claim {
  readonly token: ClaimToken
  readonly fingerprint: string
  readonly at: Instant
  readonly reply: Reply | null
}

export interface Model {
  readonly rows: Map<string, { readonly stamp: number; readonly row: Row }>
  readonly balances: Map<string, number>
  readonly counters: Map<string, number>
  /** The once-keys that are used up. */
  readonly used: Set<string>
  readonly work: Map<string, Work>
  /** Until when lanes are closed. */
  readonly pauses: Map<Lane, Instant>
  readonly claims: Map<string, Claim>
  /** The nodes that have claimed, and were not declared dead since. */
  readonly living: Set<NodeId>
  /** The last number that was given out, for stamps and sequences. */
  number: number
}

export const make = (): Model => ({
  rows: new Map(),
  balances: new Map(),
  counters: new Map(),
  used: new Set(),
  work: new Map(),
  pauses: new Map(),
  claims: new Map(),
  living: new Set(),
  number: 0
})

export const stamp = (self: Model, ref: Ref): number => self.rows.get(refText(ref))?.stamp ?? 0

/** A verdict allows a commit one of these outcomes, in words. */
export type Verdict = ReadonlyArray<string>

/** Null: it happens each time. */
const spendKey = ({ account, once }: Debit): string | null => once === null ? null : `spend ${account} ${once}`
const countKey = ({ counter, once }: Count): string | null => once === null ? null : `count ${counter} ${once}`

/** Those that have not happened yet, each key once. */
const firsts = <A>(self: Model, items: ReadonlyArray<A>, key: (item: A) => string | null): ReadonlyArray<A> =>
  items.filter((item, index) => {
    const once = key(item)
    return once === null || (!self.used.has(once) && items.findIndex((other) => key(other) === once) === index)
  })

const sum = (amounts: ReadonlyArray<number>): number => amounts.reduce((total, amount) => total + amount, 0)

const shortOf = (self: Model, commit: Commit): Verdict => {
  const debits = firsts(self, commit.debits, spendKey)
  const counts = firsts(self, commit.counts, countKey)
  const accounts = [...new Set(debits.map(({ account }) => account))].filter((account) => {
    const mine = debits.filter((spend) => spend.account === account)
    const total = sum(mine.map(({ amount }) => amount))
    const left = (self.balances.get(account) ?? 0) - total
    return total > 0 && mine.some(({ amount, floor }) => amount > 0 && left < floor)
  })
  const counters = [...new Set(counts.map(({ counter }) => counter))].filter((counter) => {
    const mine = counts.filter((count) => count.counter === counter)
    const total = sum(mine.map(({ by }) => by))
    const after = (self.counters.get(counter) ?? 0) + total
    return total > 0 && mine.some(({ by, ceiling }) => by > 0 && ceiling !== null && after > ceiling)
  })
  return [...accounts, ...counters].map((of) => `Insufficient ${of}`)
}

/** The rows that have a key. */
const having = (rows: Iterable<Row>, key: UniqueKey): ReadonlyArray<Row> =>
  [...rows].filter((row) => unique(row).some((each) => uniqueText(each) === uniqueText(key)))

export const owner = (self: Model, key: UniqueKey): Row | null =>
  having([...self.rows.values()].map(({ row }) => row), key)[0] ?? null

const takenOf = (self: Model, { deletes, puts }: Commit): Verdict => {
  const after = new Map([...self.rows].map(([text, { row }]) => [text, row]))
  for (const ref of deletes) after.delete(refText(ref))
  for (const row of puts) after.set(refText(row), row)
  return puts.flatMap(unique).filter((key) => having(after.values(), key).length > 1).map((key) =>
    `Taken ${uniqueText(key)}`
  )
}

const isHeld = (self: Model, { token, work }: Fence): boolean => self.work.get(workText(work))?.lease?.token === token

const minute = 60_000
const day = 24 * 60 * minute

const holdsClaim = (self: Model, { at, claim, token }: Reply): boolean => {
  const found = self.claims.get(claimText(claim))
  return found !== undefined && found.reply === null && found.token === token && at - found.at < day
}

const put = (self: Model, row: Row): void => {
  self.rows.set(refText(row), { stamp: ++self.number, row })
}

const makeDue = (self: Model, due: Due): void => {
  self.work.set(workText(due.work), { due, sequence: ++self.number, lease: null })
}

const aUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const happen = (self: Model, event: Event): void => {
  const webhooks = [...self.rows.values()].flatMap(({ row }) => row.kind === "webhook" ? [row.value] : [])
  const ids = [...new Set(event.body.split("\"").filter((part) => aUuid.test(part)))]
  for (const { account, id: webhook, parent, subscribes } of webhooks) {
    if (account !== event.account || !subscribes.includes(event.name)) continue
    const id = deliveryId(event.id, webhook)
    put(self, { kind: "event", key: event.id, value: event })
    const nothingYet = { httpStatus: null, responseBody: null, errorMessage: null, startedAt: null, completedAt: null }
    put(self, {
      kind: "delivery",
      key: id,
      value: {
        id,
        webhook,
        ...(parent === undefined ? {} : { parent }),
        event: event.id,
        name: event.name,
        ...(ids.length === 0 ? {} : { ids }),
        status: "PENDING",
        attempts: 0,
        createdAt: event.at,
        ...nothingYet
      }
    })
    makeDue(self, { work: { kind: "delivery", key: id }, lane: `delivery:${webhook}`, at: event.at })
  }
}

const apply = (self: Model, commit: Commit): void => {
  const debits = firsts(self, commit.debits, spendKey)
  const counts = firsts(self, commit.counts, countKey)
  for (const ref of commit.deletes) self.rows.delete(refText(ref))
  for (const row of commit.puts) put(self, row)
  for (const spend of debits) {
    self.balances.set(spend.account, (self.balances.get(spend.account) ?? 0) - spend.amount)
    const once = spendKey(spend)
    if (once !== null) self.used.add(once)
  }
  for (const count of counts) {
    self.counters.set(count.counter, (self.counters.get(count.counter) ?? 0) + count.by)
    const once = countKey(count)
    if (once !== null) self.used.add(once)
  }
  for (const { work } of commit.releases) {
    const found = self.work.get(workText(work))!
    self.work.set(workText(work), { ...found, lease: null })
  }
  for (const work of [...commit.completes.map((settled) => settled.work), ...commit.cancels]) {
    self.work.delete(workText(work))
  }
  for (const due of commit.due) makeDue(self, due)
  for (const { lane, until } of commit.pauses) {
    if (until === null) self.pauses.delete(lane)
    else self.pauses.set(lane, until)
  }
  for (const event of commit.events) happen(self, event)
  if (commit.reply !== null) {
    const text = claimText(commit.reply.claim)
    self.claims.set(text, { ...self.claims.get(text)!, at: commit.reply.at, reply: commit.reply })
  }
}

/** Applies the commit if nothing speaks against it. */
export const commit = (self: Model, commit: Commit, isFresh: (expects: ExpectedRow) => boolean): Verdict => {
  const stands = commit.expects.every((each) => "free" in each ? owner(self, each.free) === null : isFresh(each))
  const stale = [
    ...(stands ? [] : ["Stale row"]),
    ...([commit.completes, commit.holds, commit.releases].flat().every((fence) => isHeld(self, fence))
      ? []
      : ["Stale lease"]),
    ...(commit.reply === null || holdsClaim(self, commit.reply) ? [] : ["Stale claim"])
  ]
  if (stale.length > 0) return stale
  const taken = takenOf(self, commit)
  if (taken.length > 0) return taken
  const short = shortOf(self, commit)
  if (short.length > 0) return short
  apply(self, commit)
  return ["Done"]
}

const free = (self: Model): ReadonlyArray<Work> => [...self.work.values()].filter(({ lease }) => lease === null)

/** A pause that is over is none. */
const pausedUntil = (self: Model, lane: Lane, now: Instant): Instant | null => {
  const until = self.pauses.get(lane)
  return until === undefined || until <= now ? null : until
}

export const nextDue = (self: Model, now: Instant): Instant | null =>
  free(self).map(({ due: { at, lane } }) => {
    const until = pausedUntil(self, lane, now)
    return until !== null && until > at ? until : at
  }).reduce<Instant | null>((first, at) => first === null || at < first ? at : first, null)

/** For each lane, what a node may have of it at this instant, in order. */
export const claimable = (
  self: Model,
  { lanes: terms, node }: Pick<ClaimRequest, "lanes" | "node">,
  now: Instant
): ReadonlyMap<Lane, ReadonlyArray<Due>> => {
  const lanes = new Map<Lane, ReadonlyArray<Due>>()
  for (const lane of new Set([...self.work.values()].map(({ due }) => due.lane))) {
    const { shared, width } = terms[laneKind(lane)] ?? { shared: false, width: 0 }
    const held = [...self.work.values()].filter(({ due, lease }) => due.lane === lane && lease !== null)
    const mine = held.filter(({ lease }) => lease!.node === node)
    if (pausedUntil(self, lane, now) !== null || (!shared && mine.length < held.length)) continue
    const due = free(self)
      .filter((work) => work.due.lane === lane && work.due.at <= now)
      .toSorted((a, b) => a.due.at - b.due.at || a.sequence - b.sequence)
    lanes.set(lane, due.slice(0, Math.max(0, width - mine.length)).map((work) => work.due))
  }
  return lanes
}

export const lease = (self: Model, due: Pick<Due, "work">, node: NodeId, token: LeaseToken): void => {
  const work = self.work.get(workText(due.work))!
  self.work.set(workText(due.work), { ...work, lease: { node, token } })
}

export const kill = (self: Model, node: NodeId): void => {
  self.living.delete(node)
  for (const [text, work] of self.work) {
    if (work.lease?.node === node) self.work.set(text, { ...work, lease: null })
  }
}

/** Returns what `begin` must answer; null: a claim that is this request's now. */
export const begin = (
  self: Model,
  key: Reply["claim"],
  fingerprint: string,
  now: Instant
): Exclude<Begun, { _tag: "Started" }> | null => {
  const found = self.claims.get(claimText(key))
  if (found === undefined || now - found.at >= (found.reply === null ? minute : day)) return null
  if (found.fingerprint !== fingerprint) return { _tag: "Mismatch" }
  return found.reply === null ? { _tag: "InProgress" } : { _tag: "Finished", reply: found.reply }
}

export const began = (self: Model, key: Reply["claim"], claim: Omit<Claim, "reply">): void => {
  self.claims.set(claimText(key), { ...claim, reply: null })
}

export const abandon = (self: Model, key: Reply["claim"], token: ClaimToken): void => {
  const found = self.claims.get(claimText(key))
  if (found?.token === token && found.reply === null) self.claims.delete(claimText(key))
}
