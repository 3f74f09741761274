/** With a recipient go its rows of the account and of the account's profiles, with what hangs on them. */
import { Accounts } from "@signalbox/core/Account"
import type { Commit } from "@signalbox/core/Commit"
import { put } from "@signalbox/core/Commit"
import * as Facts from "@signalbox/core/Facts"
import type { VerificationId } from "@signalbox/core/Id"
import type { Erased } from "@signalbox/core/internal/privacy/Erased"
import * as ErasedRows from "@signalbox/core/internal/privacy/ErasedRows"
import { CarrierReferences, key as referenceKey } from "@signalbox/core/internal/row/CarrierReference"
import { ConversationOpenings, openingKey } from "@signalbox/core/internal/row/ConversationOpening"
import { InboundPartsRows } from "@signalbox/core/internal/row/InboundParts"
import { Messages } from "@signalbox/core/Message"
import * as Needs from "@signalbox/core/Needs"
import { Verifications } from "@signalbox/core/Verification"
import { expect, it } from "vitest"
import { FactStore } from "../FactStore.ts"
import * as Given from "../Given.ts"
import * as Verified from "../verification/Verified.ts"

const own = Given.account()
const profile = Given.account({ id: Given.accountId(2), type: "profile", organization: own.id, numbers: [] })
const foreign = Given.account({ id: Given.accountId(3), numbers: [] })
const accounts = [own, profile, foreign]
const [phone, other] = [Given.phone(1), Given.phone(2)]

/** Returns what a step takes of the rows with these keys. */
const taken = (erased: Erased, rows: Commit["puts"], keys: ReadonlyArray<string>) => {
  const store = new FactStore([...accounts.map((account) => put(Accounts, account)), ...rows])
  const subject = { account: own.id, phone, pseudonym: "pseudonym" }
  let facts = Facts.empty
  for (;;) {
    const missing = Facts.missing(facts, erased.needs(keys, subject, facts))
    if (Needs.isEmpty(missing)) break
    facts = Facts.merge(facts, store.load(missing))
  }
  const { commit, ...more } = erased.take(keys, subject, { facts, now: Given.now, ids: Given.ids() })
  const { cancels = [], deletes = [], expects = [], ...others } = commit
  const expected = expects.map((each) => "ref" in each ? each.ref : each)
  return { expected, deletes, cancels, others: { ...others, ...more } }
}

/** Of the account and of its profile; of another account; of another number; and one that is gone meanwhile. */
const owned = [[own.id, phone], [profile.id, phone], [foreign.id, phone], [own.id, other]] as const

it("verifications go with their codes and with the work that ends them", () => {
  const id = (index: number) => `0e51f1ed-0000-7000-8000-00000000000${index}` as VerificationId
  const rows = owned.map(([account, phone], index) =>
    put(Verifications, Verified.verification({ id: id(index), account, phone }))
  )
  const refs = (kind: string) => [0, 1].map((index) => ({ kind, key: id(index) }))
  expect(taken(ErasedRows.ErasedVerifications, rows, [0, 1, 2, 3, 9].map(id))).toStrictEqual({
    expected: refs("verification"),
    deletes: [...refs("verification"), ...refs("one_time_code")],
    cancels: refs("verification_expiry"),
    others: {}
  })
})

it("parts of messages that came in go with the work that waits for the others", () => {
  const rows = owned.map(([account, from], index) =>
    put(InboundPartsRows, {
      key: `parts${index}`,
      account,
      carrier: Given.carrierId("sms-a"),
      from,
      to: Given.phone(9000),
      channel: "sms",
      count: 2,
      parts: [],
      deadline: Given.now,
      message: null
    })
  )
  const refs = (kind: string) => [0, 1].map((index) => ({ kind, key: `parts${index}` }))
  expect(taken(ErasedRows.ErasedParts, rows, [0, 1, 2, 3, 9].map((index) => `parts${index}`))).toStrictEqual({
    expected: refs("inbound_parts"),
    deletes: refs("inbound_parts"),
    cancels: refs("inbound_parts"),
    others: {}
  })
})

it("when a conversation was opened goes by itself", () => {
  const rows = owned.map(([account, phone]) => put(ConversationOpenings, { account, phone, at: Given.now }))
  const keys = owned.map(([account, phone]) => openingKey(account, phone))
  const refs = keys.slice(0, 2).map((key) => ({ kind: "conversation_opening", key }))
  expect(taken(ErasedRows.ErasedOpenings, rows, keys))
    .toStrictEqual({ expected: refs, deletes: refs, cancels: [], others: {} })
})

it("a carrier's names go that name the recipient, unless their message is still there", () => {
  const name = (reference: string, to?: typeof phone, message = Given.messageId(9)) => ({
    carrier: Given.carrierId("sms-a"),
    reference,
    message,
    attempt: Given.attemptId(1),
    ...(to === undefined ? {} : { to })
  })
  const all = [name("a", phone), name("b", phone, Given.messageId(1)), name("c", other), name("d")]
  const rows = [...all.map((each) => put(CarrierReferences, each)), put(Messages, Given.message())]
  const refs = [{ kind: "carrier_reference", key: referenceKey(all[0]!) }]
  expect(taken(ErasedRows.ErasedReferences, rows, [...all.map(referenceKey), "none"]))
    .toStrictEqual({ expected: refs, deletes: refs, cancels: [], others: {} })
})
