/**
 * The work that erases a recipient, step by step. An account's erasures take turns, so that many of them are no burden.
 */
import { RedactionWork } from "../account/RedactionWork.ts"
import type { ErasureId } from "../value/Id.ts"
import * as WorkName from "../work/WorkName.ts"

export const RecipientErasureWork = WorkName.make({
  kind: "recipient_erasure",
  lane: RedactionWork.lane,
  key: { write: (id: ErasureId) => [id], read: ([id = ""]) => id as ErasureId }
})
