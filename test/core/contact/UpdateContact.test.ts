/** Contacts are made, changed and deleted by clients and by the operator: whole rows, records and refusals (decisions 5.3). */
import { Accounts } from "@signalbox/core/Account"
import { operations } from "@signalbox/core/Catalogue"
import { put } from "@signalbox/core/Commit"
import { plus } from "@signalbox/core/Instant"
import type { Decision } from "@signalbox/core/internal/commit/Decision"
import { WhatsappReturnWork } from "@signalbox/core/internal/contact/ContactWork"
import { Inherit } from "@signalbox/core/internal/contact/Inherit"
import { Prefer } from "@signalbox/core/internal/contact/Prefer"
import { WhatsappReturn } from "@signalbox/core/internal/contact/WhatsappReturn"
import { ConsentRecords } from "@signalbox/core/internal/row/ConsentRecord"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const account = Given.account({ purposes: [{ name: "news", categories: ["MARKETING"] }] })
const caller = { account, keyAccount: account }
const chosen: ReadonlySet<never> = new Set()
const at = plus(Given.now, 1000)
const before = Given.contact({ language: "de", defaultChannel: "whatsapp" })

const storeOf = (...contacts: ReadonlyArray<Contact>) =>
  new FactStore([put(Accounts, account), ...contacts.map((contact) => put(Contacts, contact))])

const run = <Command, Answer>(store: FactStore, use: Decision<Command, Answer>, command: Command) =>
  store.run(use, command, at, Given.ids())

const { decides: update, simulate: simulateUpdate } = operations["contacts.update"]
const { decides: create, simulate: simulateCreate } = operations["contacts.create"]
const remove = operations["contacts.delete"].decides

type Change = Parameters<typeof update.decide>[0]["body"]

const changed = (body: Change, contact = before) => {
  const store = storeOf(contact)
  const asked = { path: { id: before.id }, query: {}, body, caller, consulted: chosen }
  const version = store.version(Contacts, before.id)
  const answer = run(store, update, asked)
  const isWritten = store.version(Contacts, before.id) > version
  return { answer, after: store.get(Contacts, before.id), isWritten, records: store.values(ConsentRecords) }
}

const record = {
  id: expect.any(String) as string,
  account: account.id,
  contact: before.id,
  phone: before.phone,
  source: "API",
  channel: null,
  message: null,
  text: null,
  at
}

describe("a change of a contact", () => {
  it.each<readonly [Change, Partial<Contact> | null]>([
    [{}, null],
    [{ default_channel: null, opt_out: null }, null],
    [{ default_channel: "whatsapp", language: "de", opt_out: false }, null],
    [{ default_channel: "sms" }, { defaultChannel: "sms" }],
    [{ language: "fr" }, { language: "fr" }]
  ])("%j keeps what is not given, and touches nothing that is the same", (body, parts) => {
    const { after, isWritten, records } = changed(body)
    expect(after).toStrictEqual(parts === null ? before : { ...before, ...parts, updatedAt: at })
    expect(isWritten).toBe(parts !== null)
    expect(records).toEqual([])
  })

  it("takes a language away by null, and prefers SMS from then on where nothing was preferred", () => {
    const { defaultChannel: _, ...plain } = before
    const { language: __, ...silent } = plain
    expect(changed({ language: null }, plain).after).toStrictEqual({ ...silent, defaultChannel: "sms", updatedAt: at })
    expect(changed({ default_channel: "sms" }, plain).after).toStrictEqual(plain)
  })

  it("leaves a record of the consent that is given or taken back, and of each purpose that says another thing", () => {
    const out = changed({ opt_out: true, preferences: { news: "opt_out" } })
    expect(out.after).toMatchObject({ optOut: true, updatedAt: at })
    expect(out.records[0]).toStrictEqual({ ...record, consent: "opt_out" })
    const back = changed({ opt_out: false }, { ...before, optOut: true })
    expect(back.records).toStrictEqual([{ ...record, consent: "opt_in" }])
    const news = changed({ preferences: { news: "opt_in" } })
    expect(news.records).toStrictEqual([{ ...record, consent: "opt_in", purpose: "news" }])
    const forgotten = changed({ preferences: { news: null } }, { ...before, purposes: { news: "opt_in" } })
    expect(forgotten.records).toStrictEqual([{ ...record, consent: null, purpose: "news" }])
    expect(changed({ preferences: { news: null } }).records).toEqual([])
    const same = changed({ opt_out: true, preferences: { news: "opt_in" } }, {
      ...before,
      purposes: { news: "opt_in" }
    })
    expect(same.records).toStrictEqual([{ ...record, consent: "opt_out" }])
  })

  it("about a purpose that the account has not is refused with its name", () => {
    const { after, answer } = changed({ preferences: { news: "opt_out", other: "opt_in" } })
    expect(answer).toMatchObject({ failure: { code: "VALIDATION_001" } })
    const { failure } = answer as unknown as { readonly failure: { readonly details: object } }
    expect(failure.details).toStrictEqual({ "preferences.other": [expect.any(String)] })
    expect(after).toEqual(before)
  })

  it.each<readonly [string, Contact, string]>([
    ["of another account", { ...before, account: Given.accountId(2) }, "RESOURCE_001"],
    ["that is only suppressed", { ...before, suppressedAt: at, isOnlySuppressed: true }, "RESOURCE_001"],
    ["that is inherited", { ...before, isInherited: true }, "BUSINESS_001"]
  ])("%s is refused, and so is its deletion", (_, contact, code) => {
    const { after, answer } = changed({ language: "fr" }, contact)
    expect(answer).toMatchObject({ failure: { code } })
    expect(after).toEqual(contact)
    const store = storeOf(contact)
    const asked = { path: { id: contact.id }, query: {}, body: {}, caller, consulted: undefined }
    expect(run(store, remove, asked)).toMatchObject({ failure: { code } })
    expect(store.values(Contacts)).toEqual([contact])
  })

  it("is shown in the sandbox of a number that is nobody's", () => {
    const asked = { path: { id: before.id }, query: {}, consulted: chosen }
    const shown = {
      id: before.id,
      customer_id: account.id,
      phone_number: "+15550000000",
      default_channel: "sms",
      opt_out: false,
      is_inherited: false,
      created_at: "2030-01-15T12:34:57.789Z",
      updated_at: "2030-01-15T12:34:57.789Z"
    }
    expect(simulateUpdate!({ ...asked, body: {} }, caller, at, Given.ids())).toMatchObject(shown)
    const body: Change = { default_channel: "whatsapp", language: "fr", opt_out: true, preferences: { news: "opt_in" } }
    expect(simulateUpdate!({ ...asked, body }, caller, at, Given.ids())).toMatchObject({
      ...shown,
      default_channel: "whatsapp",
      language: "fr",
      opt_out: true,
      preferences: { news: "opt_in" }
    })
  })
})

describe("a contact that is created", () => {
  type Body = Parameters<typeof create.decide>[0]["body"]
  const made = (body: Partial<Body>, ...known: ReadonlyArray<Contact>) => {
    const store = storeOf(...known)
    const whole: Body = { phone_number: before.phone, ...body }
    const answer = run(store, create, { path: {}, query: {}, body: whole, caller, consulted: chosen })
    return { answer, contacts: store.values(Contacts), records: store.values(ConsentRecords) }
  }
  const fresh = { id: expect.any(String) as string, account: account.id, phone: before.phone, optOut: false }

  it("has what its creation says, with a record of each purpose", () => {
    expect(made({ language: null, preferences: null }).contacts).toStrictEqual([
      { ...fresh, createdAt: at, updatedAt: null }
    ])
    const { answer, contacts, records } = made({ language: "fr", preferences: { news: "opt_in" } })
    const [contact] = contacts
    expect(contact).toMatchObject({ ...fresh, language: "fr", createdAt: at, updatedAt: null })
    expect(records).toStrictEqual([{ ...record, contact: contact!.id, consent: "opt_in", purpose: "news" }])
    expect(answer).toMatchObject({
      success: { id: contact!.id, language: "fr", preferences: { news: "opt_in" }, updated_at: null }
    })
  })

  it("is refused when there is one, and appears when there was only an entry of the suppression list", () => {
    expect(made({}, before)).toMatchObject({
      answer: {
        failure: { code: "RESOURCE_007", details: { phone_number: ["is the number of a contact already"] } }
      },
      contacts: [before]
    })
    const hidden: Contact = { ...before, suppressedAt: Given.now, isOnlySuppressed: true }
    const { isOnlySuppressed: _, ...visible } = hidden
    expect(made({}, hidden).contacts).toStrictEqual([{ ...visible, createdAt: at, updatedAt: null }])
    expect(made({ preferences: { other: "opt_in" } })).toMatchObject({
      answer: { failure: { code: "VALIDATION_001" } },
      contacts: []
    })
  })

  it("is shown in the sandbox with the number that was given", () => {
    const body: Body = { phone_number: Given.phone(5), language: "fr" }
    const shown = simulateCreate!({ path: {}, query: {}, body, consulted: chosen }, caller, at, Given.ids())
    expect(shown).toMatchObject({
      customer_id: account.id,
      phone_number: Given.phone(5),
      language: "fr",
      created_at: "2030-01-15T12:34:57.789Z",
      updated_at: null
    })
  })
})

describe("a contact that is deleted", () => {
  const deleted = (contact: Contact) => {
    const store = storeOf(contact)
    store.hold(WhatsappReturnWork.due(contact.id, account.id, at))
    const asked = { path: { id: contact.id }, query: {}, body: {}, caller, consulted: undefined }
    expect(run(store, remove, asked)).toMatchObject({ success: null })
    return { contacts: store.values(Contacts), work: [...store.work.values()].map(({ work }) => work.kind) }
  }

  it("is no more, and nothing waits to try WhatsApp again", () => {
    const { contacts, work } = deleted(before)
    expect(contacts).toEqual([])
    expect(work).not.toContain(WhatsappReturnWork.kind)
  })

  it("leaves the operator's entry of the suppression list, under another id and with nothing else", () => {
    const { contacts } = deleted({ ...before, optOut: true, suppressedAt: Given.now })
    expect(contacts).toStrictEqual([{
      id: expect.any(String) as string,
      account: account.id,
      phone: before.phone,
      optOut: false,
      createdAt: at,
      updatedAt: null,
      suppressedAt: Given.now,
      isOnlySuppressed: true
    }])
    expect(contacts[0]!.id).not.toBe(before.id)
  })
})

describe("the operator", () => {
  const command = { account: account.id, phone: before.phone }
  const fresh = { id: expect.any(String) as string, ...command, optOut: false, createdAt: at, updatedAt: null }

  it("says that a contact is inherited or the account's own, and makes one that is missing", () => {
    const said = (isInherited: boolean, ...known: ReadonlyArray<Contact>) => {
      const store = storeOf(...known)
      const answer = run(store, Inherit, { ...command, isInherited })
      expect(answer).toMatchObject({ success: store.values(Contacts)[0] })
      return store.values(Contacts)
    }
    expect(said(true)).toStrictEqual([{ ...fresh, isInherited: true }])
    expect(said(false)).toStrictEqual([fresh])
    expect(said(false, before)).toStrictEqual([before])
    const inherited: Contact = { ...before, isInherited: true }
    expect(said(true, inherited)).toStrictEqual([inherited])
    expect(said(true, before)).toStrictEqual([{ ...inherited, updatedAt: at }])
    expect(said(false, inherited)).toStrictEqual([{ ...before, updatedAt: at }])
  })

  it("says what a recipient has said of purposes, also of an inherited contact", () => {
    const said = (
      preferences: Readonly<Record<string, "opt_in" | "opt_out" | null>>,
      ...known: ReadonlyArray<Contact>
    ) => {
      const store = storeOf(...known)
      const answer = run(store, Prefer, { ...command, preferences })
      return { answer, contacts: store.values(Contacts), records: store.values(ConsentRecords) }
    }
    const { answer, contacts, records } = said({ news: "opt_in" })
    expect(answer).toMatchObject({ success: "Changed" })
    expect(contacts).toStrictEqual([{ ...fresh, purposes: { news: "opt_in" } }])
    const own = { ...record, source: "OPERATOR", consent: "opt_in", purpose: "news" }
    expect(records).toStrictEqual([{ ...own, contact: contacts[0]!.id }])
    const inherited: Contact = { ...before, isInherited: true }
    expect(said({ news: "opt_in" }, inherited)).toStrictEqual({
      answer,
      contacts: [{ ...inherited, purposes: { news: "opt_in" }, updatedAt: at }],
      records: [own]
    })
    expect(said({ news: null }, before)).toMatchObject({ answer: { success: "Unchanged" }, contacts: [before] })
    expect(said({ news: "opt_in", other: "opt_in" }, before)).toMatchObject({
      answer: { success: "UnknownPurpose" },
      contacts: [before],
      records: []
    })
  })

  it("finds no contacts of an account that is not there any more", () => {
    for (const rows of [[], [put(Accounts, { ...account, deletedAt: Given.now })]]) {
      const store = new FactStore(rows)
      expect(run(store, Inherit, { ...command, isInherited: true })).toMatchObject({ success: null })
      expect(run(store, Prefer, { ...command, preferences: { news: "opt_in" } })).toMatchObject({
        success: "UnknownAccount"
      })
      expect(store.values(Contacts)).toEqual([])
    }
  })
})

it("a contact is tried on WhatsApp again, and one that is not there or was reached already stays as it is", () => {
  const lost: Contact = { ...before, whatsappUndeliverableUntil: at }
  for (const [known, left] of [[lost, before], [before, before], [null, null]] as const) {
    const store = storeOf(...known === null ? [] : [known])
    const lease = store.hold(WhatsappReturnWork.due(before.id, account.id, at))
    const version = store.version(Contacts, before.id)
    expect(run(store, WhatsappReturn, { lease })).toMatchObject({ _tag: "Success" })
    expect(store.get(Contacts, before.id)).toStrictEqual(left)
    expect(store.version(Contacts, before.id) > version).toBe(known === lost)
    expect(store.work.size).toBe(0)
  }
})
