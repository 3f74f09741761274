/**
 * Arbitraries of the entries of audit logs.
 */
import { Action, ActorType, SubjectType } from "@signalbox/core/AuditEntry"
import type * as Id from "@signalbox/core/Id"
import type { Value } from "@signalbox/core/Row"
import * as fc from "fast-check"
import { instant, text, uuid } from "../Values.ts"
import { maybe, one, small, some, withOptional } from "./fields.ts"

export const auditEntry: fc.Arbitrary<Value<"audit_entry">> = withOptional(
  fc.record({
    id: uuid<Id.AuditEntryId>(),
    account: uuid<Id.AccountId>(),
    actor: withOptional(fc.record({ type: one(ActorType) }), { id: uuid() }),
    action: one(Action),
    subject: fc.record({ type: one(SubjectType), id: maybe(uuid()) }),
    fields: some(text),
    operation: text,
    at: instant,
    endsAt: instant
  }),
  { count: small, network: fc.constantFrom("192.0.2.0/24", "2001:db8::/48") }
)
