/**
 * Commits that wait for somebody else's transaction: they hold up their own account, and nobody else.
 */
import type { Commit } from "@signalbox/core/Commit"
import * as Commits from "@signalbox/core/Commit"
import type { AccountId, EventId } from "@signalbox/core/Id"
import * as Committers from "@signalbox/core/internal/engine/Committer"
import * as LocalLeases from "@signalbox/core/internal/engine/LocalLeases"
import { make as money } from "@signalbox/core/Money"
import type { Outcome } from "@signalbox/core/Outcome"
import { done } from "@signalbox/core/Outcome"
import { Patience, Store, StoreError } from "@signalbox/core/Store"
import * as WorkSignal from "@signalbox/core/WorkSignal"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const [a, b, c] = [1, 2, 3].map(Given.accountId) as [AccountId, AccountId, AccountId]

const commit = (account: AccountId, number: number, body = ""): Commit =>
  Commits.make({
    debits: [{ account, amount: money(number), floor: money(0), once: String(number) }],
    events: body === ""
      ? []
      : [{ id: `event-${number}` as EventId, account, name: "message.sent", at: Given.now, body }]
  })

const blocked = new StoreError({ reason: "unavailable", cause: "a lock", isBlocked: true })

interface Call {
  readonly accounts: ReadonlyArray<AccountId>
  readonly numbers: ReadonlyArray<number>
  readonly patience: number | null
}

/** A store in which others hold some accounts: batches with them wait as long as they are told to. */
const held = (accounts: Set<AccountId>) => {
  const calls: Array<Call> = []
  const store = {
    commit: (batch: ReadonlyArray<Commit>) =>
      Effect.gen(function*() {
        const patience = yield* Patience
        const debits = batch.flatMap(({ debits: all }) => all)
        calls.push({
          accounts: debits.map(({ account }) => account),
          numbers: debits.map(({ amount }) => amount),
          patience
        })
        if (!debits.some(({ account }) => accounts.has(account))) return batch.map(() => done)
        yield* Effect.sleep(patience ?? Infinity)
        return yield* Effect.fail(blocked)
      })
  } as unknown as Store["Service"]
  return { calls, store }
}

interface Stage {
  readonly calls: ReadonlyArray<Call>
  /** Begins a commit, together with others that begin in the same turn. */
  readonly begin: (account: AccountId, number: number, body?: string) => Effect.Effect<Fiber.Fiber<Outcome, StoreError>>
  /** Lets others hold these accounts from now on. */
  readonly hold: (...accounts: ReadonlyArray<AccountId>) => void
}

const committing = <A>(body: (stage: Stage) => Effect.Effect<A, StoreError>): Promise<A> => {
  const accounts = new Set<AccountId>()
  const { calls, store } = held(accounts)
  return Effect.gen(function*() {
    const committer = yield* Committers.Committer
    return yield* body({
      calls,
      begin: (account, number, body) =>
        Effect.forkChild(committer.commit(commit(account, number, body)), { startImmediately: true }),
      hold: (...now) => {
        accounts.clear()
        for (const account of now) accounts.add(account)
      }
    })
  }).pipe(
    Effect.provide(
      Committers.layer.pipe(
        Layer.provide(LocalLeases.layer),
        Layer.provideMerge(WorkSignal.layer),
        Layer.provide(Layer.succeed(Store, store))
      )
    ),
    Effect.provide(TestClock.layer()),
    Effect.scoped,
    Effect.runPromise
  )
}

const isOpen = (fiber: Fiber.Fiber<Outcome, StoreError>): boolean => fiber.pollUnsafe() === undefined

/** The batches of many accounts, by how long they wait for others. */
const shared = (calls: ReadonlyArray<Call>) => calls.filter(({ patience }) => patience === 500)

describe("a commit that others hold up", () => {
  it("lets those that were in its batch pass, and those that come later", () =>
    committing(Effect.fnUntraced(function*({ begin, calls, hold }) {
      hold(a)
      const [first, second, third] = [yield* begin(a, 1), yield* begin(b, 2), yield* begin(c, 3)]
      yield* TestClock.adjust(499)
      expect([first, second, third].map(isOpen)).toEqual([true, true, true])
      // One place is the blocked one's for a moment; the other one serves the rest.
      yield* TestClock.adjust(1)
      expect(yield* Fiber.join(second)).toEqual(done)
      expect(yield* Fiber.join(third)).toEqual(done)
      for (let number = 4; number < 20; number++) {
        const again = yield* begin(a, 100 + number)
        expect(yield* Fiber.join(yield* begin(number % 2 === 0 ? b : c, number))).toEqual(done)
        yield* TestClock.adjust(10)
        expect(isOpen(again)).toBe(true)
      }
      expect(isOpen(first)).toBe(true)
      // What is known to be blocked is in no batch with others again.
      expect(shared(calls).filter(({ accounts }) => accounts.includes(a))).toHaveLength(1)
    })))

  it("is committed when they let go, in the order in which it came", () =>
    committing(Effect.fnUntraced(function*({ begin, calls, hold }) {
      hold(a)
      const first = yield* begin(a, 1)
      yield* TestClock.adjust(600)
      const others = yield* Effect.forEach([2, 3, 4], (number) => begin(a, number))
      yield* TestClock.adjust(2000)
      expect([first, ...others].map(isOpen)).toEqual([true, true, true, true])
      hold()
      const from = calls.length
      yield* TestClock.adjust(2000)
      expect(yield* Effect.forEach([first, ...others], Fiber.join)).toEqual([done, done, done, done])
      // The first one goes alone, to see whether they have; all that waits behind it goes together.
      expect(calls.slice(from).map(({ numbers }) => numbers)).toEqual([[1], [2, 3, 4]])
    })))

  it("is refused in time, with all that waits behind it, after few tries", () =>
    committing(Effect.fnUntraced(function*({ begin, calls, hold }) {
      hold(a)
      const first = yield* begin(a, 1)
      yield* TestClock.adjust(1000)
      const second = yield* begin(a, 2)
      yield* TestClock.adjust(10_000)
      expect(yield* Fiber.await(first)).toEqual(Exit.fail(blocked))
      yield* TestClock.adjust(1000)
      expect(yield* Fiber.await(second)).toEqual(Exit.fail(blocked))
      expect(calls.length).toBeLessThanOrEqual(10)
      const tried = calls.length
      yield* TestClock.adjust(60_000)
      expect(calls).toHaveLength(tried)
    })))

  it("keeps its account apart for a while, and no longer", () =>
    committing(Effect.fnUntraced(function*({ begin, calls, hold }) {
      hold(a)
      const first = yield* begin(a, 1)
      yield* TestClock.adjust(600)
      hold()
      yield* TestClock.adjust(3000)
      expect(yield* Fiber.join(first)).toEqual(done)
      yield* Fiber.join(yield* begin(a, 2))
      // A line that nothing blocks any more is asked for a moment, as one that was never blocked.
      expect(calls.at(-1)).toEqual({ accounts: [a], numbers: [2], patience: 50 })
      expect(shared(calls).flatMap(({ numbers }) => numbers)).toEqual([1])
      yield* TestClock.adjust(10_000)
      yield* Fiber.join(yield* begin(a, 3))
      expect(shared(calls).flatMap(({ numbers }) => numbers)).toEqual([1, 3])
    })))

  it("keeps nobody waiting who was only in its batch, however many are blocked before", () =>
    committing(Effect.fnUntraced(function*({ begin, hold }) {
      const others = [11, 12, 13, 14].map(Given.accountId)
      hold(...others)
      yield* Effect.forEach(others, (account, number) => begin(account, 100 + number))
      yield* TestClock.adjust(2000)
      hold(...others, a)
      const blocked = yield* begin(a, 1)
      const neighbour = yield* begin(b, 2)
      yield* TestClock.adjust(500)
      yield* TestClock.adjust(50)
      expect([isOpen(blocked), isOpen(neighbour)]).toEqual([true, false])
      // An account that is blocked no more has no turns to wait for either, while it is kept apart.
      hold(...others)
      yield* TestClock.adjust(2100)
      expect(isOpen(blocked)).toBe(false)
      const again = yield* begin(a, 3)
      yield* TestClock.adjust(1)
      expect(isOpen(again)).toBe(false)
    })))

  it.each([[1, 2000], [2, 2000], [3, 1333], [80, 50], [81, 50]])(
    "waits the shorter for others, the more accounts are blocked: %d of them for %d milliseconds",
    (count, patience) =>
      committing(Effect.fnUntraced(function*({ begin, calls, hold }) {
        const accounts = Array.from({ length: count }, (_, number) => Given.accountId(100 + number))
        hold(...accounts)
        yield* Effect.forEach(accounts, (account, number) => begin(account, number))
        // The batch is blocked, and then each line for a moment, as many at a time as there are places.
        yield* TestClock.adjust(500 + 50 * Math.ceil(count / 2))
        const from = calls.length
        yield* TestClock.adjust(4000)
        const longer = calls.slice(from).filter(({ numbers }) => numbers.length === 1)
        expect(longer[0]).toEqual({ accounts: [expect.any(String)], numbers: [expect.any(Number)], patience })
      }))
  )

  it("goes in batches that are no larger than others", () =>
    committing(Effect.fnUntraced(function*({ begin, calls, hold }) {
      hold(a)
      const first = yield* begin(a, 1)
      yield* TestClock.adjust(600)
      const body = "x".repeat(1_400_000)
      const more = yield* Effect.forEach([2, 3, 4, 5], (number) => begin(a, number, body))
      hold()
      yield* TestClock.adjust(3000)
      yield* Effect.forEach([first, ...more], Fiber.join)
      expect(calls.map(({ numbers }) => numbers).slice(-3)).toEqual([[1], [2, 3], [4, 5]])
    })))

  it("is alone: whoever was suspected with it goes with the others again immediately", () =>
    committing(Effect.fnUntraced(function*({ begin, calls, hold }) {
      hold(a)
      yield* begin(a, 1)
      yield* Fiber.join(yield* Effect.tap(begin(b, 2), TestClock.adjust(500)))
      yield* Fiber.join(yield* begin(b, 3))
      expect(shared(calls).map(({ numbers }) => numbers)).toEqual([[1, 2], [3]])
    })))

  const accounts = fc.integer({ min: 1, max: 6 }).map(Given.accountId)

  prop(
    "holds up nobody whom nothing blocks, whoever is blocked",
    fc.array(accounts, { minLength: 1, maxLength: 30 }),
    fc.uniqueArray(accounts),
    (all, others) =>
      committing(Effect.fnUntraced(function*({ begin, hold }) {
        hold(...others)
        const fibers = yield* Effect.forEach(all, (account, number) => begin(account, number))
        // The batch is blocked once, and then each blocked line once for a moment.
        yield* TestClock.adjust(500)
        for (let turns = 0; turns < others.length; turns++) yield* TestClock.adjust(50)
        expect(fibers.map(isOpen)).toEqual(all.map((account) => others.includes(account)))
        hold()
        yield* TestClock.adjust(8000)
        expect(yield* Effect.forEach(fibers, Fiber.join)).toEqual(all.map(() => done))
      }))
  )
})
