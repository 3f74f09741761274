/**
 * The preferences in the body of a request about a contact: what the contact has said about purposes of its account
 * (decisions 17.5).
 */
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import type { Moment } from "../commit/Grounds.ts"
import * as Refused from "../commit/Refused.ts"
import * as Purposes from "../dispatch/Purposes.ts"
import * as Field from "../operation/Field.ts"
import { ConsentRecords } from "../row/ConsentRecord.ts"
import type { ConsentSource } from "../row/ConsentRecord.ts"
import type { Contact } from "../row/Contact.ts"
import type { Purpose } from "../row/Purpose.ts"
import { PurposeConsent } from "../row/Purpose.ts"
import type { ConsentRecordId } from "../value/Id.ts"
import * as Text from "../value/Text.ts"
import * as Consent from "./Consent.ts"

export const Preferences = Field.optional(
  Field.record(Schema.NullOr(Field.oneOf(PurposeConsent.literals)), Limit.purposes)
)
export type Preferences = typeof Preferences.Type

/** Returns the refusal of names that are no purposes of the account, or null. */
export const refusal = (
  preferences: Preferences | undefined,
  purposes: ReadonlyArray<Purpose>
): Refused.Refused | null => {
  const flaws = Object.keys(preferences ?? {}).flatMap((name) => {
    const flaw = Purposes.flaw(name, purposes)
    return flaw === null ? [] : [[`preferences.${Text.truncate(name, Limit.purposeNameLength)}`, [flaw]] as const]
  })
  return flaws.length === 0 ? null : Refused.refused("VALIDATION_001", Object.fromEntries(flaws))
}

/** Returns the records of what has changed between two states of a contact: the flag, and the consent to each purpose. */
export const records = (
  before: Contact,
  after: Contact,
  asked: ReadonlyArray<string>,
  source: ConsentSource,
  { ids, now }: Moment
): Commit.Commit["puts"] => {
  const record = (said: { readonly consent: PurposeConsent | null; readonly purpose?: string }) =>
    Commit.put(ConsentRecords, {
      id: ids.id(now) as ConsentRecordId,
      account: after.account,
      contact: after.id,
      phone: after.phone,
      ...said,
      source,
      channel: null,
      message: null,
      text: null,
      at: now
    })
  const flag = before.optOut === after.optOut ? [] : [record({ consent: after.optOut ? "opt_out" : "opt_in" })]
  return [
    ...flag,
    ...asked.filter((name) => Consent.saidOf(before, name) !== Consent.saidOf(after, name))
      .map((purpose) => record({ consent: Consent.saidOf(after, purpose), purpose }))
  ]
}
