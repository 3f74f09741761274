/**
 * An entry of an account's audit log: who changed what, when, and from where (decisions 17.7). It holds ids and the names
 * of fields, and never a number, a text, a secret or what a field was or has become.
 */
import * as Schema from "effect/Schema"
import { AccountId, AuditEntryId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import * as Kind from "./Kind.ts"

/** `host`: the process that embeds the service, for the account. `service`: nobody has asked for it. */
export const ActorType = Schema.Literals(["key", "host", "operator", "carrier", "recipient", "reviewer", "service"])
export type ActorType = typeof ActorType.Type

export const Actor = Schema.Struct({
  type: ActorType,
  /** The id of the key or of the carrier; absent for the others. A recipient is named by the subject. */
  id: Schema.optionalKey(Schema.String)
})
export type Actor = typeof Actor.Type

export const SubjectType = Schema.Literals([
  "account",
  "api_key",
  "balance",
  "consent",
  "prefix",
  "recipient",
  "template",
  "user",
  "webhook"
])
export type SubjectType = typeof SubjectType.Type

export const Action = Schema.Literals(["created", "changed", "deleted", "erased"])
export type Action = typeof Action.Type

export const AuditEntry = Schema.Struct({
  id: AuditEntryId,
  account: AccountId,
  actor: Actor,
  action: Action,
  /** The id is null where one entry stands for many. */
  subject: Schema.Struct({ type: SubjectType, id: Schema.NullOr(Schema.String) }),
  /** How many of them changed, where that is more than one. */
  count: Schema.optionalKey(Schema.Int),
  /** The names of the fields that changed. */
  fields: Schema.Array(Schema.String),
  /** The name of the operation, or of what the service did. */
  operation: Schema.String,
  /** The first 24 bits of an IPv4 address, or the first 48 of an IPv6 address; gone after 90 days. */
  network: Schema.optionalKey(Schema.String),
  at: Instant,
  /** It is kept until then. */
  endsAt: Instant
})
export type AuditEntry = typeof AuditEntry.Type

/** The scope of the entries about one recipient. */
export const recipientScope = (account: AccountId, recipient: string): string => `${account}/${recipient}`

const isOfRecipient = ({ subject }: AuditEntry): boolean => subject.type === "consent" || subject.type === "recipient"

export const AuditEntries = Kind.make({
  name: "audit_entry",
  schema: AuditEntry,
  key: (entry: AuditEntry) => entry.id,
  listings: (entry) => {
    const { account, at, subject: { id } } = entry
    const all = { list: "audit_log", scope: account, at } as const
    return id === null || !isOfRecipient(entry)
      ? [all]
      : [all, { list: "audit_log", scope: recipientScope(account, id), at }]
  }
})
