/**
 * A commit is held against where those accounts are that it tells of.
 */
import * as Commit from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { CarrierId, ContactId, VerificationId } from "@signalbox/core/Id"
import * as Owners from "@signalbox/core/internal/cells/Owners"
import { Accounts } from "@signalbox/core/internal/row/Account"
import { CarrierReferences } from "@signalbox/core/internal/row/CarrierReference"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { OneTimeCodes } from "@signalbox/core/internal/row/OneTimeCode"
import type { Ref } from "@signalbox/core/Kind"
import * as Money from "@signalbox/core/Money"
import { fromEntries } from "@signalbox/core/RefMap"
import type { Row } from "@signalbox/core/Row"
import { Webhooks } from "@signalbox/core/Webhook"
import type { Lane } from "@signalbox/core/Work"
import { describe, expect, it } from "vitest"
import * as Given from "../Given.ts"

const [one, other, third] = [Given.accountId(1), Given.accountId(2), Given.accountId(3)]

const purge = (of: string): Row => ({ kind: "purge", key: of, value: { of } })
const code = Commit.put(OneTimeCodes, {
  verification: "11111111-0000-7000-8000-000000000001" as VerificationId,
  code: "1"
})
const due = (lane: Lane) => ({ work: { kind: "any", key: lane }, lane, at: Given.now })
const debit = { account: one, amount: Money.make(1), floor: Money.zero, once: null }
const told = (parts: Partial<Commit.Commit>) => Owners.told(Commit.make(parts))

describe("the accounts that a commit tells of", () => {
  it("are those that its rows and its money name, with the organization above each that it puts", () => {
    const profile = Commit.put(Accounts, Given.account({ id: other, type: "profile", organization: third }))
    expect(told({ debits: [debit], deletes: [{ kind: "team", key: third }], due: [due(`send:${third}`)] })).toEqual([
      one
    ])
    expect(told({ puts: [Commit.put(Accounts, Given.account())] })).toEqual([one])
    expect(told({ puts: [profile] })).toEqual([other, third])
    // The organization is named once, whoever else names it.
    expect(told({ puts: [profile, Commit.put(Contacts, Given.contact({ account: third }))] })).toEqual([other, third])
  })

  it.each<readonly [of: string, ref: Ref, accounts: ReadonlyArray<string>]>([
    ["a kind of which an account has one", { kind: "team", key: one }, [one]],
    ["a key that begins with the account", { kind: "top_up", key: `${one}/acme/1` }, [one]],
    ["a kind that is also told in another way", { kind: "redaction", key: one }, [one]],
    ["what stands behind the first slash", { kind: "top_up", key: `acme/${one}` }, []],
    ["a key that is no id", { kind: "team", key: "acme" }, []],
    ["no key", { kind: "team", key: "" }, []],
    ["a kind whose keys are ids of their own", { kind: "contact", key: one }, []],
    ["a kind that is looked for by a field", { kind: "webhook", key: one }, []],
    ["what no account has", { kind: "residence", key: one }, []],
    ["what is no kind", { kind: "strange", key: one }, []],
    ["what all things have", { kind: "toString", key: one }, []]
  ])("are those of the keys that it removes: %s", (_, ref, accounts) => {
    expect(told({ deletes: [ref] })).toEqual(accounts)
  })

  it.each<readonly [lane: Lane, accounts: ReadonlyArray<string>]>([
    [`send:${one}`, [one]],
    [`retention:${one}`, [one]],
    ["retention:all", []],
    [`submission:acme/${one}`, [one]],
    [`submission:acme/eu/${one}`, [one]],
    [`submission:${one}/acme`, []],
    // They are led to by their webhooks, which are accounts of nobody.
    [`delivery:${one}`, []],
    [`retry:${one}`, []],
    // Nothing but a line has its account at the end.
    [`send:acme/${one}`, []],
    [`strange:${one}`, []]
  ])("are those of the lanes in which it has work: %s", (lane, accounts) => {
    expect(told({ due: [due(lane)] })).toEqual(accounts)
  })

  it("are told by keys and lanes together, each once", () => {
    expect(told({
      puts: [code, purge(third)],
      deletes: [{ kind: "team", key: one }, { kind: "purge", key: third }],
      due: [due(`send:${other}`), due(`send:${one}`)]
    })).toEqual([third, one, other])
  })
})

describe("the rows that a commit removes", () => {
  const contact = Given.contact({ account: other })
  const deletes = [{ kind: "contact", key: contact.id }]

  it("tell whose they are where nothing else does", () => {
    const removed = (parts: Partial<Commit.Commit>) => Owners.removed(Commit.make(parts))
    expect(removed({ deletes })).toEqual(deletes)
    expect(removed({ deletes, debits: [debit] })).toEqual([])
    expect(removed({ deletes, due: [due(`send:${one}`)] })).toEqual([])
    expect(removed({ due: [due("send:nobody")] })).toEqual([])
  })

  it("are those of the accounts in them, each once; others tell nothing", () => {
    const rows: ReadonlyArray<Row> = [
      Commit.put(Contacts, contact),
      Commit.put(Webhooks, Given.webhook({ account: one })),
      Commit.put(Contacts, Given.contact({ id: "cccccccc-0000-7000-8000-000000000009" as ContactId, account: other })),
      code,
      Commit.put(CarrierReferences, {
        carrier: "acme" as CarrierId,
        reference: "a",
        message: Given.messageId(1),
        attempt: Given.attemptId(1)
      })
    ]
    const gone = { kind: "contact", key: "gone" }
    const facts = {
      ...Facts.empty,
      rows: fromEntries<Facts.Known>([
        ...rows.map((row) => [row, { version: 1, row }] as const),
        [gone, { version: 0, row: null }]
      ])
    }
    const unread = { kind: "contact", key: "never read" }
    expect(Owners.ofRemoved(facts, [...rows, gone, unread])).toEqual([other, one])
    expect(Owners.ofRemoved(facts, [gone])).toEqual([])
  })
})
