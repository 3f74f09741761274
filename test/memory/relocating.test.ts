/**
 * The store in memory gives away all that belongs to an account, page by page, and keeps nothing of it.
 */
import { make } from "@signalbox/core/Commit"
import type { Commit } from "@signalbox/core/Commit"
import { Room } from "@signalbox/core/Fanout"
import type { AccountId, NodeId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Money from "@signalbox/core/Money"
import type { ForgetQuery, Once, Relocation } from "@signalbox/core/Relocation"
import type { Usage } from "@signalbox/core/Usage"
import type { Due, Lane } from "@signalbox/core/Work"
import { relocation } from "@signalbox/memory/internal/relocating"
import * as State from "@signalbox/memory/internal/state"
import * as Effect from "effect/Effect"
import { beforeEach, expect, it } from "vitest"

const [alice, bob] = ["a1", "a10"] as ReadonlyArray<string> as readonly [AccountId, AccountId]

const now = Instant.make(1_800_000_000_000)

let state: State.State
let port: Relocation
beforeEach(() => {
  state = State.make()
  port = relocation(state)
})

const commit = (parts: Partial<Commit>) => {
  expect(State.apply(state, make(parts), now, new Room(100))._tag).toBe("Done")
}

const run = <A>(effect: Effect.Effect<A, unknown>): A => Effect.runSync(effect)

const debit = (account: AccountId, amount: number, once: string | null) => ({
  account,
  amount: Money.make(amount),
  floor: Money.make(-1e6),
  once
})

const count = (counter: string, by: number, once: string | null) => ({ counter, by, ceiling: null, once })

const once = (book: Once["book"], name: string, key: string): Once => ({ _tag: "Once", book, name, once: key, at: now })

const due = (lane: Lane, key: string, after = 0): Due => ({
  work: { kind: "review", key },
  lane,
  at: Instant.plus(now, after)
})

const usage = (account: AccountId, day: string, country: string): Usage => ({
  account,
  day,
  channel: "sms",
  status: "DELIVERED",
  country,
  messages: 1,
  segments: 2,
  price: Money.make(3),
  activeContactPrice: Money.zero
})

it("goes on behind a page only where more is left, and a place is that of the question", () => {
  commit({
    debits: [debit(alice, 5, "k2"), debit(alice, -2, "k1"), debit(bob, 1, "k1")],
    counts: [
      count("a/2", 3, "k"),
      count("a/1", 2, "k"),
      count("a", 1, null),
      count("a/1", -2, "l"),
      count("ab", 9, "k")
    ],
    due: [due("review:b", "3"), due("review:a", "2", 1), due("review:a", "1")]
  })
  const sums = (book: Once["book"], names: ReadonlyArray<string>, after: string | null, limit: number) =>
    run(port.sums({ book, names, after, limit }))
  expect(sums("balance", [alice], null, 1)).toStrictEqual({ sums: [{ name: alice, amount: -3 }], next: null })
  expect(sums("counter", ["a/", "a"], null, 2)).toStrictEqual({
    sums: [{ name: "a", amount: 1 }, { name: "a/1", amount: 0 }],
    next: "2"
  })
  expect(sums("counter", ["a/", "a"], "2", 1)).toStrictEqual({ sums: [{ name: "a/2", amount: 3 }], next: null })
  const onces = (book: Once["book"], names: ReadonlyArray<string>, after: string | null, limit: number) =>
    run(port.onces({ book, names, after, limit }))
  expect(onces("balance", [alice], null, 2)).toStrictEqual({
    onces: [once("balance", alice, "k1"), once("balance", alice, "k2")],
    next: null
  })
  expect(onces("counter", ["a/"], null, 2)).toStrictEqual({
    onces: [once("counter", "a/1", "k"), once("counter", "a/1", "l")],
    next: "2"
  })
  expect(onces("counter", ["a/"], "2", 2)).toStrictEqual({ onces: [once("counter", "a/2", "k")], next: null })
  const waiting = (lanes: ReadonlyArray<Lane>, after: string | null, limit: number) =>
    run(port.waiting({ lanes, after, limit }))
  expect(waiting(["review:b", "review:a"], null, 2)).toStrictEqual({
    due: [due("review:a", "1"), due("review:a", "2", 1)],
    next: "2"
  })
  expect(waiting(["review:b", "review:a"], "2", 1)).toStrictEqual({ due: [due("review:b", "3")], next: null })
  expect(run(port.lanes({ kind: "review", after: "review:a", limit: 9 }))).toStrictEqual(["review:b"])
  expect(run(port.lanes({ kind: "review", after: null, limit: 1 }))).toStrictEqual(["review:a"])
  // Nothing is kept in another way here.
  expect(run(port.settle({ owners: [alice], after: null, looked: 1 }))).toBe(null)
})

it("counts what nodes hold of all the lanes that it is asked for", () => {
  commit({ due: [due("review:a", "1"), due("review:a", "2"), due("review:b", "3"), due("review:c", "4")] })
  const lanes = { review: { width: 9, shared: false } }
  state.work.claim({ node: "one" as NodeId, offset: 0, limit: 9, lanes, leaves: ["review:c"] }, now)
  expect(run(port.held(["review:a", "review:b", "review:c"]))).toBe(3)
  expect(run(port.held(["review:b"]))).toBe(1)
  expect(run(port.held([]))).toBe(0)
})

it("forgets all of an account and nothing of others, and says whether sums of usage may be left", () => {
  const days = ["2030-01-14", "2030-01-15"]
  const tallies = [alice, bob].flatMap((account) => days.map((day) => usage(account, day, "DE")))
  commit({
    debits: [debit(alice, 5, "k"), debit(bob, 6, "k")],
    counts: [count(`daily/${alice}/x`, 1, "k"), count(`hooks/${alice}`, 2, "k"), count(`hooks/${bob}`, 3, "k")],
    tallies
  })
  for (const account of [alice, bob]) state.claims.begin({ account, key: "open" }, "print", now)
  const ref = { kind: "top_up", key: "none" } as const
  const query: ForgetQuery = { account: alice, counters: [`daily/${alice}/`, `hooks/${alice}`], most: 1 }
  const seen = (account: AccountId) => ({
    balance: state.balances.named((of) => of === account),
    counters: state.counters.named((of) => of === `daily/${account}/x` || of === `hooks/${account}`),
    keys: [...state.balances.keysOf((of) => of === account), ...state.counters.keysOf((of) => of.endsWith(account))]
      .length,
    days: run(port.days({ account, after: null, limit: 9 })),
    begun: state.claims.begin({ account, key: "open" }, "print", now)._tag
  })
  const before = seen(alice)
  expect(run(port.forget({ ...query, whileAt: { ref, version: 1 } }))).toBe(false)
  expect(seen(alice)).toStrictEqual(before)
  expect(run(port.forget({ ...query, whileAt: { ref, version: 0 } }))).toBe(true)
  expect(run(port.days({ account: alice, after: null, limit: 9 }))).toHaveLength(1)
  expect(run(port.forget(query))).toBe(true)
  expect(run(port.forget(query))).toBe(false)
  expect(seen(alice)).toStrictEqual({ balance: [], counters: [], keys: 0, days: [], begun: "Started" })
  expect(seen(bob)).toStrictEqual({
    balance: [[bob, -6]],
    counters: [[`hooks/${bob}`, -3]],
    keys: 2,
    days,
    begun: "InProgress"
  })
  expect(run(port.days({ account: bob, after: "2030-01-14", limit: 9 }))).toStrictEqual(["2030-01-15"])
  expect(run(port.days({ account: bob, after: null, limit: 1 }))).toStrictEqual(["2030-01-14"])
})
