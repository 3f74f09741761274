import type { VNode } from "preact"
import { el, view } from "../element.ts"
import type { Inbox } from "../inbox.ts"
import { api, baseUrl, link, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { lamp } from "../part/lamp.ts"
import { flawNotice } from "../part/notice.ts"
import { page } from "../part/page.ts"
import type { Webhook } from "../source/deliveries.ts"
import { explain } from "../source/source.ts"
import { plural } from "../words.ts"
import { receivers } from "./receivers.ts"
import { webhook } from "./webhook.ts"

const families = ["message", "templates", "contact"]

/** Makes a webhook that tells the emulator's own receiver. */
const make = (inbox: Inbox, onMade: () => void): void => {
  const body = {
    display_name: "Inbox",
    endpoint_url: `${baseUrl()}/emulator/receivers/inbox`,
    event_types: families
  }
  api<Webhook>(inbox, "POST", "webhooks", body).then(
    () => {
      inbox.say("The webhook is there. Whatever happens now is told to it.")
      // No event tells of a new webhook.
      onMade()
    },
    (error: unknown) => inbox.say(explain(error))
  )
}

const Webhooks = (): VNode => {
  const inbox = useInbox()
  const [chosen] = inbox.address.parts
  const { flaw, reload, value } = useLoaded(inbox.live, {
    key: `webhooks ${inbox.account.id}`,
    load: () =>
      api<{ readonly webhooks: ReadonlyArray<Webhook> }>(inbox, "GET", "webhooks?page=1&page_size=100")
        .then(({ webhooks }) => webhooks),
    wakes: ({ type }) => type === "delivery"
  })
  const isAlone = value !== null && value.length === 0
  return page([
    el("h1", {}, "Webhooks"),
    el("p.lead", {}, "Everything that the service tells others: each attempt with its bytes, and what came back."),
    flawNotice(flaw),
    isAlone
      ? el(
        "section.empty",
        { "aria-labelledby": "no-webhook" },
        el("h2", { id: "no-webhook" }, "Nobody is told of anything yet"),
        inbox.source.control === null
          ? null
          : el("p", {}, "The emulator has a receiver of its own, whose answers you can switch here."),
        inbox.source.mayWrite && inbox.source.control !== null
          ? el(
            "div.row",
            {},
            el("button.chip.primary", {
              type: "button",
              onClick: () => make(inbox, reload)
            }, "Tell the built-in receiver")
          )
          : null
      )
      : el(
        "ul.stack",
        {},
        ...(value ?? []).map((each) =>
          el(
            "li",
            { key: each.id },
            el(
              "div.row",
              {},
              lamp(!each.is_active ? "stop" : each.consecutive_failures > 0 ? "wait" : "go"),
              el(
                "a.title",
                { href: link(inbox, "webhooks", [each.id]), "aria-current": each.id === chosen ? "true" : undefined },
                each.display_name
              ),
              el(
                "span.soft.push",
                {},
                !each.is_active
                  ? "switched off"
                  : each.consecutive_failures > 0
                  ? plural(each.consecutive_failures, "failure in a row", "failures in a row")
                  : "answers"
              )
            ),
            el("code", {}, each.endpoint_url),
            el("span.soft", {}, each.event_types.join(", "))
          )
        )
      ),
    inbox.source.control === null ? null : receivers()
  ], chosen === undefined ? null : webhook({ id: chosen }))
}

export const webhooks = (): VNode => view(Webhooks, {})
