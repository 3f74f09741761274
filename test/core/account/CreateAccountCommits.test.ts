/** The operator's decisions about accounts, keys and balances: whole answers and whole commits (decisions part 6). */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { ApiKeys } from "@signalbox/core/ApiKey"
import * as ChannelSet from "@signalbox/core/ChannelSet"
import { put } from "@signalbox/core/Commit"
import * as Instant from "@signalbox/core/Instant"
import type { Change } from "@signalbox/core/internal/account/ChangeAccount"
import { ChangeAccount } from "@signalbox/core/internal/account/ChangeAccount"
import { CreateAccount } from "@signalbox/core/internal/account/CreateAccount"
import { CreateKey } from "@signalbox/core/internal/account/CreateKey"
import { RevokeKey } from "@signalbox/core/internal/account/RevokeKey"
import { RotateKey } from "@signalbox/core/internal/account/RotateKey"
import { SetBalance } from "@signalbox/core/internal/account/SetBalance"
import { TopUp } from "@signalbox/core/internal/account/TopUp"
import type { TopUp as TopUpRow } from "@signalbox/core/internal/row/TopUp"
import { topUpKey, TopUps } from "@signalbox/core/internal/row/TopUp"
import { ClonedWebhooksRows } from "@signalbox/core/internal/row/Webhook"
import * as Money from "@signalbox/core/Money"
import { blank } from "@signalbox/core/Profile"
import { hashKey } from "@signalbox/core/Secret"
import { Webhooks } from "@signalbox/core/Webhook"
import { describe, expect, it } from "vitest"
import { answered, nothing } from "../Answered.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const later = Instant.plus(Given.now, 5000)

const [text, next] = ["abcdef01-0000-4000-8000-000000000001", "ABCDEF02-0000-4000-8000-000000000002"]
const [hash, nextHash] = [hashKey(text), hashKey(next)]
const key = { hash, account: account.id, prefix: "abcdef01", createdAt: Given.now, revokedAt: null }
const made = { hash: nextHash, account: account.id, prefix: "abcdef02", createdAt: later, revokedAt: null }

/** Without the templates of automatic replies, which have their own test. */
const born = (command: Parameters<typeof CreateAccount.decide>[0], rows: Parameters<typeof answered>[2]) => {
  const told = answered(CreateAccount, command, rows, later)
  return "answer" in told
    ? {
      ...told,
      puts: told.puts.filter((value) => !(value !== null && typeof value === "object" && "language" in value))
    }
    : told
}

describe("a new account", () => {
  const { createdAt: _, ...fresh } = Given.account({ id: Given.accountId(5), numbers: [], shortName: "ACME" })

  it("has its keys, its balance and the work of its retention", () => {
    const wanted = { ...fresh, retention: { texts: 30, messages: 90 } }
    expect(born({ account: wanted, apiKeys: [text, next], balance: Money.make(700) }, [])).toStrictEqual({
      ...nothing,
      answer: "Created",
      puts: [
        { ...wanted, createdAt: later },
        { ...made, hash, account: fresh.id, prefix: "abcdef01" },
        { ...made, account: fresh.id }
      ],
      expects: [`account ${fresh.id} 0`, `api_key ${hash} 0`, `api_key ${nextHash} 0`].toSorted(),
      debits: [{ account: fresh.id, amount: -700, floor: 0, once: `opening:${fresh.id}` }],
      due: [
        [`redaction ${fresh.id}`, 5000],
        [`purge ${fresh.id}`, 5000],
        ["purge_accounts all", 5000]
      ]
    })
  })

  it("of nothing but its id has no work and moves no money, and leaves a key to whoever has it", () => {
    expect(born({ account: fresh, apiKeys: [text], balance: Money.zero }, [put(ApiKeys, key)])).toStrictEqual({
      ...nothing,
      answer: "Created",
      puts: [{ ...fresh, createdAt: later }],
      expects: [`account ${fresh.id} 0`]
    })
  })

  it("that is a profile has the clones of its organization, and shares a short name that another has", () => {
    const cloned = { eventTypes: ["message"], eventFilters: null } as const
    const parent = Given.webhook({ id: Given.webhookId(3), cloned, edition: 2 })
    const other = Given.account({
      id: Given.accountId(4),
      type: "profile",
      organization: account.id,
      shortName: "acme",
      numbers: []
    })
    const profile = { ...fresh, type: "profile", organization: account.id, profile: blank("incomplete") } as const
    const rows = [
      put(Accounts, account),
      put(Accounts, other),
      put(ClonedWebhooksRows, { account: account.id, webhooks: [parent.id] }),
      put(Webhooks, parent)
    ]
    const command = { account: profile, apiKeys: [], balance: Money.zero }
    const expects = [
      `account ${account.id} 1`,
      `account ${fresh.id} 0`,
      `cloned_webhooks ${account.id} 3`,
      `webhook ${parent.id} 4`
    ]
    expect(born(command, rows)).toMatchObject({
      ...nothing,
      answer: "Created",
      puts: [
        { ...profile, sharesShortName: true, createdAt: later },
        { account: fresh.id, parent: parent.id, edition: 2, eventTypes: ["message"], createdAt: later }
      ],
      expects
    })
    expect(born({ ...command, account: { ...profile, shortName: "OWN" } }, rows))
      .toHaveProperty("puts.0", { ...profile, shortName: "OWN", createdAt: later })
    // The organization may have gone, or be none.
    for (const parent of [{ ...account, deletedAt: Given.now }, { ...account, type: "user" as const }]) {
      expect(born(command, [put(Accounts, parent)])).toStrictEqual({ ...nothing, answer: "UnknownOrganization" })
    }
    expect(born(command, [])).toStrictEqual({ ...nothing, answer: "UnknownOrganization" })
    expect(born(command, [...rows, put(Accounts, { ...profile, createdAt: Given.now })]))
      .toStrictEqual({ ...nothing, answer: "IdTaken" })
  })

  it("has a number that another account has as one that it shares", () => {
    const [own] = account.numbers
    const told = born({ account: { ...fresh, numbers: account.numbers }, apiKeys: [], balance: Money.zero }, [
      put(Accounts, account)
    ])
    expect(told).toHaveProperty("puts.0.numbers", [{ ...own, isShared: true }])
  })
})

describe("an account", () => {
  const set: ChannelSet.ChannelSet = {
    ...ChannelSet.empty(account.id),
    markets: [{
      country: "US",
      numberType: "LOCAL",
      senderValue: Given.phone(9000),
      areaCodes: [],
      regime: "none",
      brand: null,
      campaign: null,
      documents: [],
      gaveSender: false,
      status: "INACTIVE",
      reasonCode: "CHANNEL_009",
      reason: "Gone.",
      revision: 0,
      createdAt: Given.now,
      updatedAt: null
    }]
  }
  const change = (change: Change, before: Account = account, rows: Parameters<typeof answered>[2] = []) =>
    answered(ChangeAccount, { account: account.id, change }, [put(Accounts, before), ...rows], later)
  const stored = (changed: Account) => ({
    ...nothing,
    answer: changed,
    puts: [changed],
    expects: [`account ${account.id} 1`]
  })

  it("that is changed keeps all that is not named", () => {
    expect(change({ name: "New" })).toStrictEqual(stored({ ...account, name: "New", updatedAt: later }))
    expect(change({ billing: null }, { ...account, billing: false })).toStrictEqual(stored({
      ...account,
      updatedAt: later
    }))
  })

  it("is not written where nothing changes", () => {
    for (
      const none of [{}, { name: "Acme", billing: null }, { numbers: account.numbers, channels: account.channels }]
    ) {
      expect(change(none)).toStrictEqual({ ...nothing, answer: account })
    }
    expect(change({ name: "New" }, { ...account, deletedAt: Given.now })).toStrictEqual({ ...nothing, answer: null })
  })

  it("begins the work of a retention that is new or another, and none of one that it had", () => {
    const due = [[`redaction ${account.id}`, 5000], [`purge ${account.id}`, 5000], ["purge_accounts all", 5000]]
    const retention = { texts: 30, messages: 90 }
    const changed = { ...account, retention, updatedAt: later }
    expect(change({ retention })).toStrictEqual({ ...stored(changed), due })
    expect(change({ retention }, { ...account, retention: { texts: 1, messages: 2 } }))
      .toStrictEqual({ ...stored(changed), due })
    expect(change({ retention: { ...retention }, name: "New" }, { ...account, retention }))
      .toStrictEqual(stored({ ...changed, name: "New" }))
  })

  it("that is given numbers or channels may use what its markets let it use", () => {
    const own = { number: Given.phone(9000), channels: ["sms"], country: "US" } as const
    const rows = [put(ChannelSet.ChannelSets, set)]
    const withheld = { ...own, isWithheld: true } as const
    expect(change({ numbers: [own] }, account, rows)).toStrictEqual(stored({
      ...account,
      numbers: [withheld],
      smsWithheldIn: ["US"],
      updatedAt: later
    }))
    expect(change({ channels: ["sms"] }, { ...account, numbers: [own] }, rows)).toStrictEqual(stored({
      ...account,
      channels: ["sms"],
      numbers: [withheld],
      smsWithheldIn: ["US"],
      updatedAt: later
    }))
    // Other settings do not look at the markets.
    expect(change({ name: "New" }, account, rows)).toStrictEqual(stored({ ...account, name: "New", updatedAt: later }))
  })

  it("that is given numbers has new ones in its pools from now on, and shares those of others", () => {
    const [one, two] = [Given.phone(1), Given.phone(2)].map((number) => ({
      number,
      channels: ["sms" as const],
      country: "US"
    }))
    const pooled = { ...account, numbers: [one!], numberPools: [{ channel: "sms", country: "US" }] } as const
    const other = Given.account({ id: Given.accountId(2), numbers: [two!] })
    expect(change({ numbers: [two!, one!] }, pooled, [put(Accounts, other)])).toStrictEqual(stored({
      ...pooled,
      numbers: [{ ...two!, isShared: true, since: later }, one!],
      updatedAt: later
    }))
  })
})

describe("a key", () => {
  const rows = [put(Accounts, account), put(ApiKeys, key)]
  const expects = (...others: ReadonlyArray<string>) => [`account ${account.id} 1`, ...others].toSorted()

  it("is made once, of a text that is a UUID, with what narrows it down", () => {
    const terms = { scopes: ["read"], expiresAt: Instant.plus(later, 1), addresses: ["10.0.0.0/8"] } as const
    const make = (command: object = {}, of: ReadonlyArray<Account> = [account]) =>
      answered(CreateKey, { account: account.id, text: ` ${next} `, terms, ...command }, [
        ...of.map((each) => put(Accounts, each)),
        put(ApiKeys, key)
      ], later)
    expect(make()).toStrictEqual({
      ...nothing,
      answer: "Created",
      puts: [{ ...made, ...terms }],
      expects: expects(`api_key ${nextHash} 0`)
    })
    expect(make({ text: "abcdef01" })).toStrictEqual({ ...nothing, answer: "BadKey" })
    expect(make({ terms: { expiresAt: later } })).toStrictEqual({ ...nothing, answer: "BadExpiry" })
    expect(make({}, [])).toStrictEqual({ ...nothing, answer: "UnknownAccount" })
    expect(make({}, [{ ...account, deletedAt: later }])).toStrictEqual({ ...nothing, answer: "UnknownAccount" })
    expect(make({ text })).toStrictEqual({ ...nothing, answer: "KeyTaken" })
  })

  it("ends when it is revoked, and once", () => {
    expect(answered(RevokeKey, hash, rows, later)).toStrictEqual({
      ...nothing,
      answer: "Revoked",
      puts: [{ ...key, revokedAt: later }],
      expects: [`api_key ${hash} 2`]
    })
    expect(answered(RevokeKey, nextHash, rows, later)).toStrictEqual({ ...nothing, answer: "UnknownKey" })
    const ended = { ...key, revokedAt: later }
    expect(answered(RevokeKey, hash, [put(ApiKeys, ended)], later))
      .toStrictEqual({ ...nothing, answer: "AlreadyRevoked" })
  })

  it("is replaced by one that may do no more", () => {
    const narrow = { ...key, scopes: ["read"], addresses: ["10.0.0.0/8"], expiresAt: Instant.plus(later, 9) } as const
    const run = (command: object = {}, of: Account = account) =>
      answered(RotateKey, { hash, text: next, graceMillis: 1000, ...command }, [
        put(Accounts, of),
        put(ApiKeys, narrow)
      ], later)
    const { addresses, expiresAt, scopes } = narrow
    expect(run()).toStrictEqual({
      ...nothing,
      answer: "Rotated",
      puts: [{ ...narrow, revokedAt: Instant.plus(later, 1000) }, { ...made, scopes, addresses, expiresAt }],
      expects: expects(`api_key ${hash} 2`, `api_key ${nextHash} 0`)
    })
    expect(run({ hash: nextHash })).toStrictEqual({ ...nothing, answer: "UnknownKey" })
    expect(run({}, { ...account, deletedAt: later })).toStrictEqual({ ...nothing, answer: "UnknownAccount" })
  })
})

describe("a balance", () => {
  const id = Given.ids().id(later)
  const rows = [put(Accounts, account)]

  it("is set by the difference, with the account's row as it is", () => {
    const set = (balance: number, of = account.id) =>
      answered(SetBalance, { account: of, balance: balance as Money.Money }, rows, later)
    const done = { ...nothing, answer: "Done", puts: [account], expects: [`account ${account.id} 1`] }
    expect(set(700))
      .toStrictEqual({ ...done, debits: [{ account: account.id, amount: -700, floor: 0, once: `set:${id}` }] })
    expect(set(0)).toStrictEqual(done)
    expect(set(1, Given.accountId(9))).toStrictEqual({ ...nothing, answer: "UnknownAccount" })
  })

  it("is topped up once for each reference, and each time without one", () => {
    const add = (parts: object, before: ReadonlyArray<TopUpRow> = [], of: Account = account) =>
      answered(TopUp, { account: account.id, amount: Money.make(5), reference: null, ...parts }, [
        put(Accounts, of),
        ...before.map((each) => put(TopUps, each))
      ], later)
    const paid = { account: account.id, amount: -5, floor: 0 }
    expect(add({})).toStrictEqual({ ...nothing, answer: "Done", debits: [{ ...paid, once: `top-up:${id}` }] })
    const row = { account: account.id, reference: "invoice", amount: Money.make(5), at: later }
    const ref = `top_up ${topUpKey(account.id, "invoice")}`
    expect(add({ reference: "invoice" }))
      .toStrictEqual({
        ...nothing,
        answer: "Done",
        puts: [row],
        expects: [`${ref} 0`],
        debits: [{ ...paid, once: null }]
      })
    expect(add({ reference: "invoice" }, [row])).toStrictEqual({ ...nothing, answer: "Done" })
    expect(add({ reference: "invoice", amount: Money.make(6) }, [row]))
      .toStrictEqual({ ...nothing, answer: "ReferenceTaken" })
    expect(add({ reference: "r".repeat(255) })).toMatchObject({ answer: "Done" })
    for (const reference of ["", " ", "r".repeat(256), "a\0"]) {
      expect(add({ reference })).toStrictEqual({ ...nothing, answer: "BadReference" })
    }
    expect(add({}, [], { ...account, deletedAt: later })).toStrictEqual({ ...nothing, answer: "UnknownAccount" })
  })
})
