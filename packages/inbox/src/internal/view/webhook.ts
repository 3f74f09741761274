import type { VNode } from "preact"
import { el, view } from "../element.ts"
import type { Inbox } from "../inbox.ts"
import { api, control, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { copy } from "../part/copy.ts"
import { lamp } from "../part/lamp.ts"
import { flawNotice } from "../part/notice.ts"
import type { Attempt, Delivery, Webhook as Hook } from "../source/deliveries.ts"
import { lampOfDelivery, outcomeOf } from "../source/deliveries.ts"
import { explain } from "../source/source.ts"
import { exactTime, span } from "../words.ts"
import { signed } from "./signed.ts"
import { verification } from "./verification.ts"

interface Whole {
  readonly hook: Hook
  readonly deliveries: ReadonlyArray<Delivery>
}

const most = 50

const load = async (inbox: Inbox, id: string): Promise<Whole> => {
  const [hook, { events }] = await Promise.all([
    api<Hook>(inbox, "GET", `webhooks/${id}`),
    api<{ readonly events: ReadonlyArray<Delivery> }>(inbox, "GET", `webhooks/${id}/events?page=1&page_size=${most}`)
  ])
  return { hook, deliveries: events }
}

const attemptRow = (
  { attempt, duration_ms: millis, error_message: error, http_status_code: status, started_at: at }: Attempt
): VNode =>
  el(
    "tr",
    { key: attempt },
    el("td", {}, String(attempt)),
    el("td", {}, exactTime(at)),
    el("td", {}, status === null ? error ?? "no answer" : String(status)),
    el("td", {}, span(millis))
  )

const attemptTable = (attempts: ReadonlyArray<Attempt>): VNode =>
  el(
    "table",
    {},
    el(
      "thead",
      {},
      el("tr", {}, ...["Attempt", "At", "Answer", "Took"].map((name) => el("th", { key: name, scope: "col" }, name)))
    ),
    el("tbody", {}, ...attempts.map(attemptRow))
  )

const deliveryItem = (inbox: Inbox, delivery: Delivery): VNode => {
  const redeliver = (): void => {
    control(inbox, "POST", `deliveries/${delivery.id}/redeliver`, {}).then(
      () => inbox.say("It is delivered again."),
      (error: unknown) => inbox.say(explain(error))
    )
  }
  const data = JSON.stringify(delivery.event_data, null, 2)
  return el(
    "li",
    { key: delivery.id },
    el(
      "details",
      {},
      el(
        "summary",
        {},
        lamp(lampOfDelivery(delivery)),
        ` ${delivery.event_type} · ${outcomeOf(delivery)} · ${exactTime(delivery.created_at)}`
      ),
      el(
        "div",
        {},
        attemptTable(delivery.attempts),
        inbox.source.control === null
          ? el("pre", { tabIndex: 0, "aria-label": "What was delivered" }, data)
          : signed({ id: delivery.id }),
        el(
          "div.acts",
          {},
          inbox.source.control === null
            ? null
            : el("button.chip", { type: "button", onClick: redeliver }, "Deliver again"),
          copy({ text: data, label: "Copy JSON" })
        )
      )
    )
  )
}

const Webhook = ({ id }: { readonly id: string }): VNode => {
  const inbox = useInbox()
  const { flaw, reload, value } = useLoaded(inbox.live, {
    key: `webhook ${inbox.account.id} ${id}`,
    load: () => load(inbox, id),
    wakes: ({ data, type }) => type === "delivery" && data["webhook_id"] === id
  })
  if (value === null) return el("div", {}, flawNotice(flaw) ?? el("p.soft", {}, "Reading the webhook…"))
  const { deliveries, hook } = value
  const run = (work: Promise<unknown>, sentence: string): void => {
    work.then(() => {
      inbox.say(sentence)
      reload()
    }, (error: unknown) => inbox.say(explain(error)))
  }
  const toggle = (): void =>
    run(
      api(inbox, "PATCH", `webhooks/${id}/toggle-status`, { is_active: !hook.is_active }),
      hook.is_active ? "The webhook is switched off." : "The webhook is switched on."
    )
  const test = (): void =>
    run(api(inbox, "POST", `webhooks/${id}/test`, { event_type: "message.sent" }), "A test event is on its way.")
  return el(
    "div",
    {},
    el(
      "h2",
      {},
      hook.display_name,
      el("span.state", { class: hook.is_active ? "go" : "stop" }, hook.is_active ? "ACTIVE" : "SWITCHED OFF")
    ),
    el("p.sub", {}, hook.endpoint_url),
    inbox.source.mayWrite
      ? el(
        "div.row",
        {},
        el("button.chip", { type: "button", onClick: test }, "Send a test"),
        el("button.chip", { type: "button", onClick: toggle }, hook.is_active ? "Switch off" : "Switch on"),
        copy({ text: hook.id, label: "Copy id" })
      )
      : null,
    verification({ webhook: hook.id }),
    el("h3", {}, `Deliveries, the latest ${most}`),
    deliveries.length === 0
      ? el("p.soft", {}, "Nothing was delivered yet. Send a message, and see it here.")
      : el("ul", {}, ...deliveries.map((delivery) => deliveryItem(inbox, delivery)))
  )
}

/** A webhook with its deliveries, and each of their attempts. */
export const webhook = (properties: { readonly id: string }): VNode =>
  view(Webhook, { ...properties, key: properties.id })
