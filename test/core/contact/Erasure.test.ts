/**
 * A contact is deleted with its consent records: a hundred with itself, the newest first, and the others after that, a hundred
 * at a time (decisions 5.3).
 */
import { operations } from "@signalbox/core/Catalogue"
import { put } from "@signalbox/core/Commit"
import type { ConsentRecordId } from "@signalbox/core/Id"
import { plus } from "@signalbox/core/Instant"
import { ErasureWork } from "@signalbox/core/internal/contact/ContactWork"
import { Erasure } from "@signalbox/core/internal/contact/Erasure"
import { ConsentRecords } from "@signalbox/core/internal/row/ConsentRecord"
import { Contacts } from "@signalbox/core/internal/row/Contact"
import { describe, expect, it } from "vitest"
import { answered, nothing } from "../Answered.ts"
import * as Decided from "../Decided.ts"
import * as Given from "../Given.ts"

const account = Given.account()
const caller = { account, keyAccount: account }
const contact = Given.contact()
const other = Given.contact({ id: Given.messageId(9) as string as typeof contact.id, phone: Given.phone(9) })
const at = plus(Given.now, 5000)

const record = (number: number, of = contact) =>
  put(ConsentRecords, {
    id: `record-${String(number).padStart(4, "0")}` as ConsentRecordId,
    account: account.id,
    contact: of.id,
    phone: of.phone,
    consent: "opt_out",
    source: "API",
    channel: null,
    message: null,
    text: null,
    at: plus(Given.now, -number)
  })

/** So many records, of which the first one is the newest, beside one of another contact. */
const records = (count: number) => [
  ...Array.from({ length: count }, (_, index) => record(index)),
  record(5000, other)
]

const keys = (count: number) => records(count).slice(0, count).map(({ key }) => `consent_record ${key}`)

const rest = `consent_erasure ${account.id}/${contact.id}`

describe("the consent records of a contact", () => {
  const removed = (count: number) =>
    answered(
      operations["contacts.delete"].decides,
      { path: { id: contact.id }, query: {}, body: {}, caller, consulted: undefined },
      [put(Contacts, contact), ...records(count)],
      at
    )

  it("go with it when there are a hundred at most", () => {
    const whole = {
      ...nothing,
      answer: null,
      expects: [`contact ${contact.id} 1`],
      cancels: [`whatsapp_return ${contact.id}`]
    }
    expect(removed(0)).toStrictEqual({ ...whole, deletes: [`contact ${contact.id}`] })
    for (const count of [1, 100]) {
      const deletes = [...keys(count), `contact ${contact.id}`].toSorted()
      expect(removed(count)).toStrictEqual({ ...whole, deletes })
    }
  })

  it("go after it as far as there are more, beginning immediately", () => {
    expect(removed(101)).toMatchObject({
      deletes: [...keys(100), `contact ${contact.id}`].toSorted(),
      due: [[rest, 5000]]
    })
  })

  it.each([[0, 0, false], [100, 100, false], [101, 100, true]])(
    "that are left, %d of them, go in steps: %d, and then others: %s",
    (left, count, isMore) => {
      const lease = Decided.held(ErasureWork.due({ account: account.id, contact: contact.id }, account.id, at))
      expect(answered(Erasure, { lease }, records(left), at)).toStrictEqual({
        ...nothing,
        answer: undefined,
        deletes: keys(count).toSorted(),
        due: isMore ? [[rest, 5000]] : [],
        completes: [rest]
      })
    }
  )
})
