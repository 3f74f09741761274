/**
 * Balances in the operator's hands, on the memory store: set, topped up, and spent from at the worst moment.
 */
import { Accounts as AccountRows } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import type { AccountId } from "@signalbox/core/Id"
import * as Money from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { Operator } from "@signalbox/core/Operator"
import { Store } from "@signalbox/core/Store"
import type { Template } from "@signalbox/core/Template"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const [account, other] = [Given.accountId(1), Given.accountId(2)]

const balanceOf = (id: AccountId) =>
  Effect.flatMap(
    Store,
    (store) => Effect.map(store.load(Needs.balance(id)), ({ balances }) => balances.get(id) ?? 0)
  )

/** Lets something else be committed first, each time before the next of these commits. */
const meanwhile = (moves: ReadonlyArray<number>) => {
  const left = [...moves]
  let isArmed = false
  const tap: Bench.Tap = (store) => ({
    ...store,
    commit: (batch) => {
      const amount = isArmed ? left.shift() : undefined
      if (amount === undefined) return store.commit(batch)
      const once = `move ${left.length}`
      return Effect.andThen(
        store.commit([Commit.make({ debits: [{ account, amount: Money.make(amount), floor: Money.zero, once }] })]),
        store.commit(batch)
      )
    }
  })
  return { tap, arm: () => isArmed = true, left }
}

const amount = fc.nat({ max: 1000 })

prop(
  "money that is spent while a balance is set counts as spent afterwards, or before where it is more than that",
  amount,
  amount,
  fc.array(amount, { minLength: 1, maxLength: 3 }),
  (opening, target, debits) => {
    const { arm, left, tap } = meanwhile(debits)
    return Bench.run(
      Bench.layer({ tap }),
      Effect.gen(function*() {
        const accounts = yield* Operator
        yield* accounts.createOrganization({ id: account, balance: Money.make(opening) })
        arm()
        expect(yield* accounts.setBalance(account, Money.make(target))).toBe("Done")
        // What was there when the difference was taken, and what went before it could be kept.
        let before = opening
        for (const spend of debits.slice(0, debits.length - left.length)) {
          const spent = spend <= before ? spend : 0
          if (spent <= target) {
            expect(yield* balanceOf(account)).toBe(target - spent)
            return
          }
          before -= spent
        }
        expect(yield* balanceOf(account)).toBe(target)
      })
    )
  }
)

prop("money that is added while a balance is set is not lost", amount, amount, amount, (opening, target, more) => {
  const { arm, tap } = meanwhile([-more])
  return Bench.run(
    Bench.layer({ tap }),
    Effect.gen(function*() {
      const accounts = yield* Operator
      yield* accounts.createOrganization({ id: account, balance: Money.make(opening) })
      arm()
      yield* accounts.setBalance(account, Money.make(target))
      expect(yield* balanceOf(account)).toBe(target + more)
    })
  )
})

const notMoney = fc.constantFrom(-1, 0.5, Number.NaN, Infinity, -Infinity, 2 ** 53)

const step = fc.oneof(
  fc.record({ do: fc.constant("set" as const), amount: fc.oneof({ weight: 4, arbitrary: amount }, notMoney) }),
  fc.record({
    do: fc.constant("add" as const),
    amount: fc.oneof({ weight: 4, arbitrary: amount }, notMoney),
    reference: fc.constantFrom(undefined, "one", "two", "", " \t", "\ud83d", "a\0", "r".repeat(256))
  })
)

prop(
  "a balance is what it was set to and every top-up since, each reference once and with one amount in each account",
  fc.array(fc.tuple(fc.constantFrom(account, other), step), { maxLength: 15 }),
  (steps) =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const accounts = yield* Operator
        for (const id of [account, other]) yield* accounts.createOrganization({ id })
        const balances = new Map<AccountId, number>([[account, 0], [other, 0]])
        const told = new Map<string, number>()
        for (const [id, each] of steps) {
          const given = Money.make(each.amount)
          const isRight = Number.isSafeInteger(given) && given >= (each.do === "set" ? 0 : 1)
          if (each.do === "set") {
            expect(yield* accounts.setBalance(id, given)).toBe(isRight ? "Done" : "BadAmount")
            if (isRight) balances.set(id, given)
          } else {
            const { reference } = each
            const before = told.get(`${id} ${reference}`)
            const isNamed = reference === undefined || reference === "one" || reference === "two"
            const expected = !isRight ?
              "BadAmount"
              : !isNamed ?
              "BadReference"
              : before === undefined || before === given
              ? "Done"
              : "ReferenceTaken"
            expect(yield* accounts.topUp(id, given, reference)).toBe(expected)
            if (expected === "Done" && before === undefined) {
              balances.set(id, balances.get(id)! + given)
              if (reference !== undefined) told.set(`${id} ${reference}`, given)
            }
          }
          expect(yield* balanceOf(account)).toBe(balances.get(account))
          expect(yield* balanceOf(other)).toBe(balances.get(other))
          expect(yield* accounts.balance(id)).toBe(balances.get(id))
        }
      })
    )
)

prop(
  "nobody moves the money of an account that is gone, or was never there",
  amount,
  amount,
  (opening, target) =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const accounts = yield* Operator
        const store = yield* Store
        yield* accounts.createOrganization({ id: account, balance: Money.make(opening) })
        const row = yield* accounts.find(account)
        if (row === null) return yield* Effect.die(new Error("no account"))
        yield* store.commit([Commit.make({ puts: [Commit.put(AccountRows, { ...row, deletedAt: Given.now })] })])
        for (const id of [account, other]) {
          expect(yield* accounts.setBalance(id, Money.make(target))).toBe("UnknownAccount")
          expect(yield* accounts.topUp(id, Money.make(target + 1))).toBe("UnknownAccount")
        }
        expect(yield* balanceOf(account)).toBe(opening)
        expect(yield* balanceOf(other)).toBe(0)
        expect(yield* accounts.balance(account)).toBe(opening)
        expect(yield* accounts.balance(other)).toBeNull()
      })
    )
)

it("a new profile has its own first money, and its own automatic replies", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const accounts = yield* Operator
      yield* accounts.createOrganization({ id: account, balance: Money.make(300) })
      yield* accounts.createProfile(account, { id: other, balance: Money.make(500) })
      expect([yield* balanceOf(account), yield* balanceOf(other)]).toEqual([300, 500])
      const store = yield* Store
      for (const scope of [account, other]) {
        const { rows } = yield* store.list({ list: "templates", scope, offset: 0, limit: 10 })
        expect(rows.map(({ value }) => (value as Template).autoReplyAction).toSorted()).toEqual([
          "HELP",
          "OPT_IN",
          "OPT_OUT"
        ])
      }
    })
  ))
