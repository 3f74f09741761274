import type { VNode } from "preact"
import { el, view } from "../element.ts"
import { api, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { lamp } from "../part/lamp.ts"
import { lampOfTemplate } from "../words.ts"

interface Revision {
  readonly revision: number
  readonly is_current: boolean
  readonly status: string | null
  readonly created_at: string | null
}

const Revisions = ({ id }: { readonly id: string }): VNode | null => {
  const inbox = useInbox()
  const { value } = useLoaded(inbox.live, {
    key: `revisions ${id}`,
    load: () =>
      api<{ readonly revisions: ReadonlyArray<Revision> }>(inbox, "GET", `templates/${id}/revisions`)
        .then(({ revisions }) => revisions),
    wakes: ({ data, type }) => type === "template" && data["template_id"] === id
  })
  if (value === null || value.length === 0) return null
  return el(
    "div",
    {},
    el("h2.small", {}, "Revisions"),
    el(
      "ul.facts",
      {},
      ...value.map(({ created_at: at, is_current: isCurrent, revision, status }) =>
        el(
          "li",
          { key: revision },
          lamp(status === null ? null : lampOfTemplate(status)),
          el("b", {}, `Revision ${revision}`),
          el("span", {}, [isCurrent ? "in use" : "replaced", status, at?.slice(0, 10)].filter(Boolean).join(", "))
        )
      )
    )
  )
}

/** The revisions of a template, the newest first. */
export const revisions = (properties: { readonly id: string }): VNode => view(Revisions, properties)
