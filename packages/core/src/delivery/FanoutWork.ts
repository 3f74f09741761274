/**
 * The work that gives an event to those of its subscribers that its own commit had no room for.
 */
import type { AccountId, EventId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as WorkName from "../work/WorkName.ts"

export const FanoutWork = WorkName.make({
  kind: "fanout",
  lane: LaneKind.make("fanout", 1, (account: AccountId) => account),
  key: { write: (event: EventId) => [event], read: ([event = ""]) => event as EventId }
})
