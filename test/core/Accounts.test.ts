/**
 * The operator's API on the memory store: keys end at their instant, balances are right whoever races.
 */
import { Accounts } from "@signalbox/core/accounts/Accounts"
import * as AccountsModule from "@signalbox/core/accounts/Accounts"
import { Authenticate } from "@signalbox/core/accounts/Authenticate"
import * as Commit from "@signalbox/core/commit/Commit"
import * as Needs from "@signalbox/core/commit/Needs"
import { Decider } from "@signalbox/core/engine/Decider"
import { Store } from "@signalbox/core/port/Store"
import { Accounts as AccountRows, isProfileOf } from "@signalbox/core/row/Account"
import type { AccountId } from "@signalbox/core/value/Id"
import * as Instant from "@signalbox/core/value/Instant"
import * as Money from "@signalbox/core/value/Money"
import { hashKey } from "@signalbox/core/value/Secret"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import * as Bench from "./Bench.ts"
import * as Given from "./Given.ts"

const world = () => AccountsModule.layer.pipe(Layer.provideMerge(Bench.layer()))

const organization = Effect.gen(function*() {
  const accounts = yield* Accounts
  const made = yield* accounts.createOrganization({ balance: Money.make(1000) })
  return made._tag === "Created" ? made.id : yield* Effect.die(new Error(made._tag))
})

const opens = (text: string) =>
  Effect.flatMap(
    Decider,
    (decider) => Effect.map(decider.run(Authenticate, hashKey(text)), ({ answer }) => answer !== null)
  )

const balanceOf = (account: AccountId) =>
  Effect.flatMap(
    Store,
    (store) => Effect.map(store.load(Needs.balance(account)), ({ balances }) => balances.get(account))
  )

const step = fc.oneof(
  fc.record({ do: fc.constant("create" as const) }),
  fc.record({ do: fc.constant("revoke" as const), at: fc.nat(20) }),
  fc.record({ do: fc.constant("rotate" as const), at: fc.nat(20), grace: fc.nat(50) }),
  fc.record({ do: fc.constant("wait" as const), millis: fc.nat(40) })
)

prop(
  "keys open the door until the instant at which they end",
  fc.array(step, { maxLength: 15 }),
  (steps) =>
    Bench.run(
      world(),
      Effect.gen(function*() {
        const accounts = yield* Accounts
        const clock = yield* Bench.TheClock
        const account = yield* organization
        const keys: Array<{ text: string; end: number }> = []
        let now: number = Given.now
        for (const each of steps) {
          const known = "at" in each && keys.length > 0 ? keys[each.at % keys.length]! : null
          if (each.do === "wait") clock.set(Instant.make(now += each.millis))
          if (each.do === "create") {
            const made = yield* accounts.createKey(account)
            if (made._tag === "Created") keys.push({ text: made.text, end: Infinity })
          }
          if (each.do === "revoke" && known !== null) {
            expect(yield* accounts.revokeKey(known.text)).toBe(now < known.end ? "Revoked" : "AlreadyRevoked")
            known.end = Math.min(known.end, now)
          }
          if (each.do === "rotate" && known !== null) {
            const made = yield* accounts.rotateKey(known.text, each.grace)
            expect(made._tag).toBe(now < known.end ? "Created" : "AlreadyRevoked")
            if (made._tag === "Created") {
              known.end = Math.min(known.end, now + each.grace)
              keys.push({ text: made.text, end: Infinity })
            }
          }
          for (const { end, text } of keys) expect(yield* opens(text)).toBe(now < end)
        }
        const page = yield* accounts.listKeys(account, 0, 100)
        expect(page.total).toBe(keys.length)
        expect(page.keys.map(({ prefix }) => prefix).toSorted()).toEqual(
          keys.map(({ text }) => text.slice(0, 8)).toSorted()
        )
        expect(keys.some(({ text }) => JSON.stringify(page).includes(hashKey(text)))).toBe(false)
      })
    )
)

prop(
  "of balances set at once one holds, and a top-up beside them is not lost",
  fc.tuple(fc.array(fc.nat(5000), { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 500 })),
  ([targets, more]) =>
    Bench.run(
      world(),
      Effect.gen(function*() {
        const accounts = yield* Accounts
        const account = yield* organization
        yield* Effect.all([
          ...targets.map((target) => accounts.setBalance(account, Money.make(target))),
          accounts.topUp(account, Money.make(more), "one")
        ], { concurrency: "unbounded" })
        yield* accounts.topUp(account, Money.make(more), "one")
        const balance = yield* balanceOf(account)
        expect([...targets, ...targets.map((target) => target + more)]).toContain(balance)
        yield* accounts.setBalance(account, Money.make(7))
        expect(yield* balanceOf(account)).toBe(7)
      })
    )
)

prop(
  "a balance that is set while money is spent counts the spends as made before or after it",
  fc.tuple(fc.nat(2000), fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 6 })),
  ([target, amounts]) =>
    Bench.run(
      world(),
      Effect.gen(function*() {
        const accounts = yield* Accounts
        const store = yield* Store
        const account = yield* organization
        const spend = (amount: number, index: number) =>
          store.commit([Commit.make({
            spends: [{ account, amount: Money.make(amount), floor: Money.zero, once: `spend ${index}` }]
          })])
        const [, ...outcomes] = yield* Effect.all([
          accounts.setBalance(account, Money.make(target)),
          ...amounts.map(spend)
        ], { concurrency: "unbounded" })
        const spent = amounts.filter((_, index) => {
          const outcome = outcomes[index]
          return Array.isArray(outcome) && outcome[0]?._tag === "Done"
        })
        const possible = spent.reduce((sums, amount) => [...sums, ...sums.map((sum) => sum + amount)], [0])
        const balance = (yield* balanceOf(account)) ?? 0
        expect(balance).toBeGreaterThanOrEqual(0)
        expect(possible).toContain(target - balance)
      })
    )
)

it("opens no door with the key of a deleted account, which is nobody's profile either", () =>
  Bench.run(
    world(),
    Effect.gen(function*() {
      const accounts = yield* Accounts
      const store = yield* Store
      const parent = yield* organization
      const made = yield* accounts.createProfile(parent)
      if (made._tag !== "Created") throw new Error(made._tag)
      const key = yield* accounts.createKey(made.id)
      if (key._tag !== "Created") throw new Error(key._tag)
      const profile = yield* accounts.find(made.id)
      if (profile === null) throw new Error("no profile")
      expect(yield* opens(key.text)).toBe(true)
      expect(isProfileOf(profile, parent)).toBe(true)
      const deleted = { ...profile, deletedAt: Given.now }
      yield* store.commit([Commit.make({ puts: [Commit.put(AccountRows, deleted)] })])
      expect(yield* opens(key.text)).toBe(false)
      expect(isProfileOf(deleted, parent)).toBe(false)
    })
  ))

it("answers what stands in the way", () =>
  Bench.run(
    world(),
    Effect.gen(function*() {
      const accounts = yield* Accounts
      const account = yield* organization
      const nobody = "00000000-0000-4000-8000-00000000dead" as AccountId
      const text = "AAAAAAAA-0000-4000-8000-000000000001"
      expect(yield* accounts.createOrganization({ id: account })).toEqual({ _tag: "IdTaken" })
      expect(yield* accounts.createProfile(nobody)).toEqual({ _tag: "UnknownOrganization" })
      expect(yield* accounts.createKey(account, text)).toEqual({ _tag: "Created", text: text.toLowerCase() })
      expect(yield* accounts.createKey(account, text.toLowerCase())).toEqual({ _tag: "KeyTaken" })
      expect(yield* accounts.createKey(account, "secret")).toEqual({ _tag: "BadKey" })
      expect(yield* accounts.createKey(nobody)).toEqual({ _tag: "UnknownAccount" })
      expect(yield* accounts.rotateKey(text, -1)).toEqual({ _tag: "BadGrace" })
      expect(yield* accounts.setBalance(account, Money.make(-1))).toBe("BadAmount")
      expect(yield* accounts.setBalance(nobody, Money.make(1))).toBe("UnknownAccount")
      expect(yield* accounts.change(nobody, { name: "Nobody" })).toBe(null)
      expect(yield* accounts.change(account, { stage: "suspended" })).toMatchObject({ stage: "suspended" })
      expect(yield* accounts.find(account)).toMatchObject({ stage: "suspended", name: "Account" })
    })
  ))
