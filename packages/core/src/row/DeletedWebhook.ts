/**
 * A webhook that is deleted, by its id: its deliveries outlive it, and nothing else leads to them. Its account may say for how
 * long their bodies are kept (decisions 17.6).
 */
import * as Schema from "effect/Schema"
import { AccountId, WebhookId } from "../value/Id.ts"
import { Instant } from "../value/Instant.ts"
import * as Kind from "./Kind.ts"

export const DeletedWebhook = Schema.Struct({ id: WebhookId, account: AccountId, at: Instant })
export type DeletedWebhook = typeof DeletedWebhook.Type

export const DeletedWebhooks = Kind.make({
  name: "deleted_webhook",
  schema: DeletedWebhook,
  key: ({ id }: DeletedWebhook) => id,
  listings: ({ account, at }) => [{ list: "deleted_webhooks", scope: account, at }]
})
