/**
 * GET /v3/webhooks/{id}/events: the log of a webhook, newest first. That of an organization's webhook covers what its
 * clones deliver.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Facts from "../commit/Facts.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Operation from "../operation/Operation.ts"
import * as Paging from "../operation/Paging.ts"
import * as Reading from "../operation/Reading.ts"
import { Events } from "../row/Delivery.ts"
import { Webhooks } from "../row/Webhook.ts"
import * as OwnWebhook from "./OwnWebhook.ts"
import * as WebhookEventResource from "./WebhookEventResource.ts"
import * as WebhookFilter from "./WebhookFilter.ts"
import { WebhookPath } from "./WebhookPath.ts"

const Query = Schema.Struct({ ...Paging.Query.fields, ...WebhookFilter.eventFields })
type Query = typeof Query.Type

const listOf = ({ id }: WebhookPath, query: Query): Needs.ListQuery => ({
  list: "deliveries",
  scope: id,
  ...Paging.part(query),
  where: WebhookFilter.events(query)
})

const deliveriesOf = ({ rows }: Facts.Page) => rows.flatMap((row) => row.kind === "delivery" ? [row.value] : [])

export const ListWebhookEvents = Operation.make({
  ...Reading.history,
  scope: "webhooks",
  name: "webhooks.events",
  summary: "List what was delivered to a webhook, the newest first",
  description: "Lists the deliveries of a webhook and of its clones, with every attempt.",
  path: WebhookPath,
  query: Query,
  data: Schema.Struct({
    events: Schema.Array(WebhookEventResource.WebhookEventResource),
    pagination: Paging.Pagination
  }),
  refuses: ["RESOURCE_008"],
  decides: {
    name: "webhooks.events",
    needs: (asked, facts) => {
      const webhook = Needs.row(Webhooks, asked.path.id)
      if (OwnWebhook.peek(asked, facts) === null) return webhook
      const list = listOf(asked.path, asked.query)
      const page = Facts.peekPage(facts, list)
      return page === undefined
        ? Needs.list(list)
        : Needs.rows(Events, deliveriesOf(page).map((delivery) => delivery.event))
    },
    decide: (asked, { facts }) => {
      if (OwnWebhook.find(asked, facts) === null) return Result.fail(Refused.refused("RESOURCE_008"))
      const page = Facts.page(facts, listOf(asked.path, asked.query))
      return Reading.answer({
        events: deliveriesOf(page).map((delivery) =>
          WebhookEventResource.fromDelivery(delivery, Facts.get(facts, Events, delivery.event))
        ),
        pagination: Paging.pagination(asked.query, page.total)
      })
    }
  }
})
