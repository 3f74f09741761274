/**
 * The shape in which the API shows an entry of an audit log (decisions 17.7).
 */
import * as Schema from "effect/Schema"
import * as Format from "../operation/Format.ts"
import type { AuditEntry } from "../row/AuditEntry.ts"
import { Action, ActorType, SubjectType } from "../row/AuditEntry.ts"
import { toMillis } from "../value/Instant.ts"

export const AuditResource = Schema.Struct({
  id: Format.uuid.annotate({ description: "The id of the entry." }),
  created_at: Format.timestamp.annotate({ description: "When it was changed." }),
  actor: Schema.Struct({
    type: ActorType.annotate({
      description: "Who has changed it. `host` is the process that embeds the service; `service` nobody has asked."
    }),
    id: Schema.NullOr(Schema.String).annotate({ description: "The id of the key or of the carrier; null for others." })
  }).annotate({ description: "Who has changed it." }),
  action: Action.annotate({ description: "What was done." }),
  resource: Schema.Struct({
    type: SubjectType.annotate({
      description:
        "What it was done to. `account` has the limits and settings; a `prefix` is one of numbers that is paused."
    }),
    id: Schema.NullOr(Schema.String).annotate({
      description:
        "Its id; for consent that of the contact, for a prefix the prefix. Null where one entry stands for many, and a random one for an " +
        "erased recipient."
    })
  }).annotate({ description: "What it was done to." }),
  count: Schema.Int,
  fields: Schema.Array(Schema.String).annotate({
    description: "The names of the fields that have changed, and never what they were or are."
  }),
  operation: Schema.String.annotate({ description: "The name of the operation, or of what the service did." }),
  network: Schema.NullOr(Schema.String).annotate({
    description:
      "The first 24 bits of the IPv4 address, or the first 48 of the IPv6 address, that asked for it; null when " +
      "nobody did by HTTP, and after 90 days."
  })
}).annotate({ identifier: "AuditEntry" })
export type AuditResource = typeof AuditResource.Type

export const fromEntry = (entry: AuditEntry): AuditResource => ({
  id: entry.id,
  created_at: toMillis(entry.at),
  actor: { type: entry.actor.type, id: entry.actor.id ?? null },
  action: entry.action,
  resource: entry.subject,
  count: entry.count ?? 1,
  fields: entry.fields,
  operation: entry.operation,
  network: entry.network ?? null
})
