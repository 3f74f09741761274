/**
 * POST /v3/webhooks/{id}/rotate-secret: gives a webhook and its clones a new secret. The old one is dead immediately:
 * what waits to be delivered is signed with the new one (decisions 5.5).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { done } from "../commit/Decision.ts"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Field from "../operation/Field.ts"
import * as Operation from "../operation/Operation.ts"
import { Webhooks } from "../row/Webhook.ts"
import { sandboxSecret } from "../value/Secret.ts"
import * as OwnWebhook from "./OwnWebhook.ts"
import * as WebhookChange from "./WebhookChange.ts"
import { WebhookPath } from "./WebhookPath.ts"

export const RotateSecret = Operation.make({
  name: "webhooks.rotate_secret",
  summary: "Give a webhook a new signing secret",
  description:
    "Makes a new signing secret and answers it once. Deliveries from now on are signed with it, and only with it.",
  path: WebhookPath,
  query: Schema.Struct({}),
  body: Schema.Struct({ sandbox: Field.optional(Schema.Boolean) }),
  data: Schema.Struct({ signing_secret: Schema.NullOr(Schema.String) }),
  shownOnce: {
    field: "signing_secret",
    needs: ({ path }) => Needs.row(Webhooks, path.id),
    find: ({ path }, { facts }) => Facts.get(facts, Webhooks, path.id)?.secret ?? null
  },
  status: 200,
  role: null,
  scope: "webhooks",
  tier: "sensitive",
  idempotent: true,
  refuses: ["RESOURCE_008"],
  check: () => [],
  simulate: () => ({ signing_secret: sandboxSecret }),
  decides: {
    name: "webhooks.rotate_secret",
    needs: (asked, facts) => {
      const webhook = OwnWebhook.peek(asked, facts)
      const rows = OwnWebhook.needs(asked)
      return webhook === null
        ? rows
        : Needs.all(
          rows,
          WebhookChange.needs(webhook, WebhookChange.change(webhook, {}, webhook.createdAt), facts)
        )
    },
    decide: (asked, grounds) => {
      const { facts, now, ids } = grounds
      const webhook = OwnWebhook.find(asked, facts)
      if (webhook === null) return Result.fail(Refused.refused("RESOURCE_008"))
      const secret = ids.secrets.signingSecret()
      return done(
        { signing_secret: secret as string | null },
        WebhookChange.commit(webhook, WebhookChange.change(webhook, { secret }, now), grounds)
      )
    }
  }
})
