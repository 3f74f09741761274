/**
 * The work item of a long message whose parts are awaited: its deadline.
 */
import type { AccountId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as WorkName from "../work/WorkName.ts"

export const PartsWork = WorkName.make({
  kind: "inbound_parts",
  lane: LaneKind.make("inbound", 16, (account: AccountId) => account),
  key: { write: (key: string) => [key], read: ([key = ""]) => key }
})
