/**
 * The emulator plants a seed in this process: the accounts are as the file and the defaults say, and to plant it once
 * more changes nothing, whatever has become of them since.
 */
import * as Commit from "@signalbox/core/Commit"
import { Executor } from "@signalbox/core/Executor"
import type { AccountId } from "@signalbox/core/Id"
import { Authenticate } from "@signalbox/core/internal/account/Authenticate"
import * as Money from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { Operator } from "@signalbox/core/Operator"
import { hashKey } from "@signalbox/core/Secret"
import { Store } from "@signalbox/core/Store"
import { spendCaps } from "@signalbox/core/Terms"
import type { User } from "@signalbox/core/User"
import { Users } from "@signalbox/core/User"
import * as Seed from "@signalbox/emulator/seed/Seed"
import type { SeedAccount, SeedFile, SeedProfile, SeedPumping } from "@signalbox/emulator/seed/SeedFile"
import { parse } from "@signalbox/emulator/seed/SeedFile"
import type { SeedHours } from "@signalbox/emulator/seed/SeedHours"
import { prop } from "@signalbox/testing/Prop"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import * as Bench from "../core/Bench.ts"
import * as Given from "../core/Given.ts"
import * as Seeds from "./Seeds.ts"

/** Counts what is written, but for what work of the accounts writes meanwhile. */
const counter = () => {
  let writes = 0
  const tap: Bench.Tap = (store) => ({
    ...store,
    commit: (batch) => {
      writes +=
        batch.filter((commit) => !Commit.isEmpty(commit) && commit.holds.length + commit.completes.length === 0).length
      return store.commit(batch)
    }
  })
  return { tap, writes: () => writes }
}

const usersOf = (account: AccountId) =>
  Effect.flatMap(Store, (store) =>
    Effect.map(
      store.list({ list: "users", scope: account, offset: 0, limit: 100 }),
      ({ rows }) => rows.map(({ value }) => value as User)
    ))

const holder = (text: string) =>
  Effect.flatMap(
    Executor,
    (executor) => Effect.map(executor.run(Authenticate, hashKey(text)), ({ answer }) => answer?.account.id ?? null)
  )

const balanceOf = (account: AccountId) =>
  Effect.flatMap(
    Store,
    (store) => Effect.map(store.load(Needs.balance(account)), ({ balances }) => balances.get(account))
  )

const channels = ["sms", "whatsapp", "rcs", "mms"] as const

const isOn = ({ allow_mms: allows = true, channels: told = {} }: SeedProfile, channel: typeof channels[number]) => {
  const status = told[channel]
  return [undefined, "ACTIVE"].includes(typeof status === "object" ? status.status : status) &&
    (channel !== "mms" || allows)
}

const find = (id: AccountId) => Effect.flatMap(Operator, (accounts) => accounts.find(id))

const quietHours = (given: SeedHours = "off") => {
  if (typeof given === "string") return given
  const { exempt, ...windows } = given
  return { windows, exempt: exempt ?? [] }
}

const thresholds = (given: SeedPumping) => {
  if (given === "off") return given
  const { pause_minutes: pauseMinutes, window_minutes: windowMinutes, ...others } = given
  return {
    ...others,
    ...(pauseMinutes === undefined ? {} : { pauseMinutes }),
    ...(windowMinutes === undefined ? {} : { windowMinutes })
  }
}

/** Expects an account to be as its seed says. */
const agrees = Effect.fnUntraced(function*(given: SeedAccount | SeedProfile, id: AccountId) {
  const row = yield* find(id)
  if (row === null) throw new Error(`there is no account ${id}`)
  expect(row).toMatchObject({
    name: given.name ?? expect.stringMatching(/./),
    email: given.email ?? expect.stringMatching(/.@./),
    allowMms: given.allow_mms ?? true,
    dailyMessageLimit: given.daily_message_limit ?? null,
    requestsPerMinute: given.requests_per_minute ?? 10_000,
    ...(given.expiry_hours === undefined ? {} : { expiryHours: given.expiry_hours }),
    ...(given.smart_encoding === undefined ? {} : { smartEncoding: given.smart_encoding }),
    ...(given.key_last_used === undefined ? {} : { keyLastUsed: given.key_last_used }),
    ...(given.audit_log_days === undefined ? {} : { auditLogDays: given.audit_log_days }),
    ...(given.pumping === undefined ? {} : { pumping: thresholds(given.pumping) }),
    ...(given.webhook_disable_minutes === undefined ? {} : { webhookDisableMinutes: given.webhook_disable_minutes }),
    ...(given.webhooks === undefined ? {} : { webhooks: given.webhooks }),
    ...(given.spend === undefined ? {} : { spend: spendCaps(given.spend) }),
    ...(given.retention === undefined ? {} : { retention: given.retention }),
    ...(given.destinations === undefined ? {} : { destinations: given.destinations }),
    stage: given.stage ?? "verified",
    quietHours: quietHours(given.quiet_hours),
    channels: channels.filter((channel) => isOn(given, channel)),
    keywords: (given.keywords ?? []).map((keyword) => ({ reply: null, ...keyword })),
    ...(given.keyword_lists === undefined ? {} : { keywordLists: given.keyword_lists }),
    ...(given.frequency === undefined ? {} : { frequency: given.frequency }),
    ...(given.number_pools === undefined ? {} : {
      numberPools: given.number_pools.length === 0 ? [] : [
        { channel: "sms", country: "US", areaDigits: 3, pace: "published" },
        { channel: "mms", country: "US", pace: { perSecond: 5 }, whenPaced: "wait" }
      ]
    }),
    ...(given.purposes === undefined ? {} : {
      purposes: given.purposes.map(({ name, opt_in_keyword: optInKeyword, requires_opt_in: requiresOptIn }) => ({
        name,
        requiresOptIn,
        optInKeyword
      }))
    }),
    rules: (given.routes ?? []).map((route) => ({
      action: "ALLOW",
      fallback: true,
      country: null,
      priority: 0,
      ...route
    })),
    deletedAt: null
  })
  if (given.numbers === undefined) expect(row.numbers).toHaveLength(1)
  else expect(row.numbers).toEqual(given.numbers.map((number) => ({ channels, country: "US", ...number })))
  expect(yield* balanceOf(id)).toBe(Money.fromNumber(given.balance ?? 1000))
  for (const key of given.api_keys) expect(yield* holder(key)).toBe(id)
  const told = (given.users ?? []).map(({ email, name = email, role = "developer", status = "active" }) =>
    [email, name, role, status].join()
  )
  const users = yield* usersOf(id)
  expect(users.map(({ email, name, role, status }) => [email, name, role, status].join()).toSorted())
    .toEqual(told.toSorted())
  const { findContact, suppressions } = yield* Operator
  for (const { inherited = false, phone } of given.contacts ?? []) {
    const found = yield* findContact(id, phone)
    expect(found).toMatchObject({ phone, optOut: false })
    expect(found?.isInherited ?? false).toBe(inherited)
  }
  const { entries } = yield* suppressions(id, 0, 100)
  expect(entries.map(({ phone }) => phone).toSorted()).toEqual([...new Set(given.suppressed ?? [])].toSorted())
  return row
})

const apiKey = "cccccccc-cccc-4ccc-8ccc-cccccccccccc"

prop(
  "a seed makes what it says, and planted again it changes nothing",
  Seeds.seed,
  fc.option(fc.constant(apiKey)),
  (file, apiKey) => {
    const { tap, writes } = counter()
    return Bench.run(
      Bench.layer({ tap }),
      Effect.gen(function*() {
        const seed = Result.getOrThrow(parse(JSON.stringify(file)))
        const told = yield* Seed.seed({ apiKey, seed })
        const firstKey = file.accounts.flatMap(({ api_keys: keys }) => keys)[0]
        expect(told).toEqual({ apiKey: apiKey ?? firstKey ?? null, templateName: null })
        const ids: Array<AccountId> = []
        for (const [place, account] of file.accounts.entries()) {
          const id = account.id ?? `00000000-0000-4000-8000-${String(place + 1).padStart(12, "0")}` as AccountId
          ids.push(id)
          const row = yield* agrees(account, id)
          expect([row.type, row.organization]).toEqual([account.type ?? "organization", null])
          const children = yield* Effect.flatMap(Operator, (accounts) => accounts.profiles(id, 0, 10))
          expect(children).toHaveLength(account.profiles?.length ?? 0)
          for (const [index, profile] of (account.profiles ?? []).entries()) {
            const child = children.find((each) =>
              profile.id === undefined
                ? !each.id.startsWith("abcdef00") && each.id.endsWith(`00000${index + 1}`)
                : each.id === profile.id
            )
            if (child === undefined) throw new Error("a profile is missing")
            ids.push(child.id)
            const made = yield* agrees(profile, child.id)
            expect([made.type, made.organization]).toEqual(["profile", id])
            expect(made.shortName).toBe(profile.short_name ?? `PROFILE ${index + 1}`)
          }
        }
        if (apiKey !== null) expect(yield* holder(apiKey)).toBe(ids[0])
        const before = [writes(), yield* Effect.forEach(ids, find), yield* Effect.forEach(ids, balanceOf)]
        expect(yield* Seed.seed({ apiKey, seed })).toEqual(told)
        expect([writes(), yield* Effect.forEach(ids, find), yield* Effect.forEach(ids, balanceOf)]).toEqual(before)
      })
    )
  }
)

const id = Given.accountId(5)
const phone = Given.phone(1)
const [key, gone] = ["dddddddd-dddd-4ddd-8ddd-dddddddddddd", "eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee"]

it("brings nobody and nothing back that left since", () => {
  const file: SeedFile = {
    accounts: [{
      id,
      name: "Acme",
      api_keys: [key, gone],
      suppressed: [phone],
      users: [{ email: "ada@acme.example" }]
    }]
  }
  return Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const accounts = yield* Operator
      const store = yield* Store
      yield* Seed.seed({ apiKey: null, seed: file })
      const [ada] = yield* usersOf(id)
      yield* accounts.revokeKey(gone)
      yield* accounts.unsuppress(id, phone)
      yield* accounts.change(id, { name: "Renamed", stage: "suspended", numbers: [] })
      yield* accounts.setBalance(id, Money.make(5))
      const fresh = yield* accounts.createKey(id)
      yield* store.commit([Commit.make({
        deletes: [{ kind: Users.name, key: ada!.id }]
      })])
      const [account, ...others] = file.accounts
      const more = "ffffffff-ffff-4fff-8fff-ffffffffffff"
      // A key that the file has gained meanwhile is wanted.
      const now: SeedFile = { accounts: [{ ...account!, api_keys: [...account!.api_keys, more] }, ...others] }
      yield* Seed.seed({ apiKey: null, seed: now })
      expect(yield* accounts.find(id)).toMatchObject({ name: "Renamed", stage: "suspended", numbers: [] })
      expect(yield* balanceOf(id)).toBe(5)
      expect(yield* usersOf(id)).toEqual([])
      expect(yield* accounts.unsuppress(id, phone)).toBe("Unchanged")
      expect(yield* Effect.forEach([key, gone, more], holder)).toEqual([id, null, id])
      expect(fresh._tag === "Created" ? yield* holder(fresh.text) : null).toBe(id)
    })
  )
})

it("is one organization with every channel and a template when there is no file", () => {
  const { tap, writes } = counter()
  return Bench.run(
    Bench.layer({ tap }),
    Effect.gen(function*() {
      const told = yield* Seed.seed({ apiKey: key, seed: null })
      expect(told).toEqual({ apiKey: key, templateName: expect.stringMatching(/./) })
      const organization = yield* agrees({ api_keys: [key] }, Seed.organization)
      expect(organization.type).toBe("organization")
      // The template is reviewed meanwhile.
      yield* Bench.idle
      const before = writes()
      expect(yield* Seed.seed({ apiKey: key, seed: null })).toEqual(told)
      yield* Bench.idle
      expect(writes()).toBe(before)
    })
  )
})

it("is planted in few loads and commits, however many accounts it has", () => {
  let [loads, commits] = [0, 0]
  const tap: Bench.Tap = (store) => ({
    ...store,
    load: (needs) => {
      loads++
      return store.load(needs)
    },
    commit: (batch) => {
      commits++
      return store.commit(batch)
    }
  })
  const uuid = (place: number) => `99999999-9999-4999-8999-${String(place).padStart(12, "0")}`
  const seed: SeedFile = {
    accounts: Array.from({ length: 1000 }, (_, place) => ({
      api_keys: [uuid(place)],
      ...(place % 10 === 0 ? { profiles: [{ api_keys: [uuid(1000 + place)] }] } : {})
    }))
  }
  return Bench.run(
    Bench.layer({ tap }),
    Effect.gen(function*() {
      yield* Seed.seed({ apiKey: null, seed })
      expect(Math.max(loads, commits), `${loads} loads, ${commits} commits`).toBeLessThanOrEqual(4)
      expect(yield* holder(uuid(999))).toBe("00000000-0000-4000-8000-0000000003e8")
      expect(yield* holder(uuid(1990))).toBe("00000000-0000-4000-8001-0003df000001")
    })
  )
})

it("is nothing where a file has no accounts, whatever key is wanted", () =>
  Bench.run(
    Bench.layer(),
    Effect.gen(function*() {
      const seed: SeedFile = { accounts: [] }
      expect(yield* Seed.seed({ apiKey: null, seed })).toEqual({ apiKey: null, templateName: null })
      expect(yield* Seed.seed({ apiKey: key, seed })).toEqual({ apiKey: null, templateName: null })
      expect(yield* holder(key)).toBeNull()
    })
  ))
