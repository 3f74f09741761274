/**
 * POST /v3/webhooks (specification "Webhook", decisions 3.1).
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import { IdGenerator } from "../commit/IdGenerator.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Subscription from "../delivery/Subscription.ts"
import type * as Operation from "../operation/Operation.ts"
import type { Webhook } from "../row/Webhook.ts"
import { Webhooks } from "../row/Webhook.ts"
import type { AccountId, WebhookId } from "../value/Id.ts"
import * as Instant from "../value/Instant.ts"
import type { SigningSecret } from "../value/Secret.ts"
import { sandboxSecret } from "../value/Secret.ts"
import * as Reachable from "./Reachable.ts"
import * as WebhookBody from "./WebhookBody.ts"
import * as WebhookChange from "./WebhookChange.ts"
import type { WebhookResource } from "./WebhookResource.ts"
import * as WebhookResource_ from "./WebhookResource.ts"

type Body = WebhookBody.WebhookBody

const compose = (
  body: Body,
  account: AccountId,
  id: WebhookId,
  secret: SigningSecret,
  now: Instant.Instant
): Webhook => {
  const own = WebhookBody.selection(body)
  const cloned = WebhookBody.selection(body.sender_profile ?? {})
  return {
    id,
    account,
    displayName: body.display_name,
    endpointUrl: body.endpoint_url,
    secret,
    isActive: true,
    ...own,
    subscribes: Subscription.expand(true, own.eventTypes, own.eventFilters),
    retryCount: body.retry_count ?? Limit.webhookRetryCount.default,
    timeoutSeconds: body.timeout_seconds ?? Limit.webhookTimeoutSeconds.default,
    ...(WebhookBody.selectsAny(cloned) ? { cloned } : {}),
    createdAt: now,
    updatedAt: null
  }
}

/** Counts the webhooks of an account, but not the clones. Whatever deletes one has to give its place back. */
export const counterOf = (account: AccountId): string => `webhooks/${account}`

export const CreateWebhook: Operation.Operation<object, object, Body, WebhookId, WebhookResource, "webhooks.create"> = {
  name: "webhooks.create",
  summary: "Register a webhook",
  description:
    "Registers a URL for events, and answers the signing secret, which is not shown again. At least one family of events must be chosen.",
  path: Schema.Struct({}),
  query: Schema.Struct({}),
  body: WebhookBody.WebhookBody,
  data: WebhookResource_.WebhookResource,
  shownOnce: {
    field: "signing_secret",
    needs: ({ data }) => Needs.row(Webhooks, data.id),
    find: ({ data }, { facts }) => Facts.get(facts, Webhooks, data.id)?.secret ?? null
  },
  status: 201,
  role: null,
  scope: "webhooks",
  tier: "standard",
  idempotent: true,
  refuses: ["BUSINESS_008"],
  check: ({ body }, caller, raw) => WebhookBody.check(body, caller, raw, false),
  simulate: ({ body }, caller, now, ids) =>
    WebhookResource_.fromWebhook(
      compose(body, caller.account.id, ids.uuid() as WebhookId, sandboxSecret, now),
      null,
      sandboxSecret
    ),
  // The ids of its clones depend on its own, and what is loaded depends on them.
  consult: Effect.fnUntraced(function*({ body }, caller) {
    yield* Reachable.check(body.endpoint_url, caller)
    const ids = yield* IdGenerator
    return ids.id(yield* Instant.now) as WebhookId
  }),
  decides: {
    name: "webhooks.create",
    needs: ({ body, caller: { account }, consulted: id }, facts) =>
      Needs.all(
        Needs.counter(counterOf(account.id)),
        WebhookChange.needs(null, compose(body, account.id, id, sandboxSecret, account.createdAt), facts)
      ),
    decide: ({ body, caller, consulted: id }, grounds) => {
      const { facts, now, ids } = grounds
      const { id: account, webhooks = Limit.webhooksPerAccount.default } = caller.account
      const most = Math.min(webhooks, Limit.webhooksPerAccount.most)
      if (Facts.counter(facts, counterOf(account)) >= most) {
        return Result.fail(Refused.refused("BUSINESS_008", { webhooks: [`must be at most ${most} in one account`] }))
      }
      const webhook = compose(body, account, id, ids.secrets.signingSecret(), now)
      return done(WebhookResource_.fromWebhook(webhook, null, webhook.secret), {
        puts: [Commit.put(Webhooks, webhook)],
        // Of two that come at the same time only one takes the last place.
        counts: [{ counter: counterOf(account), by: 1, ceiling: most, once: `webhook:${webhook.id}` }]
      }, WebhookChange.cascade(null, webhook, grounds))
    }
  }
}
