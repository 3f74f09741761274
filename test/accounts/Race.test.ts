/**
 * Two nodes on which an operator works at the same time. Both have loaded what they decide by before either may
 * commit, so neither sees what the other does.
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts, ownNumber } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import type { ExecutionError, Executor } from "@signalbox/core/Executor"
import { Authenticate, FindAccount } from "@signalbox/core/internal/account/Authenticate"
import { ChangeAccount } from "@signalbox/core/internal/account/ChangeAccount"
import { CreateAccount } from "@signalbox/core/internal/account/CreateAccount"
import { CreateKey } from "@signalbox/core/internal/account/CreateKey"
import { RevokeKey } from "@signalbox/core/internal/account/RevokeKey"
import { RotateKey } from "@signalbox/core/internal/account/RotateKey"
import { SetBalance } from "@signalbox/core/internal/account/SetBalance"
import { Suppress } from "@signalbox/core/internal/account/Suppress"
import { TopUp } from "@signalbox/core/internal/account/TopUp"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import * as Money from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { hashKey } from "@signalbox/core/Secret"
import type { Store } from "@signalbox/core/Store"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import * as Given from "../core/Given.ts"
import type { Storage } from "../stores/Nodes.ts"
import { executor, gate, storages } from "../stores/Nodes.ts"

const account = Given.account()
const other = Given.account({ id: Given.accountId(2), numbers: [] })
const [first, second, third] = [1, 2, 3].map((number) => `aaaaaaaa-0000-4000-8000-00000000000${number}`) as [
  string,
  string,
  string
]

type Run = (executor: Executor["Service"], store: Store["Service"]) => Effect.Effect<unknown, ExecutionError>

const using = <Command>(use: Decision<Command, unknown>, command: Command): Run => (executor) =>
  Effect.map(executor.run(use, command), ({ answer }) => answer)

const creates = (one: Account, apiKeys: ReadonlyArray<string> = []) =>
  using(CreateAccount, { account: one, apiKeys, balance: Money.make(1000) })
const sets = (balance: number) => using(SetBalance, { account: account.id, balance: Money.make(balance) })
const topsUp = (reference: string, amount = 100) =>
  using(TopUp, { account: account.id, amount: Money.make(amount), reference })
const rotates = (text: string) => using(RotateKey, { hash: hashKey(first), text, graceMillis: 0 })
const givesKey = (one: Account) => using(CreateKey, { account: one.id, text: third })
const moves = (one: Account, numbers: Account["numbers"]) =>
  using(ChangeAccount, { account: one.id, change: { numbers } })
const suppresses = using(Suppress, { account: account.id, phones: [Given.phone(1)], suppressed: true })

const debits = (amount: number): Run => (_, store) =>
  Effect.map(
    store.commit([Commit.make({
      debits: [{ account: account.id, amount: Money.make(amount), floor: Money.zero, once: "spend" }]
    })]),
    (outcomes) => outcomes.map(({ _tag }) => _tag)
  )

/** The organization goes; the operator has no call for that yet. */
const leaves: Run = using<Account>({
  name: "test.leave",
  needs: () => Needs.none,
  decide: (row) =>
    Result.succeed({
      answer: "Gone",
      commit: Commit.make({ puts: [Commit.put(Accounts, { ...row, deletedAt: Given.now })] })
    })
}, account)

/** Runs two at the same time, and returns what each of them came to and what is there afterwards. */
const race = <A>(
  storage: Storage,
  [left, right]: readonly [Run, Run],
  look: (executor: Executor["Service"], store: Store["Service"]) => Effect.Effect<A, unknown>
) =>
  Effect.gen(function*() {
    const one = yield* storage.first
    const two = yield* storage.another(one)
    const before = yield* executor(one.store, 1)
    yield* creates(account, [first])(before, one.store)
    yield* creates(other, [second])(before, one.store)
    const through = gate(2)
    const [leftStore, rightStore] = [through(one.store), through(two.store)]
    const ends = yield* Effect.all([
      Effect.flatMap(executor(leftStore, 2), (run) => left(run, leftStore)),
      Effect.flatMap(executor(rightStore, 3), (run) => right(run, rightStore))
    ], { concurrency: 2 })
    return { ends, after: yield* look(before, one.store) }
  }).pipe(Effect.scoped, Effect.runPromise)

const balance = (_: Executor["Service"], store: Store["Service"]) =>
  Effect.map(store.load(Needs.balance(account.id)), ({ balances }) => balances.get(account.id))

const holder = (executor: Executor["Service"], text: string) =>
  Effect.map(executor.run(Authenticate, hashKey(text)), ({ answer }) => answer?.account.id ?? null)

const find = (executor: Executor["Service"], { id }: Account) =>
  Effect.map(executor.run(FindAccount, id), ({ answer }) => answer)

const number = Given.phone(77)
const listed: Account["numbers"] = [{ number, channels: ["sms"], country: "US" }]

describe.each(storages("accounts"))("two operators at the same time (%s)", (_, storage) => {
  it("set a balance, and one of them is the last", async () => {
    const { after, ends } = await race(storage, [sets(300), sets(70)], balance)
    expect(ends).toEqual(["Done", "Done"])
    expect([300, 70]).toContain(after)
  })

  it("raise a balance, and it is what one of them said", async () => {
    const { after, ends } = await race(storage, [sets(1300), sets(1070)], balance)
    expect(ends).toEqual(["Done", "Done"])
    expect([1300, 1070]).toContain(after)
  })

  it("set a balance and top it up, and nothing is lost", async () => {
    const { after } = await race(storage, [sets(300), topsUp("one")], balance)
    expect(after).toBe(400)
  })

  it("top up with one reference, once", async () => {
    const { after, ends } = await race(storage, [topsUp("one"), topsUp("one")], balance)
    expect([ends, after]).toEqual([["Done", "Done"], 1100])
  })

  it("top up with one reference and two amounts, and one of them is told that it is taken", async () => {
    const { after, ends } = await race(storage, [topsUp("one", 100), topsUp("one", 200)], balance)
    expect(ends.toSorted()).toEqual(["Done", "ReferenceTaken"])
    expect(after).toBe(ends[0] === "Done" ? 1100 : 1200)
  })

  it("set a balance while more is spent than it will be", async () => {
    const { after, ends } = await race(storage, [sets(300), debits(900)], balance)
    // Before it: 900 of 1000 were there. After it they are not, and are refused.
    expect([ends[0], after]).toEqual(["Done", 300])
  })

  it("set a balance while a little is spent", async () => {
    const { after } = await race(storage, [sets(300), debits(100)], balance)
    expect(after).toBe(200)
  })

  it("rotate one key, once", async () => {
    const texts = [third, "bbbbbbbb-0000-4000-8000-000000000004"] as const
    const { after, ends } = await race(
      storage,
      [rotates(texts[0]), rotates(texts[1])],
      (executor) => Effect.forEach([first, ...texts], (text) => holder(executor, text))
    )
    expect(ends.toSorted()).toEqual(["AlreadyRevoked", "Rotated"])
    expect(after).toEqual([null, ...ends.map((end) => end === "Rotated" ? account.id : null)])
  })

  it("rotate and revoke one key", async () => {
    const { after, ends } = await race(
      storage,
      [rotates(third), using(RevokeKey, hashKey(first))],
      (executor) => Effect.forEach([first, third], (text) => holder(executor, text))
    )
    expect([["Rotated", "AlreadyRevoked"], ["AlreadyRevoked", "Revoked"]]).toContainEqual(ends)
    expect(after).toEqual([null, ends[0] === "Rotated" ? account.id : null])
  })

  it("give one key to two accounts, and one has it", async () => {
    const { after, ends } = await race(
      storage,
      [givesKey(account), givesKey(other)],
      (executor) => holder(executor, third)
    )
    expect(ends.toSorted()).toEqual(["Created", "KeyTaken"])
    expect(after).toBe(ends[0] === "Created" ? account.id : other.id)
  })

  it("make one account", async () => {
    const made = (name: string) => creates(Given.account({ id: Given.accountId(3), name, numbers: [] }))
    const { after, ends } = await race(
      storage,
      [made("Left"), made("Right")],
      (executor) => find(executor, { ...account, id: Given.accountId(3) })
    )
    expect(ends.toSorted()).toEqual(["Created", "IdTaken"])
    expect(after).toMatchObject({ name: ends[0] === "Created" ? "Left" : "Right" })
  })

  it("change two things of one account, and both are kept", async () => {
    const changes = (change: Partial<Account>) => using(ChangeAccount, { account: account.id, change })
    const { after } = await race(
      storage,
      [changes({ name: "Renamed" }), changes({ stage: "suspended" })],
      (executor) => find(executor, account)
    )
    expect(after).toMatchObject({ name: "Renamed", stage: "suspended", email: account.email })
  })

  it("change an account while its balance is set", async () => {
    const { after } = await race(
      storage,
      [using(ChangeAccount, { account: account.id, change: { name: "Renamed" } }), sets(5)],
      (executor, store) => Effect.all([find(executor, account), balance(executor, store)])
    )
    expect(after).toMatchObject([{ name: "Renamed" }, 5])
  })

  it("suppress one number, once", async () => {
    const { ends } = await race(storage, [suppresses, suppresses], () => Effect.void)
    expect(ends.toSorted()).toEqual([0, 1])
  })
})

describe.each(storages("account_orders"))("an operator (%s)", (_, storage) => {
  it("makes no profile of an organization that went meanwhile", () =>
    Effect.gen(function*() {
      const { store } = yield* storage.first
      const before = yield* executor(store, 1)
      yield* creates(account)(before, store)
      let isFirst = true
      const late = yield* executor({
        ...store,
        commit: (batch) => {
          const goes = isFirst ? Effect.orDie(leaves(before, store)) : Effect.void
          isFirst = false
          return Effect.andThen(goes, store.commit(batch))
        }
      }, 2)
      const profile = Given.account({ id: Given.accountId(3), type: "profile", organization: account.id, numbers: [] })
      expect(yield* creates(profile, [first])(late, store)).toBe("UnknownOrganization")
      expect(yield* find(before, profile)).toBe(null)
      expect(yield* holder(before, first)).toBe(null)
    }).pipe(Effect.scoped, Effect.runPromise))

  it("lists a number of an account twice and gives it up once", () =>
    Effect.gen(function*() {
      const { store } = yield* storage.first
      const run = yield* executor(store, 1)
      yield* creates({ ...other, numbers: [...listed, ...listed] })(run, store)
      yield* moves(other, [])(run, store)
      const { owners } = yield* store.load(Needs.unique(ownNumber(number)))
      expect([...owners.values()]).toEqual([null])
    }).pipe(Effect.scoped, Effect.runPromise))
})
