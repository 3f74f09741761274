/**
 * The work that erases a recipient, step by step. An account's erasures take turns, so that many of them are no burden.
 */
import type { AccountId, ErasureId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as WorkName from "../work/WorkName.ts"

export const RecipientErasureWork = WorkName.make({
  kind: "recipient_erasure",
  lane: LaneKind.make("privacy", 1, (account: AccountId) => account),
  key: { write: (id: ErasureId) => [id], read: ([id = ""]) => id as ErasureId }
})
