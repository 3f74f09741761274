/** The entries that a commit writes besides what it changes, whole: by whom, where it is known, and until when they stay. */
import { Accounts } from "@signalbox/core/Account"
import * as Commit from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { AuditEntryId, ContactId, UserId } from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as Audited from "@signalbox/core/internal/audit/Audited"
import { RetentionWork } from "@signalbox/core/internal/audit/AuditWork"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import type { AuditEntry } from "@signalbox/core/internal/row/AuditEntry"
import { AuditEntries } from "@signalbox/core/internal/row/AuditEntry"
import { contactNumber, Contacts } from "@signalbox/core/internal/row/Contact"
import { Teams } from "@signalbox/core/internal/row/User"
import { Messages } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import type { Row } from "@signalbox/core/Row"
import { Templates } from "@signalbox/core/Template"
import { Webhooks } from "@signalbox/core/Webhook"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const [one, two] = [Given.accountId(1), Given.accountId(2)]
const watched = Given.account({ auditLogDays: 100 })
const byOperator: Audited.Asking = { actor: { type: "operator" }, network: null, accounts: [] }

const read = (...rows: ReadonlyArray<Row>): Facts.Facts => new FactStore(rows).load(Needs.refs(...rows))

const logged = (
  commit: Partial<Commit.Commit>,
  facts: Facts.Facts,
  asking: Audited.Asking = byOperator
): Commit.Commit =>
  Audited.logged("some.name", Commit.make(commit), { facts, ids: Given.ids(), now: Given.now }, () => asking)

/** The entry of so many that are written in the same commit, with the id that it has then. */
const entry = (place: number, parts: Partial<AuditEntry> = {}): AuditEntry => {
  const ids = Given.ids()
  for (let before = 0; before < place; before++) ids.id(Given.now)
  return {
    id: ids.id(Given.now) as AuditEntryId,
    account: one,
    actor: { type: "operator" },
    action: "created",
    subject: { type: "template", id: Given.templateId(1) },
    fields: [],
    operation: "some.name",
    at: Given.now,
    endsAt: Instant.plus(Given.now, 100 * Instant.day),
    ...parts
  }
}

/** The commit with these entries, each of which is looked at again when something of it must go. */
const withEntries = (commit: Partial<Commit.Commit>, ...entries: ReadonlyArray<AuditEntry>): Commit.Commit =>
  Commit.all(
    Commit.make(commit),
    {
      puts: entries.map((each) => Commit.put(AuditEntries, each)),
      due: entries.map(({ account, endsAt, id, network }) =>
        RetentionWork.due(id, account, network === undefined ? endsAt : Instant.plus(Given.now, 90 * Instant.day))
      )
    }
  )

const puts = [Commit.put(Templates, Given.template())]

describe("a commit", () => {
  it("is as it was where no account of it has a log, and who made it is not asked where nothing is spoken of", () => {
    const never = (): Audited.Asking => {
      throw new Error("nobody needs to know")
    }
    const commit = Commit.make({ puts: [Commit.put(Messages, Given.message())] })
    const grounds = { facts: read(Commit.put(Accounts, watched)), ids: Given.ids(), now: Given.now }
    expect(Audited.logged("some.name", commit, grounds, never)).toBe(commit)
    const others = Commit.make({ puts })
    const free = { ...grounds, facts: read(Commit.put(Accounts, Given.account())) }
    expect(Audited.logged("some.name", others, free, () => byOperator)).toBe(others)
  })

  it("has an entry in the log of the account that it changes, by whoever asked and from where", () => {
    const facts = read(Commit.put(Accounts, watched))
    expect(logged({ puts }, facts)).toStrictEqual(withEntries({ puts }, entry(0)))
    const asking = { actor: { type: "key", id: "key-1" }, network: "203.0.113.0/24", accounts: [] } as const
    expect(logged({ puts }, facts, asking))
      .toStrictEqual(withEntries({ puts }, entry(0, { actor: asking.actor, network: asking.network })))
  })

  it("finds the log of an account that nothing was read of among those that whoever asks knows", () => {
    const accounts = [Given.account({ id: two, auditLogDays: 7 }), watched]
    expect(logged({ puts }, Facts.empty, { ...byOperator, accounts })).toStrictEqual(withEntries({ puts }, entry(0)))
    expect(logged({ puts }, Facts.empty, { ...byOperator, accounts: accounts.slice(0, 1) }))
      .toStrictEqual(Commit.make({ puts }))
  })

  it("goes by the log as it makes it, and by the one before where it takes that away", () => {
    const subject = { type: "account", id: one } as const
    const longer = [Commit.put(Accounts, Given.account({ auditLogDays: 5 }))]
    expect(logged({ puts: longer }, read(Commit.put(Accounts, watched)))).toStrictEqual(
      withEntries(
        { puts: longer },
        entry(0, {
          subject,
          action: "changed",
          fields: ["audit_log_days"],
          endsAt: Instant.plus(Given.now, 5 * Instant.day)
        })
      )
    )
    const off = [Commit.put(Accounts, Given.account())]
    expect(logged({ puts: off }, read(Commit.put(Accounts, watched)))).toStrictEqual(
      withEntries({ puts: off }, entry(0, { subject, action: "changed", fields: ["audit_log_days"] }))
    )
    const both = [5, 9].map((auditLogDays, index) =>
      Commit.put(Accounts, Given.account({ id: Given.accountId(index + 1), auditLogDays }))
    )
    expect(logged({ puts: both }, read())).toStrictEqual(
      withEntries(
        { puts: both },
        ...[5, 9].map((days, index) =>
          entry(index, {
            account: Given.accountId(index + 1),
            subject: { type: "account", id: Given.accountId(index + 1) },
            endsAt: Instant.plus(Given.now, days * Instant.day)
          })
        )
      )
    )
    const created = [Commit.put(Accounts, watched)]
    expect(logged({ puts: created }, read())).toStrictEqual(withEntries({ puts: created }, entry(0, { subject })))
  })

  it("of several accounts has the entries of each in its own log, if it has one", () => {
    const accounts = [watched, Given.account({ id: two, auditLogDays: 3 }), Given.account({ id: Given.accountId(3) })]
    const all = [1, 2, 3, 1].map((number, index) =>
      Commit.put(Templates, Given.template({ id: Given.templateId(index + 1), account: Given.accountId(number) }))
    )
    const subject = (number: number) => ({ type: "template", id: Given.templateId(number) }) as const
    expect(logged({ puts: all }, Facts.empty, { ...byOperator, accounts })).toStrictEqual(
      withEntries(
        { puts: all },
        entry(0),
        entry(1, { subject: subject(4) }),
        entry(2, { account: two, subject: subject(2), endsAt: Instant.plus(Given.now, 3 * Instant.day) })
      )
    )
  })

  it("tells of each of 32 changes of one kind, and counts more of them in one entry", () => {
    const contact = (number: number) =>
      Given.contact({
        id: `cccccccc-0000-7000-8000-${String(number).padStart(12, "0")}` as ContactId,
        phone: Given.phone(number),
        ...(number % 2 === 0 ? { suppressedAt: Given.now } : { optOut: true })
      })
    const contacts = (count: number) =>
      Array.from({ length: count }, (_, number) => Commit.put(Contacts, contact(number)))
    const webhook = Commit.put(Webhooks, Given.webhook())
    const facts = read(Commit.put(Accounts, watched))
    const hook = { subject: { type: "webhook", id: Given.webhookId(1) } } as const
    const single = [...contacts(32), webhook]
    expect(logged({ puts: single }, facts)).toStrictEqual(withEntries(
      { puts: single },
      ...Array.from({ length: 32 }, (_, number) =>
        entry(number, {
          action: "changed",
          subject: { type: "consent", id: contact(number).id },
          fields: [number % 2 === 0 ? "suppressed_at" : "opt_out"]
        })),
      entry(32, hook)
    ))
    const many = [webhook, ...contacts(33)]
    expect(logged({ puts: many }, facts)).toStrictEqual(withEntries(
      { puts: many },
      entry(0, hook),
      entry(1, {
        action: "changed",
        subject: { type: "consent", id: null },
        count: 33,
        fields: ["opt_out", "suppressed_at"]
      })
    ))
  })
})

describe("a decision whose accounts nobody knows", () => {
  const number = contactNumber(two, Given.phone(2))
  const rows = Needs.all(
    Needs.row(Contacts, Given.contact().id),
    Needs.row(Messages, Given.messageId(1)),
    Needs.unique(number)
  )
  const needs = Needs.all(rows, Needs.row(Teams, Given.accountId(3)))
  const use: Decision<"all" | "rows", UserId> = {
    name: "some.name",
    needs: (command) => command === "all" ? needs : rows,
    decide: () => Result.succeed({ answer: "id" as UserId, commit: Commit.make({ puts }) })
  }

  it("needs the accounts that own what it reads, once that is known, and the team's from the beginning", () => {
    const read = Audited.reading(use)
    const withTeam = Needs.all(needs, Needs.row(Accounts, Given.accountId(3)))
    expect(read.needs("rows", Facts.empty)).toBe(rows)
    expect(read.needs("all", Facts.empty)).toStrictEqual(withTeam)
    expect(read.needs("all", new FactStore([]).load(needs))).toStrictEqual(withTeam)
    const second = { id: "cccccccc-0000-7000-8000-000000000002" as ContactId, account: two, phone: Given.phone(2) }
    const store = new FactStore([
      ...[Given.contact(), Given.contact(second)].map((contact) => Commit.put(Contacts, contact)),
      Commit.put(Messages, Given.message({ account: Given.accountId(4) }))
    ])
    expect(read.needs("all", store.load(needs))).toStrictEqual(
      Needs.all(needs, Needs.rows(Accounts, [one, Given.accountId(3), two]))
    )
  })

  it("answers what it would, and has its entries besides", () => {
    const grounds = { facts: read(Commit.put(Accounts, watched)), ids: Given.ids(), now: Given.now }
    expect(Audited.ofService(use).decide("all", grounds)).toStrictEqual(Result.succeed({
      answer: "id",
      commit: withEntries({ puts }, entry(0, { actor: { type: "service" } }))
    }))
    expect([Audited.party("recipient"), Audited.party("carrier", "acme")]).toStrictEqual([
      { actor: { type: "recipient" }, network: null, accounts: [] },
      { actor: { type: "carrier", id: "acme" }, network: null, accounts: [] }
    ])
  })
})
