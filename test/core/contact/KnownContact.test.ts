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
