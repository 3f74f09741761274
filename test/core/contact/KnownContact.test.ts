/**
 * The contact of a number that was only an entry of the suppression list until now.
 */
import { put } from "@signalbox/core/Commit"
import { Contacts } from "@signalbox/core/Contact"
import { plus } from "@signalbox/core/Instant"
import * as KnownContact from "@signalbox/core/internal/contact/KnownContact"
import { names, SuppressionHashes } from "@signalbox/core/internal/row/SuppressionHash"
import { prop } from "@signalbox/testing/Prop"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const hashKeys = (...ids: ReadonlyArray<string>) => ids.map((id) => `${id}:${Buffer.from(id).toString("base64")}`)

it("an account without hashes looks for none, and one that has some for one under each key [XPR-101]", () => {
  const id = Given.accountId(1)
  expect(KnownContact.needs({ id }, Given.phone(1)).rows).toEqual([])
  const owner = { id, suppressionHashes: { since: Given.now, keys: hashKeys("new", "old") } }
  expect(KnownContact.needs(owner, Given.phone(1)).rows.map(({ kind }) => kind)).toEqual(
    ["suppression_hash", "suppression_hash"]
  )
})

it.each([
  ["opted out", { optOut: { at: Given.now, source: "INBOUND_KEYWORD" as const } }],
  ["suppressed", { suppressedAt: Given.now }],
  ["opted out of a purpose", { purposes: { news: { at: Given.now, source: "API" as const } } }]
])("who was %s and erased is so again in a new contact, whatever key knows it [XPR-092, XPR-100]", (_, said) => {
  const phone = Given.phone(1)
  const before = { id: Given.accountId(1), suppressionHashes: { since: Given.now, keys: hashKeys("old") } }
  const [name] = names(before, phone)
  const kept = { ...name!, ...said }
  const owner = { ...before, suppressionHashes: { since: Given.now, keys: hashKeys("new", "old") } }
  const store = new FactStore([put(SuppressionHashes, kept)])
  const facts = store.load(KnownContact.needs(owner, phone))
  const known = KnownContact.of(owner, phone, { facts, now: Given.now, ids: Given.ids() })
  expect(known.isNew).toBe(true)
  expect(known.contact).toMatchObject({ optOut: "optOut" in said, phone })
  expect(known.contact.suppressedAt).toBe("suppressedAt" in said ? Given.now : undefined)
  expect(known.part.deletes).toEqual([{ kind: "suppression_hash", key: SuppressionHashes.key(kept) }])
  expect(known.contact.purposes).toEqual("purposes" in said ? { news: "opt_out" } : undefined)
  expect(known.part.puts).toEqual(
    "optOut" in said || "purposes" in said
      ? [
        expect.objectContaining({
          kind: "consent_record",
          value: expect.objectContaining({ at: Given.now, ...("purposes" in said ? { purpose: "news" } : {}) })
        })
      ]
      : []
  )
  const other = KnownContact.of(owner, Given.phone(2), {
    facts: store.load(KnownContact.needs(owner, Given.phone(2))),
    now: Given.now,
    ids: Given.ids()
  })
  expect([other.contact.optOut, other.contact.suppressedAt]).toEqual([false, undefined])
  expect(names(owner, phone)[0]!.key).toBe("new")
})

prop(
  "a contact of a suppressed number is as old as what makes it, not as the suppression",
  fc.integer({ min: 1, max: 1_000_000_000 }),
  fc.option(fc.nat({ max: 1000 })),
  (later, changed) => {
    const suppressed = Given.contact({
      suppressedAt: Given.now,
      isOnlySuppressed: true,
      updatedAt: changed === null ? null : plus(Given.now, changed)
    })
    const { account, phone } = suppressed
    const store = new FactStore([put(Contacts, suppressed)])
    const now = plus(Given.now, later)
    const facts = store.load(KnownContact.needs({ id: account }, phone))
    const known = KnownContact.of({ id: account }, phone, { facts, now, ids: Given.ids() })
    expect(known.isNew).toBe(true)
    const { isOnlySuppressed: _, ...kept } = suppressed
    expect(known.contact).toEqual({ ...kept, createdAt: now, updatedAt: null })
  }
)

it("a contact of an erased number takes over all that was kept, with a record of each opt-out", () => {
  const phone = Given.phone(1)
  const owner = { id: Given.accountId(1), suppressionHashes: { since: Given.now, keys: hashKeys("new", "old") } }
  const kept = {
    ...names(owner, phone)[1]!,
    optOut: { at: plus(Given.now, -3000), source: "INBOUND_KEYWORD" as const },
    purposes: { news: { at: plus(Given.now, -2000), source: "API" as const } },
    suppressedAt: plus(Given.now, -1000)
  }
  const store = new FactStore([put(SuppressionHashes, kept)])
  const grounds = (of: typeof phone) => ({
    facts: store.load(KnownContact.needs(owner, of)),
    now: Given.now,
    ids: Given.ids()
  })
  const known = KnownContact.of(owner, phone, grounds(phone))
  const contact = {
    ...Given.contact({ id: known.contact.id, phone }),
    optOut: true,
    purposes: { news: "opt_out" },
    suppressedAt: plus(Given.now, -1000)
  } as const
  const record = {
    id: expect.any(String) as string,
    account: owner.id,
    contact: contact.id,
    phone,
    consent: "opt_out",
    channel: null,
    message: null,
    text: null
  }
  // Whoever else meets the number at the same time finds that its hash has gone.
  const expects = names(owner, phone).map((name, index) => ({
    ref: { kind: "suppression_hash", key: SuppressionHashes.key(name) },
    version: index
  }))
  expect(known).toStrictEqual({
    contact,
    isNew: true,
    part: {
      deletes: [{ kind: "suppression_hash", key: SuppressionHashes.key(kept) }],
      puts: [
        { ...record, at: plus(Given.now, -3000), source: "INBOUND_KEYWORD" },
        { ...record, at: plus(Given.now, -2000), source: "API", purpose: "news" }
      ].map((value) => ({ kind: "consent_record", key: expect.any(String) as string, value })),
      expects
    }
  })
  expect(KnownContact.kept(known)).toStrictEqual({
    ...known.part,
    puts: [put(Contacts, contact), ...known.part.puts!]
  })
  const { purposes: _, suppressedAt: __, ...single } = kept
  const silent = { facts: new FactStore([put(SuppressionHashes, single)]).load(KnownContact.needs(owner, phone)) }
  const { contact: out } = KnownContact.of(owner, phone, { ...silent, now: Given.now, ids: Given.ids() })
  expect(out).toStrictEqual({ ...Given.contact({ id: out.id, phone }), optOut: true })
  const other = KnownContact.of(owner, Given.phone(2), grounds(Given.phone(2)))
  expect(other).toStrictEqual({
    contact: Given.contact({ id: other.contact.id, phone: Given.phone(2) }),
    isNew: true,
    part: {
      expects: names(owner, Given.phone(2)).map((name) => ({
        ref: { kind: "suppression_hash", key: SuppressionHashes.key(name) },
        version: 0
      }))
    }
  })
})

it("a contact that is there is expected as it is, and made by nobody", () => {
  const contact = Given.contact({ optOut: true, openedBy: Given.messageId(3) })
  const { account, phone } = contact
  const store = new FactStore([put(Contacts, contact)])
  const facts = store.load(KnownContact.needs({ id: account }, phone))
  const known = KnownContact.of({ id: account }, phone, { facts, now: plus(Given.now, 1000), ids: Given.ids() })
  const expects = [{ ref: { kind: "contact", key: contact.id }, version: 1 }]
  expect(known).toStrictEqual({ contact, isNew: false, part: { expects } })
  expect(KnownContact.kept(known)).toEqual({})
  const next = { ...contact, optOut: false }
  expect(KnownContact.changed(known, next)).toStrictEqual({ expects, puts: [put(Contacts, next)] })
  const opened = KnownContact.openedBy(known, Given.messageId(4))
  expect(opened).toStrictEqual({ ...known, contact: { ...contact, openedBy: Given.messageId(4) } })
})
