/**
 * PUT /v3/webhooks/{id}: replaces a webhook (decisions 3.1). Numbers that are left out keep their values, and so do the
 * events of the clones; `is_active` and the secret have endpoints of their own.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { done } from "../commit/Decision.ts"
import type { IdGenerator } from "../commit/IdGenerator.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import type { Operation } from "../operation/Operation.ts"
import type { Webhook } from "../row/Webhook.ts"
import type { Instant } from "../value/Instant.ts"
import * as OwnWebhook from "./OwnWebhook.ts"
import * as Reachable from "./Reachable.ts"
import * as Simulated from "./Simulated.ts"
import * as WebhookBody from "./WebhookBody.ts"
import * as WebhookChange from "./WebhookChange.ts"
import { WebhookPath } from "./WebhookPath.ts"
import type { WebhookResource } from "./WebhookResource.ts"
import * as WebhookResource_ from "./WebhookResource.ts"

type Body = WebhookBody.WebhookBody

const clonesAfter = (webhook: Webhook, { sender_profile }: Body): Webhook["cloned"] => {
  if (sender_profile === undefined || sender_profile === null) return webhook.cloned
  const wanted = WebhookBody.selection(sender_profile)
  return WebhookBody.selectsAny(wanted) ? wanted : undefined
}

const replaced = (webhook: Webhook, body: Body, now: Instant): Webhook => {
  const { cloned: _, ...rest } = webhook
  const cloned = clonesAfter(webhook, body)
  return WebhookChange.change({ ...rest, ...(cloned === undefined ? {} : { cloned }) }, {
    displayName: body.display_name,
    endpointUrl: body.endpoint_url,
    ...WebhookBody.selection(body),
    retryCount: body.retry_count ?? webhook.retryCount,
    timeoutSeconds: body.timeout_seconds ?? webhook.timeoutSeconds
  }, now)
}

/**
 * Returns the secret of a webhook that is called elsewhere from now on. That of an organization never signs for a URL
 * that the organization did not choose, so a clone that its profile moves gets one of its own, which its profile learns
 * by `rotate_secret`: there alone a clone does not share its secret. The organization's next change restores both.
 */
const secretAfter = ({ endpointUrl, parent, secret }: Webhook, next: Webhook, ids: IdGenerator): Webhook["secret"] =>
  parent === undefined || endpointUrl === next.endpointUrl ? secret : ids.secrets.signingSecret()

export const UpdateWebhook: Operation<WebhookPath, object, Body, void, WebhookResource, "webhooks.update"> = {
  name: "webhooks.update",
  summary: "Replace a webhook",
  description:
    "Replaces a webhook and changes its clones with it. The numbers and the clones' events stay when they are not given.",
  path: WebhookPath,
  query: Schema.Struct({}),
  body: WebhookBody.WebhookBody,
  data: WebhookResource_.WebhookResource,
  status: 200,
  role: null,
  scope: "webhooks",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_008"],
  check: ({ body }, caller, raw) => WebhookBody.check(body, caller, raw, true),
  simulate: ({ body, path }, caller, now) =>
    WebhookResource_.fromWebhook(replaced(Simulated.webhook(path.id, caller, now), body, now), null),
  consult: ({ body }, caller) => Reachable.check(body.endpoint_url, caller),
  decides: {
    name: "webhooks.update",
    needs: (asked, facts) => {
      const webhook = OwnWebhook.peek(asked, facts)
      const rows = OwnWebhook.needs(asked)
      return webhook === null
        ? rows
        : Needs.all(rows, WebhookChange.needs(webhook, replaced(webhook, asked.body, webhook.createdAt), facts))
    },
    decide: (asked, grounds) => {
      const { facts, now, ids } = grounds
      const webhook = OwnWebhook.find(asked, facts)
      if (webhook === null) return Result.fail(Refused.refused("RESOURCE_008"))
      const wanted = replaced(webhook, asked.body, now)
      const next = { ...wanted, secret: secretAfter(webhook, wanted, ids) }
      if (next.cloned === undefined && !WebhookBody.selectsAny(next)) {
        return Result.fail(Refused.fromViolations([WebhookBody.nothingSelected]))
      }
      return done(
        WebhookResource_.fromWebhook(next, WebhookChange.endpointAfter(webhook, next, facts)),
        WebhookChange.commit(webhook, next, grounds)
      )
    }
  }
}
