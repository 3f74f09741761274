/**
 * PATCH /v3/webhooks/{id}/toggle-status: switches a webhook off or on, which begins anew then (decisions 4.5, 5.5).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import * as OwnWebhook from "./OwnWebhook.ts"
import * as Simulated from "./Simulated.ts"
import * as WebhookChange from "./WebhookChange.ts"
import { WebhookPath } from "./WebhookPath.ts"
import * as WebhookResource from "./WebhookResource.ts"

export const ToggleWebhook = Operation.make({
  name: "webhooks.toggle",
  summary: "Switch a webhook off or on",
  description: "Stops the deliveries of a webhook and its clones, or starts them again.",
  path: WebhookPath,
  query: Schema.Struct({}),
  body: Schema.Struct({ is_active: Schema.Boolean, sandbox: Field.optional(Schema.Boolean) }),
  data: WebhookResource.WebhookResource,
  status: 200,
  role: null,
  scope: "webhooks",
  tier: "standard",
  idempotent: true,
  refuses: ["RESOURCE_008"],
  check: () => [],
  simulate: ({ body, path }, caller, now) => {
    const { is_active: isActive } = body
    return WebhookResource.fromWebhook({ ...Simulated.webhook(path.id, caller, now), isActive }, null)
  },
  decides: {
    name: "webhooks.toggle",
    needs: (asked, facts) => {
      const webhook = OwnWebhook.peek(asked, facts)
      const rows = OwnWebhook.needs(asked)
      if (webhook === null || webhook.isActive === asked.body.is_active) return rows
      const next = WebhookChange.change(webhook, { isActive: asked.body.is_active }, webhook.createdAt)
      return Needs.all(rows, WebhookChange.needs(webhook, next, facts))
    },
    decide: (asked, grounds) => {
      const { facts, now } = grounds
      const webhook = OwnWebhook.find(asked, facts)
      if (webhook === null) return Result.fail(Refused.refused("RESOURCE_008"))
      const { is_active: isActive } = asked.body
      const isSame = webhook.isActive === isActive
      const next = isSame ? webhook : WebhookChange.change(webhook, { isActive }, now)
      return done(
        WebhookResource.fromWebhook(next, WebhookChange.endpointAfter(webhook, next, facts)),
        isSame ? Commit.empty : WebhookChange.commit(webhook, next, grounds)
      )
    }
  }
})
