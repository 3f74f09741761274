/**
 * Lets the operator act on the recipients of an account: inherited contacts, the suppression list, and the records of
 * their consent.
 */
import * as Effect from "effect/Effect"
import { Suppress } from "../account/Suppress.ts"
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import type { ListPosition } from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import type { Changes } from "../contact/Consent.ts"
import { Inherit } from "../contact/Inherit.ts"
import type { PreferAnswer } from "../contact/Prefer.ts"
import { Prefer } from "../contact/Prefer.ts"
import type { ExecutionError, Executor } from "../engine/Executor.ts"
import type { Store, StoreError } from "../port/Store.ts"
import type { ConsentRecord } from "../row/ConsentRecord.ts"
import { consentScope } from "../row/ConsentRecord.ts"
import type { Contact } from "../row/Contact.ts"
import { contactNumber, Contacts } from "../row/Contact.ts"
import type { AccountId, ContactId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import type { PhoneNumber } from "../value/PhoneNumber.ts"
import { is as isPhoneNumber } from "../value/PhoneNumber.ts"

export type SuppressAnswer = "Changed" | "Unchanged" | "UnknownAccount"

export interface Imported {
  /** The numbers that were added, and those that were on the list already. */
  readonly added: number
  readonly known: number
  /** The texts that are no E.164 numbers. */
  readonly refused: ReadonlyArray<string>
}

export interface SuppressedNumber {
  readonly phone: PhoneNumber
  readonly suppressedAt: Instant
}

export interface SuppressionPage {
  readonly entries: ReadonlyArray<SuppressedNumber>
  readonly total: number
  /** Where the next page begins; null when this one is the last. */
  readonly after: ListPosition | null
}

export interface ConsentPage {
  readonly records: ReadonlyArray<ConsentRecord>
  readonly total: number
}

export interface OperatorContacts {
  readonly suppress: (account: AccountId, phone: PhoneNumber) => Effect.Effect<SuppressAnswer, ExecutionError>
  readonly unsuppress: (account: AccountId, phone: PhoneNumber) => Effect.Effect<SuppressAnswer, ExecutionError>
  /**
   * Adds numbers to the suppression list, any number of them, a batch at a time: after a failure a part may have been
   * added, and the same call may be made again. White space around a number is ignored. Null: there is no such account.
   */
  readonly importSuppressions: (
    account: AccountId,
    phones: ReadonlyArray<string>
  ) => Effect.Effect<Imported | null, ExecutionError>
  /** The suppression list, the newest entry first, so many entries behind a place or behind its beginning. */
  readonly suppressions: (
    account: AccountId,
    offset: number,
    limit: number,
    behind?: ListPosition | null
  ) => Effect.Effect<SuppressionPage, StoreError>
  readonly findContact: (account: AccountId, phone: PhoneNumber) => Effect.Effect<Contact | null, StoreError>
  /**
   * Clients can read an inherited contact, but not change it. A contact that does not exist is created. Null: there is
   * no such account.
   */
  readonly setInherited: (
    account: AccountId,
    phone: PhoneNumber,
    isInherited: boolean
  ) => Effect.Effect<Contact | null, ExecutionError>
  /** Says what a recipient has said about purposes of the account; null takes one back. */
  readonly prefer: (
    account: AccountId,
    phone: PhoneNumber,
    preferences: Changes
  ) => Effect.Effect<PreferAnswer, ExecutionError>
  /** Returns when, how and through which message a contact has opted out and in, the newest first. */
  readonly consentRecords: (
    account: AccountId,
    contact: ContactId,
    offset: number,
    limit: number
  ) => Effect.Effect<ConsentPage, StoreError>
}

const batches = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from(
    { length: Math.ceil(all.length / Limit.suppressionBatch) },
    (_, index) => all.slice(index * Limit.suppressionBatch, (index + 1) * Limit.suppressionBatch)
  )

export const make = (executor: Executor["Service"], store: Store["Service"]): OperatorContacts => {
  const change = Effect.fnUntraced(function*(
    account: AccountId,
    phones: ReadonlyArray<PhoneNumber>,
    suppressed: boolean
  ) {
    const { answer } = yield* executor.run(Suppress, { account, phones, suppressed })
    return answer
  })

  const one = (account: AccountId, phone: PhoneNumber, suppressed: boolean) =>
    Effect.map(
      change(account, [phone], suppressed),
      (count): SuppressAnswer => count === null ? "UnknownAccount" : count > 0 ? "Changed" : "Unchanged"
    )

  return {
    suppress: (account, phone) => one(account, phone, true),
    unsuppress: (account, phone) => one(account, phone, false),
    importSuppressions: Effect.fnUntraced(function*(account, texts) {
      const trimmed = [...new Set(texts.map((text) => text.trim()))]
      const phones = trimmed.filter(isPhoneNumber)
      let added = 0
      // An empty list is asked about too, since there may be no such account.
      for (const batch of phones.length === 0 ? [[]] : batches(phones)) {
        const count = yield* change(account, batch, true)
        if (count === null) return null
        added += count
      }
      return { added, known: phones.length - added, refused: trimmed.filter((text) => !isPhoneNumber(text)) }
    }),
    suppressions: (account, offset, limit, behind = null) =>
      Effect.map(
        store.list({ list: "suppressions", scope: account, offset, limit, ...(behind === null ? {} : { behind }) }),
        ({ rows, total }) => {
          const found = rows.flatMap((row) =>
            row.kind === "contact" && row.value.suppressedAt !== undefined
              ? [{ key: row.key, phone: row.value.phone, suppressedAt: row.value.suppressedAt }]
              : []
          )
          const last = found.at(-1)
          return {
            total,
            entries: found.map(({ phone, suppressedAt }) => ({ phone, suppressedAt })),
            after: last === undefined || rows.length < limit ? null : { at: last.suppressedAt, key: last.key }
          }
        }
      ),
    findContact: (account, phone) => {
      const key = contactNumber(account, phone)
      return Effect.map(executor.read(() => Needs.unique(key)), (facts) => Facts.find(facts, Contacts, key))
    },
    setInherited: (account, phone, isInherited) =>
      Effect.map(executor.run(Inherit, { account, phone, isInherited }), ({ answer }) => answer),
    prefer: (account, phone, preferences) =>
      Effect.map(executor.run(Prefer, { account, phone, preferences }), ({ answer }) => answer),
    consentRecords: (account, contact, offset, limit) =>
      Effect.map(
        store.list({ list: "consent_records", scope: consentScope(account, contact), offset, limit }),
        ({ rows, total }) => ({
          total,
          records: rows.flatMap((row) => row.kind === "consent_record" ? [row.value] : [])
        })
      )
  }
}
