/**
 * Commits and facts as data: parts are put together without loss, and a decision reads what was loaded and nothing
 * else.
 */
import { Accounts } from "@signalbox/core/Account"
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { AccountId } from "@signalbox/core/Id"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import type { Ref, UniqueKey } from "@signalbox/core/Kind"
import { ref as refOf, refText, uniqueText } from "@signalbox/core/Kind"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { fromEntries } from "@signalbox/core/RefMap"
import type { ClaimToken, Reply } from "@signalbox/core/Reply"
import { queryText } from "@signalbox/core/Usage"
import type { LeaseToken } from "@signalbox/core/Work"
import { event, row } from "@signalbox/testing/generate/Rows"
import { uuid } from "@signalbox/testing/generate/Values"
import * as Works from "@signalbox/testing/generate/Works"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const few = <A>(each: fc.Arbitrary<A>) => fc.array(each, { maxLength: 2 })
const ref = row.map(({ key, kind }) => ({ kind, key }))

const reply: fc.Arbitrary<Reply> = fc.nat().map((number) => ({
  claim: { account: Given.accountId(1), key: String(number) },
  token: number as ClaimToken,
  status: 202,
  outcome: null,
  requestId: "req",
  at: Given.now,
  sandbox: false,
  profile: null
}))

const spend = fc.nat().map((number) => ({
  account: Given.accountId(1),
  amount: money(number),
  floor: money(0),
  once: String(number)
}))

const count = fc.nat().map((by) => ({ counter: "counter", by, ceiling: null, once: String(by) }))

const uniqueKey: fc.Arbitrary<UniqueKey> = fc.record({
  index: fc.constantFrom("template_name", "user_email"),
  key: fc.constantFrom("a", "b", "c")
})

const part: fc.Arbitrary<Partial<Commit>> = fc.record({
  expects: few(fc.oneof(fc.record({ ref, version: fc.nat() }), fc.record({ free: uniqueKey }))),
  puts: few(row),
  deletes: few(ref),
  debits: few(spend),
  counts: few(count),
  events: few(event),
  due: few(Works.due),
  completes: few(fc.record({ work: Works.ref, token: fc.constant(1 as LeaseToken) })),
  cancels: few(Works.ref),
  reply: fc.option(reply)
}, { requiredKeys: [] })

const sums = {
  day: "2030-01-15",
  channel: "sms",
  status: "SENT",
  country: "US",
  messages: 1,
  segments: 1,
  price: money(0),
  activeContactPrice: money(0)
} as const

const lists = ["expects", "puts", "deletes", "debits", "counts", "events", "due", "completes", "cancels"] as const

describe("Commit", () => {
  prop("of several parts has all of each, in their order, and the last reply", fc.array(part), (parts) => {
    const whole = Commits.all(...parts)
    for (const name of lists) {
      expect(whole[name]).toEqual(parts.flatMap((each): ReadonlyArray<unknown> => each[name] ?? []))
    }
    expect(whole.reply).toEqual(parts.map((each) => each.reply ?? null).filter((each) => each !== null).at(-1) ?? null)
  })

  it("of several parts has a list of one of them as it is, and nothing of what a part leaves open", () => {
    const deletes = [{ kind: "purge", key: "a" }]
    const due = [{ work: { kind: "dispatch", key: "a" }, lane: "dispatch:a", at: Given.now }] as const
    const open: Partial<Commits.Commit> = Object.fromEntries([["deletes", undefined], ["reply", undefined]])
    const whole = Commits.all({ deletes }, {}, { due, deletes: [] }, open)
    expect(whole).toStrictEqual({ ...Commits.empty, deletes, due })
    expect([whole.deletes === deletes, whole.due === due]).toEqual([true, true])
  })

  prop("is empty when nothing would change; what it rests on changes nothing", part, (parts) => {
    const { expects: _, ...changes } = parts
    const isEmpty = Object.values(changes).every((each) => each === null || Array.isArray(each) && each.length === 0)
    expect(Commits.isEmpty(Commits.make(parts))).toBe(isEmpty)
  })

  it("is not empty as soon as one thing changes", () => {
    const [one] = fc.sample(fc.record({ row, event, due: Works.due, work: Works.ref, spend, count, reply }), 1)
    const parts: ReadonlyArray<Partial<Commit>> = [
      { puts: [one!.row] },
      { deletes: [one!.row] },
      { debits: [one!.spend] },
      { counts: [one!.count] },
      { events: [one!.event] },
      { due: [one!.due] },
      { completes: [{ work: one!.work, token: 1 as LeaseToken }] },
      { cancels: [one!.work] },
      { tallies: [{ ...sums, account: Given.accountId(1) }] },
      { releases: [{ work: one!.work, token: 1 as LeaseToken }] },
      { pauses: [{ lane: "step:one", until: null }] },
      { reply: one!.reply }
    ]
    expect(parts.map((each) => Commits.isEmpty(Commits.make(each)))).toEqual(parts.map(() => false))
    expect(Commits.isEmpty(Commits.empty)).toBe(true)
  })
})

const accounts = fc.array(uuid<AccountId>(), { maxLength: 4 })
const needs: fc.Arbitrary<Needs.Needs> = fc.record({
  rows: fc.array(ref, { maxLength: 4 }),
  uniques: fc.array(uniqueKey, { maxLength: 4 }),
  balances: accounts,
  counters: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 4 }),
  lists: fc.array(
    fc.record({
      list: fc.constantFrom("messages" as const, "contacts" as const),
      scope: fc.constantFrom("x", "y"),
      offset: fc.nat({ max: 2 }),
      limit: fc.nat({ max: 2 })
    }),
    { maxLength: 3 }
  ),
  usages: fc.array(
    fc.record({
      account: uuid<AccountId>(),
      first: fc.constantFrom("2030-01-01", "2030-01-02"),
      last: fc.constant("2030-01-03")
    }),
    { maxLength: 2 }
  )
})

/** Returns the row that has a unique key; nobody has the key `c`. */
const ownerOf = ({ index, key }: UniqueKey): Ref | null => key === "c" ? null : { kind: index, key: `row of ${key}` }

/** Answers as a store does that has only rows with unique keys. */
const answer = ({ balances, counters, lists, rows, uniques, usages }: Needs.Needs): Facts.Facts => ({
  rows: fromEntries(
    [...rows, ...uniques.map(ownerOf).filter((owner) => owner !== null)].map((
      each
    ) => [each, { version: 0, row: null }])
  ),
  owners: new Map(uniques.map((key) => [uniqueText(key), ownerOf(key)])),
  balances: new Map(balances.map((account) => [account, money(5)])),
  counters: new Map(counters.map((counter) => [counter, 7])),
  pages: new Map(lists.map((query) => [Needs.listText(query), { rows: [], total: 0 }])),
  usages: new Map(usages.map((query) => [queryText(query), []]))
})

describe("Facts", () => {
  prop("miss what is needed and not known, and nothing once it is loaded", needs, needs, (first, second) => {
    const facts = answer(first)
    const missing = Facts.missing(facts, Needs.all(first, second))
    expect(Needs.isEmpty(Facts.missing(facts, first))).toBe(true)
    expect(Facts.missing(Facts.merge(facts, answer(missing)), Needs.all(first, second))).toMatchObject({
      rows: [],
      uniques: [],
      balances: [],
      counters: [],
      lists: []
    })
    expect(missing.uniques.filter((key) => facts.owners.has(uniqueText(key)))).toEqual([])
    expect(new Set(missing.uniques.map(uniqueText)).size).toBe(missing.uniques.length)
    expect(missing.rows.filter((each) => facts.rows.has(each))).toEqual([])
    expect(new Set(missing.rows.map(refText)).size).toBe(missing.rows.length)
    expect(missing.balances.filter((account) => facts.balances.has(account))).toEqual([])
    expect(missing.counters.filter((counter) => facts.counters.has(counter))).toEqual([])
  })

  prop("say that nothing is needed only when it is", needs, (each) => {
    const size = each.rows.length + each.uniques.length + each.balances.length + each.counters.length +
      each.lists.length + each.usages.length
    expect(Needs.isEmpty(each)).toBe(size === 0)
  })

  it("newer ones go before older ones", () => {
    const at = (version: number): Facts.Facts => ({
      ...Facts.empty,
      rows: fromEntries([[{ kind: "contact", key: "a" }, { version, row: null }]]),
      counters: new Map([["a", version]])
    })
    const merged = Facts.merge(at(1), at(2))
    expect([Facts.expected(merged, Contacts, "a").version, Facts.counter(merged, "a")]).toEqual([2, 2])
  })

  it("that were never asked for are a bug of the decision, not an absence", () => {
    expect(() => Facts.get(Facts.empty, Contacts, "a")).toThrow("not loaded: contact/a")
    expect(() => Facts.expected(Facts.empty, Contacts, "a")).toThrow("not loaded: contact/a")
    expect(() => Facts.page(Facts.empty, { list: "messages", scope: "a", offset: 0, limit: 1 })).toThrow("not loaded")
    expect(Facts.peek(Facts.empty, Contacts, "a")).toBe(undefined)
  })

  it("tell a row from its absence", () => {
    const account = Given.account()
    const facts: Facts.Facts = {
      ...Facts.empty,
      rows: fromEntries<Facts.Known>([
        [refOf(Accounts, account.id), { version: 3, row: Commits.put(Accounts, account) }],
        [refOf(Accounts, "none"), { version: 0, row: null }]
      ])
    }
    expect([Facts.get(facts, Accounts, account.id), Facts.get(facts, Accounts, "none")]).toEqual([account, null])
    expect([Facts.peek(facts, Accounts, account.id), Facts.peek(facts, Accounts, "none")]).toEqual([account, null])
    expect(Facts.expected(facts, Accounts, account.id)).toEqual({
      ref: { kind: "account", key: account.id },
      version: 3
    })
  })
})
