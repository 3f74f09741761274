/**
 * GET /v3/webhooks/{id}/events: the log of a webhook, newest first. That of an organization's webhook covers what its
 * clones deliver.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Limit from "../catalogue/Limit.ts"
import * as Facts from "../commit/Facts.ts"
import * as ListQuery from "../commit/ListQuery.ts"
import * as Needs from "../commit/Needs.ts"
import * as Refused from "../commit/Refused.ts"
import * as Cursor from "../operation/Cursor.ts"
import * as Operation from "../operation/Operation.ts"
import * as Paging from "../operation/Paging.ts"
import * as Reading from "../operation/Reading.ts"
import { Events } from "../row/Delivery.ts"
import { Webhooks } from "../row/Webhook.ts"
import * as OwnWebhook from "./OwnWebhook.ts"
import * as WebhookEventResource from "./WebhookEventResource.ts"
import * as WebhookFilter from "./WebhookFilter.ts"
import { WebhookPath } from "./WebhookPath.ts"

const Query = Schema.Struct({ ...Paging.Query.fields, ...Cursor.askedFields, ...WebhookFilter.eventFields })
type Query = typeof Query.Type

/** No index tells of the filters, so the newest are looked through. */
const listOf = ({ id }: WebhookPath, query: Query): Needs.ListQuery => {
  const list: Needs.ListQuery = {
    list: "deliveries",
    scope: id,
    ...Cursor.partAsked(query),
    where: WebhookFilter.events(query)
  }
  return ListQuery.condition(list) === null ? list : { ...list, bound: Limit.deliveriesLookedAt }
}

/** Tells the list of a cursor from others. */
const listText = (id: WebhookPath["id"] | undefined, query: Partial<Query>): string =>
  Cursor.filtersOf({ id, ...WebhookFilter.events(query) })

const deliveriesOf = ({ rows }: Facts.Page) => rows.flatMap((row) => row.kind === "delivery" ? [row.value] : [])

export const ListWebhookEvents = Operation.make({
  ...Reading.history,
  scope: "webhooks",
  name: "webhooks.events",
  summary: "List what was delivered to a webhook, the newest first",
  description:
    "Lists the deliveries of a webhook and of its clones, with every attempt. With `cursors=true` its pages have cursors, " +
    "which go on from a page whatever was added meanwhile and keep its total. " +
    `With a filter it looks at the newest ${Limit.deliveriesLookedAt} deliveries: \`total_count\` counts those that it finds ` +
    "there, and the cursors go on behind them.",
  path: WebhookPath,
  query: Query,
  data: Schema.Struct({
    events: Schema.Array(WebhookEventResource.WebhookEventResource),
    pagination: Cursor.AskedPagination
  }),
  refuses: ["RESOURCE_008"],
  check: ({ path, query }) =>
    Cursor.flaws(query, listText(path.id, query)).map((flaw) => ({ ...flaw, code: "VALIDATION_001" as const })),
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
      const { next = null, rows, total } = Facts.page(facts, listOf(asked.path, asked.query))
      const page = Cursor.pageAsked(
        asked.query,
        rows.flatMap((row) => row.kind === "delivery" ? [row.value] : []),
        { total, next },
        ({ createdAt: at, id: key }) => ({ at, key }),
        listText(asked.path.id, asked.query)
      )
      return Reading.answer({
        events: page.rows.map((delivery) =>
          WebhookEventResource.fromDelivery(delivery, Facts.get(facts, Events, delivery.event))
        ),
        pagination: page.pagination
      })
    }
  }
})
