/**
 * The work item of a delivery: one attempt to deliver an event to an endpoint.
 */
import type { WebhookId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import * as WorkName from "../work/WorkName.ts"

export const DeliveryWork = WorkName.make({
  kind: "delivery",
  lane: LaneKind.make("delivery", 8, (webhook: WebhookId) => webhook),
  key: { write: (delivery: string) => [delivery], read: ([delivery = ""]) => delivery }
})
