/** Whom a carrier delivers to: the account of a number, however it is spelt, or the one that the carrier names. */
import { Accounts } from "@signalbox/core/Account"
import type { Channel } from "@signalbox/core/Channel"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { AccountId } from "@signalbox/core/Id"
import type { Addressee } from "@signalbox/core/internal/account/Addressee"
import * as Addressees from "@signalbox/core/internal/account/Addressee"
import * as Needs from "@signalbox/core/Needs"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"

const number = (text: string): Addressee => ({ _tag: "Number", number: text as PhoneNumber })
const account = (id: string, sender = "Acme"): Addressee => ({ _tag: "Account", account: id as AccountId, sender })

const own = Given.account()
const closed = Given.account({
  id: Given.accountId(2),
  numbers: [{ number: Given.phone(7), channels: ["sms"], country: "US" }],
  deletedAt: Given.now
})

const found = (to: Addressee) => {
  const store = new FactStore([put(Accounts, own), put(Accounts, closed)])
  let facts = Facts.empty
  for (;;) {
    const missing = Facts.missing(facts, Addressees.needs(to, facts))
    if (Needs.isEmpty(missing)) break
    facts = Facts.merge(facts, store.load(missing))
  }
  return { known: Addressees.peek(to, facts)?.id ?? null, open: Addressees.find(to, facts)?.id ?? null }
}

it.each<[string, Addressee, AccountId | null, AccountId | null]>([
  ["a number of its own", number(Given.phone(9000)), own.id, own.id],
  ["its id", account(own.id), own.id, own.id],
  ["a number that a closed account had", number(Given.phone(7)), null, null],
  ["the id of a closed account, which nobody can write to", account(closed.id), closed.id, null],
  ["a number of nobody", number(Given.phone(8)), null, null],
  ["a text that is no number", number("Acme"), null, null],
  ["the id of nobody", account(Given.accountId(9)), null, null],
  ["a text that is no id", account("acme"), null, null]
])("an account is found by %s", (_, to, known, open) => {
  expect(found(to)).toEqual({ known, open })
})

it("asks for nothing where nobody can be meant", () => {
  for (const to of [number("Acme"), account("acme")]) {
    expect(Needs.isEmpty(Addressees.needs(to, Facts.empty))).toBe(true)
  }
})

it("reads a number as accounts have theirs, leaves what is none as it is, and touches no sender", () => {
  expect(Addressees.spelt(number("12015559000"))).toEqual(number("+12015559000"))
  expect(Addressees.spelt(number("Acme"))).toEqual(number("Acme"))
  expect(Addressees.spelt(account(own.id, "12015559000"))).toEqual(account(own.id, "12015559000"))
  expect([number("+12015559000"), account(own.id, "Acme")].map(Addressees.shown)).toEqual(["+12015559000", "Acme"])
})

it("a sender of letters has no way back on SMS and MMS, and has one on the others (specification \"Message events\")", () => {
  const ways = (to: Addressee) =>
    (["sms", "mms", "whatsapp", "rcs"] satisfies ReadonlyArray<Channel>).filter((channel) =>
      Addressees.hasInboundPath(to, channel)
    )
  expect(ways(account(own.id, "Acme"))).toEqual(["whatsapp", "rcs"])
  expect(ways(account(own.id, "12345"))).toEqual(["sms", "mms", "whatsapp", "rcs"])
  expect(ways(account(own.id, ""))).toEqual(["sms", "mms", "whatsapp", "rcs"])
  expect(ways(number("+12015559000"))).toEqual(["sms", "mms", "whatsapp", "rcs"])
})
