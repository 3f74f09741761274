import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { api, link, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { lamp } from "../part/lamp.ts"
import { flawNotice } from "../part/notice.ts"
import { page } from "../part/page.ts"
import type { Contact as Person, Pagination } from "../source/shapes.ts"
import { plural } from "../words.ts"
import { contact } from "./contact.ts"

const Contacts = (): VNode => {
  const inbox = useInbox()
  const [chosen] = inbox.address.parts
  const { flaw, value } = useLoaded(inbox.live, {
    key: `contacts ${inbox.account.id}`,
    load: () =>
      api<{ readonly contacts: ReadonlyArray<Person>; readonly pagination: Pagination }>(
        inbox,
        "GET",
        "contacts?page=1&page_size=100"
      ),
    wakes: ({ type }) => type === "contact" || type === "message"
  })
  return page([
    el("h1", {}, "Contacts"),
    el(
      "p.lead",
      {},
      value === null
        ? "Reading…"
        : value.pagination.total_count === 0
        ? "Nobody has been written to. Whoever gets a first message becomes a contact."
        : `${plural(value.pagination.total_count, "contact")}. Whoever gets a first message becomes one.`
    ),
    flawNotice(flaw),
    el(
      "ul.stack",
      {},
      ...(value?.contacts ?? []).map((each) =>
        el(
          "li",
          { key: each.id },
          el(
            "div.row",
            {},
            lamp(each.opt_out ? "stop" : "go"),
            el(
              "a.title",
              {
                href: link(inbox, "contacts", [each.id]),
                "aria-current": each.id === chosen ? "true" : undefined
              },
              each.format_international
            ),
            el("span.soft", {}, each.region_code),
            el("span.soft.push", {}, each.opt_out ? "opted out" : "may be written to")
          ),
          el("span.soft", {}, `on ${each.available_channels.replaceAll(",", ", ")}`)
        )
      )
    )
  ], chosen === undefined ? null : contact({ id: chosen }))
}

export const contacts = (): VNode => view(Contacts, {})
