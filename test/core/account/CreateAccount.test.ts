/**
 * The operator's API on the memory store: what accounts are and become, whom they never write to, and what stands in
 * the way.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts as AccountRows, isProfileOf } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import type { AccountId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { Authenticate } from "@signalbox/core/internal/account/Authenticate"
import type { Change } from "@signalbox/core/internal/account/ChangeAccount"
import { CreateAccount } from "@signalbox/core/internal/account/CreateAccount"
import { names } from "@signalbox/core/internal/row/OwnSettings"
import * as Money from "@signalbox/core/Money"
import { Operator } from "@signalbox/core/Operator"
import { hashKey } from "@signalbox/core/Secret"
import { Store } from "@signalbox/core/Store"
import { quietHours } from "@signalbox/testing/generate/Rows"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import * as fc from "fast-check"
import { isDeepStrictEqual } from "node:util"
import { expect, it } from "vitest"
import * as Bench from "../Bench.ts"
import * as Given from "../Given.ts"

const organization = Effect.gen(function*() {
  const accounts = yield* Operator
  const made = yield* accounts.createOrganization({ balance: Money.make(1000) })
  return made._tag === "Created" ? made.id : yield* Effect.die(new Error(made._tag))
})

/** The account is gone, as a deletion leaves it. */
const leave = Effect.fnUntraced(function*(id: AccountId) {
  const accounts = yield* Operator
  const store = yield* Store
  const row = yield* accounts.find(id)
  if (row === null) return yield* Effect.die(new Error("no account"))
  yield* store.commit([Commit.make({ puts: [Commit.put(AccountRows, { ...row, deletedAt: Given.now })] })])
})

const opens = (text: string) =>
  Effect.flatMap(
    Executor,
    (executor) => Effect.map(executor.run(Authenticate, hashKey(text)), ({ answer }) => answer?.account.id ?? null)
  )

const text = fc.string({ maxLength: 8 })
const channels = fc.subarray(["sms", "whatsapp", "rcs", "mms"] as const)
const country = fc.constantFrom("US", "DE")

const change: fc.Arbitrary<Change> = fc.record({
  name: text,
  email: fc.option(text),
  icon: fc.option(text),
  description: fc.option(text),
  stage: fc.constantFrom("verified", "unverified", "suspended"),
  channels,
  numbers: fc.uniqueArray(fc.record({ number: fc.constantFrom(...[1, 2, 3].map(Given.phone)), channels, country }), {
    selector: ({ number }) => number
  }),
  keywords: fc.array(fc.record({
    keyword: text,
    action: fc.constantFrom("OPT_OUT", "OPT_IN", "HELP"),
    reply: fc.option(text)
  })),
  rules: fc.array(fc.record({
    channel: fc.constantFrom("sms", "rcs"),
    carrier: fc.constantFrom(...["sms-a", "rcs-a"].map(Given.carrierId)),
    action: fc.constantFrom("ALLOW", "DENY"),
    fallback: fc.boolean(),
    country: fc.option(country),
    priority: fc.integer()
  })),
  rates: fc.option(fc.array(fc.record({
    channel: fc.constantFrom("sms", "rcs"),
    region: fc.option(country),
    price: fc.nat().map(Money.make),
    activeContactPrice: fc.nat().map(Money.make)
  }))),
  billing: fc.option(fc.boolean()),
  auditLogDays: fc.option(fc.constantFrom(1, 3650)),
  pumping: fc.option(fc.record({ minimum: fc.constantFrom(5, 20) })),
  spend: fc.option(fc.record({ day: fc.nat().map(Money.make), regions: fc.constant({ CH: { month: Money.zero } }) })),
  destinations: fc.option(fc.record({ allow: fc.array(country), preset: fc.constant("no-premium" as const) })),
  retention: fc.option(fc.record({ texts: fc.constantFrom(1, 3650) })),
  frequency: fc.option(fc.array(fc.record({ per: fc.constantFrom("hour", "day"), most: fc.nat() }))),
  numberPools: fc.option(fc.array(fc.record({ channel: fc.constantFrom("sms", "mms"), country }))),
  purposes: fc.option(fc.array(fc.record({ name: text, requiresOptIn: fc.boolean() }))),
  allowMms: fc.boolean(),
  dailyMessageLimit: fc.option(fc.nat()),
  requestsPerMinute: fc.nat(),
  quietHours
}, { requiredKeys: [] })

/** Without the marks of numbers that another account has. */
const unmarked = (account: Account | null): Account | null =>
  account === null
    ? null
    : { ...account, numbers: account.numbers.map(({ channels, country, number }) => ({ channels, country, number })) }

prop(
  "an account becomes what it is told, and what is not named stays",
  fc.array(fc.tuple(fc.nat({ max: 1 }), change), { minLength: 1, maxLength: 6 }),
  (changes) =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const accounts = yield* Operator
        const clock = yield* Bench.TheClock
        const ids = [yield* organization, yield* organization]
        const expected = yield* Effect.forEach(ids, accounts.find)
        for (const [index, [which, each]] of changes.entries()) {
          const now = Instant.plus(Given.now, 2 * index + 1)
          clock.set(now)
          const before = expected[which]!
          // Null takes a setting away.
          const gone = names.filter((name) => each[name] === null)
          const told: Account = Struct.omit({ ...before, ...each }, gone) as Account
          expected[which] = isDeepStrictEqual(told, before) ? before : { ...told, updatedAt: now }
          expect(unmarked(yield* accounts.change(ids[which]!, each))).toEqual(expected[which])
          // Told the same once more, it stays as it is.
          clock.set(Instant.plus(now, 1))
          expect(unmarked(yield* accounts.change(ids[which]!, structuredClone(each)))).toEqual(expected[which])
          expect((yield* Effect.forEach(ids, accounts.find)).map(unmarked)).toEqual(expected)
        }
      })
    )
)

const suppression = fc.record({ account: fc.nat({ max: 2 }), phone: fc.integer({ min: 1, max: 2 }), on: fc.boolean() })

prop(
  "an account's list of numbers never written to is its own, and holds what was put on it and not taken off",
  fc.array(suppression, { maxLength: 12 }),
  (steps) =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const accounts = yield* Operator
        const clock = yield* Bench.TheClock
        const ids = [yield* organization, yield* organization, yield* organization]
        yield* leave(ids[2]!)
        const held = new Map<string, object>()
        for (const [index, each] of steps.entries()) {
          const now = Instant.plus(Given.now, index)
          clock.set(now)
          const [account, phone] = [ids[each.account]!, Given.phone(each.phone)]
          const key = `${account}/${phone}`
          const end = yield* (each.on ? accounts.suppress : accounts.unsuppress)(account, phone)
          expect(end).toBe(each.account === 2 ? "UnknownAccount" : held.has(key) === each.on ? "Unchanged" : "Changed")
          if (end === "Changed" && each.on) held.set(key, now)
          if (end === "Changed" && !each.on) held.delete(key)
        }
        const pages = yield* Effect.forEach(ids, (id) => accounts.suppressions(id, 0, 10))
        const listed = pages.flatMap(({ entries }, index) =>
          entries.map(({ phone, suppressedAt }) => [`${ids[index]}/${phone}`, suppressedAt] as const)
        )
        expect(new Map(listed)).toEqual(held)
        expect(pages.map(({ total }) => total).reduce((sum, total) => sum + total)).toBe(held.size)
      })
    )
)

prop(
  "accounts are what they are made as, and profiles are listed with their organization, newest first",
  fc.array(fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 2 })), { maxLength: 6 }),
  (births) =>
    Bench.run(
      Bench.layer(),
      Effect.gen(function*() {
        const accounts = yield* Operator
        const clock = yield* Bench.TheClock
        const parents = [yield* organization, yield* organization]
        const born: Array<{ readonly id: AccountId; readonly parent: number; readonly at: number }> = []
        let now = Given.now
        for (const [parent, wait] of births) {
          clock.set(now = Instant.plus(now, wait))
          const made = yield* accounts.createProfile(parents[parent]!, { name: `Profile ${born.length}` })
          if (made._tag !== "Created") throw new Error(made._tag)
          const row = yield* accounts.find(made.id)
          expect(row).toMatchObject({ type: "profile", organization: parents[parent], name: `Profile ${born.length}` })
          born.push({ id: made.id, parent, at: now })
        }
        for (const [parent, id] of parents.entries()) {
          const wanted = born.filter((each) => each.parent === parent)
            .toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
            .map((each) => each.id)
          const [all, second] = [yield* accounts.profiles(id, 0, 10), yield* accounts.profiles(id, 1, 1)]
          expect(all.map((each) => each.id)).toEqual(wanted)
          expect(second.map((each) => each.id)).toEqual(wanted.slice(1, 2))
        }
      })
    )
)

it("makes no profile of an organization that is deleted while it is made", () => {
  let strike = Effect.void
  const tap: Bench.Tap = (store) => ({
    ...store,
    commit: (batch) => {
      const first = strike
      strike = Effect.void
      return Effect.andThen(first, store.commit(batch))
    }
  })
  return Bench.run(
    Bench.layer({ tap }),
    Effect.gen(function*() {
      const accounts = yield* Operator
      const store = yield* Store
      const parent = yield* organization
      strike = Effect.orDie(
        leave(parent).pipe(
          Effect.provideService(Operator, accounts),
          Effect.provideService(Store, store)
        )
      )
      expect(yield* accounts.createProfile(parent)).toEqual({ _tag: "UnknownOrganization" })
      expect(yield* accounts.profiles(parent, 0, 10)).toEqual([])
      expect(yield* accounts.find(parent)).toMatchObject({ deletedAt: Given.now })
    })
  )
})

it("takes over no key that is another account's", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const accounts = yield* Operator
      const executor = yield* Executor
      const owner = yield* organization
      const [known, fresh] = ["aaaaaaaa-0000-4000-8000-000000000001", "aaaaaaaa-0000-4000-8000-000000000002"]
      yield* accounts.createKey(owner, known)
      const account = Given.account({ id: Given.accountId(7) })
      yield* executor.run(CreateAccount, { account, apiKeys: [known, fresh.toUpperCase()], balance: Money.zero })
      expect(yield* opens(known)).toBe(owner)
      expect(yield* opens(fresh)).toBe(account.id)
      expect((yield* accounts.listKeys(account.id, 0, 10)).keys.map(({ prefix }) => prefix)).toEqual(["aaaaaaaa"])
    })
  ))

it("opens no door with the key of a deleted account, which is nobody's profile either", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const accounts = yield* Operator
      const parent = yield* organization
      const made = yield* accounts.createProfile(parent)
      if (made._tag !== "Created") throw new Error(made._tag)
      const key = yield* accounts.createKey(made.id)
      if (key._tag !== "Created") throw new Error(key._tag)
      const profile = yield* accounts.find(made.id)
      if (profile === null) throw new Error("no profile")
      expect(yield* opens(key.text)).toBe(made.id)
      expect(isProfileOf(profile, parent)).toBe(true)
      yield* leave(made.id)
      expect(yield* opens(key.text)).toBe(null)
      expect(isProfileOf({ ...profile, deletedAt: Given.now }, parent)).toBe(false)
      expect(yield* accounts.profiles(parent, 0, 10)).toEqual([])
      expect(yield* accounts.change(made.id, { name: "Ghost" })).toBe(null)
      expect(yield* accounts.createProfile(made.id)).toEqual({ _tag: "UnknownOrganization" })
    })
  ))

it("answers what stands in the way", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const accounts = yield* Operator
      const account = yield* organization
      const nobody = "00000000-0000-4000-8000-00000000dead" as AccountId
      const text = "AAAAAAAA-0000-4000-8000-000000000001"
      expect(yield* accounts.createOrganization({ id: account })).toEqual({ _tag: "IdTaken" })
      expect(yield* accounts.createProfile(nobody)).toEqual({ _tag: "UnknownOrganization" })
      const person = yield* accounts.createUser()
      if (person._tag !== "Created") throw new Error(person._tag)
      expect(yield* accounts.createProfile(person.id)).toEqual({ _tag: "UnknownOrganization" })
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
