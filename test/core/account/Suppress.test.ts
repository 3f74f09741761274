/** Tells what the suppression list keeps of a number, and what stays when the number is taken off again (decisions 17.6). */
import type { Account } from "@signalbox/core/Account"
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import type { Instant } from "@signalbox/core/Instant"
import { plus } from "@signalbox/core/Instant"
import { Suppress } from "@signalbox/core/internal/account/Suppress"
import type { Contact } from "@signalbox/core/internal/row/Contact"
import { contactNumber, Contacts } from "@signalbox/core/internal/row/Contact"
import type { SuppressionHash } from "@signalbox/core/internal/row/SuppressionHash"
import { names, SuppressionHashes } from "@signalbox/core/internal/row/SuppressionHash"
import type { Row } from "@signalbox/core/Row"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const at = plus(Given.now, 1000)
const account = Given.account()
const phone = Given.phone(1)

const asked = (suppressed: boolean, rows: ReadonlyArray<Row>, owner: Account = account, phones = [phone]) => {
  const store = new FactStore([put(Accounts, owner), ...rows])
  const answer = Result.getOrThrow(store.run(Suppress, { account: owner.id, phones, suppressed }, at, Given.ids()))
  return { answer, store, contacts: store.values(Contacts) }
}

const contact = (parts: Partial<Contact> = {}) => Given.contact({ language: "de", ...parts })

describe("a number that is put on the list", () => {
  it("keeps its contact, whatever that has", () => {
    const { answer, contacts } = asked(true, [put(Contacts, contact())])
    expect([answer, contacts]).toStrictEqual([1, [contact({ suppressedAt: at })]])
  })

  it("that has no contact gets a row that clients do not see, once", () => {
    const { answer, contacts } = asked(true, [], account, [phone, Given.phone(2), phone])
    expect(answer).toBe(2)
    expect(contacts).toStrictEqual(
      [phone, Given.phone(2)].map((each, index) =>
        Given.contact({ id: contacts[index]!.id, phone: each, createdAt: at, suppressedAt: at, isOnlySuppressed: true })
      )
    )
  })

  it("stays as it was when it is there", () => {
    const listed = contact({ suppressedAt: Given.now })
    const { answer, contacts } = asked(true, [put(Contacts, listed)])
    expect([answer, contacts]).toStrictEqual([0, [listed]])
  })
})

describe("a number that is taken off the list", () => {
  it("keeps its contact, and the row that clients do not see goes", () => {
    const seen = asked(false, [put(Contacts, contact({ suppressedAt: Given.now }))])
    expect([seen.answer, seen.contacts]).toStrictEqual([1, [contact()]])
    const hidden = asked(false, [put(Contacts, contact({ suppressedAt: Given.now, isOnlySuppressed: true }))])
    expect([hidden.answer, hidden.contacts]).toStrictEqual([1, []])
  })

  it("that was not on it stays as it was", () => {
    for (const rows of [[], [put(Contacts, contact())]]) {
      const { answer, contacts } = asked(false, rows)
      expect([answer, contacts]).toStrictEqual([0, rows.length === 0 ? [] : [contact()]])
    }
  })

  it("and was erased keeps what its recipient has said, and nothing where that was nothing", () => {
    const owner = Given.account({ suppressionHashes: { since: Given.now, keys: ["k1:c2VjcmV0"] } })
    const [name] = names(owner, phone)
    const said = { at: Given.now, source: "INBOUND_KEYWORD" } as const
    const kept = (
      parts: Partial<SuppressionHash>,
      suppressedAt: { suppressedAt?: Instant } = { suppressedAt: Given.now }
    ) => ({
      ...name!,
      ...parts,
      ...suppressedAt
    })
    const all: ReadonlyArray<Partial<SuppressionHash>> = [{ optOut: said }, { purposes: { news: said } }]
    for (const parts of all) {
      const { answer, contacts, store } = asked(false, [put(SuppressionHashes, kept(parts))], owner)
      expect([answer, contacts, store.values(SuppressionHashes)]).toStrictEqual([1, [], [kept(parts, {})]])
    }
    const { answer, store } = asked(false, [put(SuppressionHashes, kept({}))], owner)
    expect([answer, store.values(SuppressionHashes)]).toStrictEqual([1, []])
  })
})

it("an account that is not there, or is closed, has no list", () => {
  const closed = Given.account({ deletedAt: Given.now, numbers: [] })
  expect(asked(true, [], closed)).toMatchObject({ answer: null, contacts: [] })
  const nobody = { account: Given.accountId(9), phones: [phone], suppressed: true }
  const store = new FactStore([])
  expect(Result.getOrThrow(store.run(Suppress, nobody, at, Given.ids()))).toBeNull()
  expect(store.find(Contacts, contactNumber(Given.accountId(9), phone))).toBeNull()
})
