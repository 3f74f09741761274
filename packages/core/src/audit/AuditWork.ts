/**
 * The work that takes out of an entry of an audit log what it may not keep any longer, and in the end the entry.
 */
import type { AccountId, AuditEntryId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as WorkName from "../work/WorkName.ts"

export const RetentionWork = WorkName.make({
  kind: "audit_retention",
  lane: LaneKind.shared("audit", 16, (account: AccountId) => account),
  key: { write: (id: AuditEntryId) => [id], read: ([id = ""]) => id as AuditEntryId }
})
