/**
 * The work that takes out what a webhook was told: one item that goes through the deliveries of a webhook, and one for each
 * event that was still to be delivered to it when its time came.
 */
import { RedactionWork } from "../account/RedactionWork.ts"
import type { AccountId, EventId, WebhookId } from "../value/Id.ts"
import * as WorkName from "../work/WorkName.ts"

export interface Target {
  readonly account: AccountId
  readonly webhook: WebhookId
  /** Null: all events that were delivered to it. */
  readonly event: EventId | null
}

export const BodyRedactionWork = WorkName.make({
  kind: "body_redaction",
  lane: RedactionWork.lane,
  key: {
    write: ({ account, event, webhook }: Target) => event === null ? [account, webhook] : [account, webhook, event],
    read: ([account = "", webhook = "", event = ""]): Target => ({
      account: account as AccountId,
      webhook: webhook as WebhookId,
      event: event === "" ? null : event as EventId
    })
  }
})
