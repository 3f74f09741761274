import type { VNode } from "preact"
import { el, view } from "../element.ts"
import type { Inbox } from "../inbox.ts"
import { api, baseUrl, useInbox } from "../inbox.ts"
import { useLoaded } from "../live/loaded.ts"
import { copy } from "../part/copy.ts"
import { curl } from "../snippet.ts"
import type { Template } from "../source/shapes.ts"

/** The body of a first message: by a template that is there, else as a text. */
const firstBody = (templates: ReadonlyArray<Template> | null): object => {
  const template = templates?.find(({ auto_reply_action: action, status }) =>
    action === undefined && status === "APPROVED"
  )
  const samples = Object.entries(template?.definition.body ?? {}).flatMap(([, text]) =>
    (text?.variables ?? []).map(({ name, props }) => [name, props.sample ?? name] as const)
  )
  return template === undefined
    ? { to: ["+12015550123"], text: "Hello!" }
    : { to: ["+12015550123"], template: { name: template.name, parameters: Object.fromEntries(samples) } }
}

const templatesOf = (inbox: Inbox) =>
  useLoaded(inbox.live, {
    key: `first template ${inbox.account.id}`,
    load: () =>
      api<{ readonly templates: ReadonlyArray<Template> }>(inbox, "GET", "templates?page=1&page_size=20")
        .then(({ templates }) => templates),
    wakes: ({ type }) => type === "template"
  })

const NoMessage = (): VNode => {
  const inbox = useInbox()
  const line = curl(
    baseUrl(),
    inbox.account.api_key ?? "$SIGNALBOX_KEY",
    "messages",
    firstBody(templatesOf(inbox).value)
  )
  if (inbox.source.control === null) {
    return el(
      "section.empty",
      { "aria-labelledby": "first" },
      el("h2", { id: "first" }, "Nobody has got a message yet")
    )
  }
  return el(
    "section.empty",
    { "aria-labelledby": "first" },
    el("h2", { id: "first" }, "Nobody has got a message yet"),
    el("p", {}, "This line makes the first phone ring, here on this page:"),
    el("pre", { tabIndex: 0, "aria-label": "curl" }, line),
    el(
      "div.row",
      {},
      copy({ text: line, label: "Copy curl", done: "The curl line is copied. Paste it into a terminal." })
    )
  )
}

/** Teaches how to send a first message. */
export const noMessage = (): VNode => view(NoMessage, { key: "first" })
