/**
 * DELETE /v3/webhooks/{id}: deletes a webhook and its clones. A clone that its own profile deletes leaves a tombstone, so
 * that it is not made again (decisions 3.1). There is no sandbox: it always deletes.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Commit from "../commit/Commit.ts"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import type { Grounds } from "../commit/Grounds.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Operation from "../operation/Operation.ts"
import { ref } from "../row/Kind.ts"
import type { Webhook } from "../row/Webhook.ts"
import { Endpoints, Webhooks } from "../row/Webhook.ts"
import * as Clone from "./Clone.ts"
import { counterOf } from "./CreateWebhook.ts"
import * as OwnWebhook from "./OwnWebhook.ts"
import * as WebhookChange from "./WebhookChange.ts"
import * as WebhookDeletion from "./WebhookDeletion.ts"
import { WebhookPath } from "./WebhookPath.ts"

const deleted = (webhook: Webhook, grounds: Grounds): Commit.Commit => {
  const { facts, now } = grounds
  const expects = [Facts.expected(facts, Webhooks, webhook.id)]
  const endpoint = ref(Endpoints, webhook.id)
  if (webhook.parent !== undefined) {
    return Commit.all(
      { expects, deletes: [endpoint], puts: [Commit.put(Webhooks, Clone.tombstone(webhook, now))] },
      WebhookDeletion.remembered(webhook, grounds)
    )
  }
  return Commit.all(WebhookDeletion.of(webhook, grounds), {
    counts: [{ counter: counterOf(webhook.account), by: -1, ceiling: null, once: `no webhook:${webhook.id}` }]
  }, WebhookChange.cascade(webhook, null, grounds))
}

export const DeleteWebhook = Operation.make({
  name: "webhooks.delete",
  summary: "Delete a webhook and its clones",
  description: "Deletes a webhook and all of its clones. It has no sandbox.",
  path: WebhookPath,
  query: Schema.Struct({}),
  body: Schema.Struct({}),
  data: Schema.Null,
  status: 204,
  role: null,
  scope: "webhooks",
  tier: "standard",
  idempotent: false,
  refuses: ["RESOURCE_008"],
  check: () => [],
  simulate: null,
  decides: {
    name: "webhooks.delete",
    needs: (asked, facts) => {
      const webhook = OwnWebhook.peek(asked, facts)
      return Needs.all(OwnWebhook.needs(asked), WebhookChange.needs(webhook, null, facts))
    },
    decide: (asked, grounds) => {
      const { facts } = grounds
      const webhook = OwnWebhook.find(asked, facts)
      return webhook === null
        ? Result.fail(Refused.refused("RESOURCE_008"))
        : done(
          null,
          deleted(webhook, grounds)
        )
    }
  }
})
