/**
 * The erasure of a recipient in the audit log of an account: every entry about the recipient names a random id instead,
 * the same in all of them and in the entry of the erasure itself (`Changes`). A batch at a time, so whoever erases repeats
 * it until nothing is left.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import { AuditEntries, recipientScope } from "../row/AuditEntry.ts"
import type { AccountId, ContactId } from "../value/Id.ts"

export const entriesOf = (account: AccountId, contact: ContactId): Needs.ListQuery => ({
  list: "audit_log",
  scope: recipientScope(account, contact),
  offset: 0,
  limit: Limit.erasureBatch
})

export const needs = (account: AccountId, contact: ContactId): Needs.Needs => Needs.list(entriesOf(account, contact))

export interface Replaced {
  readonly commit: Partial<Commit.Commit>
  /** True when there are more entries: they are for the next batch. */
  readonly isMore: boolean
}

/**
 * Returns the part of a commit that names this id in the newest entries about a contact.
 *
 * @param instead a random id, the same in each batch, that nothing else is named by
 */
export const replace = (
  account: AccountId,
  contact: ContactId,
  instead: string,
  facts: Facts.Facts
): Replaced => {
  const { rows, total } = Facts.page(facts, entriesOf(account, contact))
  const entries = rows.flatMap((row) => row.kind === "audit_entry" ? [row.value] : [])
  return {
    isMore: total > rows.length,
    commit: {
      puts: entries.map((entry) => Commit.put(AuditEntries, { ...entry, subject: { ...entry.subject, id: instead } }))
    }
  }
}
