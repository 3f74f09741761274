/**
 * The work items of a delivery: its first attempt, and each further one. First attempts of an endpoint go out in the
 * order of their events and may have to wait for a probe; retries have a lane of their own, so that they go out at their
 * instants whatever waits there.
 */
import * as Limit from "../catalogue/Limit.ts"
import type { WebhookId } from "../value/Id.ts"
import * as LaneKind from "../work/LaneKind.ts"
import type { Lane } from "../work/Work.ts"
import * as WorkName from "../work/WorkName.ts"

const { claimed, given } = Limit.deliveriesHeld

const key: WorkName.Key<string> = { write: (delivery) => [delivery], read: ([delivery = ""]) => delivery }

export const DeliveryWork = WorkName.make({
  kind: "delivery",
  lane: LaneKind.make("delivery", claimed, (webhook: WebhookId) => webhook, { given }),
  key
})

export const RetryWork = WorkName.make({
  kind: "retry",
  lane: LaneKind.shared("retry", Limit.deliveryPlaces.endpoint, (webhook: WebhookId) => webhook),
  key
})

/** Returns the webhook to whose endpoint the lane leads. */
export const webhookOf = (lane: Lane): WebhookId => LaneKind.owner(lane) as WebhookId
