/**
 * Facts: which of them are missing, and how they change as the parts of a commit are decided one after the other.
 */
import type { Count, Debit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { AccountId } from "@signalbox/core/Id"
import type { Ref, UniqueKey } from "@signalbox/core/Kind"
import { ref, refText, uniqueText } from "@signalbox/core/Kind"
import { Messages } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { fromEntries } from "@signalbox/core/RefMap"
import { templateName, Templates } from "@signalbox/core/Template"
import type { Usage } from "@signalbox/core/Usage"
import { queryText } from "@signalbox/core/Usage"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const rowRef: fc.Arbitrary<Ref> = fc.record({
  kind: fc.constantFrom("contact", "message"),
  key: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h")
})

/** Often more than a dozen, from which on they are compared in another way. */
const refs = fc.array(rowRef, { maxLength: 18 })

const key: fc.Arbitrary<UniqueKey> = fc.record({
  index: fc.constantFrom("template_name", "user_email"),
  key: fc.constantFrom("a", "b")
})

const messages = (scope: string): Needs.ListQuery => ({ list: "messages", scope, offset: 0, limit: 1 })

const needs: fc.Arbitrary<Needs.Needs> = fc.record({
  rows: refs,
  uniques: fc.array(key, { maxLength: 4 }),
  balances: fc.array(fc.constantFrom(1, 2, 3).map(Given.accountId), { maxLength: 4 }),
  counters: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 4 }),
  lists: fc.array(fc.constantFrom("a", "b", "c").map(messages), { maxLength: 4 }),
  usages: fc.array(
    fc.constantFrom(1, 2, 3).map((each) => ({
      account: Given.accountId(each),
      first: "2030-01-01",
      last: "2030-01-02"
    })),
    { maxLength: 4 }
  )
})

const known = (of: Needs.Needs): Facts.Facts => ({
  rows: fromEntries(of.rows.map((each) => [each, { version: 0, row: null }])),
  owners: new Map(of.uniques.map((each) => [uniqueText(each), null])),
  balances: new Map(of.balances.map((each) => [each, money(0)])),
  counters: new Map(of.counters.map((each) => [each, 0])),
  pages: new Map(of.lists.map((each) => [Needs.listText(each), { rows: [], total: 0 }])),
  usages: new Map(of.usages.map((each) => [queryText(each), []]))
})

/** Those that are not known, each at the place where it is named first. */
const left = <Item>(items: ReadonlyArray<Item>, before: ReadonlyArray<Item>, text: (item: Item) => string) => {
  const texts = items.map(text)
  const old = new Set(before.map(text))
  return items.filter((_, index) => !old.has(texts[index]!) && texts.indexOf(texts[index]!) === index)
}

const itself = (text: string): string => text

describe("missing facts", () => {
  prop("are those that are needed and not known, each once, in the order in which they are named", needs, needs, (
    wanted,
    before
  ) => {
    const facts = known(before)
    const missing = Facts.missing(facts, wanted)
    expect(missing).toEqual({
      rows: left(wanted.rows, before.rows, refText),
      uniques: left(wanted.uniques, before.uniques, uniqueText),
      balances: left(wanted.balances, before.balances, itself),
      counters: left(wanted.counters, before.counters, itself),
      lists: left(wanted.lists, before.lists, Needs.listText),
      usages: left(wanted.usages, before.usages, queryText)
    })
    expect(Facts.covers(facts, wanted)).toBe(Needs.isEmpty(missing))
    expect(Facts.covers(Facts.merge(facts, known(missing)), wanted)).toBe(true)
  })

  prop(
    "of one sort alone are missing too",
    needs,
    fc.constantFrom<keyof Needs.Needs>(
      "rows",
      "uniques",
      "balances",
      "counters",
      "lists",
      "usages"
    ),
    (wanted, name) => {
      const all = known(wanted)
      const facts = known({ ...wanted, [name]: [] })
      expect(Facts.covers(all, wanted)).toBe(true)
      expect(Facts.covers(facts, wanted)).toBe(wanted[name].length === 0)
      expect(Facts.missing(all, wanted)).toBe(Needs.none)
    }
  )

  it("are named once each, however many there are and however often they are named", () => {
    const some = (kind: string) => Array.from({ length: 8 }, (_, index) => ({ kind, key: `${index}` }))
    const all = [...some("contact"), ...some("message")]
    const wanted = { ...Needs.none, rows: [...all, ...all.toReversed()] }
    expect(Facts.missing(Facts.empty, wanted).rows).toStrictEqual(all)
    const facts = known({ ...Needs.none, rows: some("contact") })
    expect(Facts.missing(facts, wanted).rows).toStrictEqual(some("message"))
  })

  it("are none of none", () => {
    for (const facts of [Facts.empty, known({ ...Needs.none, counters: ["a"] })]) {
      expect(Facts.covers(facts, Needs.none)).toBe(true)
      expect(Facts.missing(facts, Needs.none)).toBe(Needs.none)
    }
  })

  it("are the lists of the needs themselves where nothing of them is known, so that none is copied", () => {
    const some = (count: number) => Array.from({ length: count }, (_, index) => ({ kind: "contact", key: `${index}` }))
    for (const count of [1, 12, 13]) {
      const wanted: Needs.Needs = {
        ...Needs.none,
        rows: some(count),
        counters: some(count).map((each) => each.key)
      }
      const missing = Facts.missing(Facts.empty, wanted)
      expect(missing.rows).toBe(wanted.rows)
      expect(missing.counters).toBe(wanted.counters)
    }
  })
})

const account: AccountId = Given.accountId(1)
const template = Given.template({ account, name: "welcome" })
const name = templateName(account, "welcome")
const message = Given.message({ account })

const loaded: Facts.Facts = {
  ...Facts.empty,
  rows: fromEntries<Facts.Known>([
    [ref(Templates, template.id), { version: 4, row: Commits.put(Templates, template) }],
    [ref(Templates, "none"), { version: 0, row: null }],
    [ref(Templates, "deleted"), { version: 3, row: null }]
  ]),
  owners: new Map<string, Ref | null>([
    [uniqueText(name), ref(Templates, template.id)],
    [uniqueText(templateName(account, "free")), null]
  ]),
  balances: new Map([[account, money(100)]]),
  counters: new Map([["known", 7]])
}

const usage: Usage = {
  account,
  day: "2030-01-01",
  channel: "sms",
  status: "SENT",
  country: "US",
  messages: 1,
  segments: 1,
  price: money(0),
  activeContactPrice: money(0)
}

describe("a row by a unique key", () => {
  it("is that of its owner, none, or one that was never asked for", () => {
    const free = templateName(account, "free")
    const other = templateName(account, "other")
    expect([name, free].map((each) => Facts.find(loaded, Templates, each))).toEqual([template, null])
    expect([name, free, other].map((each) => Facts.peekFound(loaded, Templates, each))).toEqual([
      template,
      null,
      undefined
    ])
    expect([name, free, other].map((each) => Facts.peekOwner(loaded, each))).toEqual([
      ref(Templates, template.id),
      null,
      undefined
    ])
    expect([name, free].map((each) => Facts.expectedFree(loaded, each))).toEqual([
      { ref: ref(Templates, template.id), version: 4 },
      { free }
    ])
    const text = `not loaded: template_name/${account}/other`
    expect(() => Facts.find(loaded, Templates, other)).toThrow(text)
    expect(() => Facts.expectedFree(loaded, other)).toThrow(text)
  })
})

describe("what a decision reads", () => {
  it("is told where the store said it, and not where it was only peeked at", () => {
    const seen: Array<string> = []
    const facts: Facts.Facts = {
      ...Facts.withRows(loaded, [Commits.put(Messages, message)]),
      seen: (each) => seen.push(refText(each))
    }
    Facts.get(facts, Templates, template.id)
    Facts.get(facts, Templates, "none")
    Facts.get(facts, Templates, "deleted")
    // The commit itself has put this one.
    expect(Facts.get(facts, Messages, message.id)).toBe(message)
    Facts.peek(facts, Templates, template.id)
    Facts.find(facts, Templates, name)
    expect(seen).toEqual([template.id, "none", "deleted", template.id].map((each) => `template/${each}`))
  })

  it("that was never asked for is named", () => {
    const query = messages("a")
    const sums = { account, first: "2030-01-01", last: "2030-01-02" }
    expect(() => Facts.page(loaded, query)).toThrow(`not loaded: ${Needs.listText(query)}`)
    expect(() => Facts.usage(loaded, sums)).toThrow(`not loaded: ${queryText(sums)}`)
    expect(Facts.peekPage(loaded, query)).toBe(undefined)
    const page: Facts.Page = { rows: [], total: 3 }
    const facts = Facts.merge(loaded, {
      ...Facts.empty,
      pages: new Map([[Needs.listText(query), page]]),
      usages: new Map([[queryText(sums), []]])
    })
    expect([Facts.page(facts, query), Facts.peekPage(facts, query)]).toEqual([page, page])
    expect(Facts.usage(facts, sums)).toEqual([])
    expect([Facts.balance(facts, account), Facts.balance(facts, Given.accountId(2))]).toEqual([100, 0])
    expect([Facts.counter(facts, "known"), Facts.counter(facts, "unknown")]).toEqual([7, 0])
  })

  it("is all that was loaded where nothing was before, and else what was loaded last", () => {
    expect(Facts.merge(Facts.empty, loaded)).toBe(loaded)
    const query = messages("a")
    const sums = { account, first: "2030-01-01", last: "2030-01-02" }
    const at = (number: number): Facts.Facts => ({
      rows: fromEntries([[ref(Templates, "a"), { version: number, row: null }]]),
      owners: new Map([[uniqueText(name), ref(Templates, `${number}`)]]),
      balances: new Map([[account, money(number)]]),
      counters: new Map([["known", number]]),
      pages: new Map([[Needs.listText(query), { rows: [], total: number }]]),
      usages: new Map([[queryText(sums), number === 1 ? [usage] : []]])
    })
    const merged = Facts.merge(at(1), at(2))
    expect(Facts.expected(merged, Templates, "a").version).toBe(2)
    expect(Facts.peekOwner(merged, name)).toEqual(ref(Templates, "2"))
    expect([Facts.balance(merged, account), Facts.counter(merged, "known")]).toEqual([2, 2])
    expect([Facts.page(merged, query).total, Facts.usage(merged, sums)]).toEqual([2, []])
  })
})

const debit = (of: number, amount: number): Debit => ({
  account: Given.accountId(of),
  amount: money(amount),
  floor: money(0),
  once: null
})
const count = (counter: string, by: number): Count => ({ counter, by, ceiling: null, once: null })

const debits = fc.array(fc.tuple(fc.constantFrom(1, 2, 3), fc.integer({ min: -50, max: 50 })), { maxLength: 5 })
const counts = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), fc.integer({ min: -5, max: 5 })), { maxLength: 5 })

describe("facts after a part of a commit", () => {
  prop(
    "have what it takes and counts, where that is known, and are left alone by it",
    debits,
    counts,
    (spent, more) => {
      const before: Facts.Facts = {
        ...loaded,
        balances: new Map([[Given.accountId(1), money(100)], [Given.accountId(2), money(0)]]),
        counters: new Map([["a", 7], ["b", 0]])
      }
      const part = {
        debits: spent.map(([of, amount]) => debit(of, amount)),
        counts: more.map(([counter, by]) => count(counter, by))
      }
      const sum = (all: ReadonlyArray<readonly [number | string, number]>, of: number | string): number =>
        all.reduce((total, [each, by]) => each === of ? total + by : total, 0)
      for (const facts of [Facts.after(before, part), Facts.following(before, { ...part, puts: [] })]) {
        expect([...facts.balances]).toEqual([
          [Given.accountId(1), 100 - sum(spent, 1)],
          [Given.accountId(2), 0 - sum(spent, 2)]
        ])
        expect([...facts.counters]).toEqual([["a", 7 + sum(more, "a")], ["b", sum(more, "b")]])
        expect([facts.owners, facts.pages, facts.usages]).toEqual([before.owners, before.pages, before.usages])
        expect(facts.rows.refs()).toEqual(before.rows.refs())
      }
      expect([[...before.balances.values()], [...before.counters.values()]]).toEqual([[100, 0], [7, 0]])
      if (spent.length + more.length === 0) expect(Facts.after(before, part)).toBe(before)
    }
  )

  it("have the rows that it puts, at the versions at which they were loaded, and their unique keys", () => {
    const renamed = { ...template, name: "hello" }
    const puts = [Commits.put(Templates, renamed), Commits.put(Messages, message)]
    const facts = Facts.following(loaded, { puts, debits: [debit(1, 30)], counts: [count("known", 2)] })
    expect(Facts.get(facts, Templates, template.id)).toBe(renamed)
    expect(Facts.expected(facts, Templates, template.id).version).toBe(4)
    expect(Facts.expected(facts, Messages, message.id).version).toBe(0)
    expect(Facts.find(facts, Templates, templateName(account, "hello"))).toBe(renamed)
    expect([Facts.balance(facts, account), Facts.counter(facts, "known")]).toEqual([70, 9])
    expect(Facts.get(loaded, Templates, template.id)).toBe(template)
    expect(Facts.peekFound(loaded, Templates, templateName(account, "hello"))).toBe(undefined)
  })
})
