/** An erasure that is asked for and read: whole answers, and nothing of whom it erases (decisions 17.6). */
import { Accounts } from "@signalbox/core/Account"
import { put } from "@signalbox/core/Commit"
import type { ErasureId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { EraseRecipient } from "@signalbox/core/internal/privacy/EraseRecipient"
import { GetErasure } from "@signalbox/core/internal/privacy/GetErasure"
import * as RetentionOf from "@signalbox/core/internal/privacy/RetentionOf"
import type { RecipientErasure } from "@signalbox/core/internal/row/RecipientErasure"
import { RecipientErasures } from "@signalbox/core/internal/row/RecipientErasure"
import { ServiceSettingsRows } from "@signalbox/core/internal/row/ServiceSettings"
import { expect, it } from "vitest"
import { answered, nothing } from "../Answered.ts"
import * as Decided from "../Decided.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }
const later = plus(Given.now, 5000)

const begun: RecipientErasure = {
  id: "e7a5e000-0000-7000-8000-000000000001" as ErasureId,
  account: account.id,
  phone: Given.phone(1),
  pseudonym: "pseudonym",
  status: "running",
  step: 3,
  after: "key",
  messages: 7,
  requestedAt: Given.now
}

const shown = { id: begun.id, status: "running", messages: 7, requested_at: "2030-01-15T12:34:56.789Z" }

it("an erasure is begun, and the one that runs is answered to whoever asks again", () => {
  const command = { path: {}, query: {}, body: { phone_number: Given.phone(1) }, caller, consulted: undefined }
  const ids = Given.ids()
  const made = {
    ...begun,
    id: ids.id(later),
    pseudonym: ids.uuid(),
    step: 0,
    after: "",
    messages: 0,
    requestedAt: later
  }
  const answer = { ...shown, id: made.id, messages: 0, requested_at: "2030-01-15T12:35:01.789Z" }
  expect(answered(EraseRecipient.decides, command, [], later)).toStrictEqual({
    ...nothing,
    answer,
    puts: [made],
    due: [[`recipient_erasure ${made.id}`, 5000]]
  })
  expect(answered(EraseRecipient.decides, command, [put(RecipientErasures, begun)], later))
    .toStrictEqual({ ...nothing, answer: shown })
  expect(EraseRecipient.simulate?.(command, caller, later, Given.ids()))
    .toStrictEqual({ ...answer, id: expect.not.stringContaining(made.id) })
})

it("an erasure is read by its account alone, and tells when it was completed", () => {
  const { phone: _, pseudonym: __, ...rest } = begun
  const get = (row: RecipientErasure) =>
    answered(
      GetErasure.decides,
      { path: { id: begun.id }, query: {}, body: {}, caller, consulted: undefined },
      [put(RecipientErasures, row)]
    )
  expect(get(begun)).toStrictEqual({ ...nothing, answer: shown })
  expect(get({ ...rest, status: "completed", completedAt: later }))
    .toStrictEqual({ ...nothing, answer: { ...shown, status: "completed", completed_at: "2030-01-15T12:35:01.789Z" } })
  expect(get({ ...begun, account: Given.accountId(2) })).toStrictEqual(["RESOURCE_013", null])
  expect(get({ ...begun, id: "e7a5e000-0000-7000-8000-000000000002" as ErasureId }))
    .toStrictEqual(["RESOURCE_013", null])
})

it("the retention of an account is its own, else its organization's, else that of the service", () => {
  const profile = Given.account({ id: Given.accountId(2), type: "profile", organization: account.id })
  const [own, organization, service] = [{ texts: 1 }, { media: 2 }, { messages: 3 }]
  const held = (of: typeof account, above = account, settings?: typeof service) => {
    const rows = [put(Accounts, above), put(Accounts, of)].slice(of === above ? 1 : 0)
    const more = settings === undefined ? [] : [put(ServiceSettingsRows, { retention: settings })]
    const facts = Decided.gathered([...rows, ...more], (known) => RetentionOf.needs(of.id, known))
    return [RetentionOf.held(of, facts), RetentionOf.of(of.id, facts), RetentionOf.removing(of.id, facts)]
  }
  expect(held({ ...profile, retention: own }, { ...account, retention: organization }, service))
    .toStrictEqual([{ retention: own, by: "account" }, own, undefined])
  expect(held(profile, { ...account, retention: organization }, service))
    .toStrictEqual([{ retention: organization, by: "organization" }, organization, undefined])
  expect(held(profile, account, service)).toStrictEqual([{ retention: service, by: "service" }, undefined, service])
  expect(held(account, account, service)).toStrictEqual([{ retention: service, by: "service" }, undefined, service])
  expect(held(profile)).toStrictEqual([null, undefined, undefined])
  expect(RetentionOf.cutoff(2, later)).toBe(later - 2 * 86_400_000)
})
