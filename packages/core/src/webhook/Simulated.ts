/**
 * Makes up the webhook that sandbox answers show, since none is looked up (decisions 5.1).
 */
import * as Limit from "../catalogue/Limit.ts"
import type { Caller } from "../operation/Caller.ts"
import type { Webhook } from "../row/Webhook.ts"
import type { WebhookId } from "../value/Id.ts"
import type { Instant } from "../value/Instant.ts"
import { sandboxSecret } from "../value/Secret.ts"

export const webhook = (id: WebhookId, { account }: Caller, now: Instant): Webhook => ({
  id,
  account: account.id,
  displayName: "sandbox",
  endpointUrl: "https://sandbox.invalid/",
  secret: sandboxSecret,
  isActive: true,
  eventTypes: ["message"],
  eventFilters: null,
  subscribes: [],
  retryCount: Limit.webhookRetryCount.default,
  timeoutSeconds: Limit.webhookTimeoutSeconds.default,
  createdAt: now,
  updatedAt: now
})
