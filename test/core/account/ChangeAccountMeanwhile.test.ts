/**
 * The operator's decisions about accounts and keys rest on what they have read: when that changes before they are
 * committed, they are made anew and nothing that happened meanwhile is lost.
 */
import { Accounts } from "@signalbox/core/Account"
import { ApiKeys } from "@signalbox/core/ApiKey"
import { put } from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import { ChangeAccount } from "@signalbox/core/internal/account/ChangeAccount"
import { CreateAccount } from "@signalbox/core/internal/account/CreateAccount"
import { CreateKey } from "@signalbox/core/internal/account/CreateKey"
import { keep } from "@signalbox/core/internal/account/KeptKey"
import { RecordKeyUse } from "@signalbox/core/internal/account/RecordKeyUse"
import { RevokeKey } from "@signalbox/core/internal/account/RevokeKey"
import { RotateKey } from "@signalbox/core/internal/account/RotateKey"
import { SetBalance } from "@signalbox/core/internal/account/SetBalance"
import { TopUp } from "@signalbox/core/internal/account/TopUp"
import * as Money from "@signalbox/core/Money"
import { hashKey } from "@signalbox/core/Secret"
import * as Result from "effect/Result"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const [text, next] = ["abcdef01-0000-4000-8000-000000000001", "abcdef02-0000-4000-8000-000000000002"]
const [hash, nextHash] = [hashKey(text), hashKey(next)]

const account = Given.account()
const closed = { ...account, deletedAt: Given.now }
const other = Given.account({ id: Given.accountId(2), numbers: [] })
const key = keep(account.id, text, Instant.plus(Given.now, -Instant.day))
const revoked = { ...key, revokedAt: Given.now }

const start = () => new FactStore([put(Accounts, account), put(Accounts, other), put(ApiKeys, key)])

const run = <Command, Answer>(
  store: FactStore,
  use: Parameters<typeof store.run<Command, Answer>>[0],
  command: Command,
  meanwhile: () => void
) => Result.getOrThrow(store.run(use, command, Given.now, Given.ids(), meanwhile))

it("a key that is revoked while its use is noted stays revoked, and has its use as well", () => {
  const store = start()
  run(store, RecordKeyUse, { key: hash, usedAt: Given.now }, () => store.put(put(ApiKeys, revoked)))
  const hour = Instant.make(Given.now - Given.now % Instant.hour)
  expect(store.get(ApiKeys, hash)).toEqual({ ...revoked, lastUsedAt: hour })
})

it("the use of a key that is gone is not noted", () => {
  const store = start()
  run(store, RecordKeyUse, { key: nextHash, usedAt: Given.now }, () => {})
  expect(store.values(ApiKeys)).toEqual([key])
})

it("a key whose use is noted while it is revoked has both", () => {
  const store = start()
  const used = { ...key, lastUsedAt: Given.now }
  expect(run(store, RevokeKey, hash, () => store.put(put(ApiKeys, used)))).toBe("Revoked")
  expect(store.get(ApiKeys, hash)).toEqual({ ...used, revokedAt: Given.now })
})

it("of an account that is closed meanwhile no key is made, none is rotated, and nothing is changed or paid", () => {
  const close = (store: FactStore) => () => store.put(put(Accounts, closed))
  const made = start()
  expect(run(made, CreateKey, { account: account.id, text: next }, close(made))).toBe("UnknownAccount")
  const rotated = start()
  expect(run(rotated, RotateKey, { hash, text: next, graceMillis: 0 }, close(rotated))).toBe("UnknownAccount")
  for (const store of [made, rotated]) expect(store.values(ApiKeys)).toEqual([key])
  const changed = start()
  expect(run(changed, ChangeAccount, { account: account.id, change: { name: "New" } }, close(changed))).toBeNull()
  const set = start()
  const balance = { account: account.id, balance: Money.make(5) }
  expect(run(set, SetBalance, balance, close(set))).toBe("UnknownAccount")
  for (const store of [changed, set]) expect(store.get(Accounts, account.id)).toEqual(closed)
  expect(set.balance(account.id)).toBe(0)
})

it("a key that another account is given meanwhile is that account's", () => {
  const taken = keep(other.id, next, Given.now)
  const made = start()
  const give = (store: FactStore) => () => store.put(put(ApiKeys, taken))
  expect(run(made, CreateKey, { account: account.id, text: next }, give(made))).toBe("KeyTaken")
  const rotated = start()
  expect(run(rotated, RotateKey, { hash, text: next, graceMillis: 0 }, give(rotated))).toBe("KeyTaken")
  for (const store of [made, rotated]) {
    expect(store.get(ApiKeys, nextHash)).toEqual(taken)
    expect(store.get(ApiKeys, hash)).toEqual(key)
  }
  const created = start()
  const command = {
    account: Given.account({ id: Given.accountId(3), numbers: [] }),
    apiKeys: [next],
    balance: Money.zero
  }
  expect(run(created, CreateAccount, command, give(created))).toBe("Created")
  expect(created.get(ApiKeys, nextHash)).toEqual(taken)
})

it("a key that is revoked while it is rotated is not replaced", () => {
  const store = start()
  const rotation = { hash, text: next, graceMillis: 1000 }
  expect(run(store, RotateKey, rotation, () => store.put(put(ApiKeys, revoked)))).toBe("AlreadyRevoked")
  expect(store.values(ApiKeys)).toEqual([revoked])
})

it("a setting that is changed while another one is stays", () => {
  const store = start()
  const change = { account: account.id, change: { name: "New" } }
  run(store, ChangeAccount, change, () => store.put(put(Accounts, Given.account({ stage: "suspended" }))))
  expect(store.get(Accounts, account.id)).toEqual({
    ...account,
    name: "New",
    stage: "suspended",
    updatedAt: Given.now
  })
})

it("a profile of an organization that is closed meanwhile is not made, and an id is given once", () => {
  const profile = Given.account({ id: Given.accountId(3), type: "profile", organization: account.id, numbers: [] })
  const command = { account: profile, apiKeys: [], balance: Money.zero }
  const homeless = start()
  expect(run(homeless, CreateAccount, command, () => homeless.put(put(Accounts, closed)))).toBe("UnknownOrganization")
  expect(homeless.get(Accounts, profile.id)).toBeNull()
  const twice = start()
  const first = { ...profile, name: "First" }
  expect(run(twice, CreateAccount, command, () => twice.put(put(Accounts, first)))).toBe("IdTaken")
  expect(twice.get(Accounts, profile.id)).toEqual(first)
})

it("an amount that is no whole number above zero is not paid, and one of zero is a balance", () => {
  for (const amount of [0, -1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1]) {
    const store = start()
    const command = { account: account.id, amount: amount as Money.Money, reference: null }
    expect(run(store, TopUp, command, () => {})).toBe("BadAmount")
    const wanted = run(store, SetBalance, { account: account.id, balance: command.amount }, () => {})
    expect(wanted).toBe(amount === 0 ? "Done" : "BadAmount")
    expect(store.balance(account.id)).toBe(0)
  }
})
