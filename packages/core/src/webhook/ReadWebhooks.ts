/**
 * GET /v3/webhooks and GET /v3/webhooks/{id}: the webhooks of the account that the request acts as.
 */
import * as Schema from "effect/Schema"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import type { Caller } from "../operation/Caller.ts"
import * as Operation from "../operation/Operation.ts"
import * as Paging from "../operation/Paging.ts"
import * as Reading from "../operation/Reading.ts"
import { Endpoints } from "../row/Webhook.ts"
import * as OwnWebhook from "./OwnWebhook.ts"
import * as WebhookFilter from "./WebhookFilter.ts"
import { WebhookPath } from "./WebhookPath.ts"
import * as WebhookResource from "./WebhookResource.ts"

const Query = Schema.Struct({ ...Paging.Query.fields, ...WebhookFilter.webhookFields })
type Query = typeof Query.Type

const listOf = ({ account }: Caller, query: Query): Needs.ListQuery => ({
  list: "webhooks",
  scope: account.id,
  ...Paging.part(query),
  where: WebhookFilter.webhooks(query)
})

export const ListWebhooks = Operation.make({
  ...Reading.operation,
  scope: "webhooks",
  name: "webhooks.list",
  summary: "List the webhooks, the newest first",
  description: "Lists the webhooks. Filters narrow the list. Signing secrets are not shown.",
  path: Schema.Struct({}),
  query: Query,
  data: Schema.Struct({
    webhooks: Schema.Array(WebhookResource.WebhookResource),
    pagination: Paging.Pagination
  }),
  decides: {
    name: "webhooks.list",
    needs: ({ caller, query }, facts) => {
      const list = listOf(caller, query)
      const page = Facts.peekPage(facts, list)
      return page === undefined ? Needs.list(list) : Needs.rows(Endpoints, page.rows.map(({ key }) => key))
    },
    decide: ({ caller, query }, { facts }) => {
      const { rows, total } = Facts.page(facts, listOf(caller, query))
      return Reading.answer({
        webhooks: rows.flatMap((row) =>
          row.kind === "webhook"
            ? [WebhookResource.fromWebhook(row.value, Facts.get(facts, Endpoints, row.key))]
            : []
        ),
        pagination: Paging.pagination(query, total)
      })
    }
  }
})

export const GetWebhook = Operation.make({
  ...Reading.operation,
  scope: "webhooks",
  name: "webhooks.get",
  refuses: ["RESOURCE_008"],
  summary: "Read a webhook",
  description: "Answers a webhook without its signing secret.",
  path: WebhookPath,
  query: Schema.Struct({}),
  data: WebhookResource.WebhookResource,
  decides: {
    name: "webhooks.get",
    needs: OwnWebhook.needs,
    decide: (asked, { facts }) => {
      const webhook = OwnWebhook.find(asked, facts)
      return Reading.answerOr(
        webhook,
        "RESOURCE_008",
        (webhook) => WebhookResource.fromWebhook(webhook, OwnWebhook.endpoint(asked, facts))
      )
    }
  }
})
