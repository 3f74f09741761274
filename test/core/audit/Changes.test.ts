/**
 * The fields of which an audit log says nothing, because they follow from others or say when a change was; and when
 * something of an entry must go.
 */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import type { AuditEntryId, UserId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import { RetentionWork } from "@signalbox/core/internal/audit/AuditWork"
import * as Changes from "@signalbox/core/internal/audit/Changes"
import { nextEnd, Retain } from "@signalbox/core/internal/audit/Retention"
import { AuditEntries, type AuditEntry } from "@signalbox/core/internal/row/AuditEntry"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import type { Kind } from "@signalbox/core/Kind"
import * as Needs from "@signalbox/core/Needs"
import { PausedPrefixes } from "@signalbox/core/PausedPrefix"
import type { KindName } from "@signalbox/core/Row"
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
      told(Contacts, Given.contact(), { language: "de", updatedAt: later })
    ]).toEqual(Array.from({ length: 14 }, () => []))
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
