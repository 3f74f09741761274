/** Loads and expects whatever could forbid sending to the recipient of a message (decisions 17.6). */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import * as Recipient from "@signalbox/core/internal/dispatch/Recipient"
import { contactNumber, Contacts } from "@signalbox/core/internal/row/Contact"
import { keys, names, SuppressionHashes } from "@signalbox/core/internal/row/SuppressionHash"
import * as Needs from "@signalbox/core/Needs"
import type { Row } from "@signalbox/core/Row"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const message = Given.message()
const number = contactNumber(message.account, message.phone)
const key = (name: string) => `${name}:${Buffer.from(name).toString("base64")}`
const forgetful = Given.account({ suppressionHashes: { since: Given.now, keys: [key("new"), key("old")] } })
const [ofNew, ofOld] = names(forgetful, message.phone)
const hashes = Needs.rows(SuppressionHashes, keys(forgetful, message.phone))
const contact = Given.contact()

const all = (...rows: ReadonlyArray<Row>) =>
  new FactStore(rows).load(Needs.all(Needs.row(Accounts, message.account), Needs.unique(number), hashes))

it("the contact is loaded by its number, and what is remembered of erased ones where there are any", () => {
  const known = (account: typeof forgetful) =>
    new FactStore([put(Accounts, account)]).load(Needs.row(Accounts, account.id))
  expect(Recipient.needs(message, Facts.empty)).toStrictEqual(Needs.unique(number))
  expect(Recipient.needs(message, known(Given.account()))).toStrictEqual(Needs.unique(number))
  expect(Recipient.needs(message, known(forgetful))).toStrictEqual(Needs.all(Needs.unique(number), hashes))
})

it("a recipient is its contact, or else what is remembered of it under the newest key that knows it", () => {
  const since = { suppressedAt: Given.now }
  const [young, old] = [{ ...ofNew!, ...since }, { ...ofOld!, ...since }]
  const of = (...rows: ReadonlyArray<Row>) => Recipient.of(message, all(...rows))
  const nobody = { contact: null, isAutoReply: false }
  const remembers = put(Accounts, forgetful)
  expect(of()).toStrictEqual(nobody)
  expect(of(put(Accounts, Given.account()), put(SuppressionHashes, old))).toStrictEqual(nobody)
  expect(of(remembers)).toStrictEqual(nobody)
  expect(of(remembers, put(SuppressionHashes, old))).toStrictEqual({ ...nobody, remembered: old })
  expect(of(remembers, put(SuppressionHashes, old), put(SuppressionHashes, young))).toStrictEqual({
    ...nobody,
    remembered: young
  })
  expect(of(remembers, put(SuppressionHashes, old), put(Contacts, contact))).toStrictEqual({ ...nobody, contact })
})

it("an answer to a keyword is one in its first send alone", () => {
  const answer = { inbound: Given.messageId(2), from: Given.phone(9000) }
  const sends = [{}, { autoReply: answer }, { autoReply: answer, send: 2 }, { send: 2 }]
  expect(sends.map((parts) => Recipient.isAutoReply({ ...message, ...parts }))).toEqual([false, true, false, false])
  expect(Recipient.of({ ...message, autoReply: answer }, all()).isAutoReply).toBe(true)
})

it("a commit that sends expects the contact as it is, and without one that nothing more becomes known of the number", () => {
  const known = all(put(Accounts, forgetful), put(Contacts, contact))
  expect(Recipient.expected(message, known)).toStrictEqual([Facts.expectedFree(known, number)])
  const unknown = all(put(Accounts, forgetful), put(SuppressionHashes, { ...ofOld!, suppressedAt: Given.now }))
  expect(Recipient.expected(message, unknown)).toStrictEqual([
    Facts.expectedFree(unknown, number),
    ...keys(forgetful, message.phone).map((each) => Facts.expected(unknown, SuppressionHashes, each))
  ])
  const plain = all(put(Accounts, Given.account()))
  expect(Recipient.expected(message, plain)).toStrictEqual([Facts.expectedFree(plain, number)])
})
