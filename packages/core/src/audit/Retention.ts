/**
 * Keeps the entries of audit logs for as long as they may be: first the network goes, and in the end the entry.
 */
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as LeasedDecision from "../commit/LeasedDecision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Job from "../engine/Job.ts"
import type { AuditEntry } from "../row/AuditEntry.ts"
import { AuditEntries } from "../row/AuditEntry.ts"
import { ref } from "../row/Kind.ts"
import * as Instant from "../value/Instant.ts"
import { RetentionWork } from "./AuditWork.ts"

/** Returns when something of the entry must go next. */
export const nextEnd = ({ at, endsAt, network }: Pick<AuditEntry, "at" | "endsAt" | "network">): Instant.Instant => {
  const networkEnd = Instant.plus(at, Limit.auditNetworkDays * Instant.day)
  return network === undefined || endsAt < networkEnd ? endsAt : networkEnd
}

const without = (entry: AuditEntry): AuditEntry => {
  const { network: _, ...others } = entry
  return others
}

export const Retain = LeasedDecision.make<LeasedDecision.Leased, void>({
  name: "audit_log.retain",
  needs: ({ lease }) => Needs.row(AuditEntries, RetentionWork.target(lease)),
  decide: ({ lease }, { facts, now }) => {
    const id = RetentionWork.target(lease)
    const entry = Facts.get(facts, AuditEntries, id)
    if (entry === null) return done(undefined)
    const expects = [Facts.expected(facts, AuditEntries, id)]
    if (now >= entry.endsAt) return done(undefined, { expects, deletes: [ref(AuditEntries, id)] })
    const left = now >= nextEnd(entry) ? without(entry) : entry
    return done(
      undefined,
      { due: [RetentionWork.due(id, entry.account, nextEnd(left))] },
      left === entry ? {} : { expects, puts: [Commit.put(AuditEntries, left)] }
    )
  }
})

export const RetentionJob = Job.make({
  work: RetentionWork,
  decides: Retain,
  outside: Job.alone,
  command: (_, { lease }) => ({ lease })
})
