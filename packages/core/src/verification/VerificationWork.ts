/**
 * The work that ends a verification when its time is over.
 */
import type { AccountId, VerificationId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as WorkName from "../work/WorkName.ts"

export const ExpiryWork = WorkName.make({
  kind: "verification_expiry",
  lane: LaneKind.shared("verification", 64, (account: AccountId) => account),
  key: { write: (id: VerificationId) => [id], read: ([id = ""]) => id as VerificationId }
})
