/**
 * Deletes the consent records of a deleted contact: a batch with the contact, and the rest as work.
 */
import * as Limit from "../catalogue/Limit.ts"
import type * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import { consentScope } from "../row/ConsentRecord.ts"
import type { AccountId, ContactId } from "../value/Id.ts"
import { ErasureWork } from "./ContactWork.ts"

const recordsOf = (account: AccountId, contact: ContactId): Needs.ListQuery => ({
  list: "consent_records",
  scope: consentScope(account, contact),
  offset: 0,
  limit: Limit.erasureBatch
})

export const needs = (account: AccountId, contact: ContactId): Needs.Needs => Needs.list(recordsOf(account, contact))

/** Returns the part of a commit that deletes the newest records, and schedules the deletion of the others. */
export const erase = (
  account: AccountId,
  contact: ContactId,
  { facts, now }: Grounds
): Partial<Commit.Commit> => {
  const { rows, total } = Facts.page(facts, recordsOf(account, contact))
  return {
    deletes: rows.map(({ key, kind }) => ({ kind, key })),
    due: total > rows.length ? [ErasureWork.due({ account, contact }, account, now)] : []
  }
}

export const Erasure = LeasedDecision.make<LeasedDecision.Leased, void>({
  name: "contacts.erasure",
  needs: ({ lease }) => {
    const { account, contact } = ErasureWork.target(lease)
    return needs(account, contact)
  },
  decide: ({ lease }, grounds) => {
    const { account, contact } = ErasureWork.target(lease)
    return done(undefined, erase(account, contact, grounds))
  }
})

export const ErasureJob = Job.make({
  work: ErasureWork,
  decides: Erasure,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
