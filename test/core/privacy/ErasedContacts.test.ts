/**
 * With a recipient go its contacts, messages, events and what endpoints have answered, of the account and of its profiles; who
 * must not be sent to stays so (decisions 17.6).
 */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { AuditEntries } from "@signalbox/core/AuditEntry"
import { put } from "@signalbox/core/Commit"
import type { ConsentRecord } from "@signalbox/core/ConsentRecord"
import { ConsentRecords } from "@signalbox/core/ConsentRecord"
import type { Contact } from "@signalbox/core/Contact"
import { Contacts } from "@signalbox/core/Contact"
import type { Delivery, Event } from "@signalbox/core/Delivery"
import { Deliveries, Events } from "@signalbox/core/Delivery"
import * as Digest from "@signalbox/core/Digest"
import type * as Id from "@signalbox/core/Id"
import * as Instant from "@signalbox/core/Instant"
import * as EventEnvelope from "@signalbox/core/internal/delivery/EventEnvelope"
import * as Fanout from "@signalbox/core/internal/delivery/Fanout"
import type { Erased } from "@signalbox/core/internal/privacy/Erased"
import { ErasedContacts } from "@signalbox/core/internal/privacy/ErasedContacts"
import { ErasedDeliveries, ErasedEvents } from "@signalbox/core/internal/privacy/ErasedEvents"
import { ErasedMessages } from "@signalbox/core/internal/privacy/ErasedMessages"
import { CarrierReferences, key as nameKey } from "@signalbox/core/internal/row/CarrierReference"
import { Messages } from "@signalbox/core/Message"
import type { Row } from "@signalbox/core/Row"
import { Webhooks } from "@signalbox/core/Webhook"
import { describe, expect, it } from "vitest"
import { gathered, told } from "../Decided.ts"
import * as Given from "../Given.ts"

const own = Given.accountId(1)
const profileId = Given.accountId(2)
const accounts = (parts: Partial<Account> = {}, ofProfile: Partial<Account> = {}): ReadonlyArray<Row> => [
  put(Accounts, Given.account({ numbers: [], ...parts })),
  put(Accounts, Given.account({ id: profileId, type: "profile", organization: own, numbers: [], ...ofProfile })),
  put(Accounts, Given.account({ id: Given.accountId(3), numbers: [] }))
]
const phone = Given.phone(1)
const subject = { account: own, phone, pseudonym: "pseudonym" }

/** Returns the changes of a step by the keys of the rows that were found. */
const taken = (erased: Erased, rows: ReadonlyArray<Row>, keys: ReadonlyArray<string>) => {
  const facts = gathered(rows, (known) => erased.needs(keys, subject, known))
  const { commit, ...more } = erased.take(keys, subject, { facts, now: Given.now, ids: Given.ids() })
  const { puts, ...others } = told(commit)
  return { puts, ...others, ...more }
}

const nothing = { puts: [], deletes: [], expects: [], due: [], cancels: [], completes: [] }

describe("contacts", () => {
  const id = (number: number) => `cccccccc-0000-7000-8000-00000000000${number}` as Id.ContactId
  const contact = (number: number, parts: Partial<Contact> = {}) => Given.contact({ id: id(number), phone, ...parts })
  const minute = Instant.minute
  const known = {
    suppressionHashes: {
      since: Instant.plus(Given.now, -minute),
      keys: [`new:${btoa("bytes")}`, `old:${btoa("other")}`]
    }
  }
  const hash = (account: Id.AccountId) => ({
    account,
    key: "new",
    hash: Digest.hmacSha256Hex(new TextEncoder().encode("bytes"), `${account}/${phone}`)
  })
  const gone = (number: number, version: number) => ({
    ...nothing,
    deletes: [`contact ${id(number)}`],
    expects: [`contact ${id(number)} ${version}`],
    cancels: [`whatsapp_return ${id(number)}`]
  })
  const rowsOf = (...contacts: ReadonlyArray<Contact>) => contacts.map((each) => put(Contacts, each))

  it("go, of the account and of its profiles, and nobody else's, of another number, or that is gone", () => {
    const rows = rowsOf(
      contact(1),
      contact(2, { account: profileId }),
      contact(3, { account: Given.accountId(3) }),
      contact(4, { phone: Given.phone(2) })
    )
    expect(taken(ErasedContacts, [...accounts(), ...rows], [1, 2, 3, 4, 9].map(id))).toStrictEqual({
      ...nothing,
      deletes: [1, 2].map((number) => `contact ${id(number)}`),
      expects: [`contact ${id(1)} 4`, `contact ${id(2)} 5`],
      cancels: [1, 2].map((number) => `whatsapp_return ${id(number)}`)
    })
  })

  const record = (number: number, parts: Partial<ConsentRecord>): ConsentRecord => ({
    id: `5ec00000-0000-7000-8000-00000000000${number}` as Id.ConsentRecordId,
    account: own,
    contact: id(1),
    phone,
    consent: "opt_out",
    source: "INBOUND_KEYWORD",
    channel: null,
    message: null,
    text: null,
    at: Instant.plus(Given.now, number),
    ...parts
  })

  it("of whom nothing may be sent to leave a hash, which tells since when and how it came about", () => {
    const hashed = (parts: Partial<Contact>, ...records: ReadonlyArray<ConsentRecord>) =>
      taken(ErasedContacts, [
        ...accounts(known),
        ...rowsOf(contact(1, parts)),
        ...records.map((each) => put(ConsentRecords, each))
      ], [id(1)])
    const [made, changed] = [Instant.plus(Given.now, -9), Instant.plus(Given.now, -8)]
    const leaves = (said: object) => ({ ...gone(1, 4), puts: [{ ...hash(own), ...said }] })
    expect(hashed({ suppressedAt: made })).toStrictEqual(leaves({ suppressedAt: made }))
    expect(
      hashed(
        { optOut: true },
        record(1, {}),
        record(2, { purpose: "news" }),
        record(3, { consent: "opt_out", source: "API" })
      )
    )
      .toStrictEqual(leaves({ optOut: { at: Instant.plus(Given.now, 3), source: "API" } }))
    // The newest record says something else, so it tells nothing of the opt-out.
    expect(hashed({ optOut: true, createdAt: made }, record(1, {}), record(2, { consent: "opt_in" })))
      .toStrictEqual(leaves({ optOut: { at: made, source: "API" } }))
    expect(hashed({ optOut: true, createdAt: made, updatedAt: changed })).toStrictEqual(
      leaves({ optOut: { at: changed, source: "API" } })
    )
    expect(
      hashed(
        { purposes: { news: "opt_out", offers: "opt_in", tips: "opt_out" }, updatedAt: changed },
        record(1, { purpose: "news" }),
        record(2, { purpose: "offers" })
      )
    )
      .toStrictEqual(
        leaves({
          purposes: {
            news: { at: Instant.plus(Given.now, 1), source: "INBOUND_KEYWORD" },
            tips: { at: changed, source: "API" }
          }
        })
      )
    expect(hashed({ purposes: { offers: "opt_in" } }, record(1, {}))).toStrictEqual(gone(1, 4))
  })

  it("of such stay until their account has said for a minute that it has hashes, and all others of the step with them", () => {
    const announced = (parts: Partial<Account>) =>
      taken(ErasedContacts, [
        ...accounts(parts),
        ...rowsOf(contact(1, { optOut: true }), contact(2, { account: profileId }))
      ], [1, 2].map(id))
    const [before] = accounts()
    expect(announced({})).toStrictEqual({
      ...nothing,
      puts: [{ ...before!.value, suppressionHashes: { since: Given.now } }],
      expects: [`account ${own} 1`],
      staysUntil: Instant.plus(Given.now, minute)
    })
    const since = Instant.plus(Given.now, 1 - minute)
    expect(announced({ suppressionHashes: { ...known.suppressionHashes, since } })).toStrictEqual({
      ...nothing,
      staysUntil: Instant.plus(Given.now, 1)
    })
    expect(announced(known).deletes).toStrictEqual([1, 2].map((number) => `contact ${id(number)}`))
    // Of several accounts the last one is waited for.
    const late = { suppressionHashes: { since: Instant.plus(Given.now, -1), keys: [] } }
    const both = rowsOf(contact(1, { optOut: true }), contact(2, { account: profileId, optOut: true }))
    for (const rows of [accounts({}, late), accounts(late, {})]) {
      expect(taken(ErasedContacts, [...rows, ...both], [1, 2].map(id)).staysUntil).toBe(Instant.plus(Given.now, minute))
    }
  })

  it("of such are not erased without a key to hash with", () => {
    const rows = accounts({ suppressionHashes: { since: Instant.make(0) } })
    expect(() => taken(ErasedContacts, [...rows, ...rowsOf(contact(1, { optOut: true }))], [id(1)])).toThrow(
      "there is no key to hash a number with"
    )
    expect(taken(ErasedContacts, [...rows, ...rowsOf(contact(1))], [id(1)])).toStrictEqual(gone(1, 4))
  })

  it("stay while audit logs name them, a hundred entries at a time; a profile's log tells of the erasure", () => {
    const entry = (number: number, account = own) => ({
      id: `aad17000-0000-7000-8000-${String(number).padStart(12, "0")}` as Id.AuditEntryId,
      account,
      at: Instant.plus(Given.now, number),
      endsAt: Instant.plus(Given.now, Instant.day),
      actor: { type: "recipient" as const },
      action: "changed" as const,
      subject: { type: "consent" as const, id: id(1) },
      fields: ["opt_out"],
      operation: "inbound.receive"
    })
    const entries = (count: number) => Array.from({ length: count }, (_, index) => put(AuditEntries, entry(index)))
    const named = (number: number) => ({ ...entry(number), subject: { type: "consent", id: "pseudonym" } })
    const found = (count: number) =>
      taken(ErasedContacts, [...accounts({}, { auditLogDays: 2 }), ...rowsOf(contact(1)), ...entries(count)], [id(1)])
    expect(found(101)).toStrictEqual({
      ...nothing,
      puts: Array.from({ length: 100 }, (_, index) => named(100 - index)),
      staysUntil: Given.now
    })
    expect(found(2)).toStrictEqual({ ...gone(1, 4), puts: [named(1), named(0)] })
    const ofProfile = taken(ErasedContacts, [
      ...accounts({ auditLogDays: 2 }, { auditLogDays: 2 }),
      ...rowsOf(contact(1), contact(2, { account: profileId }))
    ], [1, 2].map(id))
    const [told] = ofProfile.puts
    expect([ofProfile.puts.length, told, ofProfile.due.length]).toStrictEqual([1, {
      id: Given.ids().id(Given.now),
      account: profileId,
      at: Given.now,
      endsAt: Instant.plus(Given.now, 2 * Instant.day),
      actor: { type: "service" },
      action: "erased",
      subject: { type: "recipient", id: "pseudonym" },
      fields: [],
      operation: "privacy.erase_step"
    }, 1])
  })
})

describe("messages", () => {
  it("go with the names that carriers know and all work about them, unless a carrier is being asked", () => {
    const [one, asked] = [
      Given.message({
        status: "DELIVERED",
        send: 2,
        attempts: [
          Given.attempt({ reference: "whole", report: "DELIVERED", parts: [{ reference: "other", report: null }] })
        ]
      }),
      Given.message({
        id: Given.messageId(2),
        account: profileId,
        status: "SENT",
        attempts: [Given.attempt({ id: Given.attemptId(2), startedAt: Given.now })]
      })
    ]
    const name = (reference: string, message: Id.MessageId) => ({
      carrier: Given.carrierId("sms-a"),
      reference,
      message,
      attempt: Given.attemptId(1)
    })
    const foreign = [
      Given.message({ id: Given.messageId(3), account: Given.accountId(3) }),
      Given.message({ id: Given.messageId(4), phone: Given.phone(2) })
    ]
    const rows = [
      ...accounts(),
      ...[one, asked, ...foreign].map((each) => put(Messages, each)),
      put(CarrierReferences, name("whole", one.id)),
      put(CarrierReferences, name("other", asked.id))
    ]
    const gone = {
      ...nothing,
      deletes: [`carrier_reference ${nameKey(name("whole", one.id))}`, `message ${one.id}`],
      expects: [`message ${one.id} 4`],
      cancels: [
        `dispatch ${one.id}/2`,
        ...["submission", "media_probe", "submission_deadline", "fallback", "receipt_deadline"].map((kind) =>
          `${kind} ${one.id}/${Given.attemptId(1)}`
        )
      ],
      messages: 1
    }
    expect(taken(ErasedMessages, rows, [1, 2, 3, 4, 9].map(Given.messageId))).toStrictEqual({ ...gone, isLeft: true })
    expect(taken(ErasedMessages, rows, [1, 3].map(Given.messageId))).toStrictEqual({ ...gone, isLeft: false })
  })

  it("that wait are cancelled first, and say why; the others of the step stay for the next one", () => {
    const waiting = Given.message({ status: "SCHEDULED" })
    const over = Given.message({ id: Given.messageId(2), status: "DELIVERED" })
    const { puts, ...others } = taken(ErasedMessages, [...accounts(), put(Messages, waiting), put(Messages, over)], [
      waiting.id,
      over.id
    ])
    expect(puts).toMatchObject([{
      id: waiting.id,
      status: "CANCELLED",
      history: [{ description: expect.stringContaining("its recipient is erased") }]
    }])
    expect([others.deletes, others.staysUntil, others.messages]).toStrictEqual([[], Given.now, undefined])
  })
})

describe("events", () => {
  const event = (number: number, parts: Partial<Event> = {}, about: object = { outbound_number: phone }): Event => ({
    id: `e0000000-0000-7000-8000-00000000000${number}` as Id.EventId,
    account: own,
    name: "message.sent",
    at: Given.now,
    body: EventEnvelope.envelope("message.sent", Given.now, { ...about }),
    ...parts
  })
  const hooks = [Given.webhook(), Given.webhook({ id: Given.webhookId(2) })]

  it("go with their deliveries, unless they lead others to their webhooks", () => {
    const [one, leading, following] = [
      event(1),
      event(2, { subscribers: [] }),
      event(3, { followers: { audiences: [], events: [], reached: 0 } })
    ]
    const others = [event(4, { account: Given.accountId(3) }), event(5, {}, { outbound_number: Given.phone(2) })]
    const toOther = Fanout.delivery(one, Given.webhookId(2))
    const rows = [
      ...accounts(),
      ...[one, leading, following, ...others].map((each) => put(Events, each)),
      ...hooks.map((each) => put(Webhooks, each)),
      put(Deliveries, toOther)
    ]
    const gone = { ...nothing, deletes: [`delivery ${toOther.id}`, `event ${one.id}`], expects: [`event ${one.id} 4`] }
    const all = [one, leading, following, ...others].map(({ id }) => id)
    expect(taken(ErasedEvents, rows, [...all, "none"])).toStrictEqual({ ...gone, isLeft: true })
    expect(taken(ErasedEvents, rows, [all[0]!, all[3]!])).toStrictEqual({ ...gone, isLeft: false })
    for (const index of [1, 2]) {
      expect(taken(ErasedEvents, rows, [all[index]!])).toStrictEqual({ ...nothing, isLeft: true })
    }
  })

  it("that are still told of lose the answers of endpoints, and a delivery without its event goes", () => {
    const [one, foreign] = [event(1), event(2, { account: Given.accountId(3) })]
    const attempt = { at: Given.now, millis: 5, httpStatus: 200, responseBody: "to you", errorMessage: null }
    const answered: Delivery = {
      ...Fanout.delivery(one, Given.webhookId(1)),
      responseBody: "to you",
      log: [attempt, attempt]
    }
    const early: Delivery = { ...Fanout.delivery(one, Given.webhookId(2)), responseBody: "to you" }
    const others = [Fanout.delivery(event(3), Given.webhookId(1)), Fanout.delivery(foreign, Given.webhookId(3))]
    const rows = [
      ...accounts(),
      put(Events, one),
      put(Events, foreign),
      ...[answered, early, ...others].map((each) => put(Deliveries, each))
    ]
    expect(taken(ErasedDeliveries, rows, [...[answered, early, ...others].map(({ id }) => id), "none"])).toStrictEqual({
      ...nothing,
      puts: [
        { ...answered, responseBody: null, log: [attempt, attempt].map((each) => ({ ...each, responseBody: null })) },
        { ...early, responseBody: null }
      ],
      deletes: [`delivery ${others[0]!.id}`],
      expects: [`delivery ${answered.id} 6`, `delivery ${early.id} 7`, `delivery ${others[0]!.id} 8`].toSorted()
    })
  })
})
