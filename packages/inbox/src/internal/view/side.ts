import type { VNode } from "preact"
import { views } from "../address.ts"
import type { ViewName } from "../address.ts"
import { el, view } from "../element.ts"
import type { Inbox } from "../inbox.ts"
import { api, baseUrl, link, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { copy } from "../part/copy.ts"
import { lamp } from "../part/lamp.ts"
import type { Pagination } from "../source/shapes.ts"

const labels: Readonly<Record<ViewName, string>> = {
  phones: "Phones",
  messages: "Messages",
  webhooks: "Webhooks",
  carriers: "Carriers",
  templates: "Templates",
  contacts: "Contacts",
  send: "Send"
}

/** These show phones and networks that a production service has no say over, and send with a key. */
const emulated: ReadonlyArray<ViewName> = ["phones", "carriers", "send"]

/** The views that a source can fill. */
export const offered = ({ source }: Pick<Inbox, "source">): ReadonlyArray<ViewName> =>
  views.filter((name) => source.control !== null || !emulated.includes(name))

const counted = ["messages", "webhooks", "templates", "contacts"] as const

const useCount = (inbox: Inbox, name: (typeof counted)[number], type: string): number | null =>
  useLoaded(inbox.live, {
    key: `count ${inbox.account.id} ${name}`,
    load: () =>
      api<{ readonly pagination: Pagination }>(inbox, "GET", `${name}?page=1&page_size=1`)
        .then(({ pagination }) => pagination.total_count),
    wakes: (event) => event.type === type
  }).value

const Side = (): VNode => {
  const inbox = useInbox()
  const { account, address } = inbox
  const counts: Partial<Record<ViewName, number | null>> = {
    messages: useCount(inbox, "messages", "message"),
    webhooks: useCount(inbox, "webhooks", "delivery"),
    templates: useCount(inbox, "templates", "template"),
    contacts: useCount(inbox, "contacts", "contact")
  }
  const key = account.api_key ?? null
  return el(
    "nav.side",
    { "aria-label": "Views" },
    el(
      "ul",
      {},
      ...offered(inbox).map((name) =>
        el(
          "li",
          { key: name },
          el(
            "a",
            { href: link(inbox, name), "aria-current": address.view === name ? "page" : undefined },
            lamp(address.view === name ? "info" : null),
            labels[name],
            counts[name] === undefined || counts[name] === null ? null : el("i", {}, counts[name].toLocaleString("en"))
          )
        )
      )
    ),
    key === null ? null : el(
      "footer",
      {},
      "Base URL and key",
      el("code", {}, baseUrl()),
      el("code", {}, `${key.slice(0, 4)}…${key.slice(-4)}`),
      copy({
        text: `export SIGNALBOX_URL=${baseUrl()} SIGNALBOX_KEY=${key}`,
        label: "Copy as environment",
        done: "The address and the key are copied, as variables of the environment."
      }),
      el("a", { href: "docs" }, "API reference")
    )
  )
}

/** The list of views, and what a client needs to begin. */
export const side = (): VNode => view(Side, {})
