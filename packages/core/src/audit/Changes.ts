/**
 * Tells from a commit, and from what the decision had read, what it changes that an audit log speaks of: a table of the
 * kinds of rows, so that whatever writes such a row is in the log without saying so.
 */
import * as Equal from "effect/Equal"
import type { Commit } from "../commit/Commit.ts"
import type * as Facts from "../commit/Facts.ts"
import { Accounts } from "../row/Account.ts"
import { ApiKeys, idOf } from "../row/ApiKey.ts"
import type { AuditEntry } from "../row/AuditEntry.ts"
import { Contacts } from "../row/Contact.ts"
import type { Kind, Ref } from "../row/Kind.ts"
import { refText } from "../row/Kind.ts"
import { PausedPrefixes } from "../row/PausedPrefix.ts"
import { RecipientErasures } from "../row/RecipientErasure.ts"
import { Templates } from "../row/Template.ts"
import { Users } from "../row/User.ts"
import { Webhooks } from "../row/Webhook.ts"
import type { AccountId } from "../value/Id.ts"

export interface Change extends Pick<AuditEntry, "action" | "fields"> {
  readonly account: AccountId
  readonly subject: { readonly type: AuditEntry["subject"]["type"]; readonly id: string }
}

interface Audited<Value> {
  readonly kind: Kind<string, Value>
  readonly type: AuditEntry["subject"]["type"]
  readonly owner: (value: Value) => AccountId
  readonly id: (value: Value) => string
  /** The fields that tell nothing of a change, because they follow from others or say when it was. */
  readonly leaves?: ReadonlyArray<keyof Value>
  /** The only fields that are spoken of: a row is none to the log until one of them changes. */
  readonly only?: ReadonlyArray<keyof Value>
  /** The action of a new row; `created` unless given. */
  readonly begins?: AuditEntry["action"]
}

/** The same for values whose kind is known by its name alone. */
interface Spoken {
  readonly type: AuditEntry["subject"]["type"]
  readonly owner: (value: unknown) => AccountId
  readonly id: (value: unknown) => string
  readonly speaksOf: (field: string) => boolean
  readonly isOnlyIts: boolean
  readonly begins: AuditEntry["action"]
}

const audited = <Value>(
  { begins = "created", id, kind, leaves = [], only, owner, type }: Audited<Value>
): readonly [name: string, spoken: Spoken] => [kind.name, {
  type,
  owner: (value) => owner(value as Value),
  id: (value) => id(value as Value),
  speaksOf: (field) =>
    only === undefined ? !leaves.some((each) => each === field) : only.some((each) => each === field),
  isOnlyIts: only !== undefined,
  begins
}]

const table: ReadonlyMap<string, Spoken> = new Map([
  audited({
    kind: Accounts,
    type: "account",
    owner: ({ id }) => id,
    id: ({ id }) => id,
    leaves: ["sharesShortName", "updatedAt", "deletedAt"]
  }),
  audited({
    kind: ApiKeys,
    type: "api_key",
    owner: ({ account }) => account,
    id: ({ hash }) => idOf(hash),
    leaves: ["lastUsedAt"]
  }),
  audited({
    kind: Contacts,
    type: "consent",
    owner: ({ account }) => account,
    id: ({ id }) => id,
    only: ["optOut", "suppressedAt", "purposes"]
  }),
  audited({
    kind: PausedPrefixes,
    type: "prefix",
    owner: ({ account }) => account,
    id: ({ prefix }) => prefix,
    leaves: ["evidence", "since"]
  }),
  audited({
    kind: RecipientErasures,
    type: "recipient",
    owner: ({ account }) => account,
    id: ({ id, pseudonym }) => pseudonym ?? id,
    begins: "erased"
  }),
  audited({
    kind: Templates,
    type: "template",
    owner: ({ account }) => account,
    id: ({ id }) => id,
    leaves: ["revision", "revisedAt", "channelTimes", "updatedAt"]
  }),
  audited({
    kind: Users,
    type: "user",
    owner: ({ account }) => account,
    id: ({ id }) => id,
    leaves: ["lastLoginAt", "updatedAt"]
  }),
  audited({
    kind: Webhooks,
    type: "webhook",
    owner: ({ account }) => account,
    id: ({ id }) => id,
    leaves: ["subscribes", "edition", "updatedAt", "deletedAt"]
  })
])

type Fields = Readonly<Record<string, unknown>>

/** The field that says that a row only stands for what was deleted. */
const isGone = (value: Fields): boolean => typeof value["deletedAt"] === "number"

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Rows leave some of these fields out, which says no. */
const differing = (before: Fields, after: Fields, { isOnlyIts, speaksOf }: Spoken): ReadonlyArray<string> => {
  const absent = isOnlyIts ? false : undefined
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => speaksOf(name) && !Equal.equals(before[name] ?? absent, after[name] ?? absent))
    .map(snake)
    .toSorted()
}

const nothing: Fields = {}

/** @param after null when the row is deleted */
const changeOf = (spoken: Spoken, before: Fields | null, after: Fields | null): ReadonlyArray<Change> => {
  const value = after ?? before
  const { isOnlyIts } = spoken
  const isDeleted = after === null || (isGone(after) && (before === null || !isGone(before)))
  const fields = differing(before ?? nothing, after ?? nothing, spoken)
  const isNew = before === null && !isOnlyIts
  if (fields.length === 0 && !isDeleted && !isNew) return []
  return [{
    account: spoken.owner(value),
    subject: { type: spoken.type, id: spoken.id(value) },
    action: isDeleted ? "deleted" : isNew ? spoken.begins : "changed",
    fields: isDeleted || isNew ? [] : fields
  }]
}

const rowOf = ({ rows }: Facts.Facts, ref: Ref): Fields | null => {
  const row = rows.get(ref)?.row
  return row === undefined || row === null ? null : row.value as Fields
}

/** Returns the account that owns a row of a kind that is spoken of; null for others. */
export const ownerOf = (kind: string, value: unknown): AccountId | null => table.get(kind)?.owner(value) ?? null

/**
 * Returns what a commit changes.
 *
 * @param facts those on which it was decided
 * @param isLogged whether anybody asks for the changes of an account; what differs is not looked for where nobody does
 */
export const of = (
  { debits, deletes, puts }: Commit,
  facts: Facts.Facts,
  isLogged: (account: AccountId) => boolean
): ReadonlyArray<Change> => {
  // Of several puts of one row the last one is written, also of one that is deleted.
  const last = new Map<string, Ref & { readonly spoken: Spoken; readonly value: Fields | null }>()
  const written = (ref: Ref, value: Fields | null): void => {
    const spoken = table.get(ref.kind)
    if (spoken === undefined) return
    const owned = value ?? rowOf(facts, ref)
    if (owned !== null && isLogged(spoken.owner(owned))) {
      last.set(refText(ref), { kind: ref.kind, key: ref.key, spoken, value })
    }
  }
  for (const { key, kind } of deletes) written({ kind, key }, null)
  for (const { key, kind, value } of puts) written({ kind, key }, value)
  const paid = new Set(debits.flatMap(({ account, amount }) => amount === 0 ? [] : [account]))
  return [
    ...[...last.values()].flatMap(({ spoken, value, ...ref }) => changeOf(spoken, rowOf(facts, ref), value)),
    ...[...paid].filter(isLogged).map((account): Change => ({
      account,
      subject: { type: "balance", id: account },
      action: "changed",
      fields: ["balance"]
    }))
  ]
}
