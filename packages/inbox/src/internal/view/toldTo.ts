import type { VNode } from "preact"
import { el, view } from "../element.ts"
import type { Inbox } from "../inbox.ts"
import { api, link, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { lamp } from "../part/lamp.ts"
import { flawNotice } from "../part/notice.ts"
import type { Delivery, Webhook } from "../source/deliveries.ts"
import { lampOfDelivery, outcomeOf } from "../source/deliveries.ts"

interface Notified {
  readonly webhook: Webhook
  readonly deliveries: ReadonlyArray<Delivery>
}

/** So many webhooks are looked through, and of each so many of its latest events. */
const mostWebhooks = 20
const mostEvents = 100

const load = async (inbox: Inbox, message: string): Promise<ReadonlyArray<Notified>> => {
  const { webhooks } = await api<{ readonly webhooks: ReadonlyArray<Webhook> }>(
    inbox,
    "GET",
    `webhooks?page=1&page_size=${mostWebhooks}`
  )
  return Promise.all(webhooks.map(async (webhook) => {
    const { events } = await api<{ readonly events: ReadonlyArray<Delivery> }>(
      inbox,
      "GET",
      `webhooks/${webhook.id}/events?page=1&page_size=${mostEvents}`
    )
    const deliveries = events.filter(({ event_data: data }) => JSON.stringify(data ?? null).includes(message))
    return { webhook, deliveries: deliveries.toReversed() }
  }))
}

const ToldTo = ({ message }: { readonly message: string }): VNode => {
  const inbox = useInbox()
  const { flaw, value } = useLoaded(inbox.live, {
    key: `told ${message}`,
    load: () => load(inbox, message),
    wakes: ({ type }) => type === "delivery"
  })
  const told = (value ?? []).filter(({ deliveries }) => deliveries.length > 0)
  if (value === null) return el("div", {}, flawNotice(flaw) ?? el("p.soft", {}, "Looking…"))
  if (told.length === 0) {
    return el("p", {}, "No webhook was told of this message. ", el("a", { href: link(inbox, "webhooks") }, "Make one."))
  }
  return el(
    "div",
    {},
    ...told.map(({ deliveries, webhook }) =>
      el(
        "section",
        { key: webhook.id },
        el("h3", {}, el("a", { href: link(inbox, "webhooks", [webhook.id]) }, webhook.display_name)),
        el(
          "ul.facts",
          {},
          ...deliveries.map((delivery) =>
            el(
              "li",
              { key: delivery.id },
              lamp(lampOfDelivery(delivery)),
              el("b", {}, delivery.event_type.replace(/^message\./, "")),
              el("span", {}, outcomeOf(delivery))
            )
          )
        )
      )
    )
  )
}

/** The webhooks that were told of a message, and how they answered. */
export const toldTo = (properties: { readonly message: string }): VNode => view(ToldTo, properties)
