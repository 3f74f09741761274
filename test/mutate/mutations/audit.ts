/** Rules of the audit log, broken on purpose. */
import type { Mutation } from "../Mutation.ts"
import { core } from "../Mutation.ts"

const area = "audit"

const log = "core/audit/Audited"

export const mutations: ReadonlyArray<Mutation> = [
  core(area, "audit/Audited.ts", "if (auditLogDays === undefined) return {}", "", log),
  core(area, "audit/Audited.ts", "auditLogDays * Instant.day", "(auditLogDays + 1) * Instant.day", log),
  core(area, "audit/Audited.ts", "put?.auditLogDays ?? before?.auditLogDays", "put?.auditLogDays", log),
  core(area, "audit/Changes.ts", "only: [\"optOut\", \"suppressedAt\", \"purposes\"]", "only: [\"suppressedAt\"]", log),
  core(
    area,
    "audit/Changes.ts",
    "leaves: [\"subscribes\", \"edition\", \"updatedAt\", \"deletedAt\"]",
    "only: []",
    log
  ),
  core(
    area,
    "audit/ErasedRecipient.ts",
    "...entry.subject, id: instead",
    "...entry.subject, id: contact",
    "core/audit/ErasedRecipient"
  ),
  core(area, "operation/AuditedOperation.ts", "AddressRange.network(caller.from ?? \"\")", "caller.from ?? null", log),
  core(area, "inbound/Receive.ts", "Audited.party(\"recipient\")", "Audited.party(\"operator\")", log)
]
