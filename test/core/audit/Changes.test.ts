/**
 * The fields of which an audit log says nothing, because they follow from others or say when a change was; and when
 * something of an entry must go.
 */
import { Accounts } from "@signalbox/core/Account"
import { ApiKeys } from "@signalbox/core/ApiKey"
import * as Commit from "@signalbox/core/Commit"
import type { AccountId, AuditEntryId, ErasureId, UserId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { RetentionWork } from "@signalbox/core/internal/audit/AuditWork"
import * as Changes from "@signalbox/core/internal/audit/Changes"
import { nextEnd, Retain } from "@signalbox/core/internal/audit/Retention"
import { idOf } from "@signalbox/core/internal/row/ApiKey"
import { AuditEntries, type AuditEntry } from "@signalbox/core/internal/row/AuditEntry"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { RecipientErasures } from "@signalbox/core/internal/row/RecipientErasure"
import type { Kind } from "@signalbox/core/Kind"
import { ref } from "@signalbox/core/Kind"
import { Messages } from "@signalbox/core/Message"
import { make as money } from "@signalbox/core/Money"
import * as Needs from "@signalbox/core/Needs"
import { PausedPrefixes } from "@signalbox/core/PausedPrefix"
import type { KindName, Row } from "@signalbox/core/Row"
import { hashKey } from "@signalbox/core/Secret"
import { Templates } from "@signalbox/core/Template"
import { Users } from "@signalbox/core/User"
import { Webhooks } from "@signalbox/core/Webhook"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const later = Instant.make(Given.now + 1)

/** The names of the fields that the log tells of, where a row becomes another one. */
const told = <Value>(kind: Kind<KindName, Value>, before: Value, changed: Partial<Value>): ReadonlyArray<string> => {
  const store = new FactStore([Commit.put(kind, before)])
  const facts = store.load(Needs.row(kind, kind.key(before)))
  return Changes.of(Commit.make({ puts: [Commit.put(kind, { ...before, ...changed })] }), facts, () => true)
    .flatMap(({ action, fields }) => [action, ...fields])
}

const prefix = {
  account: Given.accountId(1),
  prefix: "+12015",
  reason: "unchecked",
  evidence: { counted: 20, failed: 20 },
  since: Given.now,
  until: Given.now,
  times: 1
} as const

const user = {
  id: "0a0a0a0a-0000-7000-8000-000000000001" as UserId,
  account: Given.accountId(1),
  email: "a@example.com",
  name: "A",
  role: "admin",
  status: "active",
  invitedAt: null,
  lastLoginAt: null,
  createdAt: Given.now,
  updatedAt: null
} as const

describe("an audit log", () => {
  it("says nothing of what follows from other fields, or says when", () => {
    expect([
      told(Accounts, Given.account(), { sharesShortName: true }),
      told(Accounts, Given.account(), { updatedAt: later }),
      told(PausedPrefixes, prefix, { evidence: null }),
      told(PausedPrefixes, prefix, { since: later }),
      told(Templates, Given.template(), { revision: 2 }),
      told(Templates, Given.template(), { revisedAt: later }),
      told(Templates, Given.template(), { channelTimes: Given.channelTimes("APPROVED", later, "sms") }),
      told(Templates, Given.template(), { updatedAt: later }),
      told(Users, user, { lastLoginAt: later }),
      told(Users, user, { updatedAt: later }),
      told(Webhooks, Given.webhook(), { subscribes: ["message.failed"] }),
      told(Webhooks, Given.webhook(), { edition: 2 }),
      told(Webhooks, Given.webhook(), { updatedAt: later }),
      told(Contacts, Given.contact(), { language: "de", updatedAt: later }),
      told(ApiKeys, key, { lastUsedAt: later })
    ]).toEqual(Array.from({ length: 15 }, () => []))
  })

  it("says by their names, in order, which others have changed", () => {
    expect(
      told(Accounts, Given.account(), { shortName: "ac", dailyMessageLimit: 5, allowMms: false, updatedAt: later })
    )
      .toEqual(["changed", "allow_mms", "daily_message_limit", "short_name"])
    expect(told(PausedPrefixes, prefix, { until: later, times: 2 })).toEqual(["changed", "times", "until"])
    expect(told(Templates, Given.template(), { status: "REJECTED" })).toEqual(["changed", "status"])
    expect(told(Users, user, { role: "billing" })).toEqual(["changed", "role"])
    expect(told(Webhooks, Given.webhook(), { retryCount: 4 })).toEqual(["changed", "retry_count"])
    for (
      const [changed, field] of [
        [{ optOut: true }, "opt_out"],
        [{ suppressedAt: later }, "suppressed_at"],
        [{ purposes: { news: "opt_out" } }, "purposes"]
      ] as const
    ) expect(told(Contacts, Given.contact(), changed)).toEqual(["changed", field])
  })

  it("takes the mark of what was deleted for its deletion, once", () => {
    expect(told(Accounts, Given.account(), { deletedAt: later })).toEqual(["deleted"])
    expect(told(Accounts, Given.account({ deletedAt: Given.now }), { deletedAt: later })).toEqual([])
    expect(told(Webhooks, Given.webhook(), { deletedAt: later })).toEqual(["deleted"])
    expect(told(Webhooks, Given.webhook({ deletedAt: Given.now }), { deletedAt: later })).toEqual([])
  })
})

/** Returns the changes of a commit, where these rows were read before. */
const changed = (
  before: ReadonlyArray<Row>,
  commit: Partial<Commit.Commit>,
  isLogged: (account: AccountId) => boolean = () => true
) => {
  const refs = [...before, ...commit.puts ?? [], ...commit.deletes ?? []]
  return Changes.of(Commit.make(commit), new FactStore(before).load(Needs.refs(...refs)), isLogged)
}

const account = Given.accountId(1)
const key = { hash: hashKey("key"), account, prefix: "abcdef01", createdAt: Given.now, revokedAt: null }
const erasure = {
  id: "0c0c0c0c-0000-7000-8000-000000000001" as ErasureId,
  account,
  pseudonym: "0d0d0d0d-0000-4000-8000-000000000001",
  status: "running",
  step: 0,
  after: "",
  messages: 0,
  requestedAt: Given.now
} as const

interface Spoken {
  readonly row: Row
  readonly other: Row
  readonly fields: ReadonlyArray<string>
  readonly id: string
  /** The action of a row that is new; null where that is none to the log. */
  readonly begins: "created" | "erased" | null
}

const row = <Value>(
  kind: Kind<KindName, Value>,
  value: Value,
  change: Partial<Value>,
  told: Omit<Spoken, "other" | "row">
): Spoken => ({ row: Commit.put(kind, value), other: Commit.put(kind, { ...value, ...change }), ...told })

const spoken = {
  account: row(Accounts, Given.account(), { name: "Other" }, { id: account, fields: ["name"], begins: "created" }),
  api_key: row(ApiKeys, key, { revokedAt: later }, { id: idOf(key.hash), fields: ["revoked_at"], begins: "created" }),
  consent: row(Contacts, Given.contact(), { optOut: true }, {
    id: Given.contact().id,
    fields: ["opt_out"],
    begins: null
  }),
  prefix: row(PausedPrefixes, prefix, { until: null }, { id: "+12015", fields: ["until"], begins: "created" }),
  recipient: row(RecipientErasures, erasure, { messages: 1, step: 1 }, {
    id: erasure.pseudonym,
    fields: ["messages", "step"],
    begins: "erased"
  }),
  template: row(Templates, Given.template(), { status: "PAUSED" }, {
    id: Given.templateId(1),
    fields: ["status"],
    begins: "created"
  }),
  user: row(Users, user, { status: "suspended" }, { id: user.id, fields: ["status"], begins: "created" }),
  webhook: row(Webhooks, Given.webhook(), { isActive: false }, {
    id: Given.webhookId(1),
    fields: ["is_active"],
    begins: "created"
  })
} as const

describe("what a commit changes", () => {
  it.each(Object.entries(spoken))(
    "of %s is told whole: what is new, what is another, and what is deleted",
    (type, { begins, fields, id, other, row }) => {
      const told = (action: string, names: ReadonlyArray<string> = []) => [
        { account, subject: { type, id }, action, fields: names }
      ]
      expect(changed([], { puts: [row] })).toStrictEqual(begins === null ? [] : told(begins))
      expect(changed([row], { puts: [row] })).toStrictEqual([])
      expect(changed([row], { puts: [other] })).toStrictEqual(told("changed", fields))
      expect(changed([row], { deletes: [{ kind: row.kind, key: row.key }] })).toStrictEqual(told("deleted"))
      expect(changed([], { deletes: [{ kind: row.kind, key: row.key }] })).toStrictEqual([])
      // Of what is written several times the last counts, and what is deleted and written is there afterwards.
      expect(changed([row], { puts: [other, row] })).toStrictEqual([])
      expect(changed([row], { deletes: [{ kind: row.kind, key: row.key }], puts: [other] }))
        .toStrictEqual(told("changed", fields))
      const asked: Array<string> = []
      expect(changed([row], { puts: [other] }, (owner) => (asked.push(owner), false))).toStrictEqual([])
      expect(new Set(asked)).toStrictEqual(new Set([account]))
    }
  )

  it("is also a contact that begins with a consent, and an erasure that has no other name any more", () => {
    expect(changed([], { puts: [spoken.consent.other] })).toStrictEqual([
      { account, subject: { type: "consent", id: Given.contact().id }, action: "changed", fields: ["opt_out"] }
    ])
    const { pseudonym: _, ...nameless } = erasure
    expect(changed([], { puts: [Commit.put(RecipientErasures, nameless)] })).toStrictEqual([
      { account, subject: { type: "recipient", id: erasure.id }, action: "erased", fields: [] }
    ])
  })

  it("is no row of another kind, and each balance that it moves once, behind the rows", () => {
    const debit = (number: number, amount: number) => ({
      account: Given.accountId(number),
      amount: money(amount),
      floor: money(0),
      once: null
    })
    const commit = {
      puts: [Commit.put(Messages, Given.message()), spoken.user.row],
      debits: [debit(2, 5), debit(3, 0), debit(2, -1), debit(4, -7), debit(5, 1)]
    }
    const told = (number: number) => ({
      account: Given.accountId(number),
      subject: { type: "balance", id: Given.accountId(number) },
      action: "changed",
      fields: ["balance"]
    })
    expect(changed([], commit, (owner) => owner !== Given.accountId(5))).toStrictEqual([
      { account, subject: { type: "user", id: user.id }, action: "created", fields: [] },
      told(2),
      told(4)
    ])
  })

  it("belongs to an account where the log speaks of its kind", () => {
    for (const { row } of Object.values(spoken)) expect(Changes.ownerOf(row.kind, row.value)).toBe(account)
    expect(Changes.ownerOf(ref(Messages, "id").kind, Given.message())).toBeNull()
  })
})

describe("an entry of an audit log", () => {
  const day = (number: number): Instant.Instant => Instant.plus(Given.now, number * Instant.day)
  const entry = (endsAt: Instant.Instant, network?: string): AuditEntry => ({
    id: "0b0b0b0b-0000-7000-8000-000000000001" as AuditEntryId,
    account: Given.accountId(1),
    actor: { type: "operator" },
    action: "changed",
    subject: { type: "account", id: Given.accountId(1) },
    fields: [],
    operation: "accounts.change",
    ...(network === undefined ? {} : { network }),
    at: Given.now,
    endsAt
  })

  it("loses the network after ninety days, and goes at its end", () => {
    expect([
      nextEnd(entry(day(400))),
      nextEnd(entry(day(400), "203.0.113.0/24")),
      nextEnd(entry(day(30), "203.0.113.0/24"))
    ])
      .toEqual([day(400), day(90), day(30)])
    const left = (now: Instant.Instant, of = entry(day(400), "203.0.113.0/24")) => {
      const store = new FactStore([Commit.put(AuditEntries, of)])
      const lease = store.hold(RetentionWork.due(of.id, of.account, now))
      store.run(Retain, { lease }, now, Given.ids())
      const due = [...store.work.values()].map(({ at }) => at)
      return [store.get(AuditEntries, of.id), due]
    }
    const before = (at: Instant.Instant) => Instant.make(at - 1)
    expect(left(before(day(90)))).toEqual([entry(day(400), "203.0.113.0/24"), [day(90)]])
    expect(left(day(90))).toEqual([entry(day(400)), [day(400)]])
    expect(left(before(day(400)), entry(day(400)))).toEqual([entry(day(400)), [day(400)]])
    expect(left(day(400), entry(day(400)))).toEqual([null, []])
  })
})
