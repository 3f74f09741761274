/**
 * Each account is led to by its id, its keys and the numbers that are its own, and by nothing else.
 */
import * as Commit from "@signalbox/core/Commit"
import type { Lead } from "@signalbox/core/Directory"
import * as Leads from "@signalbox/core/internal/cells/Leads"
import { Accounts } from "@signalbox/core/internal/row/Account"
import { ApiKeys } from "@signalbox/core/internal/row/ApiKey"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import type { PhoneNumber } from "@signalbox/core/PhoneNumber"
import { hashKey } from "@signalbox/core/Secret"
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import * as Memory from "../../stores/Memory.ts"
import * as Given from "../Given.ts"

const account = Given.accountId(1)
const hash = hashKey("a key")
const number = (of: PhoneNumber, isShared?: boolean) => ({
  number: of,
  channels: ["sms" as const],
  country: "US",
  ...isShared === undefined ? {} : { isShared }
})

const own = Commit.put(
  Accounts,
  Given.account({ numbers: [number(Given.phone(1)), number(Given.phone(2), true), number(Given.phone(3), false)] })
)
const deleted = Commit.put(
  Accounts,
  Given.account({ id: Given.accountId(2), numbers: [number(Given.phone(4))], deletedAt: Given.now })
)
const key = Commit.put(ApiKeys, {
  hash,
  account,
  prefix: "aaaaaaaa",
  createdAt: Given.now,
  revokedAt: Given.now
})
const contact = Commit.put(Contacts, Given.contact())

it("is named by its rows", () => {
  const named = [
    { lead: { kind: "account", key: account }, account },
    { lead: { kind: "number", key: "+12015550001" }, account },
    { lead: { kind: "number", key: "+12015550003" }, account }
  ]
  const gone = { lead: { kind: "account", key: Given.accountId(2) }, account: Given.accountId(2) }
  const byKey = { lead: { kind: "key", key: hash }, account }
  expect(Leads.ofRow(own)).toStrictEqual(named)
  // A number that it had may be another's now, and its id stays.
  expect(Leads.ofRow(deleted)).toStrictEqual([gone])
  // Whoever comes with a key that is revoked is told so.
  expect(Leads.ofRow(key)).toStrictEqual([byKey])
  expect(Leads.ofRow(contact)).toStrictEqual([])
  const all = Commit.make({ puts: [contact, key, own, deleted] })
  expect(Leads.ofCommit(all)).toStrictEqual([byKey, ...named, gone])
  expect(all.puts.map((row) => Leads.has(Commit.make({ puts: [row] })))).toEqual([false, true, true, true])
  expect([Leads.has(all), Leads.has(Commit.empty)]).toEqual([true, false])
})

it("is found in a store by what leads to it", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const { store } = yield* Memory.make
    yield* store.commit([Commit.make({ puts: [own, deleted, key, contact] })])
    const kept = (lead: Lead) => Leads.isKept(lead)(store)
    const there: ReadonlyArray<Lead> = [
      Leads.ofAccount(account),
      Leads.ofAccount(Given.accountId(2)),
      Leads.ofKey(hash),
      Leads.ofNumber(Given.phone(1)),
      Leads.ofNumber(Given.phone(3))
    ]
    const strange: ReadonlyArray<Lead> = [
      Leads.ofAccount(Given.accountId(3)),
      Leads.ofKey(hashKey("another key")),
      Leads.ofNumber(Given.phone(2)),
      Leads.ofNumber(Given.phone(4)),
      Leads.ofNumber(Given.phone(9)),
      Leads.ofNumber("acme"),
      // Each kind is looked for by itself.
      { kind: "key", key: account },
      { kind: "account", key: hash }
    ]
    for (const lead of there) expect([lead, yield* kept(lead)]).toEqual([lead, true])
    for (const lead of strange) expect([lead, yield* kept(lead)]).toEqual([lead, false])
  }))))
