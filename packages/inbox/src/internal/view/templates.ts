import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { api, link, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { lamp } from "../part/lamp.ts"
import { flawNotice } from "../part/notice.ts"
import { page } from "../part/page.ts"
import type { Pagination, Template } from "../source/shapes.ts"
import { lampOfTemplate, plural, statusWord } from "../words.ts"
import { templateEditor } from "./templateEditor.ts"

const Templates = (): VNode => {
  const inbox = useInbox()
  const [chosen] = inbox.address.parts
  const { flaw, value } = useLoaded(inbox.live, {
    key: chosen === undefined ? `templates ${inbox.account.id}` : null,
    load: () =>
      api<{ readonly templates: ReadonlyArray<Template>; readonly pagination: Pagination }>(
        inbox,
        "GET",
        "templates?page=1&page_size=100"
      ),
    wakes: ({ type }) => type === "template"
  })
  if (chosen !== undefined) return templateEditor({ id: chosen })
  return page([
    el("h1", {}, "Templates"),
    el(
      "p.lead",
      {},
      value === null
        ? "Reading…"
        : `${plural(value.pagination.total_count, "template")}. Each shows how its channels look.`
    ),
    inbox.source.mayWrite
      ? el(
        "p",
        { style: { marginBottom: "12px" } },
        el("a.chip.primary", { href: link(inbox, "templates", ["new"]) }, "New template")
      )
      : null,
    flawNotice(flaw),
    el(
      "ul.stack",
      {},
      ...(value?.templates ?? []).map((
        { auto_reply_action: action, category, channels, definition, id, language, name, status }
      ) =>
        el(
          "li",
          { key: id },
          el(
            "div.row",
            {},
            lamp(lampOfTemplate(status)),
            el("a.title", { href: link(inbox, "templates", [id]) }, name),
            el("span.soft.push", {}, `${statusWord(status)} · ${category} · ${language}`)
          ),
          el("p.soft", {}, (definition.body.multiChannel ?? definition.body.sms)?.template ?? ""),
          el(
            "span.soft",
            {},
            action === undefined ? channels.join(", ") : `automatic reply to ${action}, on ${channels.join(", ")}`
          )
        )
      )
    )
  ])
}

export const templates = (): VNode => view(Templates, {})
